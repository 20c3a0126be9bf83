"""Where a delve stands, and what happened in it, as a house's automations want it: plain values, exact. Pure.

A house is the game master's. Each count has a word beside it (`outputs.hints`) for a table where a bulb must not tell
more than the panel does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..engine.odds import danger_now
from ..engine.records import Entry, event_to_dict
from ..engine.rules import Rules
from ..engine.state import Light, State
from .outputs import hints
from .outputs.trackers import danger_share, full_turns

NOTHING_LIT = "none"
HAPPENINGS: Mapping[str, str] = MappingProxyType(
    {
        "turn_ended": "turn",
        "light_lit": "light_lit",
        "light_warned": "light_low",
        "light_doused": "light_doused",
        "light_went_out": "light_out",
        "darkness_fell": "darkness",
        "box_marked": "escalation",
        "boxes_cleared": "cleared",
        "play_suspended": "suspended",
        "play_resumed": "resumed",
        "delve_closed": "delve_ended",
    }
)
"""What a house is told as it happens, by the engine's event; a roll is told only where it is danger."""
DANGER = "danger"
KINDS = (DANGER, *HAPPENINGS.values())
"""Every `event_type`."""


def standing_of(state: State, rules: Rules) -> dict[str, Any]:
    """All that a house may show. Chances and lights in percent, 0 to 100; None where there is no number."""
    lit = [light for light in state.lights if light.lit]
    best = max(lit, key=lambda light: _share(light, rules), default=None)
    chance = danger_now(state, rules).chance
    return {
        "turn": state.completed + 1,
        "minutes": state.elapsed_minutes,
        "escalation": state.escalation,
        "danger": hints.of_danger(danger_share(state, rules)),
        "danger_percent": None if chance is None else round(100 * chance),
        "light": NOTHING_LIT if best is None else hints.of_light(best.turns_left, full_turns(best, rules)),
        "light_percent": 0 if best is None else _percent(best, rules),
        "light_turns": 0 if best is None else best.turns_left,
        "lights": [_light(light, rules) for light in state.lights],
        "play": state.suspended or (state.activity.kind if state.activity else "delve"),
    }


def happenings_of(entry: Entry) -> list[dict[str, Any]]:
    """What an entry brought about, in order, each with its `event_type`; undo and redo bring nothing about."""
    told = []
    for event in entry.events:
        fields = event_to_dict(event)
        name = fields.pop("type")
        kind = DANGER if name == "danger_rolled" and fields["danger"] else HAPPENINGS.get(name)
        if kind is not None:
            told.append({"event_type": kind, **fields})
    return told


def _share(light: Light, rules: Rules) -> float:
    """How much of a light is left, 0 to 1; without limit all of it."""
    return 1.0 if light.turns_left is None else light.turns_left / full_turns(light, rules)


def _percent(light: Light, rules: Rules) -> int:
    return round(100 * _share(light, rules))


def _light(light: Light, rules: Rules) -> dict[str, Any]:
    return {
        "kind": light.kind,
        "holder": light.holder,
        "left": hints.of_light(light.turns_left, full_turns(light, rules)),
        "turns_left": light.turns_left,
        "percent": _percent(light, rules),
        "lit": light.lit,
    }
