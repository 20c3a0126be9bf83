"""The settings of what a hand moves: buttons, dial, the times of gestures, and the buttons that switch the box off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from .pins import PIN_WANTED
from .records import PHRASE_WANTED, Phrase, Pin, Record, fixed

BUTTON_NAME = r"[a-z][a-z0-9_-]{0,19}"
BUTTON_NAME_WANTED = "a button's name of 1–20 small letters, digits, - or _, a letter first"


class Button(Record):
    """One button: its pin and the phrase that each gesture says."""

    pin: Pin = Field(description=PIN_WANTED)
    press: Phrase | None = Field(default=None, description=PHRASE_WANTED)
    double: Phrase | None = Field(default=None, description=PHRASE_WANTED)
    hold: Phrase | None = Field(default=None, description=PHRASE_WANTED)
    hold_to_talk: bool = Field(default=False, description="true or false")
    """The microphone is open while the button is held."""
    repeat: bool = Field(default=False, description="true or false")
    """Held on, it says its hold again and again: for corrections."""
    active_low: bool = Field(default=True, description="true or false")
    """Pressed connects the pin to ground (the pull-up is the pin's own); False: to 3.3 V."""


class Dial(Record):
    """The rotary encoder; its push switch, if it has one, is a button as any other."""

    pins: tuple[Pin, Pin] | None = Field(
        default=None, description=f"the pins of its two lines, each {PIN_WANTED}, such as [22, 27], or null for none"
    )
    """A (CLK) and B (DT); the line between them, C, goes to ground."""
    clockwise: Phrase | None = Field(default=None, description=PHRASE_WANTED)
    counterclockwise: Phrase | None = Field(default=None, description=PHRASE_WANTED)
    """Each click says its phrase once."""


class Gestures(Record):
    """The times that tell a press from a double press and a hold."""

    debounce_ms: int = Field(default=25, ge=5, le=100, description="milliseconds from 5 to 100")
    """A level counts once it has stood this long."""
    hold_seconds: float = Field(default=0.6, ge=0.2, le=5, description="seconds from 0.2 to 5")
    double_seconds: float = Field(default=0.3, ge=0.1, le=1, description="seconds from 0.1 to 1")
    """A second press counts as a double within this time of the first's release."""


class Shutdown(Record):
    """The buttons that, held together, switch the box off."""

    buttons: Annotated[tuple[str, ...], Field(max_length=5)] = Field(
        default=("light", "rest"),
        description="a list of two to five buttons that have a hold each, or an empty list for none",
    )
    """Each has a hold, so that none of them acts before all are held."""
    seconds: float = Field(default=5, ge=2, le=20, description="seconds from 2 to 20")


def default_buttons() -> Mapping[str, Button]:
    """The buttons as shipped; the pins leave I2C, I2S, serial and SPI free."""
    return fixed(
        {
            "turn": Button(pin=5, press="next turn"),
            "search": Button(pin=6, press="search the room"),
            "noise": Button(pin=13, press="make some noise", hold="all calm"),
            "light": Button(pin=16, press="light a torch", hold="douse the torch"),
            "rest": Button(pin=26, press="short rest", hold="long rest"),
            "talk": Button(pin=12, double="mute", hold_to_talk=True),
        }
    )
