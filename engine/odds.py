"""Exact chances of danger over a plan, without simulation.

The plan is played by the engine's own steps as long as no danger comes, so that the odds know no rule
of their own. Checks on the rules page: six turns at no boxes 66.5 %, three checks 42.1 %, 48 turns
99.98 %, search, search and force the door from a new delve 81.5 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .commands import Command, TakeAction
from .events import BoxesCleared, BoxMarked, DangerRolled, RiskCounted
from .refusal import Refusal
from .rules import Rules
from .shown import shown
from .situation import LAST_TURN
from .state import State
from .turn import Ahead, look_ahead


@dataclass(frozen=True)
class Odds:
    """Chances over the turns of a plan, each 0–1.

    `by_turn[i]` is the chance that danger has come by the plan's turn i + 1; `each_turn[i]` the chance
    in that turn given that none came before. `expected_first` is the expected turn (1 upwards) of the
    first danger given that it comes, None where it cannot.
    """

    at_least_one: float
    by_turn: tuple[float, ...]
    expected_first: float | None
    each_turn: tuple[float, ...]


class PlanError(ValueError):
    """A plan that cannot be played from the state; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)  # what pickle makes it of again
        self.refusal = refusal

    def __str__(self) -> str:
        return f"this plan cannot be played: {self.refusal.say}"


class _NoDice:
    """Looking ahead rolls nothing."""

    def roll(self, sides: int, played: int, purpose: str, draw: int) -> int:
        raise AssertionError(f"a d{sides} for {purpose} was rolled while looking ahead ({played}, {draw})")


def quiet_turns(turns: int) -> tuple[Command, ...]:
    """A plan of `turns` turns that mark nothing by themselves.

    Raises:
        ValueError: no whole number of turns from 0 to 9,999.
    """
    if type(turns) is not int or not 0 <= turns <= LAST_TURN:
        raise ValueError(f"turns: {shown(turns)} is no whole number from 0 to {LAST_TURN}: give one, such as 6")
    return (TakeAction("move"),) * turns


@dataclass(frozen=True)
class DangerNow:
    """What "how dangerous is it" asks: `chance` (0–1) of a turn that marks nothing, and the boxes that staying adds.

    `chance` is None where that turn makes no roll. A box over the last that is danger at once counts as added.
    """

    chance: float | None
    staying_adds: int


def danger_now(state: State, rules: Rules) -> DangerNow:
    """The danger of the next turn. Nothing is changed, no die is rolled."""
    quiet = look_ahead(state, rules, _NoDice(), quiet_turns(1))
    stayed = look_ahead(state, rules, _NoDice(), (TakeAction("investigate"),))
    if isinstance(quiet, Refusal) or isinstance(stayed, Refusal):
        return DangerNow(None, 0)
    rolled = any(isinstance(event, DangerRolled) for event in quiet.events)
    marked = sum(isinstance(event, BoxMarked) and event.cause == "linger" for event in stayed.events)
    counted = sum(event.count for event in stayed.events if isinstance(event, RiskCounted) and event.cause == "linger")
    over = _overflows(stayed) and not _overflows(quiet)
    return DangerNow(quiet.chances[0] if rolled else None, marked + counted + over)


def _overflows(ahead: Ahead) -> bool:
    return any(isinstance(event, BoxesCleared) and event.reason == "overflow" for event in ahead.events)


def chance_of_danger(state: State, rules: Rules, plan: Sequence[Command]) -> Odds:
    """The odds of `plan`, a sequence of commands played one after the other from `state`.

    A long rest is taken as agreed to. Suspensions and open questions of the state are left aside.

    Raises:
        PlanError: the plan makes no sense from this state.
        TypeError: something in it is no command; undo and redo are none of a plan.
    """
    ahead = look_ahead(state, rules, _NoDice(), plan)
    if isinstance(ahead, Refusal):
        raise PlanError(ahead)
    chances = ahead.chances
    missed, expected = 1.0, 0.0
    by_turn = []
    for turn, chance in enumerate(chances, start=1):
        expected += turn * missed * chance
        missed *= 1.0 - chance
        by_turn.append(1.0 - missed)
    some = 1.0 - missed
    return Odds(some, tuple(by_turn), expected / some if some else None, chances)
