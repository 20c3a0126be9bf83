"""What a narration file must hold for the evening's record: the exported table, and a delve in few words. Pure.

`fields` has the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .fields import FLAG, NUMBER, TEXT
from .sentences import Fields

COLUMNS = ("turn", "time", "action", "marks", "roll", "danger", "boxes", "lights", "more", "notes", "why")
"""Of the table, in order."""

RECORD: Mapping[str, Fields] = MappingProxyType(
    {
        **{f"column_{column}": {} for column in COLUMNS},
        "nameless": {"number": NUMBER},
        "separator": {},
        "mark": {"cause": TEXT, "count": NUMBER},
        "mark_lost": {"cause": TEXT, "count": NUMBER},
        "mark_delayed": {"cause": TEXT, "count": NUMBER},
        "roll": {"die": NUMBER, "modifier": NUMBER, "total": NUMBER, "classic": FLAG},
        "own_roll": {"roll": TEXT},
        "sixth_box": {},
        "fast": {"action": TEXT},
        "place": {"action": TEXT, "place": NUMBER, "total": NUMBER},
        "card": {},
        "card_buttons": {},
        "card_off": {"buttons": TEXT, "seconds": TEXT},
        "card_about": {"number": TEXT},
    }
)
"""Words of the table and of the printed card, with numbers in digits; `separator` stands between the cells of CSV."""

SUMMARY: Mapping[str, Fields] = MappingProxyType(
    {
        "turns": {"count": NUMBER, "time": TEXT},
        **dict.fromkeys(("dangers", "torches", "searches", "rests"), MappingProxyType({"count": NUMBER})),
    }
)
"""A delve in few words, said and shown at its end."""
