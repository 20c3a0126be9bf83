"""What a person types: the phrases of a phrasebook, and in them names that stand in no list (phrases, "{name}").

Speech is held to the lists, since there any words would take table talk for a name. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from ..messages import Intent
from ..words import normalise, plain_letters
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
        they were typed. A name of the lists with more words beside it is no other name. Letters that the
        keyboard lacks may be written out ("tuer" for "tür").
        """
        language = self._phrasebook.language
        said = " ".join(self._spelled(word) for word in normalise(text, language).split())
        found = self._phrasebook.match(said)
        if found is not None:
            return found
        words = said.split()
        for size in range(1, LONGEST_NAME + 1):
            for begin in range(len(words) - size + 1):
                before, name, after = words[:begin], words[begin : begin + size], words[begin + size :]
                found = self._with_stand_in.match(" ".join([*before, _STAND_IN, *after]))
                if found is None:
                    continue
                if any(self._phrasebook.match(" ".join([*before, *less, *after])) for less in _shorter(name)):
                    return None
                spelled = _as_typed(name, text, language)
                slots = {slot: spelled if value == _STAND_IN else value for slot, value in found.slots.items()}
                return Intent(found.name, slots, said)
        return None

    def _spelled(self, word: str) -> str:
        """The word as the phrases spell it."""
        return word if word in self._phrasebook.words else self._spellings.get(word, word)

    @cached_property
    def _spellings(self) -> Mapping[str, str]:
        language = self._phrasebook.language
        return {plain: word for word in self._phrasebook.words if (plain := plain_letters(word, language)) != word}


def _shorter(name: list[str]) -> list[list[str]]:
    """The beginnings and ends of a name."""
    return [part for cut in range(1, len(name)) for part in (name[:cut], name[cut:])]


def _as_typed(name: list[str], text: str, language: str) -> str:
    """The words with the capitals that they have in `text`."""
    typed = {normalise(word, language): word.strip('.,;:!?"()') for word in text.split()}
    return " ".join(typed.get(word, word) for word in name)
