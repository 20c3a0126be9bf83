"""Drawing from danger tables: what comes when danger does or somebody asks, and the region whose tables answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from . import commands as c
from . import events as e
from .draft import Draft
from .expressions import Expression, Nested, parse_expression, parse_text, roll
from .refusal import refuse, text
from .table_checks import LONGEST_NAME
from .tables import REACTIONS, Table, TableEntry

TOLD_NAMES = 6
"""Names that a refusal lists."""


def draw_for_danger(draft: Draft, kind: str) -> None:
    """Danger of a kind occurred: one draw from the table that answers for it here, where there is one."""
    table = draft.tables.for_kind(kind, draft.state.tables.region)
    if table is not None:
        _Draw(draft, asked=False).from_table(table)


class _Draw:
    """One draw with all that it leads to. Its dice have their own places, so that no other die's face changes.

    What danger brings has places apart from what is asked for: nobody can ask until the next danger suits.
    """

    def __init__(self, draft: Draft, *, asked: bool) -> None:
        self._draft = draft
        self._asked = asked
        tally = draft.state.tally
        self._purpose, self._place = ("table", tally.asked_dice) if asked else ("danger table", tally.danger_dice)
        self._came = dict(draft.state.tables.drawn)
        """As in the state, with what this draw brought so far."""
        self._tables: list[Table] = []
        self._draws: list[tuple[str, str, int, int, int | None]] = []
        self._rolls: list[tuple[str, tuple[int, ...], int]] = []

    def from_table(self, table: Table) -> None:
        """The draw happens."""
        result = self._drawn(table)
        reaction, reaction_faces = self._reaction()
        distance_feet, distance_faces = self._distance()
        self._draft.add(
            e.TableDrawn(
                table.name,
                table.kind,
                self._asked,
                self._draws[0][1],
                result,
                tuple(self._draws),
                tuple(self._rolls),
                reaction,
                reaction_faces,
                distance_feet,
                distance_faces,
            )
        )

    def _throw(self, sides: int) -> int:
        face = self._draft.throw(sides, self._purpose, self._place)
        self._place += 1
        return face

    def _drawn(self, table: Table) -> str:
        """An entry by its weight, its dice rolled and its nested tables drawn, in the order they are written."""
        came = () if table.repeats else self._came.get(table.name, ())
        gone = {*came}
        left = [entry for entry in table.entries if entry.text not in gone]
        if not left:  # all came: the table begins anew
            came, left = (), list(table.entries)
        sides = sum(entry.weight for entry in left)
        face = self._throw(sides)
        text = _at(left, face).text
        if not table.repeats:
            self._came[table.name] = (*came, text)
        self._tables.append(table)
        self._draws.append((table.name, text, face, sides, None if table.repeats else len(came) + 1))
        return "".join(self._told(part) for part in parse_text(text))

    def _told(self, part: str | Expression | Nested) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Expression):
            rolled = roll(part, self._throw)
            self._rolls.append((rolled.text, rolled.faces, rolled.total))
            return str(rolled.total)
        inner = self._draft.tables.named(part.table)
        if inner is None:
            raise LookupError(f"table {part.table} is not there: Tables are checked when they are made")
        return self._drawn(inner)

    def _reaction(self) -> tuple[str | None, tuple[int, ...]]:
        if not any(table.reaction for table in self._tables):
            return None, ()
        faces = (self._throw(6), self._throw(6))
        return next(band for band, most in REACTIONS if sum(faces) <= most), faces

    def _distance(self) -> tuple[int | None, tuple[int, ...]]:
        written = next((table.distance for table in self._tables if table.distance is not None), None)
        if written is None:
            return None, ()
        rolled = roll(parse_expression(written), self._throw)
        return rolled.total, rolled.faces


def _at(entries: list[TableEntry], face: int) -> TableEntry:
    """The entry that a face of all their weights means."""
    for entry in entries[:-1]:
        if face <= entry.weight:
            return entry
        face -= entry.weight
    return entries[-1]


# -- commands ---------------------------------------------------------------------------------------


def _roll_on_table(draft: Draft, command: c.RollOnTable) -> None:
    if draft.surveying:
        return  # the odds are none of its business, and nothing is rolled while looking ahead
    name = text(command.table, LONGEST_NAME, "a table")
    table = draft.tables.asked(name, draft.state.tables.region)
    if table is None and (elsewhere := draft.tables.regions_of(name)):
        known, more = _some_of(elsewhere)
        say = f"no table answers for {name} here, only in {_listed(known, more)}: say where the party is"
        refuse("no_such_table", say, table=name, kind=name, known=known, more=more)
    if table is None and draft.tables.tables:
        known, more = _some_of([each.name for each in draft.tables.tables])
        say = f"no such table: the tables are {_listed(known, more)}"
        refuse("no_such_table", say, table=name, known=known, more=more)
    if table is None:
        say = "there are no danger tables: name some in the settings"
        refuse("no_such_table", say, table=name, known=(), more=None)
    _Draw(draft, asked=True).from_table(table)


def _enter_region(draft: Draft, command: c.EnterRegion) -> None:
    present = draft.state.tables.region
    if command.region is None:
        if present is None:
            refuse("not_so", "the party is in no region: say which one it enters", thing="region")
        draft.add(e.RegionEntered(None))
        return
    named, known = text(command.region, LONGEST_NAME, "a region"), draft.tables.regions
    region = draft.tables.region(named)
    if region is None and known:
        told, more = _some_of(known)
        say = f"no such region: the tables know {_listed(told, more)}"
        refuse("no_such_region", say, region=named, known=told, more=more)
    region = region or named
    if region == present:
        refuse("already", f"the party is in {region} already: say another region", thing="region", region=region)
    draft.add(e.RegionEntered(region))


def _some_of(names: Sequence[str]) -> tuple[tuple[str, ...], int | None]:
    """The first names, and how many more there are; None where there are none."""
    return tuple(names[:TOLD_NAMES]), max(0, len(names) - TOLD_NAMES) or None


def _listed(names: tuple[str, ...], more: int | None) -> str:
    return ", ".join(names) + (f" and {more} more" if more else "")


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {c.RollOnTable: _roll_on_table, c.EnterRegion: _enter_region}
)
