"""`delvebox wiring`: table, drawing and JSON of the settings in force."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli import main


def wiring(*arguments: object) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["wiring", *map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Settings with one button and no lamp."""
    path = tmp_path / "delvebox.yaml"
    names = ("turn", "search", "noise", "light", "rest", "talk")
    path.write_text(
        "lamp: {pin: null}\nbuttons:\n  map: {pin: 22, press: status}\n"
        + "".join(f"  {name}: null\n" for name in names)
    )
    return path


def test_the_table_is_of_the_settings_in_force(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named, or found where the box finds them; `--shipped` looks at no file."""
    named = wiring("--settings", file)
    assert named.exit_code == 0
    assert "button map" in named.output
    assert "GPIO 22" in named.output
    assert "lamp" not in named.output
    monkeypatch.setenv("DELVEBOX_SETTINGS", str(file))
    assert wiring().output == named.output
    assert "button turn" in wiring("--shipped").output


def test_settings_with_an_error_are_not_drawn(tmp_path: Path) -> None:
    """Pins that clash or are kept are told with the reason: a drawing would lead to a broken box."""
    file = tmp_path / "bad.yaml"
    file.write_text("buttons:\n  turn: {pin: 3}\n  map: {pin: 6, press: status}\n")
    drawing = tmp_path / "wiring.svg"
    told = wiring("--settings", file, "--svg", drawing)
    assert told.exit_code == 1
    assert "pin 3 is the display's I2C clock line" in told.output
    assert "pin 6 is taken by button search" in told.output
    assert not drawing.exists()


def test_the_drawing_goes_to_a_file_or_to_the_output(tmp_path: Path) -> None:
    """The same each time."""
    drawing = tmp_path / "wiring.svg"
    done = wiring("--shipped", "--svg", drawing)
    assert (done.exit_code, done.output) == (0, "")
    assert drawing.read_text() == wiring("--shipped", "--svg", "-").output


def test_a_drawing_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """With the file and the cure."""
    done = wiring("--shipped", "--svg", tmp_path / "missing" / "wiring.svg")
    assert done.exit_code == 1
    assert "cannot be written" in done.output
    assert "name a file in a folder of yours" in done.output


def test_json_has_the_same_wires(file: Path) -> None:
    """One object."""
    told = json.loads(wiring("--settings", file, "--json").output)
    assert {"part": "button map", "leg": "one side", "to": "GPIO 22", "place": 15} in told["wires"]
    assert told["notes"]
