"""The hearings of an utterance: as it came, and where that is no phrase, without what is well below the near voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...messages import Alternatives, Word
from .near_voice import MUTE_BELOW_PEAK_DB, muted
from .recogniser import Recogniser
from .stretch import Stretch


class Hearings:
    """Hears a stretch that was fed to the recogniser.

    Args:
        recogniser: The one that was fed.
        is_phrase: Whether words are a whole phrase: a window in which none was heard is heard again, muted.
    """

    def __init__(self, recogniser: Recogniser, is_phrase: Callable[[str], bool]) -> None:
        self._recogniser = recogniser
        self._is_phrase = is_phrase

    def first(self, stretch: Stretch, levels: Sequence[float]) -> Alternatives:
        """The words of the sound as it came.

        Raises:
            RecogniserError: It could not be recognised.
        """
        return stretch.timed(self._recogniser.finish(), levels)

    def anew(self, stretch: Stretch, levels: Sequence[float]) -> Alternatives:
        """The words of the sound as it came, where it was not fed to the recogniser as this stretch.

        Raises:
            RecogniserError: It could not be recognised.
        """
        return stretch.timed(self._recogniser.recognise(stretch.padding + stretch.sound, stretch.way), levels)

    def again(self, stretch: Stretch, levels: Sequence[float], plain: Alternatives) -> Alternatives:
        """The words of a window once more, where the first hearing was not understood.

        Raises:
            RecogniserError: It could not be recognised.
        """
        return () if plain and self.is_understood(plain[0]) else self.muted(stretch, levels)

    def muted(self, stretch: Stretch, levels: Sequence[float], below_db: float = MUTE_BELOW_PEAK_DB) -> Alternatives:
        """The words once more, without what lies well below the near voice; none where nothing does.

        Raises:
            RecogniserError: It could not be recognised.
        """
        sound = stretch.sound
        near = muted(sound, levels, below_db)
        if near == sound:
            return ()
        return stretch.timed(self._recogniser.recognise(stretch.padding + near, stretch.way), levels)

    def is_understood(self, words: Sequence[Word]) -> bool:
        """Whether the words are a whole phrase."""
        return self._is_phrase(" ".join(word.text for word in words))
