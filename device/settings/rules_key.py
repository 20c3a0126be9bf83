"""The `rules` section: handed to the engine, whose findings get their lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .problems import Path, Problem
from .scalars import BareOff, Spoiled
from .wording import line_of


def rules_from(given: Any, lines: Mapping[Path, int]) -> tuple[Any, list[Problem]]:
    """The engine's `Rules` of a mapping, or None and its problems.

    A bare `off` is the word where a key takes that word (`danger.light_mark: off`), else a problem.
    """
    from ...engine.rules import Rules, RulesError

    if isinstance(given, Spoiled):
        return None, []
    if not isinstance(given, Mapping):
        text = "must be a section of keys with values, such as danger: {mode: classic}"
        return None, [Problem(line_of(("rules",), lines), ("rules",), given, text)]
    bare: dict[Path, BareOff] = {}
    spoiled: set[Path] = set()
    plain = _plain(given, (), bare, spoiled)
    try:
        rules = Rules.from_mapping(plain)
    except RulesError as error:
        return None, [
            _problem(found, bare, lines)
            for found in error.problems
            if not any(found.path[: len(each)] == each for each in spoiled)
        ]
    return rules, []


def _problem(found: Any, bare: Mapping[Path, BareOff], lines: Mapping[Path, int]) -> Problem:
    path = ("rules", *found.path)
    text = bare[found.path].trouble if found.path in bare else found.text
    return Problem(line_of(path, lines), path, found.value, text)


def _plain(value: Any, path: Path, bare: dict[Path, BareOff], spoiled: set[Path]) -> Any:
    """The value as the engine takes it; what is told already is left out."""
    if isinstance(value, BareOff):
        bare[path] = value
        return value.text
    if isinstance(value, Mapping):
        inner = {}
        for key, each in value.items():
            if isinstance(each, Spoiled):
                spoiled.add((*path, key))
            elif each is not None:
                inner[key] = _plain(each, (*path, key), bare, spoiled)
        return inner
    if isinstance(value, tuple):
        return [_plain(each, (*path, str(place)), bare, spoiled) for place, each in enumerate(value)]
    return value
