"""How nested keys become frozen rules and back, and how every bad key is told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from .shown import key_shown, shown

_SHAPE = "has the wrong shape: make rules with Rules.from_mapping"


@dataclass(frozen=True)
class Problem:
    """One bad key: its path from the top of the rules, its value, and a text with bounds and cure."""

    path: tuple[str, ...]
    value: object
    text: str


class RulesError(ValueError):
    """Rules that cannot be played; `problems` names every bad key at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)  # what pickle makes it of again
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(problem.text for problem in self.problems)


def laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of `base` with those of `over` in their place, section by section."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = laid_over(below, value) if both and isinstance(below, Mapping) else value
    return merged


def read_record(kind: type[Any], mapping: Mapping[str, Any], path: tuple[str, ...], problems: list[Problem]) -> Any:
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
                values[name] = read_record(type(each.default), value, here, problems)
            else:
                inside = ", ".join(inner.name for inner in fields(each.default))
                problems.append(_problem(here, value, f"holds keys of its own: {inside}"))
            continue
        values[name], trouble = each.metadata["check"].read(value)
        if trouble is not None:
            problems.append(_problem(here, value, trouble))
    return None if problems else kind(**values)


def written(record: Any) -> dict[str, Any]:
    """Every key of a record of rules with its value as plain JSON values."""
    mapping: dict[str, Any] = {}
    for each in fields(record):
        value = getattr(record, each.name)
        mapping[each.name] = written(value) if is_dataclass(value) else each.metadata["check"].written(value)
    return mapping


def bad_values(record: Any, path: tuple[str, ...] = ()) -> Iterator[Problem]:
    """What is out of bounds in a record of rules that was made by hand."""
    for each in fields(record):
        value, here = getattr(record, each.name), (*path, each.name)
        if is_dataclass(each.default):
            if type(value) is type(each.default):
                yield from bad_values(value, here)
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
