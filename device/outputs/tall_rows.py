"""Rows of a panel of 64 pixels, pure: turn and danger to be read across the table, words with room between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .canvas import Canvas, capital
from .font import open_font
from .icons import icon_of
from .page import TRACKER_ROW, Banner, Bar, Buttons, CountdownRow, DangerRow, Heading, Line, Notice, TurnRow, code_of
from .tracker_rows import BOX_PITCH, EDGE, GAP, line

ROW = 10
"""Pixels of a row of words."""
WIDEST_PITCH = 16
"""Pixels from a box of a countdown to the next, at most."""


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
    return line(canvas, y, row, canvas.text, ROW)


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


def _countdown_row(canvas: Canvas, y: int, row: CountdownRow) -> int:
    pitch = min(WIDEST_PITCH, canvas.width // row.total)
    if pitch >= BOX_PITCH:
        for box in range(row.total):
            canvas.box(box * pitch, y + 1, pitch - 1, 7, full=box < row.filled)
    else:
        canvas.frame(0, y + 1, canvas.width, 7)
        canvas.fill(0, y + 1, canvas.width * row.filled // row.total, 7)
    return 9


def _danger_row(canvas: Canvas, y: int, row: DangerRow) -> int:
    small = open_font("small")
    font = open_font("helvB14") if row.large else small
    for box in range(row.total):
        canvas.box(box * 11, y + 1, 9, 7, full=box < row.filled)
    label, _, faces = row.right.rpartition(" ")
    if not row.total:
        label, faces = row.label, capital(row.right)
    label = capital(label)
    if row.large:  # a thin space at both sides keeps the dash from growing into the digits
        faces = faces.replace("-", "\u200a-\u200a")
    left = row.total * 11 - GAP * (not row.total)
    # Faces end where faces end, so that the label and the last one stand still while the others change.
    if left + GAP + small.width(label) + GAP <= canvas.width - EDGE - font.width(faces):
        faces_left = canvas.width - EDGE - font.width(faces)
        if row.large:
            canvas.text(faces_left, y - 5, faces, font)
        else:
            canvas.low_text(faces_left, y, faces, font)
        canvas.low_text(left + GAP, y, label, small)
    else:
        words = capital(row.right)
        word = words if small.width(words) < canvas.width - left else small.cut(capital(faces), canvas.width - left)
        canvas.low_text((left + canvas.width - small.width(word)) // 2, y + 1, word, small)
        canvas.invert(left, y, canvas.width - left, 1 + TRACKER_ROW)
    return 1 + TRACKER_ROW


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


FROM_ABOVE: dict[type, Callable[[Canvas, int, Any], int]] = {
    Heading: _heading,
    Line: _line,
    TurnRow: _turn_row,
    CountdownRow: _countdown_row,
    DangerRow: _danger_row,
    Bar: _bar,
    Banner: _banner,
}
"""By kind of row: draws it with its upper edge at y, answers its height in pixels."""
FROM_BELOW: dict[type, Callable[[Canvas, int, Any], int]] = {Notice: _notice, Buttons: _buttons}
"""By kind of row: draws it with its lower edge at y, answers its height in pixels."""
