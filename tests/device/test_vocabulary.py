"""The words of a table: its own phrasebook and names, and what is left of them when one is at fault."""

from __future__ import annotations

import pytest

from delvebox.device.grammar import draw_sentences
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.settings import load_settings
from delvebox.device.settings.load import load_text as load_settings_text
from delvebox.device.vocabulary import check_bindings, check_phrasebook, open_phrasebook

BOOK = """language: en
intents:
  search:
    data:
      - sentences: ["rummage about"]
"""
BROKEN = "language: en\nintents:\n  search:\n    data: 7\n"
NEEDLESS = BOOK.replace("search:", "brew_coffee:")


@pytest.fixture
def table(tmp_path):
    """Loads settings beside a phrasebook of the table's own."""

    def load(book, settings=""):
        (tmp_path / "book.yaml").write_text(book)
        file = tmp_path / "delvebox.yaml"
        file.write_text("speech: {phrasebook: book.yaml}\n" + settings)
        loaded = load_settings(file)
        assert loaded.problems == ()
        return loaded

    return load


def test_a_phrasebook_of_the_tables_own_is_used_whole(table):
    """It stands for the shipped one."""
    phrasebook, trouble = open_phrasebook(table(BOOK).settings)
    assert trouble == ""
    assert phrasebook.match("rummage about").name == "search"
    assert phrasebook.match("search the room") is None


def test_a_phrasebook_in_another_language_than_the_settings_is_not_used(table):
    """The box would hear one language and speak the other; the cure is named."""
    _, trouble = open_phrasebook(table(BOOK.replace("language: en", "language: de-AT")).settings)
    assert "book.yaml is in de-AT and the settings in en: write language: de into the settings" in trouble


@pytest.mark.parametrize("book", [BROKEN, NEEDLESS])
def test_one_that_cannot_be_used_leaves_the_names(table, book):
    """The shipped phrases are said with the table's own characters and spells."""
    loaded = table(book, "names: {characters: [Borin], spells: [feather fall]}\n")
    phrasebook, trouble = open_phrasebook(loaded.settings)
    assert trouble.startswith("the phrasebook cannot be used, the shipped one is: ")
    assert phrasebook.match("light a torch for borin").slots["holder"] == "Borin"
    assert phrasebook.match("start spell feather fall for ten turns").slots["name"] == "feather fall"


def test_the_trouble_is_told(table):
    """That of the table's own file."""
    _, trouble = open_phrasebook(table(NEEDLESS).settings)
    assert "brew_coffee" in trouble


def test_names_that_nobody_can_say_go_too(table):
    """Phrasebook and names are both at fault: the shipped book as it is."""
    phrasebook, trouble = open_phrasebook(table(BROKEN, 'names: {characters: ["\u02bc"]}\n').settings)
    assert phrasebook.match("search the room").name == "search"
    assert "\u02bc" in trouble
    _, of_names = open_phrasebook(table(BOOK, 'names: {characters: ["\u02bc"]}\n').settings)
    assert "\u02bc" in of_names


def test_a_phrase_of_two_intents_makes_the_tables_phrasebook_unfit(table):
    """One of them would never happen; the sentence names both lines."""
    book = BOOK + "  investigate:\n    data:\n      - sentences: ['rummage (about|here)']\n"
    phrasebook, trouble = open_phrasebook(table(book).settings)
    assert 'book.yaml, line 8: "rummage about" means search (line 5) and investigate' in trouble
    assert phrasebook.match("search the room")


@pytest.fixture
def model(tmp_path, monkeypatch):
    """A speech model that knows the shipped phrases and a few words beside them."""
    folder = tmp_path / "models/small-en-us"
    folder.mkdir(parents=True)
    monkeypatch.setenv("DELVEBOX_MODELS", str(folder.parent))
    words = {*Phrasebook.load().words, "zan", "a", "thar", "rummage", "about", "xanadu", "brine"}
    monkeypatch.setattr("delvebox.device.vocabulary.find", lambda _name, language: folder if language == "en" else None)
    monkeypatch.setattr("delvebox.device.vocabulary.words_of", lambda _folder: frozenset(words))
    return words


def test_a_word_that_the_model_does_not_know_makes_the_tables_phrasebook_unfit(table, model):
    """It would be dropped, and the rest of the phrase heard alone."""
    assert open_phrasebook(table(BOOK).settings)[1] == ""
    phrasebook, trouble = open_phrasebook(table(BOOK.replace("rummage", "rumage")).settings)
    assert "book.yaml, line 5: the speech model does not know the word rumage" in trouble
    assert "rummage" in trouble
    assert phrasebook.match("search the room")


def test_without_the_model_no_word_is_refused(table, monkeypatch, tmp_path):
    """The box starts; lint tells that nobody could look."""
    monkeypatch.setenv("DELVEBOX_MODELS", str(tmp_path / "none"))
    loaded = table(BOOK.replace("rummage", "rumage"), "names: {characters: [Xanathar]}\n")
    assert open_phrasebook(loaded.settings)[1] == ""
    assert check_phrasebook(loaded) == ()


NAMES = """names:
  characters:
    - Brine
    - Xanathar
    - {name: Zanathar, say: zan a thar}
  lights: [torch, glowstone]
rules: {lights: {kinds: {glowstone: 12}}}
"""


def test_a_name_that_the_model_does_not_know_is_typed_but_not_heard(model):
    """The grammar is without it; who types it is understood, and the trouble is told."""
    phrasebook, trouble = open_phrasebook(load_settings_text(NAMES).settings)
    assert trouble.startswith("the speech model does not know Xanathar, glowstone")
    assert phrasebook.match("light a torch for xanathar").slots["holder"] == "Xanathar"
    heard = " ".join(draw_sentences(phrasebook))
    assert "xanathar" not in heard
    assert "glowstone" not in heard
    assert "brine" in heard


def test_a_name_is_heard_as_the_settings_say(model):
    """Panel and journal have the name, the ear the words; typed it is understood too."""
    phrasebook, _ = open_phrasebook(load_settings_text(NAMES).settings)
    for said in ("light a torch for zan a thar", "light a torch for zanathar"):
        assert phrasebook.match(said).slots["holder"] == "Zanathar"
    heard = draw_sentences(phrasebook)
    assert any("zan a thar" in sentence for sentence in heard)
    assert not any("zanathar" in sentence for sentence in heard)


def test_names_that_nobody_can_say_are_told_with_line_and_cure(model):
    """Unknown words with what is like them, and two names that are said alike."""
    said = NAMES.replace("- Brine", "- Brine\n    - {name: Brynn, say: brine}")
    told = {problem.line: problem.text for problem in check_phrasebook(load_settings_text(said))}
    assert set(told) == {4, 5, 7}
    assert told[4].startswith('"Brynn" is said as "Brine" is')
    assert "the speech model does not know xanathar (like it: xanadu" in told[5]
    assert "{name: Xanathar, say: …}" in told[5]
    assert "glowstone" in told[7]


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        ("search the room", "is a command itself: choose words that are none"),
        ("stone", "has fewer than 2 syllables, table talk would wake the box: say hey before it"),
        ("hey stone", ""),
        ("hey lantern", ""),
        ("lantern", ""),
    ],
)
def test_a_wake_phrase_that_table_talk_or_a_command_would_be_is_told(phrase: str, told: str) -> None:
    """With its line and the cure, where the box wakes by it."""
    settings = f"speech:\n  ways: [WAY]\n  wake_phrase: {phrase}\n"
    problems = check_phrasebook(load_settings_text(settings.replace("WAY", "wake")))
    faults = [each for each in problems if "the wake phrase" in each.text]
    assert [(each.line, each.path) for each in faults] == [(3, ("speech", "wake_phrase"))] * bool(told)
    assert not told or told in faults[0].text
    assert "wake phrase" not in str(check_phrasebook(load_settings_text(settings.replace("WAY", "hold"))))


def test_a_wake_phrase_that_the_model_does_not_know_is_told_where_it_wakes(model):
    """Nobody could say it; where the box does not listen for it, it does not matter."""
    settings = "speech: {ways: [WAY], wake_phrase: hey xanathar}\n"
    (problem,) = check_phrasebook(load_settings_text(settings.replace("WAY", "wake")))
    assert (problem.line, problem.path) == (1, ("speech", "wake_phrase"))
    assert 'nobody can wake the box by "hey xanathar": the speech model does not know' in problem.text
    assert check_phrasebook(load_settings_text(settings.replace("WAY", "hold"))) == ()


def test_a_bound_phrase_that_is_none_is_told_with_its_line(table):
    """Buttons say phrases of the same phrasebook."""
    loaded = table(BOOK, "buttons:\n  search: {press: rummage about}\n  turn:\n    press: next turn\n")
    told = {(problem.line, problem.value) for problem in check_bindings(loaded)}
    assert (5, "next turn") in told
    assert "rummage about" not in {value for _, value in told}


def test_a_broken_phrasebook_makes_no_problem_of_the_buttons(table):
    """What they say may be right: pins, names and rules of the settings must not go with the phrasebook."""
    assert check_bindings(table(BROKEN, "buttons:\n  knock: {pin: 22, press: rummage about}\n")) == ()


def test_names_of_danger_tables_that_the_model_does_not_know_are_no_trouble(model, tmp_path):
    """They are typed and tapped; the others, and the kinds, are heard."""
    (tmp_path / "own.yaml").write_text("Zzyzx:\n  kind: omen\n  entries: [a]\nthe door: [b]\n")
    settings = load_settings_text("tables: [own.yaml]\n", tmp_path / "delvebox.yaml").settings
    phrasebook, trouble = open_phrasebook(settings)
    assert trouble == ""
    assert phrasebook.match("roll on the zzyzx table").slots == {"table": "Zzyzx"}
    assert phrasebook.as_heard.match("roll on the zzyzx table") is None
    assert phrasebook.as_heard.match("roll on the door table").slots == {"table": "the door"}
