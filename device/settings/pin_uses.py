"""Which part has which pin by the settings: one table for clashes, wiring and doctor. Pure.

A part that is to be on a pin is named here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .problems import Path
from .schema import Settings

OUTPUTS = ("lamp", "buzzer")
DIAL_LINES = ("A", "B")
"""The two lines of a rotary encoder, as most boards are marked (CLK and DT on others)."""


@dataclass(frozen=True, slots=True)
class PinUse:
    """A part on a pin.

    Attributes:
        path: The settings' key that says so.
        part: button turn, lamp, buzzer, dial.
        pin: BCM number; what a file says may be anything.
        line: Of a part with several: A or B.
    """

    path: Path
    part: str
    pin: Any
    line: str = ""

    @property
    def section(self) -> str:
        """The settings' section."""
        return self.path[0]


def pin_uses(values: Mapping[str, Any]) -> Iterator[PinUse]:
    """What plain values say, right or wrong; an output that they leave out is as shipped."""
    buttons = values.get("buttons")
    for name, button in buttons.items() if isinstance(buttons, Mapping) else ():
        if isinstance(button, Mapping):
            yield PinUse(("buttons", name, "pin"), f"button {name}", button.get("pin"))
    dial = values.get("dial")
    pins = dial.get("pins") if isinstance(dial, Mapping) else None
    for number, (line, pin) in enumerate(zip(DIAL_LINES, pins if isinstance(pins, list | tuple) else (), strict=False)):
        yield PinUse(("dial", "pins", str(number)), "dial", pin, line)
    for part in OUTPUTS:
        keys = values.get(part, {})
        if isinstance(keys, Mapping):
            yield PinUse((part, "pin"), part, keys.get("pin", Settings.model_fields[part].default.pin))


def pins_in_use(settings: Settings) -> tuple[PinUse, ...]:
    """The pins in use by these settings."""
    values = settings.model_dump(include={"dial", *OUTPUTS})
    values["buttons"] = {name: button.model_dump() for name, button in settings.buttons.items()}
    return tuple(use for use in pin_uses(values) if use.pin is not None)
