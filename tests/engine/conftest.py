"""A table to play at in tests: real rules, real turns, and dice that are written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from delvebox.engine import NO_TABLES, Delve, Entry, Refusal, Rules, State, TableEntry, Tables
from delvebox.engine import Table as DangerTable
from delvebox.engine.commands import Command
from delvebox.engine.events import Event


class ScriptedDice:
    """Gives the written faces in order; raises when dry. `left` are those nobody rolled."""

    def __init__(self, **faces: Sequence[int]) -> None:
        self.left = {purpose.replace("_", " "): list(written) for purpose, written in faces.items()}
        self.asked: list[tuple[int, int, str, int]] = []

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        self.asked.append((sides, played, purpose, draw))
        if not self.left[purpose]:
            raise AssertionError(f"no die is written for {purpose}: the engine rolled where none was expected")
        face = self.left[purpose].pop(0)
        assert 1 <= face <= sides, f"{face} is no face of a d{sides}"
        return face


class Table:
    """A delve whose danger dice are `dice` and whose kinds of danger are `kinds` (faces of the table).

    Draws from danger tables that are asked for throw `asked`, those that danger brings `brought`.
    """

    def __init__(
        self,
        dice: Sequence[int] = (),
        kinds: Sequence[int] = (),
        *,
        tables: Tables = NO_TABLES,
        asked: Sequence[int] = (),
        brought: Sequence[int] = (),
        **rules: Any,
    ) -> None:
        self.rules = Rules.from_mapping(rules)
        self.dice = ScriptedDice(danger=dice, kind=kinds, table=asked, danger_table=brought)
        self.delve = Delve(self.rules, 1, dice=self.dice, tables=tables)

    @property
    def state(self) -> State:
        return self.delve.state

    def play(self, *commands: Command) -> tuple[Event, ...]:
        """Play all, each of which must be accepted; the events of the last."""
        events: tuple[Event, ...] = ()
        for command in commands:
            entry = self.delve.play(command)
            assert isinstance(entry, Entry), f"{command} was refused: {entry}"
            events = entry.events
        return events

    def refuse(self, command: Command) -> Refusal:
        """Play what must be refused; nothing may have changed."""
        before, entries = self.state, self.delve.entries
        refusal = self.delve.play(command)
        assert isinstance(refusal, Refusal), f"{command} was accepted: {refusal}"
        assert self.state == before
        assert self.delve.entries == entries
        return refusal

    def boxes(self, *commands: Command) -> list[int]:
        """The boxes filled after each of the commands."""
        filled = []
        for command in commands:
            self.play(command)
            filled.append(self.state.escalation)
        return filled


def of(events: Sequence[Event], *kinds: type[Event]) -> list[Any]:
    """The events of these kinds, in order."""
    return [event for event in events if isinstance(event, kinds)]


OMENS = Tables((DangerTable("omens", (TableEntry("a raven"), TableEntry("a bell")), kind="omen", regions=("crypt",)),))
"""Tables that no danger draws from by the usual rules."""


def table_after(rules: dict[str, Any], before: Sequence[Command], tables: Tables = OMENS) -> Table:
    """A table where all this was said; every die that nobody tells is safe, every danger an encounter."""
    made = Table([1] * 100, [1] * 10, asked=[1] * 10, tables=tables, **rules)
    made.play(*before)
    return made


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    """Makes tables; at the end of the test no written die may be left over."""
    made: list[Table] = []

    def make(dice: Sequence[int] = (), kinds: Sequence[int] = (), **given: Any) -> Table:
        made.append(Table(dice, kinds, **given))
        return made[-1]

    yield make
    for each in made:
        assert not any(each.dice.left.values()), "dice are left over: a roll was expected and not made"


@pytest.fixture(name="of")
def of_fixture() -> Callable[..., list[Any]]:
    """Picks the events of the given kinds out of many."""
    return of
