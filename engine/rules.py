"""The numbers of the sheet as frozen data, and what a table may want otherwise.

Every value is a field below; its bounds and choices stand beside it. `Rules()` is the sheet itself.
Rules of a table come from `Rules.from_mapping`, which names every bad key at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import Any

from .bounds import Check, Choice, Counter, Kinds, Stock, Weights, Whole
from .shown import key_shown, shown

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


@dataclass(frozen=True)
class Problem:
    """One bad key: its path from the top of the rules, its value, and a text with bounds and cure."""

    path: tuple[str, ...]
    value: object
    text: str


class RulesError(ValueError):
    """Rules that cannot be played; `problems` names every bad key at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.text for problem in problems))


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
    die: int = _whole(6, 4, 100)
    table: tuple[tuple[str, int], ...] = _rule((("encounter", 3), ("hazard", 2), ("complication", 1)), Weights())
    """Kinds of danger and their weights."""
    linger_free_turns: int = _whole(1, 0, 100)
    overflow: str = _choice("cap", "carry", "immediate")
    noise_timing: str = _choice("this", "next")
    light_mark: str = _choice("on_change", "each_turn", "off")
    split_mark: str = _choice("once", "each_turn", "off")
    check_every: int = _whole(1, 1, 48)
    roll: str = _choice("device", "table")


@dataclass(frozen=True)
class SearchRules:
    """Searching the same area again."""

    repeat_mark: int = _whole(1, 0, 5)


@dataclass(frozen=True)
class RestRules:
    """Rests and what makes them safer (sheet, "Resting in a Dungeon")."""

    secure_turns: int = _whole(1, 1, 48)
    check_every: int = _whole(1, 1, 48)
    on_danger: str = _choice("pause", "restart", "fail")
    secured: str = _choice("skip", "halve")
    fatigue_every: int = _whole(0, 3, 144, zero=True)


@dataclass(frozen=True)
class RitualRules:
    """Ritual casting."""

    default_turns: int = _whole(2, 1, 48)
    on_danger: str = _choice("ask", "lose", "keep")


@dataclass(frozen=True)
class LightRules:
    """Lights and how long they burn, in normal turns."""

    lantern_turns: int = _whole(36, 1, 144)
    kinds: tuple[tuple[str, int | None], ...] = _rule((("torch", 6), ("candle", 6)), Kinds())
    """Kinds beside the lantern; None never burns down ("no limit" in a mapping)."""
    warn_turns: int = _whole(1, 0, 36)
    stock: tuple[tuple[str, int], ...] | None = _rule(None, Stock())
    """Spares at a delve's start, None where spares are not counted."""

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
    aftermath: str = _choice("ask", "always", "never")


@dataclass(frozen=True)
class DebateRules:
    """The device's real-time clock on talk without a declared action; the engine only holds the numbers."""

    minutes: int = _whole(10, 1, 120)
    mode: str = _choice("remind", "spend", "off")


@dataclass(frozen=True)
class Rules:
    """All rules of a table. `profile` says what they were made from."""

    profile: str = _choice(*PROFILES)
    mode: str = _choice("normal", "fast")
    """The turns a delve starts in."""
    danger: DangerRules = DangerRules()
    search: SearchRules = SearchRules()
    rest: RestRules = RestRules()
    ritual: RitualRules = RitualRules()
    lights: LightRules = LightRules()
    combat: CombatRules = CombatRules()
    debate: DebateRules = DebateRules()
    ammunition: int | None = _rule(None, Counter())
    """Ammunition at a delve's start, None where it is not counted."""

    def __post_init__(self) -> None:
        """Rules made by hand are held to the same bounds.

        Raises:
            RulesError: values out of bounds, all at once.
        """
        problems = tuple(_bad_values(self, ()))
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
        made: Rules = _record(cls, _merged(base, mapping), (), problems)
        if problems:
            raise RulesError(tuple(problems))
        return made

    def as_mapping(self) -> dict[str, Any]:
        """Every key with its value as plain JSON values; `from_mapping` of it gives equal rules."""
        return _mapping(self)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(below, value) if both and isinstance(below, Mapping) else value
    return merged


def _record(kind: type[Any], mapping: Mapping[str, Any], path: tuple[str, ...], problems: list[Problem]) -> Any:
    """A frozen record of `kind` from a mapping; what is wrong with it is added to `problems`."""
    known = {each.name: each for each in fields(kind)}
    for key, value in mapping.items():
        if key not in known:
            problems.append(_unknown_key((*path, key if isinstance(key, str) else shown(key)), value, tuple(known)))
    values: dict[str, Any] = {}
    for name, each in known.items():
        if name not in mapping:
            continue
        value, here = mapping[name], (*path, name)
        if is_dataclass(each.default):
            if isinstance(value, Mapping):
                values[name] = _record(type(each.default), value, here, problems)
            else:
                inside = ", ".join(inner.name for inner in fields(each.default))
                problems.append(_problem(here, value, f"holds keys of its own: {inside}"))
            continue
        values[name], trouble = each.metadata["check"].read(value)
        if trouble is not None:
            problems.append(_problem(here, value, trouble))
    return None if problems else kind(**values)


def _mapping(record: Any) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for each in fields(record):
        value = getattr(record, each.name)
        mapping[each.name] = _mapping(value) if is_dataclass(value) else each.metadata["check"].written(value)
    return mapping


_SHAPE = "has the wrong shape: make rules with Rules.from_mapping"


def _bad_values(record: Any, path: tuple[str, ...]) -> Iterator[Problem]:
    for each in fields(record):
        value, here = getattr(record, each.name), (*path, each.name)
        if is_dataclass(each.default):
            if type(value) is type(each.default):
                yield from _bad_values(value, here)
            else:
                yield _problem(here, value, f"is not {type(each.default).__name__}")
            continue
        check = each.metadata["check"]
        try:
            read, trouble = check.read(check.written(value))
        except (TypeError, ValueError):
            read, trouble = None, _SHAPE
        if trouble is None and read != value:
            trouble = _SHAPE
        if trouble is not None:
            yield _problem(here, value, trouble)


def _problem(path: tuple[str, ...], value: object, trouble: str) -> Problem:
    return Problem(path, value, f"{_dotted(path)}: {shown(value)} {trouble}")


def _unknown_key(path: tuple[str, ...], value: object, known: tuple[str, ...]) -> Problem:
    from difflib import get_close_matches

    near = get_close_matches(path[-1], known, n=1)
    cure = f"did you mean {near[0]}?" if near else f"the keys here are {', '.join(known)}"
    return Problem(path, value, f"{_dotted(path)}: unknown key: {cure}")


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(("rules", *map(key_shown, path)))
