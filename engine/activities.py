"""Activities of several turns: rests, rituals and long talks; how they begin, pause, go on and end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import commands as c
from . import events as e
from . import lights
from .draft import Draft
from .refusal import one_of, refuse, whole
from .state import Activity

REST_TURNS: Mapping[str, int] = MappingProxyType({"short_rest": 6, "long_rest": 48})
"""Turns of each rest (sheet, "Resting in a Dungeon")."""

LONGEST = 48
"""Turns of the longest ritual or talk."""

_CALLED = MappingProxyType({"short_rest": "short rest", "long_rest": "long rest", "ritual": "ritual", "talk": "talk"})


# -- what stands in the way -------------------------------------------------------------------------


def refuse_another(draft: Draft) -> None:
    """A new activity is refused while one is paused."""
    waiting = draft.state.activity
    if waiting is None:
        return
    if waiting.kind == "ritual":
        say = "a ritual waits: say continue the ritual, or abandon the ritual, first"
    else:
        say = f"a {_CALLED[waiting.kind]} waits: say resume rest, or abandon rest, first"
    refuse("activity_waits", say, kind=waiting.kind, done=waiting.done, total=waiting.total)


def give_way(draft: Draft, action: str) -> None:
    """Another turn is about to be played: a move gives up what is paused, any turn a ritual that may be lost."""
    waiting = draft.state.activity
    if waiting and (action == "move" or (waiting.kind == "ritual" and draft.rules.ritual.on_danger != "keep")):
        _abandon(draft, waiting, "move" if action == "move" else "turn")


def lose_ritual(draft: Draft, reason: str) -> None:
    """Combat or a chase interrupts a paused ritual."""
    waiting = draft.state.activity
    if waiting and waiting.kind == "ritual" and draft.rules.ritual.on_danger != "keep":
        _abandon(draft, waiting, reason)


def refuse_next_turn(draft: Draft) -> None:
    """`next turn` never abandons an activity, so that it cannot be played where any turn loses the ritual."""
    waiting = draft.state.activity
    if waiting and waiting.kind == "ritual" and draft.rules.ritual.on_danger != "keep":
        refuse_another(draft)


def paused_rest(draft: Draft) -> Activity:
    """The paused rest, else a refusal."""
    waiting = draft.state.activity
    if waiting is None or waiting.kind not in REST_TURNS:
        refuse("no_rest", "no rest is paused: say short rest, or long rest, to begin one")
    return waiting


def paused_ritual(draft: Draft) -> Activity:
    """The paused ritual, else a refusal."""
    waiting = draft.state.activity
    if waiting is None or waiting.kind != "ritual":
        refuse("no_ritual", "no ritual is paused: say begin a ritual to begin one")
    return waiting


# -- after a turn -----------------------------------------------------------------------------------


def after_turn(draft: Draft, activity: Activity) -> bool:
    """A turn of the activity was played. Returns whether its next turn follows at once."""
    kind, done, total = activity.kind, activity.done, activity.total
    rest = kind in REST_TURNS
    ways = draft.rules.rest.on_danger if rest else draft.rules.ritual.on_danger
    if draft.danger and ((rest and ways == "fail") or (kind == "ritual" and ways == "lose")):
        _abandon(draft, activity, "danger")
    elif draft.danger and rest and ways == "restart":
        draft.add(e.ActivityRestarted(kind, total))
        draft.add(e.ActivityPaused(kind, 0, total, "danger"))
    elif done == total:
        draft.add(e.ActivityCompleted(kind, total))
        if rest:
            draft.add(e.RowFilled("rest", kind))
        if kind == "long_rest":
            draft.add(e.RationsReminded())
    elif draft.danger and kind == "talk":
        _abandon(draft, activity, "danger")
    elif draft.danger:
        draft.add(e.ActivityPaused(kind, done, total, "danger"))
    elif kind == "long_rest" and draft.dark and not draft.surveying:
        draft.add(e.ActivityPaused(kind, done, total, "darkness"))
    else:
        return True
    return False


def _abandon(draft: Draft, activity: Activity, reason: str) -> None:
    draft.add(e.ActivityAbandoned(activity.kind, activity.done, activity.total, reason))


def begin_long_rest(draft: Draft) -> None:
    """The table agreed; chance and lights were told with the question."""
    total = REST_TURNS["long_rest"]
    draft.add(e.ActivityBegan("long_rest", total))
    draft.play_turns("rest", turns=total)


# -- commands ---------------------------------------------------------------------------------------


def _begin_rest(draft: Draft, command: c.BeginRest) -> None:
    kind = one_of(command.kind, REST_TURNS, "rest", "a rest is short or long: say short rest, or long rest")
    refuse_another(draft)
    total = REST_TURNS[kind]
    chance, burning_out = _hint(draft, e.ActivityBegan(kind, total), total)
    if kind == "long_rest" and not draft.surveying:
        draft.add(e.QuestionAsked("long_rest", chance, burning_out))
        return
    draft.add(e.ActivityBegan(kind, total, chance, burning_out))
    draft.play_turns("rest", turns=total)


def _resume_rest(draft: Draft, _command: c.ResumeRest) -> None:
    rest = paused_rest(draft)
    left = rest.total - rest.done
    hint = _hint(draft, e.ActivityResumed(rest.kind, rest.done, rest.total), left)
    draft.add(e.ActivityResumed(rest.kind, rest.done, rest.total, *hint))
    draft.play_turns("rest", turns=left)


def _restart_rest(draft: Draft, _command: c.RestartRest) -> None:
    rest = paused_rest(draft)
    hint = _hint(draft, e.ActivityRestarted(rest.kind, rest.total), rest.total)
    draft.add(e.ActivityRestarted(rest.kind, rest.total, *hint))
    draft.play_turns("rest", turns=rest.total)


def _hint(draft: Draft, beginning: e.Event, turns: int) -> tuple[float | None, tuple[str, ...]]:
    """What is told before a rest: the chance of danger where it rolls at all, and the lights that burn out."""
    burning_out = lights.burning_out(draft.state, turns)
    if draft.surveying:
        return None, burning_out
    ahead = draft.survey()
    ahead.add(beginning)
    ahead.play_turns("rest", turns=turns)
    chances = ahead.chances or []
    missed = 1.0
    for chance in chances:
        missed *= 1.0 - chance
    return (1.0 - missed) if any(chances) else None, burning_out


def _begin_ritual(draft: Draft, command: c.BeginRitual) -> None:
    turns = draft.rules.ritual.default_turns
    if command.turns is not None:
        turns = whole(command.turns, 1, LONGEST, "turns of a ritual", "two turn ritual")
    refuse_another(draft)
    draft.add(e.ActivityBegan("ritual", turns))
    draft.play_turns("ritual", turns=turns)


def _continue_ritual(draft: Draft, _command: c.ContinueRitual) -> None:
    ritual = paused_ritual(draft)
    draft.add(e.ActivityResumed("ritual", ritual.done, ritual.total))
    draft.play_turns("ritual", turns=ritual.total - ritual.done)


def _abandon_rest(draft: Draft, _command: c.AbandonRest) -> None:
    _abandon(draft, paused_rest(draft), "command")


def _abandon_ritual(draft: Draft, _command: c.AbandonRitual) -> None:
    _abandon(draft, paused_ritual(draft), "command")


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        c.BeginRest: _begin_rest,
        c.ResumeRest: _resume_rest,
        c.RestartRest: _restart_rest,
        c.AbandonRest: _abandon_rest,
        c.BeginRitual: _begin_ritual,
        c.ContinueRitual: _continue_ritual,
        c.AbandonRitual: _abandon_ritual,
    }
)
