"""The ways to talk, and the wake phrase among words. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ...messages import Word

WINDOW_WAYS = frozenset({"hold", "tap"})
"""Ways whose window a person opens, by hand or by the wake phrase alone."""
WAKE_PHRASE = "hey lantern"
"""In two hours of table talk never heard where nobody said it (voice notes)."""


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
