"""Rows of a panel of 32 pixels, pure: each as low as a tracker's, so that four of them fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .canvas import Canvas, capital
from .font import open_font
from .icons import icon_of
from .page import TRACKER_ROW, Banner, Bar, Buttons, DangerRow, Heading, Line, Notice, code_of
from .tracker_rows import EDGE, GAP, line

MARK = 10
"""Pixels kept for the picture before a notice."""
BANNER = 16


def _heading(canvas: Canvas, y: int, row: Heading) -> int:
    font = open_font("small")
    right = canvas.width - EDGE
    for sign in reversed(row.signs):
        icon = icon_of(code_of(sign))
        right -= icon.width
        canvas.stamp(right, y, icon.rows[:TRACKER_ROW], icon.width)
        right -= GAP
    text = capital(row.text)
    if row.right and font.width(text) + GAP + font.width(row.right) <= right:
        right -= font.width(row.right)
        canvas.low_text(right, y, row.right, font)
        right -= GAP
    canvas.low_text(EDGE, y, font.cut(text, right - EDGE), font)
    return TRACKER_ROW


def _line(canvas: Canvas, y: int, row: Line) -> int:
    return line(canvas, y, row, canvas.low_text, TRACKER_ROW)


def _danger_row(canvas: Canvas, y: int, row: DangerRow) -> int:
    font = open_font("small")
    for box in range(row.total):
        canvas.box(box * 11, y, 9, TRACKER_ROW - 1, full=box < row.filled)
    if not row.total:
        canvas.low_text(EDGE, y, capital(row.label), font)
    words, room = capital(row.right), canvas.width - EDGE - row.total * 11 - GAP
    if font.width(words) > room:
        words = font.cut(capital(row.right.rpartition(" ")[2]), room)
    canvas.low_text(canvas.width - EDGE - font.width(words), y, words, font)
    return TRACKER_ROW


def _bar(canvas: Canvas, y: int, row: Bar) -> int:
    font = open_font("small")
    text = font.cut(capital(row.text), canvas.width - 4)
    canvas.low_text((canvas.width - font.width(text)) // 2, y, text, font)
    canvas.invert(0, y - 1, canvas.width, TRACKER_ROW)
    return TRACKER_ROW


def _banner(canvas: Canvas, y: int, row: Banner) -> int:
    font = open_font("helvB14")
    text = font.cut(row.text.upper(), canvas.width - 4)
    canvas.text((canvas.width - font.width(text)) // 2, y, text, font)
    canvas.invert(0, y, canvas.width, BANNER - 1)
    return BANNER


def _notice(canvas: Canvas, bottom: int, row: Notice) -> int:
    font = open_font("small")
    left, mark = (MARK + 2, code_of(row.mark)) if row.mark else (2 * EDGE, "")
    text = row.text if mark == "heard" else capital(row.text)
    y = bottom - TRACKER_ROW
    canvas.low_text(left, y, font.cut(text, canvas.width - left - EDGE), font)
    if mark:
        icon = icon_of(mark)
        canvas.stamp((MARK - icon.width) // 2, y, icon.rows[:TRACKER_ROW], icon.width)
    canvas.invert(0, y, MARK if mark else canvas.width, TRACKER_ROW)
    return TRACKER_ROW


def _buttons(canvas: Canvas, bottom: int, row: Buttons) -> int:
    font, half = open_font("small"), canvas.width // 2
    y = bottom - TRACKER_ROW
    for left, name, says in ((0, row.names[0], row.turn), (half + 1, row.names[1], row.rest)):
        text = font.cut(f"{name.upper()} = {says}", half - 3)
        canvas.low_text(left + (half - 1 - font.width(text)) // 2, y, text, font)
        canvas.invert(left, y, half - 1, TRACKER_ROW)
    return TRACKER_ROW


FROM_ABOVE: dict[type, Callable[[Canvas, int, Any], int]] = {
    Heading: _heading,
    Line: _line,
    DangerRow: _danger_row,
    Bar: _bar,
    Banner: _banner,
}
"""By kind of row: draws it with its upper edge at y, answers its height in pixels."""
FROM_BELOW: dict[type, Callable[[Canvas, int, Any], int]] = {Notice: _notice, Buttons: _buttons}
"""By kind of row: draws it with its lower edge at y, answers its height in pixels."""
