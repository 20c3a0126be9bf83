"""What a person sees a display's faults by, pure: edges, columns, rows, pixels out of place."""

from __future__ import annotations

from .canvas import Canvas
from .font import open_font

CORNER = 5
"""Pixels of the filled squares that the four corners must show whole."""
TICK = 8
"""Pixels from a tick to the next: a page of the controller."""


def draw_test_card(words: str, width: int, height: int) -> bytes:
    """One-bit rows as `drawing.draw_page` gives them.

    The edge is one pixel wide, each corner a square: a wrong column offset cuts one side off. Ticks stand at every
    eighth pixel. The chequered field on the right is even grey: a wrong controller shows snow or stripes there.

    Args:
        words: What stands in the middle, such as the controller's name.
        width: Pixels a row.
        height: Rows: 64, or 32.
    """
    canvas, font = Canvas(width, height), open_font("small")
    canvas.frame(0, 0, width, height)
    for x in (0, width - CORNER):
        for y in (0, height - CORNER):
            canvas.fill(x, y, CORNER, CORNER)
    for x in range(TICK, width - CORNER, TICK):
        canvas.fill(x, 1, 1, 2)
        canvas.fill(x, height - 3, 1, 2)
    field = height - 2 * TICK
    left = width - TICK - field
    for y in range(TICK, TICK + field):
        for x in range(left + y % 2, left + field, 2):
            canvas.fill(x, y, 1, 1)
    for row, text in enumerate(font.wrap(words, left - 2 * TICK, field // 10)):
        canvas.text(TICK, TICK + 10 * row, text, font)
    return canvas.to_bytes()
