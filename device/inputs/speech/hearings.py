"""The hearings of an utterance: as it came, and where that is not clear, without what is well below the near voice.

In a window, and after the wake phrase, that is heard again as whole phrases and nothing else, which finds one in
anything: what is taken of it is for `likely_phrase` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...messages import Alternatives, Scored, Word
from .denoise import NOISE_SECONDS, denoised
from .gate import FRAME_BYTES, FRAME_SECONDS
from .loud_words import among_others, clear_phrase, lost_words
from .near_voice import COVERED_DB, MUTE_BELOW_PEAK_DB, is_noisy, muted
from .recogniser import Recogniser
from .stretch import SILENT_FRAME, Stretch, retimed

PHRASES_BELOW_DB = (8.0, 4.0)
"""What lies so far below the near voice is muted: of a wide gate and a narrow one, each hears what the other loses."""
PHRASES_AFTER_SECONDS = 0.5
"""Kept after loud frames: the ends of phrases are quiet."""
NOISY_TABLE_DB = -22.0
"""Where it was louder before, beside the near voice, words may be covered though no words of others are heard."""
LEAD_FRAMES = 10
"""Of silence before and after what was kept: the model begins with it."""


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

    def phrases(
        self, stretch: Stretch, levels: Sequence[float], plain: Alternatives, *, others: bool = False
    ) -> tuple[tuple[Scored, ...], ...]:
        """The whole phrases that a window's sound may be, the wider hearing first; none where they are not needed.

        Args:
            stretch: What was heard.
            levels: Of its frames.
            plain: Its words.
            others: They were heard to talk before it began: what is not understood then is covered by them.

        Raises:
            RecogniserError: It could not be recognised.
        """
        if not self._recogniser.has_phrases or not self._is_covered(stretch, levels, plain, others=others):
            return ()
        quiet_before = (stretch.opened_at - stretch.start) * FRAME_SECONDS
        sound = denoised(stretch.sound, 0.0 if stretch.padding_seconds else min(NOISE_SECONDS, quiet_before))
        near = [muted(sound, levels, below_db, PHRASES_AFTER_SECONDS) for below_db in PHRASES_BELOW_DB]
        parts = [_part_with_sound(each) for each in near]
        heard = self._recogniser.recognise_phrases([part for _, part in parts])
        return tuple(
            tuple(Scored(retimed(each.words, first * FRAME_SECONDS, levels), each.score) for each in scored)
            for scored, (first, _) in zip(heard, parts, strict=True)
        )

    def _is_covered(self, stretch: Stretch, levels: Sequence[float], plain: Alternatives, *, others: bool) -> bool:
        """Whether noise or others cover what was said, and the plain hearing is not enough."""
        if is_noisy(levels, COVERED_DB):
            return True
        if any(self.is_understood(words) and not lost_words(words, levels) for words in plain):
            return False
        if others:
            return True
        table_db = stretch.table_db(levels)
        if plain and among_others(plain[0], table_db):
            return clear_phrase(plain, levels, lambda text: self._is_phrase(text) or None) is None
        return table_db is not None and table_db > NOISY_TABLE_DB

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


def _part_with_sound(pcm: bytes) -> tuple[int, bytes]:
    """The part that is not silence, with a little of it around; and its first frame."""
    first = max(0, (len(pcm) - len(pcm.lstrip(b"\0"))) // FRAME_BYTES - LEAD_FRAMES)
    last = -(-len(pcm.rstrip(b"\0")) // FRAME_BYTES)
    return first, pcm[first * FRAME_BYTES : last * FRAME_BYTES] + SILENT_FRAME * LEAD_FRAMES
