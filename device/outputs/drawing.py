"""Pages as pixels, pure: rows laid out from the top, notices and buttons from the bottom, on a one-bit picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import low_rows
from .canvas import Canvas, capital
from .font import open_font
from .icons import icon_of
from .page import (
    TRACKER_ROW,
    Banner,
    Bar,
    Boxes,
    Buttons,
    DangerRow,
    Heading,
    Item,
    Line,
    More,
    Notice,
    Page,
    Pair,
    Signs,
    TurnRow,
    code_of,
)

ROW = 10
"""Pixels of a row of words."""
EDGE = 1
"""Pixels kept free between words and the panel's edge."""
GAP = 3
"""Pixels between two things that stand apart, at least."""
ICON_COLUMN = 8
"""Pixels kept for the picture before an item."""
BOX_PITCH = 6
SMALL_BELOW = 64
"""Rows of a panel below which all rows are low."""
NUMBER_COLUMN = 18
"""Pixels kept at the right edge for an item's number."""


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
    from_above, from_below = _FROM_ABOVE, _FROM_BELOW
    if height < SMALL_BELOW:
        from_above, from_below = _FROM_ABOVE | low_rows.FROM_ABOVE, low_rows.FROM_BELOW
    y = 0
    for row in page.rows:
        if type(row) not in from_below:
            y += from_above[type(row)](canvas, y, row)
    bottom = height
    for row in reversed(page.rows):
        if type(row) in from_below:
            bottom -= from_below[type(row)](canvas, bottom, row)
    return canvas.to_bytes()


def _heading(canvas: Canvas, y: int, row: Heading) -> int:
    font, small = open_font("helvB14"), open_font("small")
    text = capital(row.text)
    right = canvas.width - EDGE
    for sign in reversed(row.signs):
        icon = icon_of(code_of(sign))
        right -= icon.width
        canvas.stamp(right, y + 1, icon.rows, icon.width)
        right -= GAP
    time_left = right - small.width(row.right)
    if row.right and font.width(text) + GAP <= time_left:
        canvas.text(time_left, y, row.right, small)
        right = time_left - GAP
    canvas.text(0, y - 2, font.cut(text, right), font)
    return 14


def _line(canvas: Canvas, y: int, row: Line) -> int:
    font = open_font("small")
    right = canvas.width - EDGE
    if row.right:
        right -= font.width(row.right)
        canvas.text(right, y, row.right, font)
        right -= 2 * GAP
    for number, text in enumerate(font.wrap(capital(row.text), right - EDGE, row.rows)):
        canvas.text(EDGE, y + number * ROW, text, font)
    return row.rows * ROW


def _signs(canvas: Canvas, y: int, row: Signs) -> int:
    font = open_font("small")
    canvas.low_text(EDGE, y, font.cut(capital(row.text), canvas.width - 2 * EDGE), font)
    return TRACKER_ROW


def _notice(canvas: Canvas, bottom: int, row: Notice) -> int:
    font = open_font("small")
    left = ROW + 2 if row.mark else 2 * EDGE
    text = row.text if code_of(row.mark) == "heard" else capital(row.text)
    parts = font.wrap(text, canvas.width - left - EDGE, row.rows)
    tall = len(parts) * ROW
    y = bottom - tall
    for number, part in enumerate(parts):
        canvas.text(left, y + number * ROW, part, font)
    if row.mark:
        icon = icon_of(code_of(row.mark))
        canvas.stamp((ROW - icon.width) // 2, y + (tall - len(icon.rows)) // 2, icon.rows, icon.width)
    canvas.invert(0, y, ROW if row.mark else canvas.width, tall)
    return tall


def _turn_row(canvas: Canvas, y: int, row: TurnRow) -> int:
    for box in range(row.total):
        canvas.box(box * BOX_PITCH, y + 1, BOX_PITCH - 1, 7, full=box < row.filled)
    if row.filled < row.total:
        canvas.fill(row.filled * BOX_PITCH + 2, y + 3, 1, 3)
    return 9


def _danger_row(canvas: Canvas, y: int, row: DangerRow) -> int:
    font, small = open_font("helvB14"), open_font("small")
    for box in range(row.total):
        canvas.box(box * 11, y + 1, 9, 7, full=box < row.filled)
    label, _, faces = row.right.rpartition(" ")
    if not row.total:
        label, faces = row.label, capital(row.right)
    label = capital(label)
    # A thin space at both sides keeps the dash from growing into the digits.
    faces = faces.replace("-", "\u200a-\u200a")
    left = row.total * 11 - GAP * (not row.total)
    # Faces end where faces end, so that the label and the last one stand still while the others change.
    if left + GAP + small.width(label) + GAP <= canvas.width - EDGE - font.width(faces):
        canvas.text(canvas.width - EDGE - font.width(faces), y - 5, faces, font)
        canvas.low_text(left + GAP, y, label, small)
    else:
        words = capital(row.right)
        word = words if small.width(words) < canvas.width - left else small.cut(capital(faces), canvas.width - left)
        canvas.low_text((left + canvas.width - small.width(word)) // 2, y + 1, word, small)
        canvas.invert(left, y, canvas.width - left, 1 + TRACKER_ROW)
    return 1 + TRACKER_ROW


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
            _name(canvas, left, y, item.holder or item.kind, _left_of(canvas, y, item, right))
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


def _picture(canvas: Canvas, left: int, y: int, item: Item) -> None:
    kind = code_of(item.kind)
    icon = icon_of(f"{kind} doused" if item.doused else kind)
    canvas.stamp(left, y + 8 - len(icon.rows), icon.rows, icon.width)


def _name(canvas: Canvas, left: int, y: int, name: str, right: int) -> None:
    """The name beside its picture, as much of it as ends before `right`."""
    font = open_font("small")
    left += ICON_COLUMN
    canvas.low_text(left, y, font.cut(capital(name), right - GAP - left), font)


def _bar(canvas: Canvas, y: int, row: Bar) -> int:
    font = open_font("small")
    text = font.cut(capital(row.text), canvas.width - 4)
    canvas.low_text((canvas.width - font.width(text)) // 2, y - 1, text, font)
    canvas.invert(0, y - 2, canvas.width, 9)
    return 9


def _banner(canvas: Canvas, y: int, row: Banner) -> int:
    font = open_font("helvB18")
    text = font.cut(row.text.upper(), canvas.width - 4)
    canvas.text((canvas.width - font.width(text)) // 2, y + 1, text, font)
    canvas.invert(0, y, canvas.width, 21)
    return 24


def _buttons(canvas: Canvas, bottom: int, row: Buttons) -> int:
    """Each over half the width, the button's name before what it says."""
    font = open_font("small")
    tall, half = 13, canvas.width // 2
    y = bottom - tall
    for left, name, says in ((0, row.names[0], row.turn), (half + 1, row.names[1], row.rest)):
        text = f"{name.upper()} = {says}"
        canvas.text(left + (half - 1 - font.width(text)) // 2, y + 2, text, font)
        canvas.invert(left, y, half - 1, tall)
    return tall + 1


_FROM_ABOVE: dict[type, Callable[[Canvas, int, Any], int]] = {
    Heading: _heading,
    Line: _line,
    Signs: _signs,
    TurnRow: _turn_row,
    DangerRow: _danger_row,
    Boxes: _boxes,
    Item: _item,
    More: _more,
    Pair: _pair,
    Bar: _bar,
    Banner: _banner,
}
"""By kind of row: draws it with its upper edge at y, answers its height in pixels."""
_FROM_BELOW: dict[type, Callable[[Canvas, int, Any], int]] = {Notice: _notice, Buttons: _buttons}
"""By kind of row: draws it with its lower edge at y, answers its height in pixels."""
