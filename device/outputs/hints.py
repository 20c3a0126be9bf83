"""Words in the place of numbers, pure: what players may see where a table keeps the counts to its game master.

Each word covers several numbers, so that it tells how it stands and not how long it lasts.
"""

from __future__ import annotations

from typing import Literal

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
