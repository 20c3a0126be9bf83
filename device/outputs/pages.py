"""What the panel shows, pure: `page_of` chooses the page that a view calls for, and fills it.

A page of the 128×64 panel has room for `BODY_ROWS` small rows under turn and danger. What does not fit is
counted ("+37 more"), never dropped without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...engine.rules import Rules
from ...engine.state import BOXES, LastRoll, State
from .page import Banner, Bar, Buttons, DangerRow, Heading, Line, Notice, Page, Row, Signs, TurnRow
from .trackers import activity_row, clock_time, danger_faces, duration, item_rows, items_of, rows_needed, signs_of

__all__ = ["BODY_ROWS", "Page", "View", "choose", "goodbye_of", "page_of"]

BODY_ROWS = 4
TURN_ROW = 10
"""Boxes of the sheet's turn row, which begins again when it is full."""
LONG_NOTICE = 20
"""Characters of a sentence from which it takes two rows where there is room."""

QUESTIONS = {
    "long_rest": ("long rest?", "48 turns, and danger may come in each"),
    "cleanup": ("clean up?", "one turn to search the bodies and catch breath"),
    "new_delve": ("new delve?", "this one ends and is kept"),
    "end_delve": ("end the delve?", "it is kept"),
    "roll": ("roll the die", "say: rolled four, or: roll for us"),
}
"""What each open question is called, and the sentence under it where the view brings none."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a page can show.

    Attributes:
        state: The delve as it is.
        rules: The rules that it is played by.
        heard: What was heard last, while it is news; None otherwise.
        message: A sentence for the table, such as a refusal; it takes the place of `heard`.
        trouble: What does not work and how to get it; None when all is well.
        question: The open question's own sentence (chances, lights that would burn out); None takes a short one.
        delve: The delve's name, shown where there is room.
        last_turn: The roll of the turn just played, while it is news; its danger has a page of its own.
        listening: The microphone's window is open.
        muted: The table muted the box.
        speaking: The box speaks.
    """

    state: State
    rules: Rules
    heard: str | None = None
    message: str | None = None
    trouble: str | None = None
    question: str | None = None
    delve: str | None = None
    last_turn: LastRoll | None = None
    listening: bool = False
    muted: bool = False
    speaking: bool = False


def choose(view: View) -> str:
    """The name of the page that this view calls for: question before danger before tracker."""
    if view.state.asking:
        return "question"
    if view.last_turn and view.last_turn.danger:
        return "danger"
    return "tracker"


def page_of(view: View) -> Page:
    """The page that this view calls for, filled."""
    name = choose(view)
    return Page(name, _PAGES[name](view))


def goodbye_of(view: View) -> Page:
    """The page that stays when the box is switched off."""
    rows = (Heading("goodbye"), Line(_now(view.state)), Line(view.delve or ""), Line("all of it is kept"))
    return Page("goodbye", tuple(row for row in rows if any(row.words())))


def _tracker(view: View) -> tuple[Row, ...]:
    state = view.state
    items, signs = items_of(state, view.rules), signs_of(state)
    activity = (activity_row(state.activity),) if state.activity else ()
    room = BODY_ROWS - len(activity)
    notice = _notice(view, room - 1 - bool(signs) - rows_needed(len(items)))
    room -= _tracker_rows(notice)
    name = view.delve if room > len(items) + bool(signs) else None
    return (
        _heading(view),
        _turn_row(state),
        DangerRow("boxes", state.escalation, BOXES, f"danger {danger_faces(state, view.rules)}"),
        *activity,
        *item_rows(items, signs, room),
        *((Signs(name),) if name else ()),
        *((notice,) if notice else ()),
    )


def _question(view: View) -> tuple[Row, ...]:
    asking = view.state.asking or ""
    title, sentence = QUESTIONS.get(asking, (f"{asking.replace('_', ' ')}?", ""))
    notice = _notice(view, 1)
    return (
        Heading(title, signs=_device_signs(view)),
        Line(view.question or sentence, rows=2 if notice else 3),
        *((notice,) if notice else ()),
        *(() if asking == "roll" else (Buttons(),)),
    )


def _danger(view: View) -> tuple[Row, ...]:
    roll = view.last_turn
    if roll is None:
        return _tracker(view)
    notice = _notice(view, 1)
    return (
        Banner("danger"),
        Heading(roll.kind or "danger", signs=_device_signs(view)),
        Line(f"turn {roll.turn}", _rolled(roll)),
        notice or Line("all boxes are cleared"),
    )


_PAGES: dict[str, Callable[[View], tuple[Row, ...]]] = {"tracker": _tracker, "question": _question, "danger": _danger}


def _heading(view: View) -> Heading:
    return Heading(f"turn {view.state.completed + 1}", clock_time(view.state.elapsed_minutes), _device_signs(view))


def _turn_row(state: State) -> Row:
    if state.suspended:
        return Bar(f"{'scene' if state.suspended == 'roleplay' else state.suspended}: time waits")
    return TurnRow("turns", state.completed % TURN_ROW, TURN_ROW)


def _device_signs(view: View) -> tuple[str, ...]:
    flags = {"listening": view.listening, "muted": view.muted, "speaking": view.speaking}
    return tuple(sign for sign, on in flags.items() if on)


def _notice(view: View, room: int) -> Notice | None:
    """The row at the bottom: news first, else what does not work."""
    if view.message:
        text, mark = view.message, ""
    elif view.heard:
        text, mark = view.heard, "heard"
    elif view.trouble:
        text, mark = view.trouble, "trouble"
    else:
        return None
    return Notice(text, mark, rows=2 if len(text) > LONG_NOTICE and room > 1 else 1)


def _tracker_rows(notice: Notice | None) -> int:
    """How many rows of the trackers a notice takes, whose own are taller."""
    return notice.rows + 1 if notice else 0


def _now(state: State) -> str:
    return f"turn {state.completed + 1}, {duration(state.elapsed_minutes)}"


def _rolled(roll: LastRoll) -> str:
    if roll.die is None or roll.total is None:
        return "a sixth box"
    boxes = roll.total - roll.die
    return f"{roll.die} + {boxes} = {roll.total}" if boxes else f"rolled {roll.die}"
