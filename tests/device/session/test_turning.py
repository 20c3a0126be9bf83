"""A rotary encoder on a whole box, turned from the far end of its wires."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.cli import main
from delvebox.device.player import Player, Report
from delvebox.device.settings import Button, Dial, Settings, load_settings
from delvebox.device.wiring import notes_of, wires_of
from delvebox.device.wishes import Wishes

A, B = 22, 27
SETTINGS = """
panel: {sleep_minutes: 5}
rules: {debate: {mode: "off"}}
dial: {pins: [22, 27], clockwise: torch plus one, counterclockwise: torch minus one}
"""


class Table:
    """A box with a dial."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        file = folder / "delvebox.yaml"
        file.write_text(settings)
        self.warnings: list[str] = []
        self.player = Player(Wishes(folder / "state", file, seed=3, pins="mock", sound=False), self.warnings.append)

    def __call__(self, line: str) -> Report:
        return self.player.play(1, line)

    def turn(self, clicks: int) -> Report:
        """Turn it by so many clicks, clockwise above 0."""
        first, second = (A, B) if clicks > 0 else (B, A)
        for _ in range(abs(clicks)):
            for pin, closed in ((first, True), (second, True), (first, False), (second, False)):
                self.player._box.pins.drive(pin, pressed=closed)
        return self("show")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A box with a burning torch."""
    made = Table(tmp_path)
    with made.player:
        made("say light a torch")
        yield made


def left(report: Report) -> object:
    """Turns left of the torch."""
    return report.state["lights"][0]["turns_left"]


def test_each_click_says_its_phrase_once(table: Table) -> None:
    """Clockwise one, the other way the other."""
    assert left(table.turn(-3)) == 3
    assert left(table.turn(2)) == 5


def test_the_turn_that_wakes_the_panel_does_nothing_else(table: Table) -> None:
    """All its clicks, since they are one movement of the hand; the next turn acts."""
    table("wait 301")
    assert left(table.turn(-2)) == 6
    table("wait 1")
    assert left(table.turn(-2)) == 4


def test_whatever_a_hand_does_is_a_line_of_the_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """One for each gesture and click, with its button: who asks later what was pressed can read it."""
    with caplog.at_level(logging.INFO):
        table("press turn")
        table("hold noise 1")
        table.turn(1)
    told = [line for line in caplog.messages if line.startswith(("button ", "dial: "))]
    assert told == ["button turn: press", "button noise: hold", "button noise: release", "dial: clockwise"]


def test_a_direction_without_a_phrase_does_nothing(tmp_path: Path) -> None:
    """One binding is enough."""
    made = Table(tmp_path, "dial: {pins: [22, 27], clockwise: next turn}\n")
    with made.player:
        assert made.turn(-1).state["completed"] == 0
        assert made.turn(1).state["completed"] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dial: {pins: [22, 27]}", "line 1: dial.pins: the dial does nothing: give it a phrase for clockwise"),
        ("dial: {pins: [22, 22], clockwise: undo}", "pin 22 is taken by the dial (line 1)"),
        ("dial: {pins: [5, 27], clockwise: undo}", "pin 5 is taken by button turn (as shipped)"),
        ("dial: {pins: [22, 17], clockwise: undo}", "pin 17 is taken by the lamp (as shipped)"),
        ("dial: {pins: [2, 27], clockwise: undo}", "pin 2 is the display's I2C data line"),
        ("dial: {pins: [22], clockwise: undo}", "dial.pins"),
        ("dial: {pins: 22, clockwise: undo}", "dial.pins"),
        ("dial: {pins: [22, 27], clockwise: ' '}", "dial.clockwise"),
    ],
)
def test_what_is_wrong_with_a_dial_is_told_with_line_and_cure(text: str, told: str, tmp_path: Path) -> None:
    """Its pins stand in the same table as those of buttons, lamp and buzzer."""
    file = tmp_path / "delvebox.yaml"
    file.write_text(text + "\n")
    loaded = load_settings(file)
    assert [sentence for sentence in loaded.sentences() if told in sentence] != [], loaded.sentences()


def test_a_phrase_of_the_dial_that_is_none_is_told(tmp_path: Path) -> None:
    """As a button's."""
    made = Table(tmp_path, "dial: {pins: [22, 27], clockwise: fly away}\n")
    with made.player:
        assert any('dial.clockwise: "fly away" is no phrase' in warning for warning in made.warnings)


def test_a_dial_is_wired_where_the_settings_have_one() -> None:
    """Two pins and a ground of its own; a part on the pin that I2S sound takes is told, whatever it is."""
    assert not any(wire.part == "dial" for wire in wires_of(Settings()))
    turned = Settings(dial=Dial(pins=(A, B), clockwise="undo"))
    assert [(wire.leg, wire.net, wire.place) for wire in wires_of(turned) if wire.part == "dial"] == [
        ("A", "GPIO 22", 15),
        ("B", "GPIO 27", 13),
        ("C", "GND", 20),
    ]
    taken = Settings(buttons={"b": Button(pin=5, press="undo")}, dial=Dial(pins=(A, 16), clockwise="undo"))
    assert any(note.startswith("dial is on pin 16") for note in notes_of(taken, "i2s"))


def test_the_list_of_phrases_tells_which_way_to_turn(tmp_path: Path) -> None:
    """Beside the buttons' presses."""
    file = tmp_path / "delvebox.yaml"
    file.write_text(SETTINGS)
    listed = CliRunner().invoke(main, ["phrases", "--settings", str(file)]).output
    assert 'turn the dial to the right: "torch plus one"' in listed
