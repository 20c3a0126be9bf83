"""What lamp and buzzer tell, as data: patterns that differ by their rhythm, not by colour or pitch. Pure."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

from ...engine.rules import Rules
from ...engine.state import BOXES, Light, State
from . import hints
from .hints import Numbers
from .trackers import danger_share, full_turns

ROUNDING_SECONDS = 1e-9
"""A change that is nearer than this has come: a sum of times may end a hair before the deadline made of it."""
BREATH_STEPS = 16
"""Levels of one breath of a lamp that can be dimmed: its thread wakes as often, seven times a second at most."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Seconds on, off, on, off …, beginning with on; no beat at all is dark.

    A lasting pattern repeats until another lasting one is shown, the others come once and give way to the
    lasting one before them. One beat that lasts is steady light. One that `breathes` swells and fades over
    its whole length where a lamp can be dimmed, and has its beats where it cannot.
    """

    beats: tuple[float, ...]
    lasting: bool = False
    breathes: bool = False

    @property
    def seconds(self) -> float:
        """How long it takes once."""
        return sum(self.beats)


BREATHS = (6.0, 5.0, 4.2, 3.5, 2.9, 2.4)
"""Seconds of a breath at rest, by filled escalation boxes."""
LIT_SECONDS = 0.9
"""Of each breath of a lamp that cannot be dimmed."""


def rest_at(boxes: int) -> str:
    """The name of the pattern at rest with so many filled boxes, 0–5."""
    return f"rest_{boxes}" if boxes else "rest"


PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        **{
            rest_at(boxes): Pattern((LIT_SECONDS, breath - LIT_SECONDS), lasting=True, breathes=True)
            for boxes, breath in enumerate(BREATHS)
        },
        "dark": Pattern((), lasting=True),
        "listening": Pattern((1.0,), lasting=True),
        "asking": Pattern((0.5, 0.5), lasting=True),
        "low_light": Pattern((0.1, 0.15, 0.1, 3.65), lasting=True),
        "muted": Pattern((0.1, 1.9), lasting=True),
        "fault": Pattern((0.1, 0.2, 0.1, 0.2, 0.1, 2.0), lasting=True),
        "shutting_down": Pattern((0.9, 0.1), lasting=True),
        "understood": Pattern((0.25, 0.15)),
        "not_understood": Pattern((0.07, 0.07, 0.07, 0.07, 0.07, 0.15)),
        "danger": Pattern((0.8, 0.2, 0.8, 0.2, 0.8, 0.2)),
    }
)
"""What the lamp can tell, by name."""

BUZZES: Mapping[str, Pattern] = MappingProxyType(
    {
        "understood": Pattern((0.04,)),
        "not_understood": Pattern((0.04, 0.08, 0.2)),
        "asking": Pattern((0.12, 0.12, 0.12)),
        "low_light": Pattern((0.04, 0.06, 0.04)),
        "fault": Pattern((0.04, 0.06, 0.04, 0.06, 0.04)),
        "shutting_down": Pattern((0.7,)),
        "danger": Pattern((0.3, 0.1, 0.3, 0.1, 0.3)),
    }
)
"""What the buzzer can tell, each once when it begins. It is silent while the box listens: the ear would hear it."""


def level_at(pattern: Pattern, elapsed_seconds: float, *, dims: bool = False) -> float:
    """How bright the lamp is, 0 to 1, `elapsed_seconds` ≥ 0 after the pattern began."""
    if dims and pattern.breathes:
        step = int((elapsed_seconds + ROUNDING_SECONDS) / pattern.seconds * BREATH_STEPS) % BREATH_STEPS
        return math.sin(math.pi * step / BREATH_STEPS) ** 4  # eyes take half the light for nearly as bright
    return float(_beat(pattern, elapsed_seconds)[0])


def next_change(pattern: Pattern, elapsed_seconds: float, *, dims: bool = False) -> float | None:
    """Seconds after the pattern's beginning at which to look again; None where nothing changes any more."""
    if dims and pattern.breathes:
        step = pattern.seconds / BREATH_STEPS
        return (math.floor((elapsed_seconds + ROUNDING_SECONDS) / step) + 1) * step
    return _beat(pattern, elapsed_seconds)[1]


def _beat(pattern: Pattern, elapsed_seconds: float) -> tuple[bool, float | None]:
    elapsed, once = elapsed_seconds + ROUNDING_SECONDS, pattern.seconds
    if not once or (elapsed >= once and not pattern.lasting):
        return False, None
    if len(pattern.beats) == 1 and pattern.lasting:
        return True, None
    begun = elapsed - elapsed % once
    ends = [begun + end for end in accumulate(pattern.beats)]
    index = min(bisect_right(ends, elapsed), len(ends) - 1)
    return index % 2 == 0, ends[index]


@dataclass(frozen=True, slots=True)
class Doing:
    """What the box itself is doing, beside the delve."""

    counts_down: bool = False
    """It is being switched off."""
    listening: bool = False
    muted: bool = False
    faulty: bool = False
    """A part of it does not work."""
    asleep: bool = False
    """Nothing happened for long, and the panel is dark."""


def lasting_pattern(state: State, rules: Rules, numbers: Numbers, doing: Doing) -> str:
    """The name of what the lamp shows for as long as it is so; it tells players no more than their panel."""
    if doing.counts_down:
        return "shutting_down"
    if doing.listening:
        return "listening"
    if state.asking:
        return "asking"
    if doing.faulty:
        return "fault"
    if doing.muted:
        return "muted"
    if doing.asleep:
        return "dark"
    if numbers != "hidden" and any(_is_low(light, rules, numbers) for light in state.lights):
        return "low_light"
    near = hints.of_danger(danger_share(state, rules))
    return rest_at({"exact": min(state.escalation, BOXES), "hints": _BOXES_FOR[near], "hidden": 0}[numbers])


def _is_low(light: Light, rules: Rules, numbers: Numbers) -> bool:
    if not light.lit or light.turns_left is None:
        return False
    if numbers == "hints":
        return hints.of_light(light.turns_left, full_turns(light, rules)) == "low"
    return light.turns_left <= rules.lights.warn_turns


_BOXES_FOR = {"calm": 0, "restless": 2, "tense": 4, "certain": 5}
