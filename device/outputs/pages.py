"""What the panel shows, pure: `page_of` chooses the page that a view calls for, and fills it for a panel's size.

What does not fit is counted ("+37 more"), never dropped without a word. A panel of 32 rows has the same pages, with
less on each.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.state import LastRoll
from .narration import PanelTexts
from .page import Banner, Buttons, Heading, Line, Page, Row
from .tracker_page import countdown_rows, light_rows, tracker_rows
from .view import TALL, Look, View, device_signs, notice_of, now_of

__all__ = ["ASLEEP", "TALL", "Look", "Page", "View", "choose", "goodbye_of", "page_of"]


def choose(view: View) -> str:
    """The name of the page that this view calls for: question before danger before a code before what was asked for."""
    if view.state.asking:
        return "question"
    if view.drawn:
        return "drawn"
    if view.last_turn and view.last_turn.danger:
        return "danger"
    if view.code:
        return CODE
    if view.health is not None:
        return "health"
    if view.summary:
        return "summary"
    if view.lights_asked:
        return "lights"
    if view.phrases:
        return "phrases"
    activity = view.state.activity
    return "countdown" if activity and not activity.paused and not view.state.suspended else "tracker"


def page_of(view: View, look: Look = TALL) -> Page:
    """The page that this view calls for, filled for this look."""
    name = choose(view)
    return Page(name, _PAGES[name](view, look))


CODE = "code"
"""The page that lets phones in: who looks on from elsewhere is never shown it."""
ASLEEP = Page("asleep", ())
"""A dark panel."""


def goodbye_of(view: View, look: Look = TALL) -> Page:
    """The page that stays when the box is switched off."""
    say = view.texts.say
    now = "" if look.numbers == "hidden" else now_of(view)
    last = Line(say("pull_plug"), rows=2) if view.off else Line(say("all_kept"))
    rows = (Heading(say("goodbye")), Line(now), Line(view.delve or ""), last)
    return Page("goodbye", tuple(row for row in rows if any(row.words())))


def _question(view: View, look: Look) -> tuple[Row, ...]:
    asking, texts = view.state.asking or "", view.texts
    # its own sentence tells chances, and how long lights burn
    own = view.question if look.numbers == "exact" else None
    answers = Buttons(texts.word("yes"), texts.word("no"), (texts.word("turn", "button"), texts.word("rest", "button")))
    notice = notice_of(view, look, 1)
    return (
        Heading(texts.find(f"title_{asking}") or f"{texts.word(asking)}?", signs=device_signs(view)),
        Line(own or texts.find(f"about_{asking}"), rows=(2 if look.small else 3) - bool(notice)),
        *((notice,) if notice else ()),
        *(() if asking == "roll" else (answers,)),
    )


def _danger(view: View, look: Look) -> tuple[Row, ...]:
    roll = view.last_turn
    if roll is None:
        return tracker_rows(view, look)
    notice, say = notice_of(view, look, 1), view.texts.say
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
    return (Banner(say("danger")), Heading(kind, signs=device_signs(view)), *rows)


def _drawn(view: View, look: Look) -> tuple[Row, ...]:
    """What came of a danger table: to be read whole, the reaction and the distance below it."""
    drawn, texts = view.drawn, view.texts
    if drawn is None:
        return tracker_rows(view, look)
    notice = notice_of(view, look, 1)
    reaction = texts.word(drawn.reaction, "reaction") if drawn.reaction else ""
    distance = "" if drawn.distance_feet is None else texts.say("feet", feet=drawn.distance_feet)
    below = (Line(reaction or distance, distance if reaction else ""),) if reaction or distance else ()
    room = (3 if look.small else 5) - len(below) - bool(notice)
    title = texts.word(drawn.kind) if drawn.kind else drawn.table
    heading = Heading(title, signs=device_signs(view))
    return (heading, Line(drawn.result, rows=max(1, room)), *below, *((notice,) if notice else ()))


def _health(view: View, look: Look) -> tuple[Row, ...]:
    """What does not work, each in a sentence; the rest is counted."""
    troubles, say = view.health or (), view.texts.say
    heading = Heading(say("health") if troubles else say("all_well"), signs=device_signs(view))
    if not troubles:
        return (heading, Line(say("every_part_works")))
    room = 3 if look.small else 5
    tall = max(1, min(2, room // len(troubles)))
    shown = troubles if len(troubles) * tall <= room else troubles[: room - 1]
    more = len(troubles) - len(shown)
    return (heading, *(Line(each, rows=tall) for each in shown), *((Line(say("more", count=more)),) if more else ()))


def _code(view: View, look: Look) -> tuple[Row, ...]:
    """Six digits in two groups, as they are read aloud."""
    half = len(view.code) // 2
    banner, say = Banner(f"{view.code[:half]} {view.code[half:]}"), view.texts.say
    if look.small:
        return (banner, Line(say("type_code")))
    return (Heading(say("code")), banner, Line(say("type_code"), rows=2))


def _summary(view: View, look: Look) -> tuple[Row, ...]:
    """What a delve came to; a small panel has no heading for it, and players who may see no counts have that alone."""
    if look.numbers != "exact":
        return (Heading(view.texts.say("delve_over"), signs=device_signs(view)), Line(view.texts.say("all_kept")))
    if look.small:
        turns, dangers, torches, searches, rests = view.summary
        return (Line(turns), Line(dangers, searches), Line(torches), Line(rests))
    heading = Heading(view.texts.say("delve_over"), signs=device_signs(view))
    return (heading, *(Line(each) for each in view.summary))


def _phrases(view: View, look: Look) -> tuple[Row, ...]:
    """What can be said now."""
    notice = None if look.small else notice_of(view, look, 1)
    heading = Heading(view.texts.say("can_say"), signs=device_signs(view))
    return (heading, *(Line(phrase) for phrase in view.phrases), *((notice,) if notice else ()))


_PAGES: dict[str, Callable[[View, Look], tuple[Row, ...]]] = {
    "tracker": tracker_rows,
    "countdown": countdown_rows,
    "question": _question,
    "danger": _danger,
    "drawn": _drawn,
    CODE: _code,
    "health": _health,
    "summary": _summary,
    "lights": light_rows,
    "phrases": _phrases,
}


def _rolled(roll: LastRoll, texts: PanelTexts) -> str:
    if roll.die is None or roll.total is None:
        return texts.say("sixth_box")
    boxes = roll.total - roll.die
    return f"{roll.die} + {boxes} = {roll.total}" if boxes else texts.say("rolled", die=roll.die)
