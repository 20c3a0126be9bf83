"""The pages of the trackers, pure: turn and danger with what runs out below, and all that runs out alone."""

from __future__ import annotations

from dataclasses import replace

from .page import TRACKER_ROW, Bar, CountdownRow, Heading, Line, Row, Signs, TurnRow
from .trackers import activity_row, clock_time, danger_row, item_rows, items_of, rows_needed, signs_of
from .view import Look, View, device_signs, notice_of, now_of

TURN_ROW = 10
"""Boxes of the sheet's turn row, which begins again when it is full."""
HEADING, TOP_ROW = 14, 9
"""Pixels of the first rows of a tall page."""


def tracker_rows(view: View, look: Look) -> tuple[Row, ...]:
    """Turn, time, danger, what is done, what runs out, what lies over the party, news; the rest is counted."""
    activity = view.state.activity
    return _filled(view, look, _top(view, look), activity_row(activity, view.texts, look.numbers) if activity else None)


def countdown_rows(view: View, look: Look) -> tuple[Row, ...]:
    """A rest or a ritual that goes on: what is left of it large, the turn below; else as the tracker.

    A small panel and one whose numbers are hidden have no room or no words for more than the tracker's own row.
    """
    activity, texts = view.state.activity, view.texts
    if activity is None or look.small or look.numbers == "hidden":
        return tracker_rows(view, look)
    row = activity_row(activity, texts, look.numbers)
    boxes = (CountdownRow(texts.say("turns"), row.filled, row.total, of=row.of),) if row.total else ()
    top = (
        Heading(row.label, row.right, device_signs(view)),
        *boxes,
        danger_row(view.state, view.rules, texts, look.numbers),
    )
    return _filled(view, look, top, Signs(now_of(view)))


def _filled(view: View, look: Look, top: tuple[Row, ...], first: Row | None) -> tuple[Row, ...]:
    """What runs out, what lies over the party and news, under the first rows of a page."""
    state, texts, numbers = view.state, view.texts, look.numbers
    items, signs = items_of(state, view.rules, texts, numbers, view.kept), signs_of(state, texts, numbers)
    activity = (first,) if first else ()
    room = _room_under(top, look) - len(activity)
    notice = notice_of(view, look, room - (not look.small) - bool(signs) - rows_needed(len(items)))
    if notice:
        room -= notice.rows + (not look.small)  # on a tall panel its rows are taller than the trackers'
    if room < 0:
        activity, room = (), 0  # for as long as it is news
    name = view.delve if room > len(items) + bool(signs) and numbers != "hidden" else None
    return (
        *top,
        *activity,
        *item_rows(items, signs, room, texts),
        *((Signs(name),) if name else ()),
        *((notice,) if notice else ()),
    )


def _top(view: View, look: Look) -> tuple[Row, ...]:
    """Turn and danger; whose numbers are hidden sees that time waits, and no more."""
    state, say = view.state, view.texts.say
    bar = Bar(say("waits", kind=state.suspended)) if state.suspended else None
    if look.numbers == "hidden":
        heading: Row = Heading(view.delve or say("the_delve"), signs=device_signs(view))
        return (heading, *((bar,) if bar else ()))
    heading = Heading(say("turn", turn=state.completed + 1), clock_time(state.elapsed_minutes), device_signs(view))
    turns = bar or (None if look.small else TurnRow(say("turns"), state.completed % TURN_ROW, TURN_ROW))
    # no turn is near while time waits, and a bar above leaves the large faces no room
    danger = replace(danger_row(state, view.rules, view.texts, look.numbers), large=bar is None)
    return (heading, *((turns,) if turns else ()), danger)


def _room_under(top: tuple[Row, ...], look: Look) -> int:
    """Rows of the trackers below the first rows of a page."""
    taken = len(top) * TRACKER_ROW if look.small else HEADING + (len(top) - 1) * TOP_ROW
    return (look.height - taken) // TRACKER_ROW


def light_rows(view: View, look: Look) -> tuple[Row, ...]:
    """All that runs out, two in a row where they are many: for a table that asked."""
    state, texts = view.state, view.texts
    items, signs = items_of(state, view.rules, texts, look.numbers), signs_of(state, texts, look.numbers)
    heading = Heading(texts.say("lights"), signs=device_signs(view))
    room = _room_under((heading,), look)
    return (heading, *(item_rows(items, signs, room, texts) if items or signs else (Line(texts.say("no_lights")),)))
