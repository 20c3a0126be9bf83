"""What stands on a printed page: blocks that know how tall they are and draw themselves. Lengths in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .pen import Pen

_BOX = 3.7
_HEAD, _TEXT, _SMALL = 10.0, 8.0, 6.2


class Block(Protocol):
    """A piece of a page as wide as it is told to be."""

    def height(self, pen: Pen, width: float) -> float:
        """How tall it is."""

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw it with its upper left corner at `x`, `y`."""


@dataclass(frozen=True, slots=True)
class Title:
    """The page's own line, with something small at its right end."""

    text: str
    right: str = ""

    def height(self, pen: Pen, width: float) -> float:
        """One line and the rule under it."""
        del width
        return pen.line_height(17) + 3.5

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """The title gives way to nothing; what is at the right is cut."""
        pen.text(x, y, self.text, 17, bold=True)
        room = width - pen.text_width(self.text, 17, bold=True) - 6
        pen.text_right(x + width, y + pen.line_height(17) * 0.35, pen.cut(self.right, 9, room), 9, grey=True)
        pen.rule(x, y + pen.line_height(17) + 0.8, width, strong=True)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over what follows; `note` stands small beside it."""

    text: str
    note: str = ""

    def height(self, pen: Pen, width: float) -> float:
        """Its lines with room above and a rule under them."""
        lines = len(pen.wrap(self.text, _HEAD, width, bold=True))
        return lines * pen.line_height(_HEAD) + 3.0 * pen.scale + 0.8

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """The note stands at the end of the last line, where there is room."""
        top, taken = y + 1.8 * pen.scale, 0.0
        for line in pen.wrap(self.text, _HEAD, width, bold=True):
            pen.text(x, top, line, _HEAD, bold=True)
            taken = pen.text_width(line, _HEAD, bold=True) + 3
            top += pen.line_height(_HEAD)
        if self.note and taken < width:
            note = pen.cut(self.note, _SMALL, width - taken)
            pen.text_right(x + width, top - pen.line_height(_SMALL), note, _SMALL, grey=True)
        pen.rule(x, top + 0.3, width)


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; with `bullet` a point of a list."""

    text: str
    size: float = _TEXT
    bold: bool = False
    grey: bool = False
    bullet: str = ""
    above: float = 0.4

    def _lines(self, pen: Pen, width: float) -> list[str]:
        return pen.wrap(self.text, self.size, width - self._indent(pen), bold=self.bold)

    def _indent(self, pen: Pen) -> float:
        return pen.text_width(f"{self.bullet} ", self.size, bold=True) + 0.6 if self.bullet else 0.0

    def height(self, pen: Pen, width: float) -> float:
        """Its lines."""
        return len(self._lines(pen, width)) * pen.line_height(self.size) + self.above * pen.scale

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw it."""
        y += self.above * pen.scale
        if self.bullet:
            pen.text(x, y, self.bullet, self.size, bold=True)
        for line in self._lines(pen, width):
            pen.text(x + self._indent(pen), y, line, self.size, bold=self.bold, grey=self.grey)
            y += pen.line_height(self.size)


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Boxes in a row after a label: `filled` of `total`, each with its caption below; `note` after them.

    `wide` gives the boxes the whole width, evenly; `line` is a line to write on after the label.
    """

    label: str
    total: int
    filled: int = 0
    captions: tuple[str, ...] = ()
    note: str = ""
    wide: bool = False
    line: bool = False

    def height(self, pen: Pen, width: float) -> float:
        """A box with its caption, and some room."""
        del width
        return (_BOX + 1.5) * pen.scale + (pen.line_height(_SMALL) if self.captions else 0.0)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Label, boxes and captions."""
        side, top = _BOX * pen.scale, y + 1.0 * pen.scale
        space = 0.17 if self.wide else 0.37
        label = pen.cut(self.label, _TEXT, width * space - 2)
        pen.text(x, top + 0.25 * pen.scale, label, _TEXT)
        if self.line:
            taken = pen.text_width(label, _TEXT) + 1.5
            pen.rule(x + taken, top + side, width * space - taken - 3)
        left = x + width * space
        step = (x + width - left) / self.total if self.wide else 5.0 * pen.scale
        for place in range(self.total):
            middle = left + step * place + (step if self.wide else side) / 2
            pen.box(middle - side / 2, top, side, filled=place < self.filled)
            if self.captions:
                pen.text_centred(middle, top + side + 0.4, self.captions[place], _SMALL, grey=True)
        if self.note:
            after = left + step * self.total + 1.0
            pen.text(after, top + 0.45 * pen.scale, pen.cut(self.note, 7, x + width - after), 7)


@dataclass(frozen=True, slots=True)
class Listed:
    """A line without boxes, for where there are many: a label, and at the right what is left of it."""

    label: str
    note: str

    def height(self, pen: Pen, width: float) -> float:
        """One line."""
        del width
        return pen.line_height(7) + 0.3 * pen.scale

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """The label gives way."""
        room = width - pen.text_width(self.note, 7) - 2
        pen.text(x, y, pen.cut(self.label, 7, room), 7)
        pen.text_right(x + width, y, self.note, 7)


@dataclass(frozen=True, slots=True)
class WritingLines:
    """Lines to write on."""

    count: int

    def height(self, pen: Pen, width: float) -> float:
        """Room for a hand."""
        del width
        return self.count * 6.5 * pen.scale

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw them."""
        for number in range(1, self.count + 1):
            pen.rule(x, y + number * 6.5 * pen.scale, width)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two texts beside each other, the first bold: what is meant, and what is said for it."""

    first: str
    second: str
    share: float = 0.45
    size: float = 7.0

    def _lines(self, pen: Pen, width: float) -> tuple[list[str], list[str]]:
        left = width * self.share
        return (
            pen.wrap(self.first, self.size, left - 1.5),
            pen.wrap(self.second, self.size, width - left, bold=True),
        )

    def height(self, pen: Pen, width: float) -> float:
        """The taller of the two."""
        return max(map(len, self._lines(pen, width))) * pen.line_height(self.size) + 0.5 * pen.scale

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw both."""
        for place, lines in enumerate(self._lines(pen, width)):
            for number, line in enumerate(lines):
                left = x + (width * self.share if place else 0.0)
                pen.text(left, y + number * pen.line_height(self.size), line, self.size, bold=place == 1)
