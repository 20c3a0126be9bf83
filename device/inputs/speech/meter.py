"""How loud a microphone is now, by the same measure as the ear's gate: to be looked at, never to act on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from .audio import Converter
from .gate import FRAME_BYTES, Change, SpeechGate
from .hum import HumFreeLevels

SHOWN_FRAMES = 5
"""The loudest of so many frames of 20 ms is shown: a single one flickers."""
QUIETEST_DB = -90.0
"""Of digital silence: nothing is less."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a meter shows; every level in dB below full scale."""

    level_db: float
    loudest_db: float
    """Since it was made."""
    floor_db: float
    """What is always there at this table."""
    loud: bool
    """The gate is open: somebody speaks, or something as loud is going on."""


class Meter:
    """Reads blocks of a microphone; `feed` on one thread, `read` on any."""

    def __init__(self, on_change: Callable[[Change], None] = lambda _change: None) -> None:
        """Nothing was heard; `on_change` is told what the gate finds, on the feeding thread."""
        self._on_change = on_change
        self._lock = threading.Lock()
        self._levels = HumFreeLevels()
        self._gate = SpeechGate()
        self._last: deque[float] = deque(maxlen=SHOWN_FRAMES)
        self._loudest_db = QUIETEST_DB
        self._form = (0, 0)
        self._converter: Converter
        self._rest = b""
        self.blocks = 0
        """How many came."""
        self.form = ""
        """Rate and channels of what comes, in words."""

    def feed(self, pcm: bytes, rate_hz: int, channels: int) -> None:
        """Take a block of 16-bit samples, the channels interleaved."""
        if self._form != (rate_hz, channels):
            self._form, self._converter, self._rest = (rate_hz, channels), Converter(rate_hz), b""
            self.form = f"{rate_hz / 1000:g} kHz {'mono' if channels == 1 else f'{channels} channels'}"
        sound = self._rest + self._converter.convert_block(pcm, channels)
        levels = self._levels.of(sound)
        self._rest = sound[len(levels) * FRAME_BYTES :]
        with self._lock:
            self.blocks += 1
            self._last.extend(levels)
            self._loudest_db = max([self._loudest_db, *levels])
            changes = [change for level in levels if (change := self._step(level)) is not None]
        for change in changes:
            self._on_change(change)

    def read(self) -> Reading | None:
        """What it shows now; None before the first sound."""
        with self._lock:
            if not self._last:
                return None
            level = max(QUIETEST_DB, *self._last)
            return Reading(level, self._loudest_db, self._gate.floor_db, self._gate.in_speech)

    def _step(self, level_db: float) -> Change | None:
        change = self._gate.step(level_db)
        if change is Change.ENDS:
            self._gate.end()
        return change
