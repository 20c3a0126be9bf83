"""Sheet, page of actions and card as PDF, read as a reader's program sees them."""

from __future__ import annotations

import builtins
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from delvebox.device.cli import main
from delvebox.device.journal import Journal
from delvebox.device.outputs.narration import Narration
from delvebox.device.printing import sheet as sheet_module
from delvebox.device.printing.card import card
from delvebox.device.printing.layout import fill
from delvebox.device.printing.pen import PAPERS, Pen
from delvebox.device.printing.sheet import sheet
from delvebox.device.printing.trackers import WritingLines
from delvebox.device.printing.words import Words
from delvebox.device.recorded import RecordedDelve
from delvebox.device.settings.load import load_text
from delvebox.device.settings.strict_yaml import read_document
from delvebox.device.vocabulary import open_phrasebook
from delvebox.engine import ACTIONS, Delve, Rules, commands

POINTS = {"letter": (612, 792), "a4": (595, 842)}
SHEET = Rules()
WORDS = Path(sheet_module.__file__).with_name("words")


def pages(pdf: bytes) -> list[str]:
    """The text of each page, however it is broken into lines."""
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(pdf)]


def black(pdf: bytes, page: int = 0) -> int:
    """Pixels of filled boxes and letters: what is black through and through."""
    drawn = pypdfium2.PdfDocument(pdf)[page].render(scale=2, grayscale=True).to_pil()
    return drawn.histogram()[0]


def played(*given: commands.Command, rules: Rules = SHEET) -> Delve:
    """A delve in which these were played."""
    delve = Delve(rules, 7)
    for command in given:
        delve.play(command)
    return delve


def table(text: str) -> tuple:
    """Settings, phrasebook and narration of a settings text."""
    settings = load_text(text).settings
    return settings, open_phrasebook(settings)[0], Narration.load(settings.language)


CROWD = played(
    *(commands.LightUp("torch", f"{number} Gwendolyn Featherstonehaugh-Cholmond"[:40]) for number in range(30)),
    *(commands.StartEffect(f"{number} protection from evil and from WWWWWW"[:40], 90 + number) for number in range(40)),
    *(commands.MarkCondition("fear", f"Gwendolyn {number}") for number in range(40)),
    *(
        commands.AddNote(f"note {number}: a door with a face that speaks of rivers " + "WW " * 150)
        for number in range(20)
    ),
    *(commands.TakeAction("move") for _ in range(5)),
)
LONG_NAME = "The Sünken Keep of Everlasting Twilight under the Mountain of"


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_is_a_page_and_the_actions_another_on_either_paper(paper: str) -> None:
    """Of the paper's size, with the trackers of the source sheet and every action."""
    content = sheet(paper, SHEET)
    reference, companion = pages(content)
    assert [round(each) for each in pypdfium2.PdfDocument(content)[0].get_size()] == list(POINTS[paper])
    for word in ("Turns", "Danger escalation", "Torch", "Lantern", "Spells", "Rations", "Water", "Short rest", "Notes"):
        assert word in reference
    assert "1d6 + escalation: 6 or more is danger" in reference
    assert "10 20 30 40 50 60 C" in reference
    for action in ACTIONS.values():
        assert action.title.capitalize() in companion
        for text in (*action.advantages, *action.notes):
            assert " ".join(text.split()) in companion
    assert "Combat" in companion


def test_the_numbers_are_those_of_the_rules() -> None:
    """A table with classic danger on a d8, and lanterns of 24 turns."""
    rules = Rules.from_mapping({"profile": "old-school", "danger": {"die": 8, "table": {"dragon": 1}}})
    reference = pages(sheet("letter", rules))[0]
    assert "1d8: 1 is danger, each box one more" in reference
    assert "of a lantern 4 turns" in reference
    assert "kinds by weight: dragon 1" in reference
    assert "a roll every 2 turns" in reference
    assert "one turn in 6 is a rest" in reference


class Asked(Words):
    """Notes what the pages say, and keeps to a language."""

    def __init__(self, language: str) -> None:
        self.file = read_document((WORDS / f"{language}.yaml").read_text()).values
        self.said: set[str] = set()
        super().__init__(self.file)

    def __call__(self, text: str, **values: object) -> str:
        self.said.add(text)
        return super().__call__(text, **values)


@pytest.mark.parametrize("language", sorted(path.stem for path in WORDS.glob("*.yaml")))
def test_the_sheet_is_in_the_tables_language_and_no_word_is_left_in_english(language: str) -> None:
    """Whatever rules and delves put on it; and nothing stands in the file that no page says."""
    asked = Asked(language)
    sheet("a4", SHEET, words=asked, rows=7)
    sheet("a4", Rules.from_mapping({"profile": "old-school", "danger": {"linger_free_turns": 2}}), words=asked)
    sheet("a4", SHEET, delve=CROWD, words=asked)
    rules = Rules.from_mapping({"ammunition": 20, "lights": {"kinds": {"torch": 6, "candle": 6, "glow": "no limit"}}})
    delve = played(
        *(commands.LightUp(kind, None) for kind in ("torch", "candle", "glow")),
        commands.Douse("torch"),
        commands.TakeAction("move"),
        commands.MarkCondition("fatigue", None),
        rules=rules,
    )
    sheet("a4", SHEET, delve=delve, words=asked)
    sheet("a4", SHEET, delve=played(commands.MarkCondition("fear", "Ann")), words=asked)
    sheet("a4", SHEET, delve=played(), words=asked)
    assert asked.said - set(asked.file) <= {"glow"}
    assert set(asked.file) - asked.said <= {"confusion", "exhaustion", "delve {number}"}


def test_a_german_sheet_keeps_the_words_of_a_page_and_its_fields() -> None:
    """Labels, rules and what is left of a light."""
    delve = played(commands.LightUp("torch", "Bryn"), commands.TakeAction("search"))
    reference, companion = pages(sheet("a4", SHEET, delve=delve, name="Ôn", words=Words.load("de")))
    for words in ("Zug 2, 0:10 – Ôn", "Fackel Bryn", "5 Züge", "1W6 + Eskalation: Gefahr ab 6", "Begegnung 3"):
        assert words in reference
    assert "Den Bereich sichern 1 Zug, verweilt" in companion
    assert Words.load("xx")("Turns") == "Turns"


def test_a_delve_fills_the_boxes_and_writes_its_names() -> None:
    """Turns, escalation, lights, spells, supplies, conditions and notes as they stand."""
    delve = played(
        commands.LightUp("torch", "Bryn"),
        commands.LightUp("lantern", None),
        commands.StartEffect("bless", 12),
        commands.TakeAction("search"),
        commands.TakeAction("search"),
        commands.UseSupply("rations"),
        commands.MarkCondition("fear", "Zoë"),
        commands.AddNote("a door, 3 ft wide – äöü €"),
        commands.Douse("lantern"),
    )
    content = sheet("a4", SHEET, delve=delve, name="Ôn")
    reference = pages(content)[0]
    for words in ("turn 3, 0:20 – Ôn", "Torch Bryn", "4 turns", "doused, 34 turns", "bless", "10 turns", "fear (Zoë)"):
        assert words in reference
    assert "a door, 3 ft wide – äöü €" in reference
    assert black(content) > black(sheet("a4", SHEET)) + 500


@pytest.mark.parametrize("paper", PAPERS)
def test_a_crowd_with_the_longest_names_and_forty_effects_is_still_one_page(
    paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is smaller and nothing runs off the paper; what has no room is counted."""
    fitted = []
    monkeypatch.setattr(sheet_module, "fill", lambda *given, **more: fitted.append(fill(*given, **more)))
    reference, _ = pages(sheet(paper, SHEET, delve=CROWD, name=LONG_NAME))
    assert fitted == [True]
    for number in range(40):
        assert f"{number} protection" in reference
    assert "29 Gwendolyn" in reference
    assert "and 16 more" in reference
    assert "8 earlier ones are in the evening's record" in reference


def test_more_rows_than_have_room_stand_on_pages_of_their_own() -> None:
    """Six rows on the first page; the row that is being filled is among them, the others are not lost."""
    assert len(pages(sheet("letter", SHEET, rows=6))) == 2
    more = pages(sheet("letter", SHEET, rows=100))
    assert len(more) == 5
    assert "Turn 991–1000" in more[-1]
    delve = played(*(commands.TakeAction("move") for _ in range(95)))
    first, _, last = pages(sheet("letter", SHEET, delve=delve))
    assert "Turn 91–100" in first
    assert "Turn 1–10 " not in first
    assert "Turn 1–10" in last


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_card_is_one_page_with_every_command_and_button(paper: str, language: str) -> None:
    """In the table's language, with its own names in force; a number is N."""
    settings, phrasebook, told = table(f"language: {language}\nspeech: {{ways: [hold, wake]}}\n")
    content = card(paper, settings, phrasebook, told)
    (flat,) = pages(content)
    for button in settings.buttons.values():
        if button.press:
            assert button.press in flat
    for intent in phrasebook.intents:
        if phrasebook.example(intent):
            assert phrasebook.description_of(intent).split()[0] in flat
    assert settings.speech.wake_phrase in flat
    assert {"en": "torch plus N", "de": "Fackel plus N"}[language] in flat


def test_the_card_tells_a_tables_own_buttons() -> None:
    """Eleven more of them with long phrases, on one page."""
    pins = (4, 7, 8, 9, 10, 11, 22, 23, 24, 25, 27)
    phrases = "press: quietly force the door, double: rest from the beginning, hold: talk for three turns"
    lines = "".join(f"  lever{number}: {{pin: {pin}, {phrases}}}\n" for number, pin in enumerate(pins))
    settings, phrasebook, told = table(f"buttons:\n{lines}")
    (text,) = pages(card("letter", settings, phrasebook, told))
    for number in range(len(pins)):
        assert f"press lever{number} quietly force the door" in text


def test_the_card_tells_how_the_box_is_switched_off() -> None:
    """By the buttons of the settings, in the table's words; where none do, nothing is said of it."""
    (shipped,) = pages(card("letter", *table("")))
    assert "hold light + rest together for 5 seconds, and the box switches off" in shipped
    (german,) = pages(card("letter", *table("language: de\nshutdown: {seconds: 2.5}\n")))
    assert "Licht + Rast zusammen 2.5 Sekunden halten, und die Kiste schaltet sich ab" in german
    (never,) = pages(card("letter", *table("shutdown: {buttons: []}\n")))
    assert "switches off" not in never


@pytest.mark.parametrize(
    ("language", "turned"), [("en", "turn the dial to the right"), ("de", "dial nach rechts drehen")]
)
def test_the_card_tells_what_the_dial_says(language: str, turned: str) -> None:
    """Each way to turn it; where no dial is wired, its phrases are nobody's."""
    phrases = {"en": "clockwise: torch plus two, counterclockwise: take it back", "de": "clockwise: Fackel plus zwei"}
    for pins, told in (("[22, 27]", True), ("null", False)):
        dial = f"language: {language}\ndial: {{pins: {pins}, {phrases[language]}}}\n"
        (text,) = pages(card("letter", *table(dial)))
        assert (turned in text, "plus two" in text or "plus zwei" in text) == (told, told)


def test_the_same_page_gives_the_same_bytes() -> None:
    """No date and no chance: a picture in docs changes only when the page does."""
    assert sheet("a4", SHEET) == sheet("a4", SHEET)
    assert card("a4", *table("")) == card("a4", *table(""))


def test_letters_that_the_fonts_have_not_are_question_marks() -> None:
    """Greek and Cyrillic are there; what is not never stops a page."""
    delve = played(commands.AddNote("Ωδή, Жизнь, 龍, 🐉"), commands.AddNote("Ho\u0308hle, 👁\ufe0f\u200d, \u202eend"))
    text = pages(sheet("a4", SHEET, delve=delve))[0]
    assert "Ωδή, Жизнь, ?, ?" in text
    assert "H\u00f6hle, ?, end" in text


def test_the_fonts_are_in_the_file_and_their_licence_beside_them() -> None:
    """A printer needs none of its own."""
    content = sheet("a4", SHEET)
    assert content.count(b"/FontFile2") == 2
    licence = Path(sheet_module.__file__).with_name("fonts") / "LICENCES.txt"
    assert "Bitstream, Inc. All Rights Reserved" in licence.read_text()
    assert len(content) < 100_000


def test_without_fpdf2_the_error_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no file is written."""
    load = builtins.__import__

    def refuse(name: str, *given: object, **more: object) -> object:
        if name == "fpdf":
            raise ImportError("No module named 'fpdf'")
        return load(name, *given, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    for command in ("sheet", "card"):
        done = CliRunner().invoke(main, [command, "--output", str(tmp_path / "a.pdf")])
        assert done.exit_code == 1
        assert "pip install 'delvebox[print]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_commands_write_the_files(tmp_path: Path) -> None:
    """Of empty boxes, of a delve by its number, of the one that is open; a bad folder is a sentence."""
    with Journal.open(tmp_path / "box") as journal:
        RecordedDelve(journal, SHEET, lambda: 7).play(commands.TakeAction("search"))

    def run(*words: str) -> str:
        done = CliRunner().invoke(main, [*words])
        return done.output

    file, state = str(tmp_path / "a.pdf"), str(tmp_path / "box")
    assert run("sheet", "--output", file) == f"{file}: empty boxes\n"
    for given in ("1", "open"):
        assert run("sheet", "--output", file, "--delve", given, "--state-dir", state) == f"{file}: delve 1\n"
        assert "turn 2, 0:10 – delve 1" in pages(Path(file).read_bytes())[0]
    assert "no delve '9'" in run("sheet", "--output", file, "--delve", "9", "--state-dir", state)
    assert "cannot be written" in run("sheet", "--output", str(tmp_path / "no" / "a.pdf"))
    assert "100" in run("sheet", "--output", file, "--rows", "101")
    assert "6 buttons" in run("card", "--output", file, "--paper", "a4")
    mine = tmp_path / "delvebox.yaml"
    mine.write_text("language: en\n")
    for command in ("sheet", "card"):
        assert "name a file that ends in .pdf" in run(command, "--output", str(mine))
    assert mine.read_text() == "language: en\n"


def test_what_does_not_fit_is_known() -> None:
    """A page that cannot hold its blocks says so, rather than to be read no more."""
    pen = Pen("a4", "x")
    assert not fill(pen, [WritingLines(500)])
