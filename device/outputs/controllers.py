"""How each display controller is told where pixels go, pure: data sheets as data.

ssd1306: a window of columns and pages, filled row of bytes by row of bytes (horizontal addressing, data sheet 10.1.3).
sh1106 and sh1107: a page and its first column at a time (page addressing); they know no window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .windows import Cost, Window

COLUMNS, PAGES = 0x21, 0x22
PAGE, COLUMN_LOW, COLUMN_HIGH = 0xB0, 0x00, 0x10
DIM = 0x01
"""The contrast of a dimmed display, 0–255."""
FRAMING = 2
"""Bytes of a transaction beside what it carries: address and control."""

Step = tuple[tuple[int, ...], Window]
"""Commands, and the window whose pixels follow them."""


def _windowed(windows: Sequence[Window], first_column: int) -> Iterator[Step]:
    pages = None
    for window in windows:
        place: tuple[int, ...] = (COLUMNS, first_column + window.first_column, first_column + window.last_column)
        if pages != (window.first_page, window.last_page):
            pages = window.first_page, window.last_page
            place += (PAGES, *pages)
        # A window that was filled has its end at its beginning again, pages and all (data sheet 10.1.4).
        yield place, window


def _paged(windows: Sequence[Window], first_column: int) -> Iterator[Step]:
    chosen = None
    for window in windows:
        column = first_column + window.first_column
        for page in range(window.first_page, window.last_page + 1):
            place: tuple[int, ...] = (COLUMN_LOW | column & 0x0F, COLUMN_HIGH | column >> 4)
            if page != chosen:
                chosen = page
                place = (PAGE | page, *place)
            yield place, Window(page, page, window.first_column, window.last_column)


@dataclass(frozen=True, slots=True)
class Controller:
    """A kind of controller.

    Attributes:
        steps: How windows are sent in this order; the picture begins at the given column of the memory.
        cost: What that takes.
        contrast: How brightly it shines by luma's greeting, 0–255.
        first_column: The memory's column that modules mostly show first.
        upright: Its memory stands on its short side: a picture lies a quarter turn in it.
    """

    steps: Callable[[Sequence[Window], int], Iterator[Step]]
    cost: Cost
    contrast: int = 0x7F
    first_column: int = 0
    upright: bool = False


CONTROLLERS: Mapping[str, Controller] = MappingProxyType(
    {
        "ssd1306": Controller(_windowed, Cost(per_window=3 + 2 * FRAMING, per_page=0, per_place=3), contrast=0xCF),
        "sh1106": Controller(_paged, Cost(per_window=0, per_page=2 + 2 * FRAMING, per_place=1), first_column=2),
        "sh1107": Controller(_paged, Cost(per_window=0, per_page=2 + 2 * FRAMING, per_place=1), upright=True),
    }
)
