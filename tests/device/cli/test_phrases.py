"""`delvebox phrases`: the list as a person reads it, as JSON, and what lint tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli import main
from delvebox.device.phrasebook import PHRASES, Phrasebook
from delvebox.device.translate import BOX_INTENTS, COMMANDS

TABLE = """names:
  characters: [Bryn, {name: Xanathar, say: zan a thar}]
buttons:
  map: {pin: 22, press: noise two}
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs the command beside settings; there is no speech model."""
    monkeypatch.setenv("DELVEBOX_MODELS", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def run(*arguments: str, settings: str = "", book: str = "") -> Result:
        (tmp_path / "delvebox.yaml").write_text(settings or "{}", encoding="utf-8")
        if book:
            (tmp_path / "book.yaml").write_text(book, encoding="utf-8")
            arguments = (*arguments, "--phrasebook", str(tmp_path / "book.yaml"))
        return CliRunner().invoke(main, ["phrases", *arguments])

    return run


@pytest.mark.parametrize("language", sorted(path.stem for path in PHRASES.glob("*.yaml")))
def test_the_list_fits_a_terminal_and_tells_every_intent(run, language: str) -> None:
    """A heading over each group, what each intent does, its phrases; no line of more than 79 columns."""
    done = run(settings=TABLE + f"language: {language}\n" if language == "en" else f"language: {language}\n")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert max(map(len, lines)) <= 79
    book = Phrasebook.load(language=language)
    for heading, intents in book.groups.items():
        assert heading.upper() in lines
        for intent in book.sayable.intersection(intents):
            assert any(line.strip().startswith(book.description_of(intent)) for line in lines), intent


def test_the_button_that_says_it_stands_beside_it(run) -> None:
    """With its gesture and its own phrase; the table's names and buttons are in it."""
    lines = run(settings=TABLE).output.splitlines()
    assert any(line.endswith('press search: "search the room"') for line in lines)
    assert any(line.endswith('hold rest: "long rest"') for line in lines)
    assert any('press map: "noise two"' in line for line in lines)
    assert any("[for (Bryn|Xanathar)]" in line for line in lines)
    assert "hold talk and say it" in lines
    assert not any("{" in line or "<" in line for line in lines)


def test_what_cannot_be_said_is_not_listed(run) -> None:
    """Without characters there is no phrase for one."""
    assert "for (" not in run().output
    assert "talk and say it" not in run(settings="buttons: {talk: null}").output


def test_json_has_every_intent_with_phrases_and_buttons(run) -> None:
    """One object; each intent with its group, what it does, phrases and buttons; those of danger tables, too."""
    told = json.loads(run("--json", settings=TABLE + "tables: [shipped]\n").output)
    assert {row["intent"] for row in told["intents"]} == {*COMMANDS, *BOX_INTENTS}
    noise = next(row for row in told["intents"] if row["intent"] == "noise")
    assert noise["group"] == "danger"
    assert {(each["button"], each["gesture"], each["phrase"]) for each in noise["buttons"]} == {
        ("noise", "press", "make some noise"),
        ("map", "press", "noise two"),
    }
    assert "noise N" in noise["phrases"]


@pytest.mark.timeout(120)  # some seconds for all sounds, on a machine that does nothing else
@pytest.mark.parametrize("language", ["de", "en"])
def test_lint_of_the_shipped_books_has_no_error(run, language: str) -> None:
    """Warnings and notes are told with file, line, text and cure; the exit status is 0."""
    done = run("--lint", settings=f"language: {language}\n")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1].startswith("0 errors, ")
    assert "note: no word was looked up in a speech model (the speech model small-" in done.output


BAD = """language: en
intents:
  search: {data: [{sentences: [
    "look about"
  ]}]}
  investigate: {data: [{sentences: [
    "look [all] about"
  ]}]}
"""


def test_an_error_exits_with_one_and_names_file_line_and_cure(run, tmp_path: Path) -> None:
    """As `file:line: error: text (cure)`, for a program too."""
    done = run("--lint", book=BAD)
    assert done.exit_code == 1
    place = f"{tmp_path / 'book.yaml'}:7: error: "
    assert f'{place}"look about" means search (line 4) and investigate (keep it for one of them)' in done.output
    (finding,) = json.loads(run("--lint", "--json", book=BAD).output)["findings"][1:]
    assert (finding["kind"], finding["line"], finding["cure"]) == ("error", 7, "keep it for one of them")


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ("language: en\nintents: {search: {data: 7}}\n", "book.yaml:2: error: `data` of intent search"),
        (
            "language: en\nintents: {dance: {data: [{sentences: [dance]}]}}\n",
            "book.yaml: error: intent dance is not one",
        ),
        ("", "error"),
    ],
)
def test_a_book_that_does_not_load_is_told_the_same_way(run, tmp_path: Path, book: str, told: str) -> None:
    """Faults of the file, and intents that the box has no use for."""
    arguments = () if book else ("--phrasebook", str(tmp_path / "missing.yaml"))
    done = run("--lint", *arguments, book=book)
    assert done.exit_code == 1
    assert told in done.output


def test_a_name_that_is_said_as_another_is_an_error_of_the_settings(run, tmp_path: Path) -> None:
    """With the settings' line."""
    settings = "names:\n  characters:\n    - Bryn\n    - {name: Brin, say: bryn}\n"
    done = run("--lint", settings=settings)
    assert done.exit_code == 1
    assert f'{tmp_path / "delvebox.yaml"}:4: error: "Brin" is said as "Bryn" is (give it another say' in done.output


def test_names_that_sound_alike_are_a_warning_of_the_settings(run, tmp_path: Path) -> None:
    """Characters stand in the same phrases, so that nothing else tells them apart."""
    done = run("--lint", settings="names:\n  characters: [Anna, Borin]\n  spells:\n    - light\n    - flight\n")
    assert done.exit_code == 0
    assert f'{tmp_path / "delvebox.yaml"}:5: warning: "flight" sounds like "light": 0.7 sounds apart' in done.output
    assert '"Borin" sounds' not in done.output


def test_without_espeak_lint_tells_the_rest(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And that nobody could listen."""
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run("--lint")
    assert done.exit_code == 0
    assert "nothing was looked at for how it sounds (espeak-ng" in done.output
    assert '"combat" (suspend) begins "combat over" (end_suspension)' in done.output


def test_settings_with_an_error_are_told(run) -> None:
    """Nothing is listed by settings that are not in force."""
    done = run(settings="voice: {rate: 9}\n")
    assert done.exit_code == 2
    assert "voice.rate: 9 is below 80" in done.output
