"""A table to play at in tests: real rules, real turns, and dice that are written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from delvebox.engine import Delve, Entry, Refusal, Rules, State
from delvebox.engine.commands import Command
from delvebox.engine.events import Event


class ScriptedDice:
    """Gives the written faces in order; raises when dry. `left` are those nobody rolled."""

    def __init__(self, danger: Sequence[int], kind: Sequence[int]) -> None:
        self.left = {"danger": list(danger), "kind": list(kind)}
        self.asked: list[tuple[int, int, str, int]] = []

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        self.asked.append((sides, played, purpose, draw))
        if not self.left[purpose]:
            raise AssertionError(f"no die is written for {purpose}: the engine rolled where none was expected")
        face = self.left[purpose].pop(0)
        assert 1 <= face <= sides, f"{face} is no face of a d{sides}"
        return face


class Table:
    """A delve whose danger dice are `dice` and whose kinds of danger are `kinds` (faces of the table)."""

    def __init__(self, dice: Sequence[int] = (), kinds: Sequence[int] = (), **rules: Any) -> None:
        self.rules = Rules.from_mapping(rules)
        self.dice = ScriptedDice(dice, kinds)
        self.delve = Delve(self.rules, 1, dice=self.dice)

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


def table_after(rules: dict[str, Any], before: Sequence[Command]) -> Table:
    """A table where all this was said; every die that nobody tells is safe, every danger an encounter."""
    made = Table([1] * 100, [1] * 10, **rules)
    made.play(*before)
    return made


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    """Makes tables; at the end of the test no written die may be left over."""
    made: list[Table] = []

    def make(dice: Sequence[int] = (), kinds: Sequence[int] = (), **rules: Any) -> Table:
        made.append(Table(dice, kinds, **rules))
        return made[-1]

    yield make
    for each in made:
        assert each.dice.left == {"danger": [], "kind": []}, "dice are left over: a roll was expected and not made"


@pytest.fixture(name="of")
def of_fixture() -> Callable[..., list[Any]]:
    """Picks the events of the given kinds out of many."""
    return of
