"""What the doctor says of pins and display, and the watch that shows every movement."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Self

import pytest

from delvebox.device.doctor import edges, wires
from delvebox.device.outputs.test_card import draw_test_card
from delvebox.device.pins import open_pins
from delvebox.device.settings import Dial, Settings

from ...far_end import FarEnd


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
    assert wires.pins(Settings(), pi, dict).says.startswith("7 pins are free, by ")


def test_a_bus_that_is_off_says_how_to_turn_it_on(pi: Path) -> None:
    """A Pi without I2C has no such device."""
    found = wires.display(Settings(), pi)
    assert found.level == "fault"
    assert "raspi-config" in found.cure


def test_something_that_is_no_bus_cannot_be_used(pi: Path) -> None:
    """The bus and the reason stand in the line."""
    (pi / "dev").mkdir()
    (pi / "dev/i2c-1").touch()
    found = wires.display(Settings(), pi)
    assert found.level == "fault"
    assert found.says.startswith(f"{pi}/dev/i2c-1 cannot be used (")


class Bus:
    """A bus on which parts answer at some addresses."""

    def __init__(self, *addresses: int, refusal: int = errno.EREMOTEIO) -> None:
        self.addresses, self.refusal = addresses, refusal

    def __call__(self, _name: str) -> Bus:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_byte(self, address: int) -> int:
        """As smbus2."""
        if address not in self.addresses:
            raise OSError(self.refusal, os.strerror(self.refusal))
        return 0


@pytest.mark.parametrize(
    ("bus", "level", "says"),
    [
        (Bus(0x3C), "ok", "a display answers at 0x3c on {}; ssd1306, by the settings"),
        (Bus(0x3C, 0x68), "ok", "a display answers at 0x3c on {}, beside it 0x68; ssd1306, by the settings"),
        (Bus(0x3D), "fault", "nothing answers at 0x3c on {}; 0x3d does elsewhere"),
        (Bus(), "fault", "nothing answers at 0x3c on {}; nothing does elsewhere"),
        (Bus(refusal=errno.EACCES), "fault", "{} may not be used"),
        (Bus(refusal=errno.EINVAL), "fault", "{} cannot be used (Invalid argument)"),
    ],
)
def test_what_answers_on_the_bus_is_named(pi: Path, monkeypatch, bus: Bus, level: str, says: str) -> None:
    """A display with its other address is found, and so are clocks and the like beside it."""
    import smbus2

    (pi / "dev").mkdir()
    (pi / "dev/i2c-1").touch()
    monkeypatch.setattr(smbus2, "SMBus", bus)
    found = wires.display(Settings(), pi)
    assert (found.level, found.says) == (level, says.format(pi / "dev/i2c-1"))
    assert bool(found.cure) == (level == "fault")


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", ["ssd1306", "sh1106", "sh1107"])
def test_the_test_card_is_shown_and_the_panel_left_dark(monkeypatch, name: str) -> None:
    """Every controller gets the card as it is drawn; then nothing shines."""
    import smbus2

    end = FarEnd(name)
    monkeypatch.setattr(smbus2, "SMBus", end.open)
    seen: list[bytes] = []
    monkeypatch.setattr(wires.time, "sleep", lambda _seconds: seen.append(end.picture()))
    settings = Settings.model_validate({"panel": {"controller": name}})
    found = wires.card(settings, free=True)
    assert (found.level, found.says.partition(":")[0]) == ("ok", f"shown for 4 s as {name} 128×64 0x3c")
    assert seen == [draw_test_card(f"{name} 128×64 0x3c", 128, 64)]
    assert not end.controller.on
    assert not any(end.picture())


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
def test_the_test_card_is_left_out_where_a_box_shows_its_pages(monkeypatch) -> None:
    """Or where there is no display; one that is lost meanwhile is a fault with its cure."""
    import smbus2

    end = FarEnd("ssd1306")
    monkeypatch.setattr(smbus2, "SMBus", end.open)
    assert wires.card(Settings(), free=False).says == "not shown: it takes a display, and no box that runs"
    assert end.transactions == []
    end.plugged = False
    found = wires.card(Settings(), free=True, seconds=0)
    assert found.level == "fault"
    assert "does not answer" in found.says


def test_the_test_card_shows_what_may_be_wrong() -> None:
    """An unbroken edge, four whole corners, a field of every other pixel; on 32 rows too."""
    for height in (64, 32):
        card = draw_test_card("sh1106", 128, height)
        rows = [f"{int.from_bytes(card[start : start + 16]):0128b}" for start in range(0, len(card), 16)]
        assert rows[0] == rows[-1] == "1" * 128
        assert all(row[0] == row[-1] == "1" for row in rows)
        assert all(row[:5] == row[-5:] == "11111" for row in (*rows[:5], *rows[-5:]))
        assert {rows[10][-20:-8], rows[11][-20:-8]} == {"10" * 6, "01" * 6}


def test_the_watch_shows_the_dial_s_lines_too() -> None:
    """Each edge of A and B, for who wonders which way round they are."""
    settings = Settings(dial=Dial(pins=(22, 27), clockwise="undo"))
    pins = open_pins("mock")
    watch = edges(settings, pins)
    assert next(watch) == "6 buttons are watched: press them, and a dial: turn it"
    pins.drive(22, pressed=True)
    assert next(watch).startswith("dial A (pin 22): down, ")
    watch.close()
    pins.close()


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
