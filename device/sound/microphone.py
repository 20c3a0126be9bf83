"""An open microphone: blocks of sound at whatever rate the device gives."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from .devices import SoundDevice
from .portaudio import library
from .stream import SILENT_SECONDS, Stream

OnBlock = Callable[[bytes, int, int], None]
"""Takes a block of 16-bit samples (channels interleaved), its rate in Hz and its number of channels."""

RATES_HZ = (16_000, None, 48_000, 44_100)
"""The rates tried, in order; None is the device's own."""

log = logging.getLogger(__name__)


class InputStream(Stream):
    """An open microphone; `rate_hz` and `channels` say what its blocks are now."""

    kind = "input"

    def __init__(self, name: str | None, on_block: OnBlock, block_seconds: float) -> None:
        super().__init__(name)
        self.overflows = 0
        """Blocks before which sound was dropped because nobody took it in time."""
        self._on_block = on_block
        self._block_seconds = block_seconds
        self._failed = False
        self._open()

    def _rates(self, device: SoundDevice) -> Iterable[int]:
        return (rate_hz or device.rate_hz for rate_hz in RATES_HZ)

    def _make(self, device: SoundDevice, rate_hz: int, channels: int) -> Any:
        def callback(block: Any, _frames: int, _time: Any, status: Any) -> None:
            self._moved_at = time.monotonic()
            self.overflows += bool(status and status.input_overflow)
            try:
                self._on_block(bytes(block), rate_hz, channels)
            except Exception:
                if not self._failed:  # once: else it would fill the log thirty times a second
                    self._failed = True
                    log.exception("the taker of microphone blocks failed; the stream goes on")

        module = library.get()
        # first asked for: to start what cannot give sound, such as a loudspeaker's name, may hang for ever
        module.check_input_settings(device=device.number, channels=channels, dtype="int16", samplerate=rate_hz)
        return module.RawInputStream(
            device=device.number,
            samplerate=rate_hz,
            channels=channels,
            dtype="int16",
            blocksize=round(rate_hz * self._block_seconds),
            latency="high",
            callback=callback,
            finished_callback=self._on_finished,
        )

    def close(self) -> None:
        """Close for good; of a microphone that hangs beside: its sound service would keep the caller waiting."""
        if self._stream is not None and self._stalled():
            threading.Thread(target=super().close, name="closing a microphone", daemon=True).start()
        else:
            super().close()

    def check(self) -> None:
        """Say whether the microphone still gives sound; call it every second or so.

        Raises:
            SoundError: it is gone, or gave nothing for `SILENT_SECONDS`. Close the stream and open
                another, with growing pauses between.
        """
        if self._lost is not None:
            raise self._lost
        if self._stream is None:
            raise self._gone("is closed")
        if self._stalled():
            raise self._gone(f"gave no sound for {SILENT_SECONDS:g} s")


def open_input(name: str | None, on_block: OnBlock, *, block_seconds: float = 0.03) -> InputStream:
    """Open the microphone `name` (None: the default) at the first rate that it takes.

    Args:
        name: a device's name, whole or in part.
        on_block: called on PortAudio's thread with bytes, rate in Hz and channels. It must return at
            once and must not call this room: put the block on a bounded queue.
        block_seconds: the length of a block.

    Raises:
        SoundError: no such device, an ambiguous name, or nothing that it can be opened with.
    """
    return InputStream(name, on_block, block_seconds)
