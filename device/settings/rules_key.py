"""The `rules` section: handed to the engine, whose findings get their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from ...engine import rules as engine_rules
from ...engine.rules import Rules, RulesError
from .problems import Path, Problem, dotted
from .scalars import BareWord, Spoiled
from .schema import NameLists
from .wording import line_of


def rules_from(given: Any, lines: Mapping[Path, int]) -> tuple[Rules | None, list[Problem]]:
    """The engine's `Rules` of a mapping, or None and its problems.

    A bare `off` is the word where a key takes that word (`danger.light_mark: off`), else a problem.
    """
    if isinstance(given, Spoiled):
        return None, []
    if not isinstance(given, Mapping):
        text = "must be a section of keys with values, such as danger: {mode: classic}"
        return None, [Problem(line_of(("rules",), lines), ("rules",), given, text)]
    bare: dict[Path, BareWord] = {}
    spoiled: set[Path] = set()
    empty = {key for key, value in given.items() if value is None and is_dataclass(getattr(Rules(), key, None))}
    plain = _plain({key: value for key, value in given.items() if key not in empty}, (), bare, spoiled)
    try:
        return Rules.from_mapping(plain), []
    except RulesError as error:
        return None, [_problem(found, bare, lines) for found in error.problems]


def known_lights(names: NameLists, rules: Rules, lines: Mapping[Path, int]) -> NameLists | list[Problem]:
    """The names with every kind of light of the rules, or the kinds of names and spares that the rules do not know."""
    if spares := list(_unknown_spares(rules, lines)):
        return spares
    if ("names", "lights") not in lines:
        more = tuple(kind for kind in rules.lights.known() if kind not in names.lights)
        return names.model_copy(update={"lights": names.lights + more}) if more else names
    problems = list(_unknown_lights(names.lights, rules, lines))
    return problems or names


def _unknown_lights(kinds: tuple[str, ...], rules: Rules, lines: Mapping[Path, int]) -> Iterator[Problem]:
    for place, kind in enumerate(kinds):
        if kind not in rules.lights.known():
            path = ("names", "lights", str(place))
            cure = f"give its turns at rules.lights.kinds, such as {kind}: 6 or {kind}: no limit"
            yield Problem(line_of(path, lines), path, kind, f'"{kind}" is no light that the rules know: {cure}')


def _unknown_spares(rules: Rules, lines: Mapping[Path, int]) -> Iterator[Problem]:
    """Here and not in the engine, which must go on reading the rules that delves began with."""
    for kind, count in rules.lights.stock or ():
        if kind not in rules.lights.known():
            path = ("rules", "lights", "stock", kind)
            cure = f"write one of {', '.join(rules.lights.known())}"
            yield Problem(line_of(path, lines), path, count, f'"{kind}" is no light that the rules know: {cure}')


def _problem(found: engine_rules.Problem, bare: Mapping[Path, BareWord], lines: Mapping[Path, int]) -> Problem:
    path = ("rules", *found.path)
    text = bare[found.path].trouble if found.path in bare else found.text.removeprefix(f"{dotted(path)}: ")
    return Problem(line_of(path, lines), path, found.value, text)


def _plain(value: Any, path: Path, bare: dict[Path, BareWord], spoiled: set[Path]) -> Any:
    """The value as the engine takes it; what is told already is left out."""
    if isinstance(value, BareWord):
        bare[path] = value
        return value.text
    if isinstance(value, Mapping):
        inner = {}
        for key, each in value.items():
            if isinstance(each, Spoiled):
                spoiled.add((*path, key))
            else:
                inner[key] = _plain(each, (*path, key), bare, spoiled)
        return inner
    if isinstance(value, tuple):
        return [_plain(each, (*path, str(place)), bare, spoiled) for place, each in enumerate(value)]
    return value
