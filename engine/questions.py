"""What the box waits to have answered, and the table's own dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import activities
from . import commands as c
from . import events as e
from .declaring import take_action
from .draft import Draft
from .refusal import flag, refuse, room, whole

MOST_DICE = 100
"""Dice kept at once."""


def close_for(draft: Draft, command: c.Command) -> None:
    """Any other command closes the open question as no; cleaning up is the yes to `cleanup`.

    The table's dice are kept beside an open question: they stand outside what it asks about.
    """
    asking = draft.state.asking
    if asking in (None, "roll") or isinstance(command, (c.Answer, c.TellDice)):
        return
    meant = asking == "cleanup" and isinstance(command, c.TakeAction) and command.action == "cleanup"
    draft.add(e.QuestionClosed(asking, "yes" if meant else "no"))


def _answer(draft: Draft, command: c.Answer) -> None:
    question = draft.state.asking
    if question is None:
        refuse("nothing_asked", "nothing is asked: say what the party does")
    lapsed = flag(command.lapsed, "lapsed")
    if not flag(command.yes, "an answer"):
        draft.add(e.QuestionClosed(question, "lapsed" if lapsed else "no"))
        return
    draft.add(e.QuestionClosed(question, "yes"))
    if question == "cleanup":
        take_action(draft, c.TakeAction("cleanup"))
    elif question == "long_rest":
        activities.begin_long_rest(draft)
    else:
        draft.add(e.DelveClosed(question))


def _tell_dice(draft: Draft, command: c.TellDice) -> None:
    """The table's own dice are kept, in order."""
    sides, told = draft.rules.danger.die, command.dice
    if not isinstance(told, tuple) or not told:
        refuse("out_of_bounds", f"a die is 1 to {sides}: say rolled four", thing="a die", low=1, high=sides)
    room(len(told) + len(draft.state.kept_dice), MOST_DICE, "dice", "play a turn first")
    for die in told:
        whole(die, 1, sides, "a die", "rolled four")
    draft.add(e.DiceTold(told))
    _end_wait(draft, "told", by_device=False)


def _roll_for_us(draft: Draft, _command: c.RollForUs) -> None:
    if draft.state.asking != "roll":
        refuse("nothing_asked", "no die is asked for: the device rolls by itself unless dice are told")
    _end_wait(draft, "device", by_device=True)


def _end_wait(draft: Draft, answer: str, *, by_device: bool) -> None:
    """Play on the turn that waits for its die."""
    turn = draft.state.pending
    if turn is not None:
        draft.add(e.QuestionClosed("roll", answer))
        draft.finish_turn(turn, by_device=by_device)


def _ask_new_delve(draft: Draft, _command: c.AskNewDelve) -> None:
    draft.add(e.QuestionAsked("new_delve"))


def _ask_end_delve(draft: Draft, _command: c.AskEndDelve) -> None:
    draft.add(e.QuestionAsked("end_delve"))


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        c.Answer: _answer,
        c.TellDice: _tell_dice,
        c.RollForUs: _roll_for_us,
        c.AskNewDelve: _ask_new_delve,
        c.AskEndDelve: _ask_end_delve,
    }
)
