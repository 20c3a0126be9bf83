"""`delvebox settings`: the defaults to begin with, and a check that leaves nothing out."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.cli import main
from delvebox.device.settings import default_settings_text


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and output of `delvebox settings`."""
    done = CliRunner().invoke(main, ["settings", *arguments], catch_exceptions=False)
    return done.exit_code, done.output


def test_the_defaults_are_printed_as_they_stand() -> None:
    """`delvebox settings > delvebox.yaml` is a file to begin with."""
    assert run() == (0, default_settings_text())


def test_a_good_file_is_ok(tmp_path: Path) -> None:
    """The printed defaults, checked, are one word."""
    file = tmp_path / "delvebox.yaml"
    file.write_text(default_settings_text())
    assert run("--check", str(file)) == (0, "ok\n")


def test_every_problem_is_a_line(tmp_path: Path) -> None:
    """All problems at once, each with file, line, key, value, bounds and cure; exit status 1."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("voice:\n  rate: 1000\n  enabled: on\n")
    status, output = run("--check", str(file))
    assert status == 1
    assert output.splitlines() == [
        f"{file}: line 2: voice.rate: 1000 is above 400: give words a minute from 80 to 400",
        f'{file}: line 3: voice.enabled: yaml reads on as true: write true, or quote it as a word: "on"',
    ]


def test_a_phrase_that_nobody_would_understand_is_told(tmp_path: Path) -> None:
    """A button bound to no phrase of the phrasebook is a problem of the file, with its line."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("buttons:\n  turn:\n    press: make coffee\n")
    status, output = run("--check", str(file))
    assert status == 1
    assert output.startswith(f'{file}: line 3: buttons.turn.press: "make coffee" is no phrase')


def test_a_phrasebook_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """The box would use the shipped one; who checks wants to mend the file."""
    (tmp_path / "book.yaml").write_text("language: en\nintents:\n  search:\n    data: 7\n")
    file = tmp_path / "delvebox.yaml"
    file.write_text("speech:\n  phrasebook: book.yaml\n")
    status, output = run("--check", str(file))
    assert status == 1
    assert output.startswith(f"{file}: line 2: speech.phrasebook: the phrasebook cannot be used")


@pytest.mark.parametrize("name", ["none.yaml", "."])
def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path, name: str) -> None:
    """A missing file and a folder are problems like any other."""
    status, output = run("--check", str(tmp_path / name))
    assert status == 1
    assert output.startswith(f"{tmp_path / name}: ")
