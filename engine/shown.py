"""Text and values from outside: what people can read, and what an error may repeat of it."""

from __future__ import annotations

from unicodedata import category

LONGEST = 60
"""Characters of a value that are repeated."""


def shown(value: object) -> str:
    """A value as Python writes it, cut where it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of more digits, or a nesting deeper, than Python writes out
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def key_shown(key: object) -> str:
    """A key or name as it is written in a text of keys; quoted where it could not be read."""
    return key if isinstance(key, str) and key.isprintable() and 0 < len(key) <= LONGEST else shown(key)


def is_unreadable(letter: str) -> bool:
    """Control characters, line breaks of any kind, and half characters that no file can hold."""
    return letter < " " or "\x7f" <= letter <= "\x9f" or letter in "\u2028\u2029" or "\ud800" <= letter <= "\udfff"


def is_blank(text: str) -> bool:
    """Nothing that can be seen: spaces of any kind, joiners and marks of direction."""
    return all(letter.isspace() or category(letter) == "Cf" for letter in text)
