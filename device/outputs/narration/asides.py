"""What is told beside a turn: the mood of the place, and what the turn's five steps remind of. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from ....engine import events as e
from ....engine.actions import ACTIONS
from ....engine.records import Entry
from ....engine.state import LastAction, State
from ...messages import Cue
from .book import Book
from .telling import sentences

Kind = TypeVar("Kind", bound=e.Event)


def atmosphere_of(entry: Entry, book: Book) -> Cue | None:
    """The mood after a command in which a turn ended; None where the theme has nothing to say."""
    if entry.kind != "command" or _last(entry, e.TurnEnded) is None:
        return None
    rolls = [event for event in entry.events if isinstance(event, e.DangerRolled) and event.danger]
    if rolls:
        clause = book.say("atmosphere", "danger", kind=rolls[-1].kind)
    else:
        began = _last(entry, e.TurnBegan)
        clause = book.say("atmosphere", "turn", action=LastAction(began.action, began.loud).name if began else "other")
    return Cue(sentences([clause]), "colour", "atmosphere") if clause else None


def prompts_of(entry: Entry, state: State, steps: Collection[str], book: Book) -> Cue | None:
    """What `steps` remind the game master of after a command that played some of them; the next turn's comes last."""
    if entry.kind != "command":
        return None
    began, rolled = _last(entry, e.TurnBegan), _last(entry, e.DangerRolled)
    ended, danger = _last(entry, e.TurnEnded), rolled is not None and rolled.danger
    played: dict[str, dict[str, Any]] = {}
    if began is not None:
        name = LastAction(began.action, began.loud).name
        played["resolve"] = {"action": name, "check": ACTIONS[began.action].check or None}
        played["consume"] = {}
    if rolled is not None:
        played["danger"] = {"danger": danger}
    if ended is not None:
        played["update"] = {"danger": danger, "moved": _last(entry, e.AreaEntered) is not None}
        if not (state.asking or state.closed):
            played["declare"] = {"turn": state.completed + 1}
    said = sentences([book.say("steps", step, **values) for step, values in played.items() if step in steps])
    return Cue(said, "turn", "steps", audience="master") if said else None


def _last(entry: Entry, kind: type[Kind]) -> Kind | None:
    return next((event for event in reversed(entry.events) if isinstance(event, kind)), None)
