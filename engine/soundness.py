"""What a delve that was played can hold: checked where history comes from outside and nothing else vouches for it.

A journal's checksums do that; the JSON of another program has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from . import events as e
from .actions import ACTIONS
from .activities import LONGEST, REST_TURNS
from .records import Entry
from .rules import Rules
from .shown import shown
from .situation import SUPPLY_BOXES
from .state import BOXES, State
from .suspending import OVER

_ACTIVITIES = (*REST_TURNS, "ritual", "talk")
_QUESTIONS = ("long_rest", "cleanup", "new_delve", "end_delve", "roll")

WORDS: Mapping[type[e.Event], Mapping[str, Collection[str]]] = MappingProxyType(
    {
        e.TurnBegan: {"action": ACTIONS},
        e.MarkDelayed: {"until": ("clearing", "step_5")},
        e.ActivityBegan: {"kind": _ACTIVITIES},
        e.ActivityPaused: {"kind": _ACTIVITIES},
        e.ActivityResumed: {"kind": _ACTIVITIES},
        e.ActivityRestarted: {"kind": _ACTIVITIES},
        e.PlaySuspended: {"kind": OVER},
        e.SupplyUsed: {"supply": ("rations", "water")},
        e.SupplyCorrected: {"supply": ("rations", "water", "ammunition")},
        e.ModeChanged: {"mode": ("normal", "fast")},
        e.QuestionAsked: {"question": _QUESTIONS, "action": ACTIONS},
    }
)
"""The words that a field may hold, where what is played later depends on them."""


def flaw_of(entry: Entry) -> str:
    """What is wrong with an entry by itself; empty where nothing is."""
    if entry.kind != "command" and entry.events:
        return f"{entry.kind} has events of its own: they are those of the entry that it means"
    for event in entry.events:
        chance = getattr(event, "chance", None)
        if chance is not None and not 0 <= chance <= 1:
            return f"{type(event).__name__} has the chance {shown(chance)}: it must be within 0 to 1"
        for name, known in WORDS.get(type(event), {}).items():
            word = getattr(event, name)
            if word is not None and word not in known:
                return f"{type(event).__name__} has the {name} {shown(word)}: it must be one of {', '.join(known)}"
    return ""


def flaw_in(state: State, rules: Rules) -> str:
    """What no play by `rules` leads to; empty where nothing is wrong."""
    return next((f"it is not so that {what}" for what, holds in SOUND.items() if not holds(state, rules)), "")


def _turns_left(state: State) -> list[int]:
    left = [light.turns_left for light in state.lights] + [effect.turns_left for effect in state.effects]
    return [turns for turns in left if turns is not None]


def _own_numbers(state: State) -> bool:
    numbers = [light.number for light in state.lights]
    return len({*numbers}) == len(numbers) and all(0 < number <= state.lights_lit for number in numbers)


def _length(state: State) -> bool:
    activity = state.activity
    return activity is None or 0 <= activity.done < activity.total <= LONGEST


def _paused(state: State) -> bool:
    activity = state.activity
    return activity is None or activity.paused or state.pending is not None


SOUND: Mapping[str, Callable[[State, Rules], bool]] = MappingProxyType(
    {
        "turns and minutes are counted from 0": lambda state, _: min(state.completed, state.elapsed_minutes) >= 0,
        f"0 to {BOXES} boxes are filled": lambda state, _: 0 <= state.escalation <= BOXES,
        "searches and lookouts are counted from 0": lambda state, _: min(state.area.searches, state.area.lookouts) >= 0,
        "lights have numbers of their own": lambda state, _: _own_numbers(state),
        "lights and spells have turns left": lambda state, _: min(_turns_left(state), default=0) >= 0,
        "a spell runs once": lambda state, _: len({each.name for each in state.effects}) == len(state.effects),
        "spares are counted from 0": lambda state, _: all(count >= 0 for _, count in state.stock),
        f"rations have 0 to {SUPPLY_BOXES} boxes": lambda state, _: 0 <= state.rations <= SUPPLY_BOXES,
        f"water has 0 to {SUPPLY_BOXES} boxes": lambda state, _: 0 <= state.water <= SUPPLY_BOXES,
        "ammunition is counted from 0": lambda state, _: state.ammunition is None or state.ammunition >= 0,
        f"an activity has 1 to {LONGEST} turns, one of them to come": lambda state, _: _length(state),
        "an activity is paused between commands": lambda state, _: _paused(state),
        "a turn waits for its die alone": lambda state, _: (state.pending is not None) == (state.asking == "roll"),
        f"a turn waits with fewer than {LONGEST} after it": lambda state, _: (
            state.pending is None or 0 <= state.pending.turns_after < LONGEST
        ),
        "dice are faces of the danger die": lambda state, rules: all(
            1 <= die <= rules.danger.die for die in state.kept_dice
        ),
    }
)
"""What is so after every command."""
