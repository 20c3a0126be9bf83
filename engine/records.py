"""Commands, events and entries as plain JSON values and back.

A record is the fields of its class and `type`, the class name in snake case. Reading checks every
field against the class, so that a record of another version or program is refused by name. Which
version wrote it says its format (`formats`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_args, get_origin, get_type_hints

from . import commands, events
from .commands import Command
from .events import Event
from .formats import FORMAT, RecordError, newer_entry
from .shown import key_shown, shown

__all__ = [
    "Entry",
    "RecordError",
    "command_from_dict",
    "command_to_dict",
    "entry_from_dict",
    "entry_to_dict",
    "event_from_dict",
    "event_to_dict",
    "type_name",
]

KINDS = ("command", "undo", "redo")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a delve's history.

    `kind` command: `command` was played and made `events`. undo and redo: `command` is what was taken
    back or played again, and `events` is empty, since both are found again from the entries before.
    """

    kind: str
    command: Command
    events: tuple[Event, ...] = ()


def command_to_dict(command: Command) -> dict[str, Any]:
    """A command as JSON values."""
    return _to_dict(command)


def command_from_dict(record: Mapping[str, Any]) -> Command:
    """The command of a record.

    Raises:
        RecordError: no such command, or a field that does not fit.
    """
    made: Command = _from_dict(record, _COMMANDS, "command")
    return made


def event_to_dict(event: Event) -> dict[str, Any]:
    """An event as JSON values."""
    return _to_dict(event)


def event_from_dict(record: Mapping[str, Any]) -> Event:
    """The event of a record.

    Raises:
        RecordError: no such event, or a field that does not fit.
    """
    made: Event = _from_dict(record, _EVENTS, "event")
    return made


def entry_to_dict(entry: Entry, head_format: int = FORMAT) -> dict[str, Any]:
    """An entry as JSON values; it names its own format where its head has another one."""
    record = {
        "kind": entry.kind,
        "command": _to_dict(entry.command),
        "events": [_to_dict(event) for event in entry.events],
    }
    return record if head_format == FORMAT else {"format": FORMAT, **record}


def entry_from_dict(record: Mapping[str, Any], head_format: int = FORMAT) -> Entry:
    """The entry of a record that stands under a head of format `head_format`.

    Raises:
        RecordError: a part is missing, unknown or does not fit, or a newer version wrote it.
    """
    if not isinstance(record, Mapping):
        raise RecordError("an entry is a mapping: this record is not")
    if head_format != FORMAT or "format" in record:
        record = newer_entry(record, head_format)
    if set(record) != {"kind", "command", "events"}:
        raise RecordError("an entry holds kind, command and events: this record does not")
    kind, listed = record["kind"], record["events"]
    if not isinstance(kind, str) or kind not in KINDS or not isinstance(listed, (list, tuple)):
        raise RecordError(f"an entry of kind {shown(kind)}: it must be one of {', '.join(KINDS)} with a list of events")
    return Entry(kind, command_from_dict(record["command"]), tuple(event_from_dict(each) for each in listed))


def type_name(kind: type[Any]) -> str:
    """The class name in snake case: `TurnEnded` is turn_ended."""
    return re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).lower()


# -- shapes -----------------------------------------------------------------------------------------

Items = Callable[[Any], tuple[Any, ...]]
"""Reads a list of a record as a tuple of a field; raises `RecordError` where an item does not fit."""


@dataclass(frozen=True, slots=True)
class _Shape:
    name: str
    fields: tuple[tuple[str, frozenset[type[Any]], Items | None, bool], ...]
    """Name, types of plain values, reader of a list, and whether it must be there."""


_SHAPES: dict[type[Any], _Shape] = {}


def _shape(kind: type[Any]) -> _Shape:
    """The shape of a class, made when it is first met: annotations cost more to read than records."""
    shape = _SHAPES.get(kind)
    if shape is None:
        shape = _SHAPES[kind] = _made_shape(kind)
    return shape


def _made_shape(kind: type[Any]) -> _Shape:
    hints = get_type_hints(kind)
    return _Shape(
        type_name(kind),
        tuple((each.name, *_allowed(hints[each.name]), each.default is MISSING) for each in fields(kind)),
    )


def _allowed(hint: Any) -> tuple[frozenset[type[Any]], Items | None]:
    """What an annotation allows: plain types (a whole number is no truth value), and a reader of lists."""
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return frozenset(), _items(parts)
    plain = frozenset(parts or (hint,))
    return (plain | {int} if float in plain else plain), None


def _items(parts: tuple[Any, ...]) -> Items:
    many = parts[-1] is Ellipsis
    inner = [_allowed(part) for part in parts if part is not Ellipsis]

    def read(values: Any) -> tuple[Any, ...]:
        if not many and len(values) != len(inner):
            raise RecordError(f"{len(inner)} items were expected, not {len(values)}")
        return tuple(_value(value, *(inner[0] if many else inner[place])) for place, value in enumerate(values))

    return read


def _value(value: Any, plain: frozenset[type[Any]], items: Items | None) -> Any:
    if type(value) in plain:
        return value
    if items is not None and type(value) in (list, tuple):
        return items(value)
    raise RecordError(f"{shown(value)} does not fit")


def _to_dict(record: Any) -> dict[str, Any]:
    shape = _shape(type(record))
    made: dict[str, Any] = {"type": shape.name}
    for name, _, _, _ in shape.fields:
        value = getattr(record, name)
        made[name] = _listed(value) if type(value) is tuple else value
    return made


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _named(home: Any, base: type[Any]) -> Mapping[str, type[Any]]:
    kinds = (each for each in vars(home).values() if isinstance(each, type) and issubclass(each, base))
    return {type_name(kind): kind for kind in kinds if kind is not base}


_COMMANDS = _named(commands, Command)
_EVENTS = _named(events, Event)


def _from_dict(record: Mapping[str, Any], known: Mapping[str, type[Any]], thing: str) -> Any:
    if not isinstance(record, Mapping):
        raise RecordError(f"a {thing} is a mapping with its type: this record is not")
    called = record.get("type")
    kind = known.get(called) if isinstance(called, str) else None
    if kind is None:
        raise RecordError(f"no {thing} of type {shown(called)}: written by another version")
    values = {}
    for name, plain, items, needed in _shape(kind).fields:
        value = record.get(name, MISSING)
        if type(value) in plain:
            values[name] = value
        elif value is not MISSING:
            try:
                values[name] = _value(value, plain, items)
            except RecordError as trouble:
                raise RecordError(f"{thing} {called}: {name}: {trouble}") from None
        elif needed:
            raise RecordError(f"{thing} {called} without {name}: written by another version")
    if len(record) > len(values) + 1:
        extra = ", ".join(sorted(key_shown(key) for key in record if key != "type" and key not in values)[:5])
        raise RecordError(f"{thing} {called} has unknown {extra}: written by another version")
    return kind(**values)
