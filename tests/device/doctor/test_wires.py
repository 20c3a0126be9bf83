"""What the doctor says of pins and display, and the watch that shows every movement."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.doctor import edges, wires
from delvebox.device.pins import open_pins
from delvebox.device.settings import Settings


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The files by which a Raspberry Pi is known."""
    tree = tmp_path / "proc/device-tree"
    tree.mkdir(parents=True)
    (tree / "compatible").write_bytes(b"raspberrypi,model-zero-2-w\0brcm,bcm2837\0")
    return tmp_path


def test_on_an_ordinary_computer_nothing_is_missing(tmp_path: Path) -> None:
    """Mock pins and the panel in the terminal are what is wanted there."""
    assert wires.pins(Settings(), tmp_path).says == wires.ON_NO_PI
    assert wires.display(Settings(), tmp_path).level == "ok"


def test_who_holds_a_pin_is_named_with_what_it_is_for(pi: Path) -> None:
    """A pin of the settings that another program has taken; pins of nobody's interest are left out."""
    found = wires.pins(Settings(), pi, lambda: {6: "other-program", 9: "spi0"})
    assert found.level == "warning"
    assert found.says == "held: pin 6 (button search) by other-program"
    assert wires.pins(Settings(), pi, dict).says == "7 pins are free"


def test_a_bus_that_is_off_says_how_to_turn_it_on(pi: Path) -> None:
    """A Pi without I2C has no such device."""
    found = wires.display(Settings(), pi)
    assert found.level == "fault"
    assert "raspi-config" in found.cure


def test_something_that_is_no_bus_does_not_answer(pi: Path) -> None:
    """The address, the bus and the reason stand in the line."""
    (pi / "dev").mkdir()
    (pi / "dev/i2c-1").touch()
    found = wires.display(Settings(), pi)
    assert found.level == "fault"
    assert found.says.startswith(f"nothing answers at 0x3c on {pi}/dev/i2c-1 (")


def test_the_watch_shows_each_movement_of_a_button() -> None:
    """Down and up, with the pin and the time between, from the far end of the wire."""
    settings = Settings()
    pins = open_pins("mock")
    watch = edges(settings, pins)
    assert next(watch) == "6 buttons are watched: press them"
    pins.drive(6, pressed=True)
    assert next(watch).startswith("search (pin 6): down, ")
    pins.drive(6, pressed=False)
    assert next(watch).startswith("search (pin 6): up, ")
    watch.close()
    pins.close()
