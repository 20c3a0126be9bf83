"""Which fields a sentence on a refusal may use. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .fields import LIST, SOME_NUMBER, SOME_TEXT
from .sentences import Fields

MASTERS_REFUSALS = frozenset({"no_such_table"})
"""They tell the names of danger tables, which are the game master's."""

_REFUSED: Mapping[str, Fields] = MappingProxyType(
    {
        "activity_waits": {"kind": SOME_TEXT, "done": SOME_NUMBER, "total": SOME_NUMBER},
        "already": {
            **dict.fromkeys(("thing", "kind", "name", "holder", "region"), SOME_TEXT),
            "value": SOME_NUMBER,
        },
        "bad_name": {"thing": SOME_TEXT, "longest": SOME_NUMBER},
        "for_how_many_turns": {"name": SOME_TEXT},
        "no_condition": {"name": SOME_TEXT, "holder": SOME_TEXT},
        "no_effect": {"name": SOME_TEXT},
        "no_light": {"kind": SOME_TEXT, "holder": SOME_TEXT, "what": SOME_TEXT},
        "no_such_region": {"region": SOME_TEXT, "known": LIST, "more": SOME_NUMBER},
        "no_such_table": {"table": SOME_TEXT, "kind": SOME_TEXT, "known": LIST, "more": SOME_NUMBER},
        "no_spares": {"kind": SOME_TEXT},
        "not_loud": {"action": SOME_TEXT},
        "not_so": {"thing": SOME_TEXT, "kind": SOME_TEXT},
        "one_turn": {"action": SOME_TEXT},
        "other_suspended": {"kind": SOME_TEXT},
        "out_of_bounds": {"thing": SOME_TEXT, "value": SOME_NUMBER, "low": SOME_NUMBER, "high": SOME_NUMBER},
        "stock_off": {"kind": SOME_TEXT},
        "supply_empty": {"supply": SOME_TEXT},
        "suspended": {"kind": SOME_TEXT},
        "too_many": {"thing": SOME_TEXT, "high": SOME_NUMBER},
        "unknown": {"thing": SOME_TEXT, "known": LIST},
    }
)
"""The values of refusals by reason; any may be left out of one."""


def refusal_fields(reason: str) -> Fields:
    """What a sentence on a refusal may use beside `say`, the engine's own words."""
    return _REFUSED.get(reason, {})
