"""What the hand can say, by one table: each gesture of a button and each way to turn the dial. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .problems import Path
from .schema import Settings

PRESSED = ("press", "double", "hold")
TURNED = ("clockwise", "counterclockwise")


@dataclass(frozen=True, slots=True)
class Binding:
    """A phrase of the hand.

    Attributes:
        hand: The button's name, or dial.
        gesture: press, double, hold; of the dial clockwise or counterclockwise.
        phrase: What it says.
        path: The settings' key.
    """

    hand: str
    gesture: str
    phrase: str
    path: Path


def bindings_of(settings: Settings) -> Iterator[Binding]:
    """Every phrase that is bound, in the order of the settings."""
    for name, button in settings.buttons.items():
        for gesture in PRESSED:
            phrase = getattr(button, gesture)
            if phrase is not None:
                yield Binding(name, gesture, phrase, ("buttons", name, gesture))
    if settings.dial.pins is not None:
        for gesture in TURNED:
            phrase = getattr(settings.dial, gesture)
            if phrase is not None:
                yield Binding("dial", gesture, phrase, ("dial", gesture))
