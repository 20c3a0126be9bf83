"""Which fields a sentence on an event may use. Pure.

The engine's events bring their own, read off their classes, so that a new event cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from ....engine import events
from ....engine.events import Event
from ....engine.records import type_name
from .fields import FLAG, LIST, NUMBER, SOME_NUMBER, SOME_TEXT
from .sentences import Field, Fields

_EXTRA: Mapping[str, Fields] = MappingProxyType(
    {
        # marks of one cause are told together
        "box_marked": {"count": NUMBER},
        "mark_lost": {"count": NUMBER},
        "mark_delayed": {"count": NUMBER},
        "danger_rolled": {"activity": SOME_TEXT, "place": SOME_NUMBER, "calm": FLAG},
        "roll_skipped": {"activity": SOME_TEXT},
        "activity_began": {"odds": SOME_TEXT, "calm": FLAG},
        "activity_resumed": {"odds": SOME_TEXT, "calm": FLAG},
        "activity_restarted": {"odds": SOME_TEXT, "calm": FLAG},
        "dice_told": {"used": FLAG},
        "turn_corrected": {"turn": NUMBER},
    }
)
"""`calm`: no danger came in this command. `odds`: the chance in words."""


def event_classes() -> dict[str, type[Event]]:
    """Every kind of event by its snake-case name."""
    kinds = (each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event))
    return {type_name(kind): kind for kind in kinds if kind is not Event}


def event_fields(name: str, kind: type[Event]) -> Fields:
    """What a sentence on this event may use: its plain fields, and what is worked out for it."""
    hints = get_type_hints(kind)
    own = {each.name: _field(hints[each.name]) for each in fields_of(kind)}  # type: ignore[arg-type] # all are dataclasses
    return {field: what for field, what in own.items() if what is not None} | dict(_EXTRA.get(name, {}))


def _field(hint: Any) -> Field | None:
    """The field of an annotation; None for what no sentence can say, such as a chance."""
    plain = set(get_args(hint) or (hint,)) - {type(None)}
    optional = type(None) in get_args(hint)
    if plain == {bool}:
        return FLAG
    if plain == {int}:
        return Field("number", optional)
    if plain == {str}:
        return Field("text", optional)
    if hint in (tuple[str, ...], tuple[int, ...]):
        return LIST
    return None
