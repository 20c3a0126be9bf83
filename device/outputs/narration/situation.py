"""How things stand when something is said: what any spoken sentence may ask of in its conditions. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ....engine import events as e
from ....engine.state import State
from .sentences import Field, Fields

SITUATION: Fields = MappingProxyType(
    {
        "escalation": Field("number"),
        "rising": Field("flag"),
        "quiet_turns": Field("number"),
        "first_light": Field("flag"),
        "last_light": Field("flag"),
        "dark": Field("flag"),
        "region": Field("text", optional=True),
    }
)
"""Boxes now, and whether this command left more of them than there were; whole turns since the last danger, or since
the delve began; one light was lit in this delve so far; one alone burns now; none does; where the party is, as the
danger tables call it. A sentence's own field of the same name comes first."""

AT_FIRST: Mapping[str, Any] = MappingProxyType(
    {
        "escalation": 0,
        "rising": False,
        "quiet_turns": 0,
        "first_light": False,
        "last_light": False,
        "dark": True,
        "region": None,
    }
)
"""The situation before anything happened."""


def situation_of(state: State, happened: Sequence[e.Event], now: Sequence[e.Event] = ()) -> Mapping[str, Any]:
    """The values of `SITUATION`.

    Args:
        state: How things are.
        happened: All that happened in the delve and was not taken back.
        now: The part of it that this command brought about.
    """
    lit = sum(light.lit for light in state.lights)
    return {
        "escalation": state.escalation,
        "rising": state.escalation > _escalation_before(state, now),
        "quiet_turns": _quiet_turns(happened),
        "first_light": state.lights_lit == 1,
        "last_light": lit == 1,
        "dark": lit == 0,
        "region": state.tables.region,
    }


def _quiet_turns(happened: Sequence[e.Event]) -> int:
    """The turn of a danger itself is none; one between turns spoils no turn."""
    quiet, in_turn = 0, False
    for event in reversed(happened):
        match event:
            case e.TurnEnded():
                quiet, in_turn = quiet + 1, True
            case e.TurnBegan():
                in_turn = False
            case e.DangerRolled(danger=True):
                return quiet - in_turn
    return quiet


def _escalation_before(state: State, now: Sequence[e.Event]) -> int:
    """By the first event that tells of the boxes; a correction does not tell what was before it."""
    for event in now:
        match event:
            case e.BoxMarked():
                return event.escalation - 1
            case e.BoxesCalmed():
                return event.escalation + event.boxes
            case e.BoxesCleared():
                return event.boxes
            case e.BoxesCorrected():
                return event.escalation
    return state.escalation
