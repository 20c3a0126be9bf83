"""Themes: laid over a language, checked whole, and never read where something does not vary."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

from delvebox.device.outputs.narration import Narration, NarrationError
from delvebox.device.outputs.narration.event_fields import event_classes
from delvebox.device.outputs.narration.reading import HOME, read_book
from delvebox.device.outputs.narration.themes import PLAIN, THEMES, names_of, read_theme
from delvebox.engine import commands as c
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules

LANGUAGES = sorted(path.stem for path in HOME.glob("*.yaml"))
SHIPPED = [(name, language) for language in LANGUAGES for name in names_of(language) if name != PLAIN]
QUIET = 1


def own(folder: Path, text: str) -> str:
    """A theme of the table's own."""
    path = folder / "mine.yaml"
    path.write_text(f"language: en\n{text}", encoding="utf-8")
    return str(path)


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with a theme of the table's own."""
    with pytest.raises(NarrationError) as caught:
        read_theme(own(folder, text), "en")
    return [str(problem) for problem in caught.value.problems]


class Table:
    """A delve, and what a narration says of it."""

    def __init__(self, narration: Narration) -> None:
        self.narration = narration
        self.delve = Delve(Rules(), 1)

    def say(self, command: c.Command, *dice: int) -> str:
        if dice:
            self.delve.play(c.TellDice(dice))
        entry = self.delve.play(command)
        assert isinstance(entry, Entry)
        cues = self.narration.cues(entry, self.delve.state, self.delve.rules, self.delve.events)
        return " ".join(cue.text for cue in cues)


@pytest.mark.parametrize(("theme", "language"), SHIPPED)
def test_every_event_has_a_sentence_in_every_theme(theme: str, language: str) -> None:
    """Laid over its language, which has one for each; so has all else that is said."""
    plain = read_book(language)
    laid = read_theme(theme, language).over(plain)
    assert laid.sentences.keys() == plain.sentences.keys()
    assert {key for section, key in laid.sentences if section == "events"} == event_classes().keys()
    assert all(not sentence[-1].when for sentence in laid.sentences.values())


@pytest.mark.parametrize(("theme", "language"), SHIPPED)
def test_a_shipped_theme_tells_what_it_is_like(theme: str, language: str) -> None:
    """For who chooses one."""
    assert read_theme(theme, language).about


def test_what_a_theme_leaves_out_is_said_plainly(tmp_path: Path) -> None:
    """Places that it does not have, and situations in which none of its variants fits."""
    path = own(tmp_path, 'events:\n  light_lit:\n    - {when: {first_light: true}, say: "let there be light"}\n')
    table = Table(Narration.load("en", path))
    assert table.say(c.LightUp("torch")) == "Let there be light."
    assert table.say(c.LightUp("torch")) == "Torch lit: six turns."
    assert table.say(c.AddNote("a door")) == "Noted."


def test_texts_of_the_same_meaning_take_turns(tmp_path: Path) -> None:
    """By weight, none twice in a row."""
    table = Table(Narration.load("en", own(tmp_path, 'events: {note_added: ["a", "b", {text: "c", weight: 3}]}')))
    said = [table.say(c.AddNote("a door")) for _ in range(30)]
    assert set(said) == {"A.", "B.", "C."}
    assert all(first != second for first, second in pairwise(said))


def test_what_is_read_is_plain(tmp_path: Path) -> None:
    """History, record and panel are the same in every theme."""
    path = own(tmp_path, "events: {note_added: silent}\nparts: {odds: some}\nrefusals: {suspended: shush}\n")
    plain, themed = Narration.load("en"), Narration.load("en", path)
    table = Table(themed)
    assert table.say(c.AddNote("a door")) == ""
    entry = table.delve.entries[-1]
    assert themed.event(entry.events[0]) == plain.event(entry.events[0])
    assert themed.in_digits.cues(entry, table.delve.state, table.delve.rules)[0].text == "Noted."
    assert themed.panel.book is not themed._said


def test_everything_wrong_with_a_theme_is_told_with_line_and_cure(tmp_path: Path) -> None:
    """What is not said, keys and fields that are none, no weight, an empty list, silence where somebody waits."""
    told = problems(
        tmp_path,
        "panel: {turn: turn}\n"
        "events:\n"
        '  note_aded: "noted"\n'
        '  note_added: {say: "{lamp}"}\n'
        '  darkness_fell: [{text: "dark", weight: 0}, "night"]\n'
        "  party_split:\n"
        "    - say: []\n"
        "box: {listening: [silent, here]}\n"
        "refusals: {any: never}\n",
    )
    assert any(each.startswith("line 2: panel: is no section of a theme: there are language, ") for each in told)
    assert any(
        each.startswith("line 4: events.note_aded: note_aded is not said: did you mean note_added?") for each in told
    )
    assert any(each.startswith("line 5: events.note_added: ") for each in told)
    assert any(each.startswith("line 6: events.darkness_fell: weight 0 is none: give a whole") for each in told)
    assert any(each.startswith("line 8: events.party_split item 1: an empty list says nothing") for each in told)
    assert any(each.startswith("line 9: box.listening: must be heard") for each in told)
    assert any(each.startswith("line 10: refusals.any") for each in told)


def test_a_theme_in_another_language_is_told(tmp_path: Path) -> None:
    """Half German and half English is no theme."""
    path = own(tmp_path, "")
    with pytest.raises(NarrationError, match=r"line 1: language: is en, and the box speaks de: write language: de"):
        read_theme(path, "de")


def test_a_theme_that_is_not_there_is_told_with_those_that_are() -> None:
    """By its name, or as a file."""
    with pytest.raises(NarrationError, match=r"grimm: there is no such theme: give plain, .*terse, or a file"):
        read_theme("grimm", "en")
    with pytest.raises(NarrationError, match=r"nowhere\.yaml: cannot be read .*: give plain"):
        read_theme("/nowhere.yaml", "en")


def test_the_shipped_files_are_named_after_theme_and_language() -> None:
    """`grim.de.yaml`: each theme in every language."""
    assert {path.name.count(".") for path in THEMES.glob("*")} == {2}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfel\x00", "byte 0xff at 0 is not UTF-8: save the file as UTF-8"),
        (b"language: en\nevents: {note_added: caf\xe9}\n", "byte 0xe9 at 37 is not UTF-8: save the file as UTF-8"),
        (b"\xef\xbb\xbflanguage: fr\n", "line 1: language: is fr, and the box speaks en: write language: en"),
        (b"#" * 600_000, "has more than 524,288 bytes, which no narration has: give plain, "),
        (b"", "language: is missing, and the box speaks en: write language: en"),
        (b"- 1\n", "line 1: the file must hold keys with values"),
        (b"language: en\nevents: [a]\n", "line 2: events: holds keys of its own"),
        (b"language: en\nevents:\n\tnote_added: a\n", "line 3: not yaml: a tab: indent with spaces"),
        (b"language: en\nabout: 5\n", "line 2: about: is a text that says what the theme is like"),
        (b"language: en\nrefusals: {suspended: silent}\n", "line 2: refusals.suspended: must be heard"),
        (b"language: en\nparts: {odds: silent}\n", "line 2: parts.odds: must be heard: write a sentence"),
        (b"language: en\nevents: {danger_rolled: silent}\n", "line 2: events.danger_rolled: danger must be heard"),
        (
            b"language: en\nevents:\n  danger_rolled: [{when: {kind: null}, say: [silent, danger]}]\n",
            "line 3: events.danger_rolled: danger must be heard: write silent at most below when: {danger: false}",
        ),
    ],
)
def test_whatever_a_file_holds_is_told(tmp_path: Path, content: bytes, told: str) -> None:
    """Encodings, sizes, what is no theme at all."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(content)
    with pytest.raises(NarrationError) as caught:
        read_theme(str(path), "en")
    assert str(caught.value.problems[0]).startswith(told)


def test_a_theme_may_be_silent_where_no_danger_comes(tmp_path: Path) -> None:
    """And of everything else that nobody waits for and that stands in no other sentence."""
    path = own(tmp_path, "events:\n  danger_rolled: [{when: {danger: false}, say: silent}]\n  light_lit: silent\n")
    table = Table(Narration.load("en", path))
    assert table.say(c.LightUp("torch")) == ""


def test_a_pipe_or_a_folder_is_no_theme(tmp_path: Path) -> None:
    """It is not waited for."""
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", tmp_path):
        with pytest.raises(NarrationError, match=r"cannot be read \(no such file\): give plain"):
            read_theme(f"{path}/" if path == tmp_path else str(path), "en")
