"""What a delve that was played can hold: checked where history comes from outside and nothing else vouches for it.

A journal's checksums do that; the JSON of another program has none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from . import events as e
from .actions import ACTIONS
from .activities import LONGEST, REST_TURNS
from .records import Entry
from .rules import Rules
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
        for name, known in WORDS.get(type(event), {}).items():
            word = getattr(event, name)
            if word is not None and word not in known:
                return f"{type(event).__name__} has the {name} {word!r}: it must be one of {', '.join(known)}"
    return ""


def flaw_in(state: State, rules: Rules) -> str:
    """What no play by `rules` leads to; empty where nothing is wrong."""
    activity, pending, area = state.activity, state.pending, state.area
    numbers = [light.number for light in state.lights]
    left = [light.turns_left for light in state.lights] + [effect.turns_left for effect in state.effects]
    sound = {
        "turns and minutes are counted from 0": min(state.completed, state.elapsed_minutes) >= 0,
        f"0 to {BOXES} boxes are filled": 0 <= state.escalation <= BOXES,
        "searches, lookouts and turns in an area are counted from 0": min(area.searches, area.lookouts) >= 0,
        "lights have numbers of their own": len({*numbers}) == len(numbers)
        and all(0 < number <= state.lights_lit for number in numbers),
        "lights and spells have turns left": all(turns is None or turns >= 0 for turns in left),
        "a spell runs once": len({each.name for each in state.effects}) == len(state.effects),
        "spares are counted from 0": all(count >= 0 for _, count in state.stock),
        f"rations and water have 0 to {SUPPLY_BOXES} boxes": all(
            0 <= boxes <= SUPPLY_BOXES for boxes in (state.rations, state.water)
        ),
        "ammunition is counted from 0": state.ammunition is None or state.ammunition >= 0,
        f"an activity has 1 to {LONGEST} turns, one of them to come": activity is None
        or 0 <= activity.done < activity.total <= LONGEST,
        "an activity is paused between commands": activity is None or activity.paused or pending is not None,
        "a turn waits for its die alone": (pending is not None) == (state.asking == "roll"),
        f"a turn waits with fewer than {LONGEST} after it": pending is None or 0 <= pending.turns_after < LONGEST,
        f"dice have 1 to {rules.danger.die}": all(1 <= die <= rules.danger.die for die in state.kept_dice),
    }
    return next((f"it is not so that {what}" for what, holds in sound.items() if not holds), "")
