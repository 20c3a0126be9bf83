"""How blocks stand on a page: under and beside each other, and everything as large as it fits. In millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .blocks import Block
from .pen import Pen

MARGIN = 12.0
LARGEST, SMALLEST = 1.3, 0.5
"""Of the usual size, with letters of 8 points: more looks lost, and less is not read any more."""
_STEP = 0.97


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay in one column."""

    blocks: tuple[Block, ...]

    def height(self, pen: Pen, width: float) -> float:
        """All of them."""
        return sum(block.height(pen, width) for block in self.blocks)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """One under the other."""
        for block in self.blocks:
            block.draw(pen, x, y, width)
            y += block.height(pen, width)


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks side by side, each in a column of its share of the width."""

    blocks: tuple[Block, ...]
    shares: tuple[float, ...]
    gap: float = 7.0

    def _widths(self, width: float) -> list[float]:
        return [(width - self.gap * (len(self.blocks) - 1)) * share for share in self.shares]

    def height(self, pen: Pen, width: float) -> float:
        """The tallest."""
        return max(block.height(pen, column) for block, column in zip(self.blocks, self._widths(width), strict=True))

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Each in its column."""
        for block, column in zip(self.blocks, self._widths(width), strict=True):
            block.draw(pen, x, y, column)
            x += column + self.gap


@dataclass(frozen=True, slots=True)
class Flow:
    """Blocks down one column after the other, so that the columns are about as tall."""

    blocks: tuple[Block, ...]
    columns: int
    gap: float = 7.0

    def _split(self, pen: Pen, width: float) -> list[tuple[Block, ...]]:
        column = (width - self.gap * (self.columns - 1)) / self.columns
        heights = [block.height(pen, column) for block in self.blocks]
        low, high = max(heights, default=0.0), sum(heights)
        while high - low > 0.2:
            middle = (low + high) / 2
            low, high = (low, middle) if len(_packed(heights, middle)) <= self.columns else (middle, high)
        counts = _packed(heights, high)
        starts = [sum(counts[:place]) for place in range(len(counts))]
        return [self.blocks[start : start + count] for start, count in zip(starts, counts, strict=True)]

    def _columns(self, pen: Pen, width: float) -> Columns:
        split = self._split(pen, width)
        split += [()] * (self.columns - len(split))
        share = 1 / self.columns
        return Columns(tuple(Together(each) for each in split), (share,) * self.columns, self.gap)

    def height(self, pen: Pen, width: float) -> float:
        """The tallest column."""
        return self._columns(pen, width).height(pen, width)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Column by column."""
        self._columns(pen, width).draw(pen, x, y, width)


def fill(pen: Pen, blocks: Sequence[Block], footer: str = "") -> bool:
    """Draw a page of blocks, one under the other, as large as they fit; answers whether they fitted."""
    pen.new_page()
    page, width = Together(tuple(blocks)), pen.width - 2 * MARGIN
    pen.scale = LARGEST
    room = pen.height - 2 * MARGIN - (4.0 if footer else 0.0)
    while page.height(pen, width) > room and pen.scale * _STEP >= SMALLEST:
        pen.scale *= _STEP
    fits = page.height(pen, width) <= room
    page.draw(pen, MARGIN, MARGIN, width)
    pen.scale = 1.0
    if footer:
        pen.text(MARGIN, pen.height - MARGIN - 2, pen.cut(footer, 6.5, width), 6.5, grey=True)
    return fits


def _packed(heights: Sequence[float], room: float) -> list[int]:
    """How many of the heights go into each column of `room`."""
    counts, used = [0], 0.0
    for height in heights:
        if counts[-1] and used + height > room + 1e-6:
            counts.append(0)
            used = 0.0
        counts[-1] += 1
        used += height
    return counts
