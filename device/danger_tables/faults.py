"""What is wrong with a file of danger tables, told with file, line and cure. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to put right: the text has the thing, its value, the bound and the cure.

    `line` counts from 1, None where no line is to blame.
    """

    file: str
    line: int | None
    text: str

    def __str__(self) -> str:
        """One line for a person."""
        where = "" if self.line is None else f"line {self.line}: "
        return f"{self.file}: {where}{self.text}"
