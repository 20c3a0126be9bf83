"""A delve turn by turn, from what happened and was not taken back. Pure.

What the table says between two turns belongs to the one that follows: its marks count in that turn's roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...engine.delve import Delve
from ...engine.events import (
    ActivityAbandoned,
    ActivityCompleted,
    ActivityPaused,
    BoxesCleared,
    BoxMarked,
    DangerRolled,
    DelveClosed,
    Event,
    MarkDelayed,
    MarkLost,
    NoteAdded,
    QuestionAsked,
    QuestionClosed,
    RationsReminded,
    ResourcesConsumed,
    RiskCounted,
    RollSkipped,
    RowFilled,
    TurnBegan,
    TurnEnded,
)
from ...engine.records import event_to_dict
from ...engine.state import LastAction, Light
from ...engine.turn import evolve, new_state

_MARKS = (BoxMarked, RiskCounted, MarkLost, MarkDelayed)
_IN_COLUMNS = (*_MARKS, TurnBegan, TurnEnded, ResourcesConsumed, DangerRolled, RollSkipped, BoxesCleared, NoteAdded)
_TALK_WITH_BOX = (QuestionAsked, QuestionClosed, DelveClosed)

_ENDS_WITH_TURN = (ActivityAbandoned, ActivityCompleted, ActivityPaused, RationsReminded, RowFilled)
"""What a turn that is part of a rest, a ritual or a talk brings about right after it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Marks of one cause: `outcome` is mark, mark_lost or mark_delayed, `rule` the sheet's."""

    cause: str
    rule: str
    count: int = 1
    outcome: str = "mark"


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn with all that was said since the one before; the last row may have no turn yet."""

    events: tuple[Event, ...]
    turn: int | None
    """Its number; None for what was said after the last turn."""
    minutes: int
    """On the delve's clock, after it."""
    boxes: int
    """Filled after it."""
    lights: tuple[Light, ...]
    """After it, doused ones included."""

    @property
    def began(self) -> TurnBegan | None:
        """How it began."""
        return next((event for event in self.events if isinstance(event, TurnBegan)), None)

    @property
    def action(self) -> str:
        """Its row of the action table, such as "obstacle loud"; empty where no turn was played."""
        return LastAction(self.began.action, self.began.loud).name if self.began else ""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Its marks, those of one cause and outcome together, in order."""
        found: dict[tuple[str, str, str], int] = {}
        for event in self.events:
            if isinstance(event, _MARKS):
                count = event.count if isinstance(event, RiskCounted) else 1
                key = (event.cause, event.rule, _outcome(event))
                found[key] = found.get(key, 0) + count
        return tuple(Mark(cause, rule, count, outcome) for (cause, rule, outcome), count in found.items())

    @property
    def rolls(self) -> tuple[DangerRolled, ...]:
        """Its danger roll; a sixth box before it is danger of its own."""
        return tuple(event for event in self.events if isinstance(event, DangerRolled))

    @property
    def skipped(self) -> RollSkipped | None:
        """Why there was no roll."""
        return next((event for event in self.events if isinstance(event, RollSkipped)), None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the table wrote down."""
        return tuple(event.text for event in self.events if isinstance(event, NoteAdded))

    @property
    def rest(self) -> tuple[Event, ...]:
        """What has no column of its own."""
        return tuple(event for event in self.events if not isinstance(event, (*_IN_COLUMNS, *_TALK_WITH_BOX)))


def rows_of(delve: Delve) -> tuple[TurnRow, ...]:
    """Every turn of a delve, and what was said since the last."""
    rows: list[TurnRow] = []
    state, since = new_state(delve.rules), list[Event]()
    for event in delve.events:
        state = evolve(state, event)
        if rows and not since and _belongs_to_turn(event):
            rows[-1] = replace(rows[-1], events=(*rows[-1].events, event))
            continue
        since.append(event)
        if isinstance(event, TurnEnded):
            rows.append(TurnRow(tuple(since), event.turn, state.elapsed_minutes, state.escalation, state.lights))
            since = []
    left = TurnRow(tuple(since), None, state.elapsed_minutes, state.escalation, state.lights)
    if left.marks or left.rest or left.notes:
        rows.append(left)
    return tuple(rows)


def _belongs_to_turn(event: Event) -> bool:
    if isinstance(event, ActivityAbandoned):
        return event.reason == "danger"
    return isinstance(event, _ENDS_WITH_TURN)


def rules_named(rows: Iterable[TurnRow]) -> dict[str, str]:
    """The sheet's rule for each cause of marks, in the order in which they came."""
    return {mark.cause: mark.rule for row in rows for mark in row.marks}


def event_with_why(event: Event) -> dict[str, Any]:
    """An event as JSON values, with its cause and the sheet's rule."""
    return {**event_to_dict(event), "cause": event.cause, "rule": event.rule}


def _outcome(event: Event) -> str:
    if isinstance(event, MarkLost):
        return "mark_lost"
    return "mark_delayed" if isinstance(event, MarkDelayed) else "mark"
