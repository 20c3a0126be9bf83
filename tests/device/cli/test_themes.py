"""`delvebox themes`: which there are, what is wrong with one, how it speaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli import main
from delvebox.device.outputs import sinks
from delvebox.device.outputs.narration.reading import HOME
from delvebox.device.outputs.narration.themes import names_of

Run = Callable[..., Result]
MINE = 'language: en\nabout: "a butler"\nevents: {note_added: "very good"}\n'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command beside settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def run(*arguments: str, settings: str = "voice: {rate: 165}") -> Result:
        (tmp_path / "delvebox.yaml").write_text(settings, encoding="utf-8")
        return CliRunner().invoke(main, ["themes", *arguments])

    return run


@pytest.mark.parametrize("language", sorted(path.stem for path in HOME.glob("*.yaml")))
def test_the_shipped_ones_are_listed_with_what_they_are_like(run: Run, language: str) -> None:
    """The one in use is marked; no line is too wide for a terminal."""
    told = run(settings=f"language: {language}\nvoice: {{theme: terse}}")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert [line.replace("*", " ").split()[0] for line in lines] == list(names_of(language))
    assert [line for line in lines if line.startswith("*")] == [line for line in lines if " terse " in line]
    assert max(map(len, lines)) < 80
    assert all(len(line.split()) > 3 for line in lines)


def test_one_of_ones_own_is_listed_where_it_is_in_use(run: Run, tmp_path: Path) -> None:
    """With every error where it cannot be used."""
    (tmp_path / "mine.yaml").write_text(MINE)
    told = run(settings="voice: {theme: mine.yaml}").stdout
    assert f"{tmp_path / 'mine.yaml'}  a butler" in told
    (tmp_path / "mine.yaml").write_text(MINE.replace("note_added", "note_aded"))
    told = run(settings="voice: {theme: mine.yaml}")
    assert told.exit_code == 1
    assert "cannot be used" in told.stdout
    assert "mine.yaml: line 3: events.note_aded: note_aded is not said: did you mean note_added?" in told.stdout


def test_a_theme_tells_a_few_moments(run: Run, tmp_path: Path) -> None:
    """By its name or by its file, in the settings' language; the box is not needed."""
    (tmp_path / "mine.yaml").write_text(MINE)
    told = run(str(tmp_path / "mine.yaml"))
    assert told.exit_code == 0
    assert told.stdout.splitlines()[0].endswith("mine.yaml: a butler")
    assert "  Very good." in told.stdout.splitlines()
    assert "  Torch lit: six turns." in told.stdout.splitlines()
    assert any(line.startswith("  Danger: ") for line in told.stdout.splitlines())
    assert "Fackel" in run("plain", settings="language: de").stdout


def test_every_error_of_a_theme_is_told_and_the_status_is_one(run: Run, tmp_path: Path) -> None:
    """Each on a line of its own, with file, line and cure."""
    (tmp_path / "mine.yaml").write_text('language: en\nevents: {a: b}\nbox: {listening: silent}\npanel: {turn: "x"}\n')
    told = run(str(tmp_path / "mine.yaml"))
    assert told.exit_code == 1
    assert len(told.stdout.splitlines()) == 3
    assert run("nope").stdout == "nope: there is no such theme: give plain, grim, terse, or a file that ends in .yaml\n"


def test_settings_check_tells_a_theme_that_cannot_be_used(tmp_path: Path) -> None:
    """With the settings' line."""
    (tmp_path / "delvebox.yaml").write_text("voice:\n  theme: gloomy\n")
    told = CliRunner().invoke(main, ["settings", "--check", str(tmp_path / "delvebox.yaml")])
    assert told.exit_code == 1
    assert (
        "line 2: voice.theme: the theme cannot be used, the plain one is: gloomy: there is no such theme" in told.stdout
    )


def test_the_samples_can_be_heard(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One announcement after the other, whole, by the settings' voice; here into files, in the loudspeaker's place."""
    monkeypatch.setattr(sinks, "Loudspeaker", lambda _device: sinks.WavFolder(tmp_path / "heard"))
    told = run("terse", "--say")
    assert told.exit_code == 0, told.output
    heard = sorted((tmp_path / "heard").glob("*.wav"))
    assert len(heard) >= len(told.stdout.splitlines()) - 1


def test_a_voice_that_cannot_be_heard_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the thing and its cure, and status 1."""
    told = run("terse", "--say", settings="voice: {device: no such loudspeaker}")
    assert told.exit_code == 1
    assert "loudspeaker" in told.output.splitlines()[-1]
