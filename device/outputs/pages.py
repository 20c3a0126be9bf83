"""What the panel shows, pure: `page_of` chooses the page that a view calls for, and fills it for a panel's size.

What does not fit is counted ("+37 more"), never dropped without a word. A panel of 32 rows has the same pages, with
less on each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...engine.rules import Rules
from ...engine.state import LastRoll, State
from .hints import Numbers
from .narration import PanelTexts, english_panel
from .page import (
    TRACKER_ROW,
    Banner,
    Bar,
    Buttons,
    Heading,
    Line,
    Notice,
    Page,
    Row,
    Signs,
    TurnRow,
)
from .trackers import activity_row, clock_time, coded, danger_row, duration, item_rows, items_of, rows_needed, signs_of

__all__ = ["ASLEEP", "TALL", "Look", "Page", "View", "choose", "goodbye_of", "page_of"]

TURN_ROW = 10
"""Boxes of the sheet's turn row, which begins again when it is full."""
LONG_NOTICE = 20
"""Characters of a sentence from which it takes two rows where there is room."""
HEADING, TOP_ROW = 14, 9
"""Pixels of the first rows of a tall tracker page."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a panel has room for and may show.

    Attributes:
        height: Its rows of pixels: 64 or 32.
        numbers: What players see of what is counted: exact numbers, hints in words, or nothing (hidden).
    """

    height: int = 64
    numbers: Numbers = "exact"

    @property
    def small(self) -> bool:
        """Whether it has 32 rows."""
        return self.height < 64


TALL = Look()
"""Of a panel of 64 rows that shows everything."""


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
        health: What does not work, each in a sentence, for as long as the table asked for it; None otherwise.
        texts: The panel's texts in the table's language.
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
    health: tuple[str, ...] | None = None
    texts: PanelTexts = field(default_factory=english_panel)


def choose(view: View) -> str:
    """The name of the page that this view calls for: question before danger before health before tracker."""
    if view.state.asking:
        return "question"
    if view.last_turn and view.last_turn.danger:
        return "danger"
    return "tracker" if view.health is None else "health"


def page_of(view: View, look: Look = TALL) -> Page:
    """The page that this view calls for, filled for this look."""
    name = choose(view)
    return Page(name, _PAGES[name](view, look))


ASLEEP = Page("asleep", ())
"""A dark panel."""


def goodbye_of(view: View, look: Look = TALL) -> Page:
    """The page that stays when the box is switched off."""
    say = view.texts.say
    now = "" if look.numbers == "hidden" else _now(view)
    rows = (Heading(say("goodbye")), Line(now), Line(view.delve or ""), Line(say("all_kept")))
    return Page("goodbye", tuple(row for row in rows if any(row.words())))


def _tracker(view: View, look: Look) -> tuple[Row, ...]:
    state, texts, numbers = view.state, view.texts, look.numbers
    items, signs = items_of(state, view.rules, texts, numbers), signs_of(state, texts, numbers)
    top = _top(view, look)
    activity = (activity_row(state.activity, texts, numbers),) if state.activity else ()
    room = _room_under(top, look) - len(activity)
    notice = _notice(view, look, room - (not look.small) - bool(signs) - rows_needed(len(items)))
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
        heading: Row = Heading(view.delve or say("the_delve"), signs=_device_signs(view))
        return (heading, *((bar,) if bar else ()))
    heading = Heading(say("turn", turn=state.completed + 1), clock_time(state.elapsed_minutes), _device_signs(view))
    turns = bar or (None if look.small else TurnRow(say("turns"), state.completed % TURN_ROW, TURN_ROW))
    return (heading, *((turns,) if turns else ()), danger_row(state, view.rules, view.texts, look.numbers))


def _room_under(top: tuple[Row, ...], look: Look) -> int:
    """Rows of the trackers below the first rows of a page."""
    taken = len(top) * TRACKER_ROW if look.small else HEADING + (len(top) - 1) * TOP_ROW
    return (look.height - taken) // TRACKER_ROW


def _question(view: View, look: Look) -> tuple[Row, ...]:
    asking, texts = view.state.asking or "", view.texts
    # its own sentence tells chances, and how long lights burn
    own = view.question if look.numbers == "exact" else None
    answers = Buttons(texts.word("yes"), texts.word("no"), (texts.word("turn", "button"), texts.word("rest", "button")))
    notice = _notice(view, look, 1)
    return (
        Heading(texts.find(f"title_{asking}") or f"{texts.word(asking)}?", signs=_device_signs(view)),
        Line(own or texts.find(f"about_{asking}"), rows=(2 if look.small else 3) - bool(notice)),
        *((notice,) if notice else ()),
        *(() if asking == "roll" else (answers,)),
    )


def _danger(view: View, look: Look) -> tuple[Row, ...]:
    roll = view.last_turn
    if roll is None:
        return _tracker(view, look)
    notice, say = _notice(view, look, 1), view.texts.say
    turn = {
        "exact": Line(say("turn", turn=roll.turn), _rolled(roll, view.texts)),
        "hints": Line(say("turn", turn=roll.turn)),
        "hidden": Line(say("boxes_cleared")),
    }[look.numbers]
    last = notice or Line(say("boxes_cleared"))
    rows: tuple[Row, ...] = (turn, last) if turn != last else (last,)
    if look.small:
        rows = (notice or turn,)
    kind = view.texts.word(roll.kind) if roll.kind else say("danger")
    return (Banner(say("danger")), Heading(kind, signs=_device_signs(view)), *rows)


def _health(view: View, look: Look) -> tuple[Row, ...]:
    """What does not work, each in a sentence; the rest is counted."""
    troubles, say = view.health or (), view.texts.say
    heading = Heading(say("health") if troubles else say("all_well"), signs=_device_signs(view))
    if not troubles:
        return (heading, Line(say("every_part_works")))
    room = 3 if look.small else 5
    tall = max(1, min(2, room // len(troubles)))
    shown = troubles if len(troubles) * tall <= room else troubles[: room - 1]
    more = len(troubles) - len(shown)
    return (heading, *(Line(each, rows=tall) for each in shown), *((Line(say("more", count=more)),) if more else ()))


_PAGES: dict[str, Callable[[View, Look], tuple[Row, ...]]] = {
    "tracker": _tracker,
    "question": _question,
    "danger": _danger,
    "health": _health,
}


def _device_signs(view: View) -> tuple[str, ...]:
    flags = {"listening": view.listening, "muted": view.muted, "speaking": view.speaking}
    return tuple(coded(sign, view.texts) for sign, on in flags.items() if on)


def _notice(view: View, look: Look, room: int) -> Notice | None:
    """The row at the bottom: news first, else what does not work."""
    if view.message:
        text, mark = view.message, None
    elif view.heard:
        text, mark = view.heard, coded("heard", view.texts)
    elif view.trouble:
        text, mark = view.trouble, coded("trouble", view.texts)
    else:
        return None
    return Notice(text, mark or "", rows=2 if len(text) > LONG_NOTICE and room > 1 and not look.small else 1)


def _now(view: View) -> str:
    time = duration(view.state.elapsed_minutes, view.texts)
    return view.texts.say("now", turn=view.state.completed + 1, time=time)


def _rolled(roll: LastRoll, texts: PanelTexts) -> str:
    if roll.die is None or roll.total is None:
        return texts.say("sixth_box")
    boxes = roll.total - roll.die
    return f"{roll.die} + {boxes} = {roll.total}" if boxes else texts.say("rolled", die=roll.die)
