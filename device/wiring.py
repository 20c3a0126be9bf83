"""Which wire goes where on the 40-pin header, pure: from the settings in force, as data and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from .settings import RESERVED, PinUse, Settings, pins_in_use

Sound = Literal["usb", "i2s"]
"""How microphone and loudspeaker are wired; nothing of USB is on the header."""

PLACES: tuple[str | int, ...] = (
    *("3.3 V", "5 V", 2, "5 V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3.3 V", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What each place of the header is, from place 1: a BCM pin, or power."""
DISPLAY_POWER, DISPLAY_GROUND = 1, 9
BUTTONS_POWER, BUTTONS_GROUND = 17, 39
SOUND_GROUND = {"microphone": 34, "loudspeaker": 6}
SDA, SCL = 2, 3
I2S_CLOCK, I2S_FRAME, I2S_IN, I2S_OUT = 18, 19, 20, 21
AMPLIFIER_SWITCH = 16
"""The pin that the overlay for an I2S microphone takes (googlevoicehat-soundcard)."""
GROUND, POWER = "GND", "3.3 V"
HEADER_BUS = 1
"""The I2C bus whose lines are on the header."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire.

    Attributes:
        part: What it comes from: display, button turn, lamp.
        leg: Which leg or mark of it.
        net: What it goes to: a BCM pin as "GPIO 5", or "GND", "3.3 V", "5 V".
        place: The place on the header, 1–40; odd ones in the row at the board's middle.
    """

    part: str
    leg: str
    net: str
    place: int


_GROUNDS = {
    "lamp": Wire("lamp", "short leg", GROUND, 14),
    "buzzer": Wire("buzzer", "-", GROUND, 25),
    "dial": Wire("dial", "C", GROUND, 20),
}
"""The ground of each part that has one of its own, by its settings' section."""


def place_of(pin: int) -> int:
    """The place of a BCM pin on the header, 1–40."""
    return PLACES.index(pin) + 1


def wires_of(settings: Settings, sound: Sound = "usb") -> tuple[Wire, ...]:
    """Every wire of the box that these settings describe."""
    return (
        *_display(settings),
        *_parts(settings),
        *(_i2s() if sound == "i2s" else ()),
    )


def notes_of(settings: Settings, sound: Sound = "usb") -> tuple[str, ...]:
    """What the wires do not say, each in a sentence."""
    notes = ["never plug or unplug a wire under power"]
    panel = settings.panel
    if panel.enabled and panel.port != HEADER_BUS:
        notes.append(f"the display is on I2C bus {panel.port}, whose pins its overlay names: only bus 1 is drawn here")
    if sound == "usb":
        notes.append("microphone and loudspeaker are on USB: nothing of them is on the header")
    else:
        notes += [
            f"{use.part} is on pin {AMPLIFIER_SWITCH}, which the overlay of an I2S microphone takes: give it another"
            for use in pins_in_use(settings)
            if use.pin == AMPLIFIER_SWITCH
        ]
    return tuple(notes)


def table_of(settings: Settings, sound: Sound = "usb") -> list[str]:
    """The wires as lines of a table, notes below."""
    rows = [("part", "leg", "to", "place")]
    rows += [(wire.part, wire.leg, wire.net, str(wire.place)) for wire in wires_of(settings, sound)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [*lines, "", *notes_of(settings, sound)]


def use_of(place: int) -> str:
    """What a place of the header is by itself: "3.3 V", "GND", "GPIO 5", and for a kept pin what it serves."""
    what = PLACES[place - 1]
    return what if isinstance(what, str) else f"GPIO {what}"


def kept_for(place: int) -> str:
    """Why no button may have a place, or empty."""
    what = PLACES[place - 1]
    return RESERVED.get(what, "") if isinstance(what, int) else ""


def _wire(part: str, leg: str, place: int) -> Wire:
    return Wire(part, leg, use_of(place), place)


def _display(settings: Settings) -> Iterator[Wire]:
    panel = settings.panel
    if panel.enabled and panel.port == HEADER_BUS:
        yield _wire("display", "VCC", DISPLAY_POWER)
        yield _wire("display", "SDA", place_of(SDA))
        yield _wire("display", "SCL", place_of(SCL))
        yield _wire("display", "GND", DISPLAY_GROUND)


def _parts(settings: Settings) -> Iterator[Wire]:
    """Every part on a pin: the wires to its pins, then its other side."""
    for section, uses in groupby(pins_in_use(settings), key=lambda use: use.section):
        for use in uses:
            yield _wire(use.part, _leg(use, settings), place_of(use.pin))
        yield from _buttons_return(settings) if section == "buttons" else [_GROUNDS[section]]


def _leg(use: PinUse, settings: Settings) -> str:
    """The leg of a part that goes to its pin."""
    if use.section != "buttons":
        return {"lamp": "long leg, through 330 Ω", "buzzer": "+, through 100 Ω", "dial": use.line}[use.section]
    low = {button.active_low for button in settings.buttons.values()}
    is_low = settings.buttons[use.path[1]].active_low
    return "one side" if len(low) == 1 else f"one side, the other to {GROUND if is_low else POWER}"


def _buttons_return(settings: Settings) -> Iterator[Wire]:
    """The chain of the buttons' other sides, to ground or where a press is to 3.3 V there."""
    low = {button.active_low for button in settings.buttons.values()}
    for place, is_low, where in ((BUTTONS_GROUND, True, GROUND), (BUTTONS_POWER, False, POWER)):
        if is_low in low:
            yield _wire("all buttons" if len(low) == 1 else f"buttons to {where}", "other side", place)


def _i2s() -> Iterator[Wire]:
    yield _wire("microphone", "VDD", 17)
    yield _wire("microphone", "GND and L/R", SOUND_GROUND["microphone"])
    yield _wire("loudspeaker's amplifier", "VIN", 2)
    yield _wire("loudspeaker's amplifier", "GND", SOUND_GROUND["loudspeaker"])
    yield _wire("microphone and amplifier", "SCK, BCLK", place_of(I2S_CLOCK))
    yield _wire("microphone and amplifier", "WS, LRC", place_of(I2S_FRAME))
    yield _wire("microphone", "SD", place_of(I2S_IN))
    yield _wire("loudspeaker's amplifier", "DIN", place_of(I2S_OUT))
