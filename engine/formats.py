"""Versions of what is written down: the rules and the entries of a delve, in a journal as in `Delve.to_json`.

A head (what a journal writes when a delve begins, the top of a saved delve) names the format of its rules
and entries. An entry that a newer version added under an older head names its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .shown import shown

Record = Mapping[str, Any]


class RecordError(ValueError):
    """A record that is no head, command, event or entry of this version."""


def unchanged(record: Record) -> Record:
    """A migration that has nothing to do."""
    return record


@dataclass(frozen=True)
class Migration:
    """What makes the records of one format those of the next."""

    changed: str
    """What the next format does otherwise, in a sentence."""
    rules: Callable[[Record], Record] = unchanged
    """The rules of a head, as nested keys."""
    entry: Callable[[Record], Record] = unchanged
    """An entry; the record given is left as it is."""


MIGRATIONS: tuple[Migration, ...] = ()
"""From format 1 to 2, from 2 to 3, and so on. A kept file of each format stands in `tests/engine/saved/`.

A new field that has a default needs no row: older records are read with it. What is taken out, renamed or means
something else does.
"""

FORMAT = 1 + len(MIGRATIONS)
"""The format that this version writes."""


def newer_rules(rules: Record, written: object) -> Record:
    """Rules of format `written` as this version has them.

    Raises:
        RecordError: a newer version wrote them, or `written` is no format.
    """
    for migration in _since(written):
        rules = _migrated(migration.rules, rules)
    return rules


def newer_entry(entry: Record, written: object) -> Record:
    """An entry under a head of format `written` as this version has it, without a format.

    Raises:
        RecordError: a newer version wrote it, or its format is none.
    """
    if "format" in entry:
        written = entry["format"]
        entry = {key: value for key, value in entry.items() if key != "format"}
    for migration in _since(written):
        entry = _migrated(migration.entry, entry)
    return entry


def _migrated(migrate: Callable[[Record], Record], record: Record) -> Record:
    try:
        return migrate(record)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise RecordError(f"a record does not fit the format that it names ({shown(error)}): it is damaged") from error


def _since(written: object) -> tuple[Migration, ...]:
    called = shown(written)
    if type(written) is not int or written < 1:
        raise RecordError(f"format {called} is none: formats are whole numbers from 1 to {FORMAT}")
    if written > FORMAT:
        raise RecordError(f"format {called} is newer than {FORMAT}, the newest that is known here: update delvebox")
    return MIGRATIONS[written - 1 :]
