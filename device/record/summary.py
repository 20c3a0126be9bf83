"""A delve in few numbers, from what happened in it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...engine.events import (
    ActivityCompleted,
    AreaSearched,
    DangerRolled,
    Event,
    LightWentOut,
    TurnCorrected,
    TurnEnded,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of a delve.

    `turns` and `minutes` are those that its clock shows, corrections included; `torches` burnt to their end, and
    `rests` were finished.
    """

    turns: int = 0
    minutes: int = 0
    dangers: int = 0
    torches: int = 0
    searches: int = 0
    rests: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """All but the minutes, by name."""
        return {name: getattr(self, name) for name in ("turns", "dangers", "torches", "searches", "rests")}


def summary_of(happened: Iterable[Event]) -> Summary:
    """Count what happened and was not taken back."""
    events = tuple(happened)
    told = [event for event in events if isinstance(event, (TurnEnded, TurnCorrected))]
    turns = [event.turn if isinstance(event, TurnEnded) else event.completed for event in told]
    rests = {"short_rest", "long_rest"}
    return Summary(
        turns=turns[-1] if turns else 0,
        minutes=told[-1].elapsed_minutes if told else 0,
        dangers=sum(isinstance(event, DangerRolled) and event.danger for event in events),
        torches=sum(isinstance(event, LightWentOut) and event.kind == "torch" for event in events),
        searches=sum(isinstance(event, AreaSearched) for event in events),
        rests=sum(isinstance(event, ActivityCompleted) and event.kind in rests for event in events),
    )
