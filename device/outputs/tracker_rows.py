"""Rows as pixels, pure, on panels of 64 and of 32 rows alike: the trackers', eight pixels each, and lines of words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .canvas import Canvas, capital
from .font import Font, open_font
from .hints import LEVELS
from .icons import icon_of
from .page import TRACKER_ROW, Boxes, Item, Line, More, Pair, Signs, code_of

EDGE = 1
"""Pixels kept free between words and the panel's edge."""
GAP = 3
"""Pixels between two things that stand apart, at least."""
ICON_COLUMN = 8
"""Pixels kept for the picture before an item."""
BOX_PITCH = 6
BAR_PITCH = 4
NUMBER_COLUMN = 18
"""Pixels kept at the right edge for an item's number."""


def line(canvas: Canvas, y: int, row: Line, write: Callable[[int, int, str, Font], int], row_px: int) -> int:
    """A line of words, written by `write` into rows of `row_px` pixels; answers its height."""
    font = open_font("small")
    right = canvas.width - EDGE
    if row.right:
        right -= font.width(row.right)
        write(right, y, row.right, font)
        right -= 2 * GAP
    for number, text in enumerate(font.wrap(capital(row.text), right - EDGE, row.rows)):
        write(EDGE, y + number * row_px, text, font)
    return row.rows * row_px


def _signs(canvas: Canvas, y: int, row: Signs) -> int:
    font = open_font("small")
    canvas.low_text(EDGE, y, font.cut(capital(row.text), canvas.width - 2 * EDGE), font)
    return TRACKER_ROW


def _boxes(canvas: Canvas, y: int, row: Boxes) -> int:
    font = open_font("small")
    left = EDGE
    if row.mark:
        icon = icon_of(code_of(row.mark))
        canvas.stamp(left, y + 7 - len(icon.rows), icon.rows, icon.width)
        left = ICON_COLUMN
    left = canvas.low_text(left, y, font.cut(capital(row.label), canvas.width // 2), font) + GAP
    right = canvas.width - EDGE - font.width(row.right)
    canvas.low_text(right, y, row.right, font)
    if not row.total:
        return TRACKER_ROW
    room = right - GAP - left
    pitch = min(8, (room + 1) // row.total)
    if pitch >= BOX_PITCH - 1:
        for box in range(row.total):
            canvas.box(left + box * pitch, y, pitch - 1, 7, full=box < row.filled)
    elif room >= TRACKER_ROW:
        canvas.frame(left, y, room, 7)
        canvas.fill(left, y, room * row.filled // row.total, 7)
    return TRACKER_ROW


def _item(canvas: Canvas, y: int, row: Item) -> int:
    right = _left_of(canvas, y, row, canvas.width - EDGE)
    if row.total:
        right = canvas.width - NUMBER_COLUMN - row.total * BOX_PITCH
        for box in range(row.total):
            canvas.box(right + box * BOX_PITCH, y, BOX_PITCH - 1, 7, full=box < row.filled)
    _picture(canvas, 0, y, row)
    # The picture tells the kind, so that a holder's name gets its place where both do not fit.
    fits = open_font("small").width(row.name) <= right - GAP - ICON_COLUMN
    _name(canvas, 0, y, row.name if fits or not row.holder else row.holder, right)
    return TRACKER_ROW


def _pair(canvas: Canvas, y: int, row: Pair) -> int:
    half = canvas.width // 2
    for item, left, right in ((row.first, 0, half - 2 * GAP), (row.second, half, canvas.width - EDGE)):
        if isinstance(item, More):
            _more(canvas, y, item, left)
        elif item is not None:
            _picture(canvas, left, y, item)
            tell = _level_of if code_of(item.left) in LEVELS else _left_of
            _name(canvas, left, y, item.holder or item.kind, tell(canvas, y, item, right))
    return TRACKER_ROW


def _more(canvas: Canvas, y: int, row: More, left: int = 0) -> int:
    canvas.low_text(left + ICON_COLUMN, y, "".join(row.words()), open_font("small"))
    return TRACKER_ROW


def _left_of(canvas: Canvas, y: int, item: Item, right: int) -> int:
    """Write what is left of an item so that it ends at `right`; answers where it begins."""
    font = open_font("small")
    left = "∞" if code_of(item.left) == "no limit" else item.left
    start = right - font.width(left)
    canvas.low_text(start, y, left, font)
    return start


def _level_of(canvas: Canvas, y: int, item: Item, right: int) -> int:
    """Draw what is left of an item as rising bars: a word would leave its name two letters."""
    start, level = right - 3 * BAR_PITCH, LEVELS[code_of(item.left)]
    for bar in range(3):
        tall = 3 + 2 * bar if bar < level else 1
        canvas.fill(start + bar * BAR_PITCH, y + 7 - tall, BAR_PITCH - 1, tall)
    return start


def _picture(canvas: Canvas, left: int, y: int, item: Item) -> None:
    kind = code_of(item.kind)
    icon = icon_of(f"{kind} doused" if item.doused else kind)
    canvas.stamp(left, y + 8 - len(icon.rows), icon.rows, icon.width)


def _name(canvas: Canvas, left: int, y: int, name: str, right: int) -> None:
    """The name beside its picture, as much of it as ends before `right`."""
    font = open_font("small")
    left += ICON_COLUMN
    canvas.low_text(left, y, font.cut(capital(name), right - GAP - left), font)


FROM_ABOVE: dict[type, Callable[[Canvas, int, Any], int]] = {
    Signs: _signs,
    Boxes: _boxes,
    Item: _item,
    More: _more,
    Pair: _pair,
}
"""By kind of row: draws it with its upper edge at y, answers its height in pixels."""
