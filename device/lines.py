"""Text that comes from outside as one line: how long it may be, and what of it may be shown. Pure."""

from __future__ import annotations

LONGEST_LINE = 510
"""Characters of what is typed, posted or published: room for the longest note; no phrase comes near."""
LONGEST_SHOWN = 60
"""Characters of what came in that a log or an answer shows."""


def one_line(text: str) -> str:
    """The text without line breaks and control characters, which could move a terminal's cursor."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def shown(value: object) -> str:
    """What came in, short, on one line and harmless: for a log.

    In ASCII, since it may stand in a socket's last word, which has 123 bytes.
    """
    text = ascii(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
