"""Help in the hand: what can be said now, told to who asks, and shown to who holds the talk button without a word."""

from __future__ import annotations

from ..announcing.announcer import Announcer
from ..likely import likely_phrases
from ..phrasebook import Phrasebook
from ..recorded import RecordedDelve


class Helping:
    """Knows the three likeliest phrases of this moment."""

    def __init__(self, delve: RecordedDelve, phrasebook: Phrasebook, announcer: Announcer) -> None:
        """For what `delve` understands, in the words of `phrasebook`, told by `announcer`."""
        self._delve = delve
        self._phrasebook = phrasebook
        self._announcer = announcer

    def tell(self) -> None:
        """The table asked what it can say."""
        self._announcer.suggest(self._phrases(), aloud=True)

    def show(self) -> None:
        """Somebody held the talk button and said nothing."""
        self._announcer.suggest(self._phrases(), aloud=False)

    def _phrases(self) -> tuple[str, ...]:
        return likely_phrases(self._delve.state, self._delve.rules, self._phrasebook, self._announcer.narration.likely)
