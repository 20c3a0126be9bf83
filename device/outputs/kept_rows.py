"""Which row of the tracker belongs to what runs out, pure: as on the sheet, a row stays until something else needs it.

What ran out stands on with nothing left, so that the table sees whose light it was and who may light another; and
since no other row moves up for it, little goes over the wire.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

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


def kept_rows(events: Iterable[Event]) -> tuple[KeptRow, ...]:
    """The rows of a delve, by the events in effect, in the order in which they were first written.

    What is lit or begun again by the same hand takes the row that it had.
    """
    rows: list[KeptRow] = []
    for event in events:
        match event:
            case TurnBegan():
                rows = [replace(row, spent=row.spent + 1) if row.spent else row for row in rows]
            case LightLit(relit=False):
                _write(rows, KeptRow(event.kind, event.holder, event.number))
            case EffectStarted():
                _write(rows, KeptRow(SPELL, event.name))
            case LightWentOut():
                _spend(rows, event.number, event.holder)
            case EffectEnded():
                _spend(rows, 0, event.name)
    return tuple(rows)


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
