"""What a person types: the phrases of a phrasebook, and in them names that stand in no list (phrases, "{name}").

Speech is held to the lists, since there any words would take table talk for a name. Pure.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from ..messages import Intent
from ..words import normalise
from .book import Phrasebook
from .problems import PhrasebookError

ANY_NAMES = ("characters", "spells")
"""The lists of names that the rules take any words for; kinds of light and conditions are what they are."""
LONGEST_NAME = 3
"""Words of a name in no list; longer ones stand in the settings. A sentence that goes on after a phrase is no name."""

_STAND_IN = "zzanynamezz"


class TypedPhrases:
    """Finds what typed text means. It never changes and may be used by several threads."""

    def __init__(self, phrasebook: Phrasebook, names: Collection[str] = ANY_NAMES) -> None:
        """Take the phrases of `phrasebook`, with any words for a value of the lists `names`."""
        self._phrasebook = phrasebook
        self._names = names

    @cached_property
    def _with_stand_in(self) -> Phrasebook:
        """Made at the first use: many tables never type, and most that is typed is in the lists."""
        try:
            return self._phrasebook.with_values(dict.fromkeys(self._names, _STAND_IN))
        except PhrasebookError:
            return self._phrasebook  # full to its bounds as it is: then the lists' names are all there are

    def match(self, text: str) -> Intent | None:
        """Give the intent of which `text`, normalised, is a whole phrase, or None.

        Where it is one only with a name that is in no list, the name is the fewest words that make it one, as
        they were typed. A name of the lists with more words beside it is no other name.
        """
        found = self._phrasebook.match(text)
        if found is not None:
            return found
        said = normalise(text)
        words = said.split()
        for size in range(1, LONGEST_NAME + 1):
            for begin in range(len(words) - size + 1):
                before, name, after = words[:begin], words[begin : begin + size], words[begin + size :]
                found = self._with_stand_in.match(" ".join([*before, _STAND_IN, *after]))
                if found is None:
                    continue
                if any(self._phrasebook.match(" ".join([*before, *less, *after])) for less in _shorter(name)):
                    return None
                spelled = _as_typed(name, text)
                slots = {slot: spelled if value == _STAND_IN else value for slot, value in found.slots.items()}
                return Intent(found.name, slots, said)
        return None


def _shorter(name: list[str]) -> list[list[str]]:
    """The beginnings and ends of a name."""
    return [part for cut in range(1, len(name)) for part in (name[:cut], name[cut:])]


def _as_typed(name: list[str], text: str) -> str:
    """The words with the capitals that they have in `text`."""
    typed = {normalise(word): word.strip('.,;:!?"()') for word in text.split()}
    return " ".join(typed.get(word, word) for word in name)
