"""What of a frame is sent, pure: the controller's memory as bytes, and the windows in which two memories differ.

A mono OLED's memory is in pages of eight rows; a byte is eight pixels of one column, the upper one lowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PAGE_ROWS = 8


def _spread(row: int) -> bytes:
    """The eight pixels of a byte as eight bytes of 0 or 1, from the left."""
    return bytes(row >> 7 - column & 1 for column in range(8))


_SPREAD = tuple(map(_spread, range(256)))


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the memory, both ends of its pages and columns included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def pages(self) -> int:
        """How many pages."""
        return self.last_page - self.first_page + 1

    @property
    def columns(self) -> int:
        """How many columns."""
        return self.last_column - self.first_column + 1

    def around(self, other: Window) -> Window:
        """The smallest window that holds both."""
        return Window(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
        )

    def cut_from(self, memory: bytes, width: int) -> bytes:
        """What a memory of `width` columns holds here, page after page."""
        pages = range(self.first_page, self.last_page + 1)
        return b"".join(
            memory[page * width + self.first_column : page * width + self.last_column + 1] for page in pages
        )


def memory_of(frame: bytes, width: int) -> bytes:
    """The memory that shows a frame.

    Args:
        frame: One-bit rows from the top, the leftmost pixel in the highest bit; a whole number of pages.
        width: Pixels a row, a multiple of 8.

    Returns:
        Page after page, `width` bytes each.
    """
    stride = width // 8
    pages = []
    for start in range(0, len(frame), stride * PAGE_ROWS):
        page = 0
        for row in range(PAGE_ROWS):
            pixels = frame[start + row * stride : start + (row + 1) * stride]
            if any(pixels):
                # Each byte holds 0 or 1, so that no shift carries into the next.
                page |= int.from_bytes(b"".join(map(_SPREAD.__getitem__, pixels)), "big") << row
        pages.append(page.to_bytes(width, "big"))
    return b"".join(pages)


@dataclass(frozen=True, slots=True)
class Cost:
    """What sending takes on the wire beside the pixels themselves, in bytes.

    Attributes:
        per_window: For each window.
        per_page: For each page of a window.
        per_place: For naming pages other than those of the window before.
    """

    per_window: int
    per_page: int
    per_place: int

    def of(self, windows: Sequence[Window]) -> int:
        """All bytes that sending these windows in this order takes."""
        total, named = 0, None
        for window in windows:
            total += self.per_window + window.pages * (self.per_page + window.columns)
            if (window.first_page, window.last_page) != named:
                named = window.first_page, window.last_page
                # Where pages are named one at a time, only a window of one page leaves its page named.
                total += self.per_place * (window.pages if self.per_page else 1)
                named = named if window.pages == 1 or not self.per_page else None
        return total


def changed_windows(held: bytes, wanted: bytes, width: int, cost: Cost) -> list[Window]:
    """The windows to send so that a memory that holds `held` holds `wanted`; none where they are equal.

    Args:
        held: The memory as it is.
        wanted: The memory as it should be, of the same length.
        width: Columns of the memory.
        cost: Windows are joined where that is cheaper.
    """
    windows: list[Window] = []
    for page in range(len(wanted) // width):
        start, end = page * width, (page + 1) * width
        for run in _runs(held[start:end], wanted[start:end], page, cost.per_window + cost.per_page):
            _join_downwards(windows, run, cost)
    windows.sort(key=lambda window: (window.first_page, window.last_page, window.first_column))
    whole = Window(0, len(wanted) // width - 1, 0, width - 1)
    return windows if cost.of(windows) <= cost.of([whole]) else [whole]


def _runs(held: bytes, wanted: bytes, page: int, worth: int) -> Iterator[Window]:
    """The changed columns of a page, with gaps of up to `worth` columns, which are cheaper sent than left out."""
    if held == wanted:
        return
    changed = [column for column, (old, new) in enumerate(zip(held, wanted, strict=True)) if old != new]
    first = last = changed[0]
    for column in changed:
        if column - last - 1 > worth:
            yield Window(page, page, first, last)
            first = column
        last = column
    yield Window(page, page, first, last)


def _join_downwards(windows: list[Window], run: Window, cost: Cost) -> None:
    """Add a run of the page under `windows`, as part of the one that it makes cheapest, or as one of its own."""
    best, saved = None, 0
    for place, window in enumerate(windows):
        gain = cost.of([window]) + cost.of([run]) - cost.of([window.around(run)])
        if window.first_page < run.first_page and gain > saved:
            best, saved = place, gain
    if best is None:
        windows.append(run)
    else:
        windows[best] = windows[best].around(run)
