"""Words in the place of numbers, pure: what players may see where a table keeps the counts to its game master.

Each word covers several numbers, so that it tells how it stands and not how long it lasts. What was said, and why
something cannot be, is kept from telling them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ..words import parse_number

Numbers = Literal["exact", "hints", "hidden"]
"""How a panel tells what is counted: by number, by a word, or not at all."""

NO_LIMIT = "no limit"
LEVELS = {"none": 0, "low": 1, "last": 1, "fades": 1, "half": 2, "few": 2, "fresh": 3, "enough": 3, "lasts": 3}
"""How much is left by a word, 0–3, for a picture where the word has no room."""


def of_danger(share: float) -> str:
    """How near danger is, by the share of the die's faces that are danger (0 to 1)."""
    if share >= 1:
        return "certain"
    return "calm" if share <= 1 / 6 else "restless" if share <= 1 / 2 else "tense"


def of_light(turns_left: int | None, full_turns: int) -> str:
    """How far a light of `full_turns` has burnt down; None is without limit."""
    if turns_left is None:
        return NO_LIMIT
    return "fresh" if 3 * turns_left > 2 * full_turns else "half" if 3 * turns_left > full_turns else "low"


def of_spell(turns_left: int | None) -> str:
    """Whether a spell of so many turns lasts; None is without limit."""
    if turns_left is None:
        return NO_LIMIT
    return "lasts" if turns_left > 1 else "fades"


def of_stock(left: int) -> str:
    """How much is left of what is used up piece by piece."""
    return "none" if left < 1 else "last" if left < 2 else "few" if left < 4 else "enough"


def of_activity(done: int, total: int) -> str:
    """How far a rest or a ritual is."""
    return "begun" if 3 * done < total else "half done" if 3 * done < 2 * total else "nearly done"


_TELLING = frozenset({"activity_waits", "no_spares", "nothing_to_calm", "out_of_bounds", "supply_empty"})
"""Reasons of refusals that tell a count, or that there is none left."""
_TELLING_THINGS = frozenset({None, "boxes", "turn"})
"""Of what is so already: boxes, the turn, and a light that has one turn left."""
HIDDEN_NUMBER = "…"


def tells_count(reason: str, values: Mapping[str, object]) -> bool:
    """Whether a refusal of this reason and these values tells what is counted."""
    return reason in _TELLING or (reason == "already" and values.get("thing") in _TELLING_THINGS)


def without_numbers(text: str, language: str) -> str:
    """What was said, as it was understood, with its numbers left open: "boxes to …"."""
    words, told = text.split(), []
    while words:
        length = next((each for each in range(len(words), 0, -1) if _is_number(words[:each], language)), 0)
        told.append(HIDDEN_NUMBER if length else words[0])
        words = words[length or 1 :]
    return " ".join(told)


def _is_number(words: list[str], language: str) -> bool:
    return parse_number(" ".join(words), language) is not None or (len(words) == 1 and any(map(str.isdigit, words[0])))
