"""Pages as pixels, pure: rows laid out from the top, notices and buttons from the bottom, on a one-bit picture."""

from __future__ import annotations

from . import low_rows, tall_rows, tracker_rows
from .canvas import Canvas
from .page import Page

SMALL_BELOW = 64
"""Rows of a panel below which all rows are low."""


def draw_page(page: Page, width: int, height: int) -> bytes:
    """Draw a page.

    Args:
        page: What to show. Rows that do not fit are left out: `pages` counts them beforehand.
        width: Pixels a row: 128.
        height: Rows: 64, or 32, where every row is as low as a tracker's.

    Returns:
        One-bit rows from the top, each padded to whole bytes, the leftmost pixel in the highest bit, lit where 1.
    """
    canvas = Canvas(width, height)
    kinds = low_rows if height < SMALL_BELOW else tall_rows
    from_above, from_below = tracker_rows.FROM_ABOVE | kinds.FROM_ABOVE, kinds.FROM_BELOW
    y = 0
    for row in page.rows:
        if type(row) not in from_below:
            y += from_above[type(row)](canvas, y, row)
    bottom = height
    for row in reversed(page.rows):
        if type(row) in from_below:
            bottom -= from_below[type(row)](canvas, bottom, row)
    return canvas.to_bytes()
