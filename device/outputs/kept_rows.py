"""Which row of the tracker belongs to what runs out, pure: as on the sheet, a row stays until something else needs it.

What ran out stands on with nothing left, so that the table sees whose light it was and who may light another; and
since no other row moves up for it, little goes over the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...engine.events import EffectEnded, EffectStarted, Event, LightLit, LightWentOut, TurnBegan

SPELL = "spell"


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A row of the sheet.

    Attributes:
        kind: Kind of light, or spell.
        name: Who holds the light, or what the spell is called; None for a light of the party.
        number: The light's number in the state; 0 for a spell.
        spent: It ran out this many turns ago, 1 for the latest turn; 0 while it runs.
    """

    kind: str
    name: str | None
    number: int = 0
    spent: int = 0


class KeptRows:
    """The rows of a delve as it goes on."""

    def __init__(self) -> None:
        """Of no delve yet."""
        self._rows: list[KeptRow] = []
        self._count = 0
        self._last: Event | None = None

    def follow(self, events: Sequence[Event]) -> tuple[KeptRow, ...]:
        """The rows by all events in effect, in the order in which they were first written.

        What is lit or begun again by the same hand takes the row that it had. An evening has thousands of events: where
        these go on from those of the last call, only the new ones are looked at.
        """
        if self._count > len(events) or (self._count and events[self._count - 1] is not self._last):
            self._rows, self._count = [], 0  # something was taken back, or the delve is another
        for event in events[self._count :]:
            change = _CHANGES.get(type(event))
            if change is not None:
                change(self._rows, event)
        self._count, self._last = len(events), events[-1] if events else None
        return tuple(self._rows)


def _turn(rows: list[KeptRow], _event: TurnBegan) -> None:
    for place, row in enumerate(rows):
        if row.spent:
            rows[place] = replace(row, spent=row.spent + 1)


def _lit(rows: list[KeptRow], event: LightLit) -> None:
    if not event.relit:
        _write(rows, KeptRow(event.kind, event.holder, event.number))


def _write(rows: list[KeptRow], new: KeptRow) -> None:
    """Into the row of the same kind and name that ran out, or a row more; a spell that is begun anew keeps its row."""
    for place, row in enumerate(rows):
        if (row.kind, row.name) == (new.kind, new.name) and (row.spent or not new.number):
            rows[place] = new
            return
    rows.append(new)


def _spend(rows: list[KeptRow], number: int, name: str | None) -> None:
    for place, row in enumerate(rows):
        if (row.number, row.name, row.spent) == (number, name, 0):
            rows[place] = replace(row, spent=1)


_CHANGES: Mapping[type[Event], Callable[[list[KeptRow], Any], None]] = {
    TurnBegan: _turn,
    LightLit: _lit,
    EffectStarted: lambda rows, event: _write(rows, KeptRow(SPELL, event.name)),
    LightWentOut: lambda rows, event: _spend(rows, event.number, event.holder),
    EffectEnded: lambda rows, event: _spend(rows, 0, event.name),
}
"""What each event does to the rows."""
