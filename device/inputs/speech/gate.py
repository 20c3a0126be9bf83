"""Where speech is: levels, the table's floor, beginning and end of speech. Pure.

Levels are in dB below full scale, of frames of 20 ms.
"""

from __future__ import annotations

import collections
import math
from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from .audio import RATE_HZ, SAMPLE_BYTES

FRAME_SECONDS = 0.02
FRAME_BYTES = int(RATE_HZ * FRAME_SECONDS) * SAMPLE_BYTES

LOWEST_DB = -60.0
"""Quieter is no speech, whatever the floor: a far voice reaches −50."""
LEAST_SPEECH_SECONDS = 0.12
"""Less is a click, a die on the table; the shortest word ("no") has 0.2."""

_FLOOR_PERCENT = 10
_SPEECH_OVER_FLOOR_DB = 9.0


def frames_of(pcm: bytes) -> NDArray[np.float32]:
    """The samples of each whole frame of 16 kHz mono 16-bit sound, a row each."""
    whole = len(pcm) // FRAME_BYTES * FRAME_BYTES
    return np.frombuffer(pcm[:whole], "<i2").reshape(-1, FRAME_BYTES // SAMPLE_BYTES).astype(np.float32)


def decibels(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """The level of each row of samples; a constant offset of cheap microphones is none."""
    levels: NDArray[np.float32] = 10 * np.log10(frames.var(axis=1) + 1) - np.float32(20 * np.log10(32768))
    return levels


def floor_db(levels: Sequence[float]) -> float:
    """The level of what is always there: a tenth of the frames are quieter."""
    return float(np.percentile(levels, _FLOOR_PERCENT)) if levels else LOWEST_DB


def speech_seconds(levels: Sequence[float], table_db: float = -math.inf) -> float:
    """Seconds of sound well above its own floor and the table's: 0 for silence, a fan, steady noise."""
    threshold = max(LOWEST_DB, max(floor_db(levels), table_db) + _SPEECH_OVER_FLOOR_DB)
    return sum(level > threshold for level in levels) * FRAME_SECONDS


class Change(Enum):
    """What a frame changed."""

    BEGINS = "begins"
    """Speech began; its first frames lie `ONSET_FRAMES` back."""
    PAUSES = "pauses"
    """Quiet long enough for the end of a phrase."""
    ENDS = "ends"
    """Quiet long enough for the end of any phrase, or speech has gone on for too long."""


ONSET_FRAMES = 5
_ONSET_LOUD_FRAMES = 3
_PAUSE_FRAMES = round(0.3 / FRAME_SECONDS)
_END_FRAMES = round(0.5 / FRAME_SECONDS)
_LONGEST_FRAMES = round(20 / FRAME_SECONDS)
_FLOOR_FRAMES = round(3 / FRAME_SECONDS)
_FIRST_FLOOR_FRAMES = round(0.3 / FRAME_SECONDS)
_FLOOR_STEP = 5
_OVER_FLOOR_DB = 6.0
_SMOOTHED_FRAMES = 3
_BELOW_PEAK_DB = 22.0
"""Quiet is so far below the voice at its loudest."""
_BELOW_NEAR_DB = 10.0
"""Where others talk it is never so quiet: their voices lie below this, and few sounds of the near one for long."""
_END_AMONG_OTHERS_FRAMES = round(0.8 / FRAME_SECONDS)


class SpeechGate:
    """Beginning and end of speech in a stream that is always open, from the levels of its frames.

    Speech is over when its level has been well below its own peak, or near the table's floor, for 0.3 s
    (`PAUSES`) and 0.5 s (`ENDS`). Measured (voice notes): 0.3 s cut none of 50 commands and 3 of 50 long
    sentences short, 0.5 s one of 50.

    Args:
        among_others: Others may talk meanwhile: 10 dB below the peak, for 0.3 s and 0.8 s, is enough.
    """

    def __init__(self, *, among_others: bool = False) -> None:
        self._among_others = among_others
        self._near_db: float | None = None
        self._recent: collections.deque[float] = collections.deque(maxlen=_FLOOR_FRAMES)
        self._loud: collections.deque[bool] = collections.deque(maxlen=ONSET_FRAMES)
        self._last: collections.deque[float] = collections.deque(maxlen=_SMOOTHED_FRAMES)
        self.floor_db = LOWEST_DB
        """The table's floor over the last three seconds."""
        self.in_speech = False
        self.quiet_frames = 0
        """Frames since the last that was speech."""
        self._steps = self._frames = self._low_frames = 0
        self._peak_db = LOWEST_DB

    def step(self, level_db: float) -> Change | None:
        """Take the next frame's level."""
        self._recent.append(level_db)
        self._steps += 1
        if self._steps % _FLOOR_STEP == 0 or len(self._recent) < _FIRST_FLOOR_FRAMES:
            self.floor_db = self._floor()
        return self._within(level_db) if self.in_speech else self._before(level_db)

    def listen_to(self, near_db: float) -> None:
        """Until the end of speech, only a voice that is as loud as this at its loudest counts, others do not."""
        self._near_db, self.quiet_frames, self._low_frames = near_db, 0, 0

    def end(self) -> None:
        """Speech is taken to be over; the table's floor is kept."""
        self.in_speech, self._near_db = False, None
        self._loud.clear()

    def _floor(self) -> float:
        floor = floor_db(self._recent)
        return floor if len(self._recent) >= _FIRST_FLOOR_FRAMES else min(floor, LOWEST_DB)

    def _before(self, level_db: float) -> Change | None:
        near = -math.inf if self._near_db is None else self._near_db - _BELOW_NEAR_DB
        self._loud.append(level_db > max(LOWEST_DB, self.floor_db + _SPEECH_OVER_FLOOR_DB, near))
        if sum(self._loud) < _ONSET_LOUD_FRAMES:
            return None
        self.in_speech, self._peak_db = True, LOWEST_DB
        self.quiet_frames = self._low_frames = self._frames = 0
        self._last.clear()
        return Change.BEGINS

    def _within(self, level_db: float) -> Change | None:
        self._frames += 1
        self._last.append(level_db)
        smoothed = sum(self._last) / len(self._last)  # a click is no peak, and does not make quiet loud
        self._peak_db = max(self._peak_db, smoothed)
        peak_db = self._peak_db if self._near_db is None else self._near_db
        floor_db = max(self.floor_db + _OVER_FLOOR_DB, LOWEST_DB)
        quiet = smoothed < max(peak_db - _BELOW_PEAK_DB, floor_db)
        among_others = self._among_others or self._near_db is not None
        low = smoothed < max(peak_db - _BELOW_NEAR_DB, floor_db) if among_others else quiet
        self.quiet_frames = self.quiet_frames + 1 if quiet else 0
        self._low_frames = self._low_frames + 1 if low else 0
        too_long = self._low_frames >= _END_AMONG_OTHERS_FRAMES or self._frames >= _LONGEST_FRAMES
        if too_long or self.quiet_frames >= _END_FRAMES:
            return Change.ENDS
        return Change.PAUSES if self._low_frames == _PAUSE_FRAMES else None
