"""The numbers of the sheet as frozen data, and what a table may want otherwise.

Every value is a field below; its default, bounds and choices stand beside it. `Rules()` is the sheet itself.
Rules of a table come from `Rules.from_mapping`, which names every bad key at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from .bounds import Check, Choice, Counter, Kinds, Stock, Weights, Whole
from .rule_keys import Problem, RulesError, bad_values, laid_over, read_record, written
from .shown import shown

__all__ = [
    "PROFILES",
    "CombatRules",
    "DangerRules",
    "DebateRules",
    "LightRules",
    "Problem",
    "RestRules",
    "RitualRules",
    "Rules",
    "RulesError",
    "SearchRules",
]

PROFILES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "sheet": {},
        "sheet-classic": {"danger": {"mode": "classic"}},
        "old-school": {
            "danger": {"mode": "classic", "check_every": 2},
            "rest": {"fatigue_every": 6},
            "lights": {"lantern_turns": 24},
        },
        "fast": {"mode": "fast"},
    }
)
"""Named sets of rules; single keys of a table override them."""


def _rule(default: object, check: Check) -> Any:
    return field(default=default, metadata={"check": check})


def _choice(*allowed: str) -> Any:
    """One of the words; the first is the default."""
    return _rule(allowed[0], Choice(allowed))


def _whole(default: int, low: int, high: int, *, zero: bool = False) -> Any:
    """A whole number within `low`–`high`; `zero` allows 0 beside them for "off"."""
    return _rule(default, Whole(low, high, zero))


@dataclass(frozen=True)
class DangerRules:
    """How danger finds the party (sheet, "Check for Danger" and "Danger Escalation Tracker")."""

    mode: str = _choice("escalation", "classic")
    """escalation: die + boxes of the die's size or more is danger; classic: a die of 1 + modifier or less."""
    die: int = _whole(6, 4, 100)
    """Sides of the danger die."""
    table: tuple[tuple[str, int], ...] = _rule((("encounter", 3), ("hazard", 2), ("complication", 1)), Weights())
    """Kinds of danger and their weights: 1–20 kinds, weights of 1–100."""
    linger_free_turns: int = _whole(1, 0, 100)
    """Turns in an area before those that linger mark."""
    overflow: str = _choice("cap", "carry", "immediate")
    """A mark over five boxes is lost (cap), waits for the next clearing (carry), or is danger at once (immediate)."""
    noise_timing: str = _choice("this", "next")
    """Whether the noise of a turn's own action counts in its roll, or fills its box after it."""
    light_mark: str = _choice("on_change", "each_turn", "off")
    """When bright light marks a box; in classic mode it adds 1 while on, unless off."""
    split_mark: str = _choice("once", "each_turn", "off")
    """When a split party marks a box."""
    check_every: int = _whole(1, 1, 48)
    """Turns from roll to roll; a fast turn counts as two."""
    roll: str = _choice("device", "table")
    """Who rolls when no die was told beforehand; table: each roll is asked for."""


@dataclass(frozen=True)
class SearchRules:
    """Searching the same area again."""

    repeat_mark: int = _whole(1, 0, 5)
    """Boxes for each search of an area after the first."""


@dataclass(frozen=True)
class RestRules:
    """Rests and what makes them safer (sheet, "Resting in a Dungeon")."""

    secure_turns: int = _whole(1, 1, 48)
    """Turns that securing an area takes."""
    check_every: int = _whole(1, 1, 48)
    """Rest turns from roll to roll."""
    on_danger: str = _choice("pause", "restart", "fail")
    """The rest keeps its turns, begins again from none, or is over."""
    secured: str = _choice("skip", "halve")
    """In a secured area no rest turn rolls, or only the even ones do."""
    fatigue_every: int = _whole(0, 3, 144, zero=True)
    """One turn in so many must be a rest; 0 for off."""


@dataclass(frozen=True)
class RitualRules:
    """Ritual casting."""

    default_turns: int = _whole(2, 1, 48)
    """Turns of a ritual whose length is not said."""
    on_danger: str = _choice("ask", "lose", "keep")
    """It pauses and any other turn loses it (ask), it is lost at once, or it waits until a move (keep)."""


@dataclass(frozen=True)
class LightRules:
    """Lights and how long they burn, in normal turns."""

    lantern_turns: int = _whole(36, 1, 144)
    """Turns that a lantern burns."""
    kinds: tuple[tuple[str, int | None], ...] = _rule((("torch", 6), ("candle", 6)), Kinds())
    """Kinds beside the lantern and their turns, 1–144; None never burns down ("no limit" in a mapping)."""
    warn_turns: int = _whole(1, 0, 36)
    """Turns left when the end is told; 0 for never."""
    stock: tuple[tuple[str, int], ...] | None = _rule(None, Stock())
    """Spares at a delve's start by kind, 0–999; None where spares are not counted ("off" in a mapping)."""

    def known(self) -> tuple[str, ...]:
        """Every kind that can be lit."""
        return ("lantern", *(kind for kind, _ in self.kinds))

    def full_turns(self, kind: str) -> int | None:
        """Turns a fresh light of `kind` burns, None without limit.

        Raises:
            KeyError: no such kind; `known` lists them.
        """
        return self.lantern_turns if kind == "lantern" else dict(self.kinds)[kind]


@dataclass(frozen=True)
class CombatRules:
    """What a fight leaves behind."""

    mark: int = _whole(1, 0, 5)
    """Boxes for the noise of a fight, when it is over."""
    aftermath: str = _choice("ask", "always", "never")
    """Whether a turn of cleaning up is asked for, played, or neither."""


@dataclass(frozen=True)
class DebateRules:
    """The device's real-time clock on talk without a declared action; the engine only holds the numbers."""

    minutes: int = _whole(10, 1, 120)
    """Real minutes until talk is a turn."""
    mode: str = _choice("remind", "spend", "off")
    """What the device does then: say so, play a turn of talk, or nothing."""


@dataclass(frozen=True)
class Rules:
    """All rules of a table. `profile` says what they were made from."""

    profile: str = _choice(*PROFILES)
    mode: str = _choice("normal", "fast")
    """The turns that a delve starts in."""
    danger: DangerRules = DangerRules()
    search: SearchRules = SearchRules()
    rest: RestRules = RestRules()
    ritual: RitualRules = RitualRules()
    lights: LightRules = LightRules()
    combat: CombatRules = CombatRules()
    debate: DebateRules = DebateRules()
    ammunition: int | None = _rule(None, Counter())
    """Ammunition at a delve's start, 0–999; None where it is not counted ("off" in a mapping)."""

    def __post_init__(self) -> None:
        """Rules made by hand are held to the same bounds.

        Raises:
            RulesError: values out of bounds, all at once.
        """
        problems = tuple(bad_values(self))
        if problems:
            raise RulesError(problems)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Rules:
        """Rules from nested keys, as `{"danger": {"mode": "classic"}, "profile": "old-school"}`.

        Raises:
            RulesError: unknown keys, wrong types, values out of bounds, all at once.
        """
        problems: list[Problem] = []
        if not isinstance(mapping, Mapping):
            raise RulesError(
                (Problem((), mapping, f"rules: {shown(mapping)} is not a mapping of keys: write key: value"),)
            )
        profile = mapping.get("profile", "sheet")
        base = PROFILES.get(profile, {}) if isinstance(profile, str) else {}
        made: Rules = read_record(cls, laid_over(base, mapping), (), problems)
        if problems:
            raise RulesError(tuple(problems))
        return made

    def as_mapping(self) -> dict[str, Any]:
        """Every key with its value as plain JSON values; `from_mapping` of it gives equal rules."""
        return written(self)
