"""What is wrong with pins, in words."""

from __future__ import annotations


class PinsError(Exception):
    """Pins, or one pin, cannot be used; the text names it and the cure."""


class PinHeldError(PinsError):
    """A pin is another program's."""


def said(error: BaseException) -> str:
    """What a library's error says."""
    return str(error.args[0]) if len(error.args) == 1 else str(error)
