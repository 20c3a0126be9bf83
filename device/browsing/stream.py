"""The players' view as data, for overlays and virtual tables: where the delve stands, and what happens in it. Pure.

It is what a house is told (`standing`), less what `panel: numbers` keeps from players: for them a list of what is let
through, so that a field that is new is kept until somebody thinks of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ...engine.records import Entry
from ...engine.rules import Rules
from ...engine.state import State
from ..outputs.hints import Numbers
from ..standing import happenings_of, standing_of

_UNCOUNTED = frozenset(
    {"danger", "light_lit", "light_doused", "light_out", "darkness", "cleared", "suspended", "resumed", "delve_ended"}
)
_STATE: Mapping[Numbers, frozenset[str]] = MappingProxyType(
    {
        "hints": frozenset({"turn", "minutes", "danger", "light", "lights", "play"}),
        "hidden": frozenset({"lights", "play"}),
    }
)
_LIGHT: Mapping[Numbers, frozenset[str]] = MappingProxyType(
    {"hints": frozenset({"kind", "holder", "left", "lit"}), "hidden": frozenset({"kind", "holder", "lit"})}
)
_EVENTS: Mapping[Numbers, frozenset[str]] = MappingProxyType(
    {"hints": _UNCOUNTED | {"turn"}, "hidden": _UNCOUNTED}
)  # a box filled, or a light's last turn, is one number: no word covers several
_EVENT: Mapping[Numbers, frozenset[str]] = MappingProxyType(
    {
        "hints": frozenset({"event_type", "kind", "holder", "turn"}),
        "hidden": frozenset({"event_type", "kind", "holder"}),
    }
)


def state_for_players(state: State, rules: Rules, numbers: Numbers) -> dict[str, Any]:
    """Where the delve stands, as far as players may see it."""
    told = standing_of(state, rules)
    if numbers == "exact":
        return told
    lights = [_only(light, _LIGHT[numbers]) for light in told["lights"]]
    return _only({**told, "lights": lights}, _STATE[numbers])


def events_for_players(entry: Entry, numbers: Numbers) -> list[dict[str, Any]]:
    """What an entry brought about, in order, as far as players may know of it."""
    told = happenings_of(entry)
    if numbers == "exact":
        return told
    return [_only(each, _EVENT[numbers]) for each in told if each["event_type"] in _EVENTS[numbers]]


def _only(fields: Mapping[str, Any], kept: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in kept}
