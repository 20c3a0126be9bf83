"""What a narration file must hold for the evening's record: the exported table, and a delve in few words. Pure.

`fields` has the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .sentences import Field, Fields

_NUMBER, _TEXT, _FLAG = Field("number"), Field("text"), Field("flag")

COLUMNS = ("turn", "time", "action", "marks", "roll", "danger", "boxes", "lights", "more", "notes", "why")
"""Of the table, in order."""

RECORD: Mapping[str, Fields] = MappingProxyType(
    {
        **{f"column_{column}": {} for column in COLUMNS},
        "nameless": {"number": _NUMBER},
        "separator": {},
        "mark": {"cause": _TEXT, "count": _NUMBER},
        "mark_lost": {"cause": _TEXT, "count": _NUMBER},
        "mark_delayed": {"cause": _TEXT, "count": _NUMBER},
        "roll": {"die": _NUMBER, "modifier": _NUMBER, "total": _NUMBER, "classic": _FLAG},
        "own_roll": {"roll": _TEXT},
        "sixth_box": {},
        "fast": {"action": _TEXT},
        "place": {"action": _TEXT, "place": _NUMBER, "total": _NUMBER},
        "card": {},
        "card_buttons": {},
        "card_about": {"number": _TEXT},
    }
)
"""Words of the table and of the printed card, with numbers in digits; `separator` stands between the cells of CSV."""

SUMMARY: Mapping[str, Fields] = MappingProxyType(
    {
        "turns": {"count": _NUMBER, "time": _TEXT},
        **dict.fromkeys(("dangers", "torches", "searches", "rests"), MappingProxyType({"count": _NUMBER})),
    }
)
"""A delve in few words, said and shown at its end."""
