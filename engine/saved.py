"""A whole delve as JSON text: a head with format, seed and rules, and the entries under it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from .dice import is_seed
from .formats import FORMAT, RecordError, newer_rules
from .records import Entry, entry_from_dict, entry_to_dict
from .rules import Rules, RulesError

KEYS = ("format", "seed", "rules", "entries")
LONGEST_NUMBER = 1001
"""Signs of a number: a seed and its minus. What is played on with numbers of this length can be written down again."""


class SavedError(ValueError):
    """Text that is no saved delve of this version: foreign, damaged, or written by a newer one."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a saved delve holds: everything else follows from it."""

    seed: int
    rules: Rules
    entries: tuple[Entry, ...]


def write(seed: int, rules: Rules, entries: Iterable[Entry]) -> str:
    """A delve as one line of JSON, in ASCII."""
    head = {"format": FORMAT, "seed": seed, "rules": rules.as_mapping()}
    return json.dumps({**head, "entries": [entry_to_dict(entry, FORMAT) for entry in entries]}, allow_nan=False)


def read(text: str | bytes) -> Saved:
    """The delve in a text of `write`, of this version or an older one.

    Raises:
        SavedError: it is none; the text says what is wrong with it.
    """
    try:
        record = json.loads(
            text, parse_constant=_no_number, parse_float=_finite, parse_int=_whole, object_pairs_hook=_once
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise SavedError(f"saved delve: this is no JSON ({error}): take the text that Delve.to_json gave") from error
    if not isinstance(record, dict) or set(record) != set(KEYS):
        raise SavedError(f"saved delve: this JSON is no delve: a delve holds {', '.join(KEYS)} and nothing else")
    written, seed, rules, entries = (record[key] for key in KEYS)
    if not is_seed(seed) or not isinstance(rules, Mapping) or not isinstance(entries, list):
        raise SavedError("saved delve: the seed is a whole number, rules are keys, entries a list: this one is damaged")
    try:
        played_by = Rules.from_mapping(newer_rules(rules, written))
    except (RecordError, RulesError) as error:
        raise SavedError(f"saved delve: {error}") from error
    return Saved(seed, played_by, tuple(_entry(place, each, written) for place, each in enumerate(entries, 1)))


def _entry(place: int, record: Mapping[str, Any], written: int) -> Entry:
    try:
        return entry_from_dict(record, written)
    except RecordError as error:
        raise SavedError(f"saved delve: entry {place}: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return record


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if abs(value) == float("inf"):
        _no_number(text)
    return value
