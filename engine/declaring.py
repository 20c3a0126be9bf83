"""What is declared in step 1: the actions that play a turn at once, and the talk that plays several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import activities
from . import commands as c
from . import events as e
from .actions import ACTIONS
from .draft import Draft
from .refusal import flag, one_of, refuse, whole

_DECLARED = tuple(name for name in ACTIONS if name not in ("ritual", "rest"))
_NONE_SUCH = f"no such action: the actions are {', '.join(_DECLARED)}"


def take_action(draft: Draft, command: c.TakeAction) -> None:
    """One turn of an action; a talk of several turns is an activity."""
    action = ACTIONS[one_of(command.action, _DECLARED, "action", _NONE_SUCH)]
    loud = flag(command.loud, "loud")
    if loud and not action.may_be_loud:
        refuse("not_loud", f"{action.title} is not loud by itself: say make some noise first", action=action.name)
    turns = whole(command.turns, 1, activities.LONGEST, "turns", "two turn talk")
    if turns > action.most_turns:
        refuse("one_turn", f"{action.title} is played a turn at a time: say it again", action=action.name)
    if turns > 1:
        activities.refuse_another(draft)
        draft.add(e.ActivityBegan(action.name, turns))
        draft.play_turns(action.name, loud=loud, turns=turns)
        return
    if action.name == "secure":
        if draft.state.area.secured:
            refuse("already", "the area is secured already: say area no longer safe when it is not", thing="secured")
        turns = draft.rules.rest.secure_turns
    activities.give_way(draft, action.name)
    draft.play_turns(action.name, loud=loud, turns=turns)


def _take_next_turn(draft: Draft, _command: c.TakeNextTurn) -> None:
    activities.refuse_next_turn(draft)
    last = draft.state.last_action
    if last is None or not ACTIONS[last.action].repeated:
        draft.play_turns("other")
    else:
        draft.play_turns(last.action, loud=last.loud)


def _rest_one_turn(draft: Draft, _command: c.RestOneTurn) -> None:
    activities.give_way(draft, "rest")
    draft.play_turns("rest")


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {c.TakeAction: take_action, c.TakeNextTurn: _take_next_turn, c.RestOneTurn: _rest_one_turn}
)
