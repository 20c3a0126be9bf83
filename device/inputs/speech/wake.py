"""The wake phrase: among words, and what followed it."""

from __future__ import annotations

from collections.abc import Sequence

from ...messages import Alternatives, Word
from .hearings import Hearings
from .loud_words import MOST_OUTSIDE_SECONDS, loud_seconds
from .stretch import Stretch
from .ways import WAKE_PHRASE

WAKE_MUTE_DB = 8.0
"""Below the wake words' own level others are muted (voice notes: 58 % instead of 8 in talk at 12 dB)."""


class Wake:
    """Finds the wake phrase in what was heard.

    Args:
        hearings: Hears the command again, muted.
        phrase: In normalised words.
    """

    def __init__(self, hearings: Hearings, phrase: str = WAKE_PHRASE) -> None:
        self._hearings = hearings
        self._phrase = phrase

    def command_in(self, words_so_far: str) -> str:
        """What was said after the wake phrase so far."""
        return words_so_far.rpartition(self._phrase)[2].strip()

    def command(
        self, stretch: Stretch, levels: Sequence[float], plain: Alternatives
    ) -> tuple[bool, Alternatives, Alternatives]:
        """Whether the wake phrase was said, what followed it, and the same without what is quieter than it.

        Raises:
            RecogniserError: It could not be recognised.
        """
        found = after_wake(plain[0], self._phrase) if plain else None
        if found is None or loud_seconds(found[0]) > MOST_OUTSIDE_SECONDS:
            return False, plain, ()  # not said, or in the middle of somebody's sentence
        _, wake, command = found
        if not command or self._hearings.is_understood(command):
            return True, (command,) if command else (), ()
        wake_db = max(word.level_db or 0.0 for word in wake)
        near = self._hearings.muted(stretch, levels, WAKE_MUTE_DB - wake_db)[:1]
        again = after_wake(near[0], self._phrase) if near else None
        return True, (command,), (again[2],) if again and again[2] else ()


def after_wake(
    words: Sequence[Word], wake_phrase: str
) -> tuple[tuple[Word, ...], tuple[Word, ...], tuple[Word, ...]] | None:
    """What came before the wake phrase, where it was last said, its words, and what follows; None: it was not said."""
    wanted = wake_phrase.split()
    for first in range(len(words) - len(wanted), -1, -1):
        last = first + len(wanted)
        if [word.text for word in words[first:last]] == wanted:
            return tuple(words[:first]), tuple(words[first:last]), tuple(words[last:])
    return None
