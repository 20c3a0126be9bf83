"""No sentence twice in a row: what is said next, without what was said last. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

SENTENCE_END = re.compile(r"(?<=[.!?]) +")
"""Between two sentences of a text."""


class Row:
    """The sentences that were told, one after the other."""

    def __init__(self, again: Callable[[str], str]) -> None:
        """Nothing was told yet; `again` makes another sentence of one that was just told."""
        self._again = again
        self._last = ""

    def next(self, text: str) -> str:
        """The text as it is told: a sentence that just was is left out, or told as such where it is all there is."""
        said = self._last
        fresh = []
        for sentence in SENTENCE_END.split(text):
            if sentence != said:
                fresh.append(sentence)
            said = sentence
        told = " ".join(fresh) or self._again(text)
        self.told(told)
        return told

    def told(self, text: str) -> None:
        """This was told as it is, such as what somebody asked to hear again."""
        self._last = SENTENCE_END.split(text)[-1]
