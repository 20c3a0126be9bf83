"""What is wrong with a phrasebook, told with file, line and cure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: where (`line` counts from 1, None where no line is to blame), what, and what helps."""

    file: str
    line: int | None
    text: str
    cure: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.text}; {self.cure}"


class PhrasebookError(Exception):
    """A phrasebook that cannot be used; `problems` holds every fault found, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda each: each.line or 0))
        super().__init__("\n".join(map(str, self.problems)))


class Faults:
    """The faults of one file, gathered while it is read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []

    def add(self, line: int | None, text: str, cure: str, file: str | None = None) -> None:
        """Note a fault, of another file if `file` is given; each is told once."""
        problem = Problem(file or self.file, line, text, cure)
        if problem not in self.found:
            self.found.append(problem)

    def stop_if_any(self) -> None:
        """Raise `PhrasebookError` where a fault was found."""
        if self.found:
            raise PhrasebookError(self.found)


def shortened(text: str, most: int = 60) -> str:
    """Quote `text` for a message, cut where it is long."""
    return repr(text if len(text) <= most else text[:most] + "…")
