"""The near voice and all others: how loud each word is beside it, and sound without what lies well below it. Pure.

Measured (`docs/voice.md`): where others talk, what the near voice said is nearly always among the recognised
words, and the words of the others around it are quieter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...messages import Word
from .gate import FRAME_BYTES, FRAME_SECONDS

MUTE_BELOW_PEAK_DB = 6.0
"""Measured on 88 clips in babble at 12 dB, heard plain and muted: 70 understood with 6, 59 with 10, 50 without."""
MUTE_HANG_SECONDS = 0.3
"""Kept before and after each frame that is loud: the beginnings and ends of words are quiet."""
COVERED_DB = -11.0
"""Where it is never quieter, a whole phrase of the plain hearing is not taken for itself: 7 wrong of 53 in a murmur at
6 dB."""

_PEAK_PERCENT = 97
_FLOOR_PERCENT = 20
_QUIETEST_PERCENT = 10
_LEAST_BEFORE_SECONDS = 0.2
_LOUDER_MOMENTS_DB = 6.0
"""Measured between these two in babble of six at 24–6 dB, in the middle of the clips."""
_SMOOTHED_FRAMES = 3


def peak_db(levels: Sequence[float]) -> float:
    """How loud the near voice is at its loudest, in the unit of the levels."""
    return round(float(np.percentile(_smoothed(levels), _PEAK_PERCENT)), 1)


def loudest_db(levels: Sequence[float]) -> float:
    """The loudest three frames in a row, of which a click is none."""
    return round(float(_smoothed(levels).max()), 1)


def below_peak(levels: Sequence[float]) -> tuple[float, ...]:
    """The levels smoothed, in dB beside the near voice at its loudest; a click is no peak."""
    if not levels:
        return ()
    smoothed = _smoothed(levels)
    return tuple(np.round(smoothed - np.percentile(smoothed, _PEAK_PERCENT), 1).tolist())


def with_levels(words: Iterable[Word], levels: Sequence[float]) -> tuple[Word, ...]:
    """The words, each with its loudest frame.

    Args:
        words: Timed in seconds from the first frame.
        levels: Of the frames, as `below_peak` gives them.
    """
    return tuple(_with_level(word, levels) for word in words) if levels else tuple(words)


def muted(
    pcm: bytes,
    levels: Sequence[float],
    below_db: float = MUTE_BELOW_PEAK_DB,
    after_seconds: float = MUTE_HANG_SECONDS,
) -> bytes:
    """The sound with silence in place of what lies `below_db` under its own peak.

    Args:
        pcm: 16 kHz mono 16-bit, of whole frames.
        levels: One a frame, as `below_peak` gives them.
        below_db: How far below.
        after_seconds: Kept after each frame that is loud; before it is kept `MUTE_HANG_SECONDS`.
    """
    if not levels:
        return pcm
    loud = np.asarray(levels) > -below_db
    before, after = (round(seconds / FRAME_SECONDS) for seconds in (MUTE_HANG_SECONDS, after_seconds))
    near = np.convolve(loud, np.ones(before + after + 1), "full")[before : before + len(loud)] > 0
    frames = np.frombuffer(pcm, "<i2").reshape(len(levels), FRAME_BYTES // 2)
    return np.where(near[:, None], frames, 0).astype("<i2").tobytes()


def table_db(levels: Sequence[float], before: int) -> float | None:
    """How loud the table was before a window opened, at its louder moments; None for no sound at all.

    Args:
        levels: Beside the near voice.
        before: So many of them are of the time before. With less than 0.2 s it is the quietest tenth of all that
            counts, which speech leaves free where nobody else talks.
    """
    if not levels:
        return None
    if before * FRAME_SECONDS < _LEAST_BEFORE_SECONDS:
        return float(np.percentile(levels, _QUIETEST_PERCENT)) + _LOUDER_MOMENTS_DB
    return float(np.percentile(levels[:before], 100 - _QUIETEST_PERCENT))


def is_noisy(levels: Sequence[float], above_db: float) -> bool:
    """Whether it never gets quiet: four fifths of the frames are louder than that, beside the near voice."""
    return bool(levels) and float(np.percentile(levels, _FLOOR_PERCENT)) > above_db


def _smoothed(levels: Sequence[float]) -> NDArray[np.float64]:
    padded = np.pad(np.asarray(levels, np.float64), _SMOOTHED_FRAMES // 2, mode="edge")
    return np.convolve(padded, np.full(_SMOOTHED_FRAMES, 1 / _SMOOTHED_FRAMES), "valid")


def _with_level(word: Word, levels: Sequence[float]) -> Word:
    first = min(int(word.start_seconds / FRAME_SECONDS), len(levels) - 1)
    last = max(first + 1, int(word.end_seconds / FRAME_SECONDS))
    return Word(word.text, word.start_seconds, word.end_seconds, max(levels[first:last]))
