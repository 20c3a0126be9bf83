"""What a delve that was played can hold: checked where history comes from outside and nothing else vouches for it.

A journal's checksums do that; the JSON of another program has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from . import events as e
from .actions import ACTIONS
from .activities import LONGEST, REST_TURNS
from .commands import Redo, Undo
from .lights import MOST_SPARES
from .questions import MOST_DICE
from .records import Entry
from .rules import Rules
from .shown import is_unreadable, shown
from .situation import LAST_TURN, LONGEST_NOTE, MOST_AMMUNITION, SUPPLY_BOXES
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
    if isinstance(entry.command, Undo | Redo):
        return f"{entry.kind} has undo or redo for its command: it names what was played"
    return next((flaw for event in entry.events for flaw in _flaws(event)), "")


def _flaws(event: e.Event) -> Iterator[str]:
    kind, words = type(event), WORDS.get(type(event), {})
    names: tuple[str, ...] = kind.__slots__  # its fields, without the time that `dataclasses.fields` takes
    for name in names:
        value = getattr(event, name)
        if not _is_readable(value):
            yield f"{kind.__name__} has the {name} {shown(value)}: texts are 1 to {LONGEST_NOTE} readable characters"
        elif name in words and value is not None and value not in words[name]:
            yield f"{kind.__name__} has the {name} {shown(value)}: it must be one of {', '.join(words[name])}"
        elif name == "chance" and value is not None and not 0 <= value <= 1:
            yield f"{kind.__name__} has the chance {shown(value)}: it must be within 0 to 1"


def _is_readable(value: Any) -> bool:
    """Whether every text in a value can be shown and written down."""
    if isinstance(value, tuple):
        return all(map(_is_readable, value))
    if not isinstance(value, str):
        return True
    if not 0 < len(value) <= LONGEST_NOTE:
        return False
    return value.isprintable() or not any(is_unreadable(letter) and letter != "\n" for letter in value)


def flaw_in(state: State, rules: Rules) -> str:
    """What no play by `rules` leads to; empty where nothing is wrong."""
    return next((f"it is not so that {what}" for what, holds in SOUND.items() if not holds(state, rules)), "")


def _own_numbers(state: State) -> bool:
    numbers = [light.number for light in state.lights]
    return len({*numbers}) == len(numbers) and all(0 < number <= state.lights_lit for number in numbers)


def _turns_left(state: State) -> bool:
    least = 0 if state.pending else 1  # what is used up serves the roll that waits, and ends in step 5
    left = [light.turns_left for light in state.lights] + [effect.turns_left for effect in state.effects]
    return all(turns is None or turns >= least for turns in left)


def _length(state: State) -> bool:
    activity = state.activity
    return activity is None or 0 <= activity.done < activity.total <= LONGEST


def _paused(state: State) -> bool:
    activity = state.activity
    return activity is None or activity.paused or state.pending is not None


def _tallied(state: State) -> bool:
    tally = state.tally
    return min(tally.noise, tally.risk) >= 0 and (state.pending is not None or (tally.noise, tally.risk) == (0, 0))


SOUND: Mapping[str, Callable[[State, Rules], bool]] = MappingProxyType(
    {
        "turns are counted from 0": lambda state, _: 0 <= state.completed <= LAST_TURN + state.played,
        "minutes are those of the turns": lambda state, _: (
            10 * state.completed <= state.elapsed_minutes <= 10 * LAST_TURN + 20 * state.played
        ),
        f"0 to {BOXES} boxes are filled": lambda state, _: 0 <= state.escalation <= BOXES,
        "nothing is tallied between turns": lambda state, _: _tallied(state),
        "searches and lookouts are counted by the turn": lambda state, _: (
            min(state.area.searches, state.area.lookouts) >= 0
            and max(state.area.searches, state.area.lookouts) <= state.played + 1
        ),
        "lights have numbers of their own": lambda state, _: _own_numbers(state),
        "lights and spells have turns left": lambda state, _: _turns_left(state),
        "a spell runs once": lambda state, _: len({each.name for each in state.effects}) == len(state.effects),
        f"spares are 0 to {MOST_SPARES}": lambda state, _: all(0 <= count <= MOST_SPARES for _, count in state.stock),
        f"rations have 0 to {SUPPLY_BOXES} boxes": lambda state, _: 0 <= state.rations <= SUPPLY_BOXES,
        f"water has 0 to {SUPPLY_BOXES} boxes": lambda state, _: 0 <= state.water <= SUPPLY_BOXES,
        f"ammunition is 0 to {MOST_AMMUNITION}": lambda state, _: (
            state.ammunition is None or 0 <= state.ammunition <= MOST_AMMUNITION
        ),
        f"an activity has 1 to {LONGEST} turns, one of them to come": lambda state, _: _length(state),
        "an activity is paused between commands": lambda state, _: _paused(state),
        "nothing but the delve's end is asked in a break": lambda state, _: (
            state.suspended is None or state.asking in (None, "new_delve", "end_delve")
        ),
        "a turn waits for its die alone": lambda state, _: (state.pending is not None) == (state.asking == "roll"),
        f"a turn waits with fewer than {LONGEST} after it": lambda state, _: (
            state.pending is None or 0 <= state.pending.turns_after < LONGEST
        ),
        f"up to {MOST_DICE} dice are kept, faces of the danger die": lambda state, rules: (
            len(state.kept_dice) <= MOST_DICE and all(1 <= die <= rules.danger.die for die in state.kept_dice)
        ),
        "no entry of a table came twice": lambda state, _: all(
            len({*texts}) == len(texts) for _, texts in state.tables.drawn
        ),
    }
)
"""What is so after every command."""
