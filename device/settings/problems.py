"""A problem of the settings file: where it stands, what is wrong, and the cure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Path = tuple[str, ...]
"""The keys that lead to a value, outermost first; the place in a list as a number from 0."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to put right. `line` counts from 1, None where no line is to blame."""

    line: int | None
    path: Path
    value: Any
    text: str

    def __str__(self) -> str:
        """One line for a person, without the file's name."""
        where = "" if self.line is None else f"line {self.line}: "
        key = "" if not self.path else f"{dotted(self.path)}: "
        return f"{where}{key}{self.text}"


def dotted(path: Path) -> str:
    """The path as a person writes it: "names.spells item 3"."""
    text = ""
    for part in path:
        text += f" item {int(part) + 1}" if part.isdecimal() else f"{'.' if text else ''}{part}"
    return text


def shown(value: object) -> str:
    """A value for an error text, cut where it is long."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:56] + '…"'
