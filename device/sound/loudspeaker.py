"""An open loudspeaker: pieces of sound one after the other, cut at any time.

pyttsx3's own player is a shell `aplay` that outlives a killed child; this one is stopped by
aborting its stream, which drops the device's buffer too (measured: silent 1–10 ms after).
"""

from __future__ import annotations

import logging
import threading
import time
from array import array
from collections import deque
from collections.abc import Iterable
from typing import Any

from .devices import SoundDevice
from .portaudio import library
from .stream import SILENT_SECONDS, Stream

LATENCY_SECONDS = 0.08
"""Sound that the device holds ready, so as not to stutter while Python is busy (0.04 did on a loaded machine)."""
IDLE_SECONDS = 5.0
"""After so much silence the stream rests and costs nothing; the next piece wakes it in about 1 ms."""

log = logging.getLogger(__name__)


class Playback:
    """One piece of sound on its way: when the device took its first sample, and its end."""

    __slots__ = ("cut", "ended", "first_at")

    def __init__(self) -> None:
        self.first_at: float | None = None
        """`time.perf_counter` seconds at which the device took the first sample."""
        self.cut = False
        self.ended = threading.Event()
        """Set when the last sample was heard, or the piece was cut."""


class OutputStream(Stream):
    """An open loudspeaker. After it was lost, the next `play` opens it again."""

    kind = "output"

    def __init__(self, name: str | None, rate_hz: int) -> None:
        super().__init__(name)
        self._wanted_hz = rate_hz
        self._queue_lock = threading.Lock()
        self._pieces: deque[tuple[memoryview, Playback]] = deque()
        self._fading: deque[tuple[float, Playback]] = deque()
        """Pieces that the device took whole, and when they will have been heard."""
        self._silent_at = 0.0
        self._resting = False
        self._abort_due = False
        self._open()

    def _rates(self, device: SoundDevice) -> Iterable[int]:
        return (self._wanted_hz, device.rate_hz, 48_000, 44_100, 16_000)

    def _make(self, device: SoundDevice, rate_hz: int, channels: int) -> Any:
        module = library.get()
        self._resting, self._silent_at = False, time.monotonic()

        def callback(out: Any, _frames: int, _time: Any, _status: Any) -> None:
            self._fill(out)
            if self._resting:
                raise module.CallbackStop

        return module.RawOutputStream(
            device=device.number,
            samplerate=rate_hz,
            channels=channels,
            dtype="int16",
            latency=LATENCY_SECONDS,
            callback=callback,
            finished_callback=self._on_finished,
        )

    def _fill(self, out: Any) -> None:
        """Fill one block from the pieces, the rest of it with silence; after long silence, rest."""
        now = self._moved_at = time.monotonic()
        size, at = len(out), 0
        with self._queue_lock:
            while at < size and self._pieces:
                piece, playback = self._pieces[0]
                if playback.first_at is None:
                    playback.first_at = time.perf_counter()
                taken = min(size - at, len(piece))
                out[at : at + taken] = piece[:taken]
                at += taken
                if taken == len(piece):
                    self._pieces.popleft()
                    self._fading.append((now + LATENCY_SECONDS, playback))
                else:
                    self._pieces[0] = (piece[taken:], playback)
            while self._fading and self._fading[0][0] <= now:
                self._fading.popleft()[1].ended.set()
            if at or self._fading:
                self._silent_at = now
            elif now - self._silent_at > IDLE_SECONDS:
                self._ending = self._resting = True
        out[at:size] = bytes(size - at)

    def play(self, pcm: bytes, rate_hz: int) -> Playback:
        """Play 16-bit mono samples after what is playing; returns at once.

        Raises:
            SoundError: the loudspeaker is gone and cannot be opened again.
        """
        playback = Playback()
        with library.held():
            self._abort()
            if self._stream is None or self._lost is not None:
                self.let_go()
                self._open()
            piece = memoryview(_spread(_at_rate(pcm, rate_hz, self.rate_hz), self.channels))
            with self._queue_lock:
                if not piece:
                    playback.ended.set()
                    return playback
                self._pieces.append((piece, playback))
                asleep = self._resting
            if asleep or not self._stream.active:
                self._wake()
        return playback

    def _wake(self) -> None:
        try:
            self._stream.abort(ignore_errors=True)  # PortAudio wants a finished stream stopped first
            self._resting = self._ending = False
            self._moved_at = self._silent_at = time.monotonic()
            self._stream.start()
        except library.get().PortAudioError as error:
            log.info("the loudspeaker did not wake (%s): opening it again", error)
            self.let_go()
            self._open()

    def cut(self) -> None:
        """Stop at once: what was still to be heard is dropped, and its playbacks end as cut.

        From any thread: it never waits for the device, whose sound service may hang.
        """
        self._drop()
        if not self._abort_due:
            self._abort_due = True
            threading.Thread(target=self._abort, name="cutting", daemon=True).start()

    def _abort(self) -> None:
        """After a cut: what the device itself holds is dropped too, before anything is played after it."""
        with library.lock:
            try:
                if self._abort_due and self._stream is not None and self._stream.active:
                    self._ending = self._resting = True
                    self._stream.abort()
            except library.get().PortAudioError as error:
                log.info("the loudspeaker was not cut (%s)", error)
            finally:
                self._abort_due = False

    def _drop(self) -> None:
        with self._queue_lock:
            dropped = [playback for _, playback in (*self._pieces, *self._fading)]
            self._pieces.clear()
            self._fading.clear()
        for playback in dropped:
            playback.cut = True
            playback.ended.set()

    def wait(self, playback: Playback, timeout_seconds: float) -> bool:
        """Wait until `playback` was heard or cut; False when the time is over first.

        Raises:
            SoundError: the loudspeaker went away or takes no sound; what was to be heard is dropped.
        """
        until = time.monotonic() + timeout_seconds
        while not playback.ended.wait(max(0.0, min(0.05, until - time.monotonic()))):
            if self._lost is None and self._stalled():
                self._lost = self._gone(f"took no sound for {SILENT_SECONDS:g} s")
            if self._lost is not None:
                self._drop()
                raise self._lost
            if time.monotonic() >= until:
                return False
        return True


def open_output(name: str | None, rate_hz: int) -> OutputStream:
    """Open the loudspeaker `name` (None: the default), at `rate_hz` if it takes that rate.

    Raises:
        SoundError: no such device, an ambiguous name, or nothing that it can be opened with.
    """
    return OutputStream(name, rate_hz)


def _spread(pcm: bytes, channels: int) -> bytes:
    """One channel's samples on every channel."""
    if channels == 1:
        return pcm
    mono = array("h", pcm)
    spread = array("h", bytes(len(pcm) * channels))
    for channel in range(channels):
        spread[channel::channels] = mono
    return spread.tobytes()


def _at_rate(pcm: bytes, rate_hz: int, wanted_hz: int) -> bytes:
    """The samples at the device's rate, where it does not take ours."""
    if rate_hz == wanted_hz:
        return pcm
    import numpy as np
    import soxr

    return bytes(soxr.resample(np.frombuffer(pcm, dtype=np.int16), rate_hz, wanted_hz).tobytes())
