"""The pins of the Raspberry Pi, or mock pins that are driven from the far end of the wire.

Edges come as the pins see them, bounces included: deciding what they mean is the business of `inputs.gestures`.
"""

from .chip import library, pin_holders
from .errors import PinHeldError, PinsError
from .opened import OutputPin, Pins, WatchedPin
from .opening import is_pi, open_pins

__all__ = [
    "OutputPin",
    "PinHeldError",
    "Pins",
    "PinsError",
    "WatchedPin",
    "is_pi",
    "library",
    "open_pins",
    "pin_holders",
]
