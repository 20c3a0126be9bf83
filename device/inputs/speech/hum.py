"""The levels of a stream in which mains hum, or a rumble as low, may be as loud as the voice. Pure.

The recogniser does not mind hum, but by its level all would be silence, or all be others talking.
"""

from __future__ import annotations

import collections

import numpy as np
from numpy.typing import NDArray

from .audio import RATE_HZ, SAMPLE_BYTES
from .gate import FRAME_BYTES, FRAME_SECONDS, LOWEST_DB, decibels, floor_db, frames_of

HUM_HZ = (50.0, 60.0, 100.0, 120.0, 150.0, 180.0)
"""Of both kinds of mains with their loudest overtones; of what lies between them little is left either."""
MOSTLY_HUM_DB = 10.0
"""It hums where the floor is so much louder than without these frequencies."""
STEADY_DB = 4.0
"""And where these are in the middle no more above their own floor: a low voice is not as steady.

Measured (voice notes): taken for hum in none of 160 human clips and 4 of as many in babble.
"""
_FLOOR_FRAMES = round(3 / FRAME_SECONDS)
_LEAST_FRAMES = round(0.3 / FRAME_SECONDS)
_LOOK_FRAMES = 5


class HumFreeLevels:
    """The level of each frame of a stream: as it is, and while it hums without what hums.

    So the voice's own low tones count wherever nothing hums, and all that was measured of levels holds there.
    """

    def __init__(self) -> None:
        self.hums = False
        self._low: collections.deque[float] = collections.deque(maxlen=_FLOOR_FRAMES)
        """Levels of the frequencies of hum alone."""
        self._high: collections.deque[float] = collections.deque(maxlen=_FLOOR_FRAMES)
        """Of all others."""
        self._frames = 0

    def of(self, pcm: bytes) -> list[float]:
        """The levels of the next frames, in dB below full scale; what is no whole frame has none."""
        frames = frames_of(pcm)
        low = np.asarray((frames @ _LOW_TONES) @ _LOW_TONES.T, np.float32)
        parts = (decibels(each).tolist() for each in (frames, frames - low, low))
        return [self._of(*levels) for levels in zip(*parts, strict=True)]

    def _of(self, level: float, high: float, low: float) -> float:
        self._low.append(low)
        self._high.append(high)
        self._frames += 1
        if self._frames >= _LEAST_FRAMES and self._frames % _LOOK_FRAMES == 0:
            self.hums = low > LOWEST_DB and self._is_hum()
        return high if self.hums else level

    def _is_hum(self) -> bool:
        floor = floor_db(self._low)
        if floor <= max(LOWEST_DB, floor_db(self._high) + MOSTLY_HUM_DB):
            return False
        return float(np.median(self._low)) - floor < STEADY_DB


def _low_tones() -> NDArray[np.float32]:
    """Directions at right angles to each other in which every tone of `HUM_HZ` within a frame lies, and its slope."""
    samples = np.arange(FRAME_BYTES // SAMPLE_BYTES)
    turns = 2 * np.pi * np.outer(HUM_HZ, samples) / RATE_HZ
    tones = np.vstack([np.ones_like(samples), samples - samples.mean(), np.cos(turns), np.sin(turns)])
    return np.linalg.qr(tones.T)[0].astype(np.float32)


_LOW_TONES = _low_tones()
