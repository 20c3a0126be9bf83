"""Commands, events and entries as plain JSON values and back.

A record is the fields of its class and `type`, the class name in snake case. Reading checks every
field against the class, so that a record of another version or program is refused by name. The
journal's format number says which version wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_args, get_origin, get_type_hints

from . import commands, events
from .commands import Command
from .events import Event

KINDS = ("command", "undo", "redo")


class RecordError(ValueError):
    """A record that is no command, event or entry of this version."""


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


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """An entry as JSON values."""
    return {
        "kind": entry.kind,
        "command": _to_dict(entry.command),
        "events": [_to_dict(event) for event in entry.events],
    }


def entry_from_dict(record: Mapping[str, Any]) -> Entry:
    """The entry of a record.

    Raises:
        RecordError: a part is missing, unknown or does not fit.
    """
    if not isinstance(record, Mapping) or set(record) != {"kind", "command", "events"}:
        raise RecordError("an entry holds kind, command and events: this record does not")
    kind, listed = record["kind"], record["events"]
    if kind not in KINDS or not isinstance(listed, (list, tuple)):
        raise RecordError(f"an entry of kind {kind!r}: it must be one of {', '.join(KINDS)} with a list of events")
    return Entry(kind, command_from_dict(record["command"]), tuple(event_from_dict(each) for each in listed))


def type_name(kind: type[Any]) -> str:
    """The class name in snake case: `TurnEnded` is turn_ended."""
    return re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).lower()


# -- shapes -----------------------------------------------------------------------------------------

Fits = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class _Shape:
    name: str
    fields: tuple[tuple[str, Fits, bool], ...]
    """Name, check, and whether it must be there."""
    names: frozenset[str]


_SHAPES: dict[type[Any], _Shape] = {}


def _shape(kind: type[Any]) -> _Shape:
    """The shape of a class, made when it is first met: annotations cost more to read than records."""
    shape = _SHAPES.get(kind)
    if shape is None:
        shape = _SHAPES[kind] = _made_shape(kind)
    return shape


def _made_shape(kind: type[Any]) -> _Shape:
    hints = get_type_hints(kind)
    shown = tuple((each.name, _fits(hints[each.name]), each.default is MISSING) for each in fields(kind))
    return _Shape(type_name(kind), shown, frozenset(name for name, _, _ in shown))


def _fits(hint: Any) -> Fits:
    """A check of a value against a field's annotation; a whole number is no truth value."""
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        if parts[-1] is Ellipsis:
            inner = _fits(parts[0])
            return lambda value: isinstance(value, tuple) and all(map(inner, value))
        inners = tuple(_fits(part) for part in parts)
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(inners)
            and all(inner(each) for inner, each in zip(inners, value, strict=True))
        )
    if parts:  # a union
        kinds = tuple(_fits(part) for part in parts)
        return lambda value: any(each(value) for each in kinds)
    if hint is float:
        return lambda value: type(value) in (float, int)
    return lambda value: type(value) is hint


def _to_dict(record: Any) -> dict[str, Any]:
    shape = _shape(type(record))
    made: dict[str, Any] = {"type": shape.name}
    for name, _, _ in shape.fields:
        value = getattr(record, name)
        made[name] = _listed(value) if type(value) is tuple else value
    return made


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(each) for each in value) if isinstance(value, list) else value


def _named(home: Any, base: type[Any]) -> Mapping[str, type[Any]]:
    kinds = (each for each in vars(home).values() if isinstance(each, type) and issubclass(each, base))
    return {type_name(kind): kind for kind in kinds if kind is not base}


_COMMANDS = _named(commands, Command)
_EVENTS = _named(events, Event)


def _from_dict(record: Mapping[str, Any], known: Mapping[str, type[Any]], thing: str) -> Any:
    if not isinstance(record, Mapping):
        raise RecordError(f"a {thing} is a mapping with its type: this record is not")
    kind = known.get(record.get("type", ""))
    if kind is None:
        raise RecordError(f"no {thing} of type {record.get('type')!r}: written by another version")
    shape = _shape(kind)
    values = {}
    for name, fits, needed in shape.fields:
        if name not in record:
            if needed:
                raise RecordError(f"{thing} {shape.name} without {name}: written by another version")
            continue
        value = record[name]
        if type(value) is list:
            value = _tupled(value)
        if not fits(value):
            raise RecordError(f"{thing} {shape.name}: {name} does not fit: {record[name]!r}")
        values[name] = value
    if len(record) > len(values) + 1:
        extra = ", ".join(sorted(str(key) for key in record if key != "type" and key not in shape.names))
        raise RecordError(f"{thing} {shape.name} has unknown {extra}: written by another version")
    return kind(**values)
