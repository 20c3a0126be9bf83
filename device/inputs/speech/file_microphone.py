"""A WAV file in the place of a microphone, at the speed at which it was spoken."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator

from .audio import RATE_HZ, SAMPLE_BYTES, AudioError, seconds_of, wav_blocks
from .microphone_care import OnBlock

BLOCK_SECONDS = 0.03
_SILENCE = bytes(round(RATE_HZ * BLOCK_SECONDS) * SAMPLE_BYTES)


class FileMicrophone:
    """Gives silence until `begin`, then the file, then silence until it is closed; on a thread of its own.

    Args:
        path: A WAV file of any common format.
        on_block: Takes its sound.
        on_begin: Called just before the first sound of the file.
        on_end: Called just after its last.

    Raises:
        AudioError: The file cannot be used.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        on_block: OnBlock,
        on_begin: Callable[[], None] = lambda: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._blocks = wav_blocks(path, BLOCK_SECONDS)
        self._first = next(self._blocks)
        self._on_block = on_block
        self._on_begin, self._on_end = on_begin, on_end
        self.silent_seconds = 0.0
        """How much silence it has given since the file's end."""
        self.trouble = ""
        """Why the file could not be read to its end."""
        self._begun = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="file microphone", daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Begin to play the file; a second time nothing."""
        self._begun.set()

    def check(self) -> None:
        """It always gives sound."""

    def close(self) -> None:
        """Give no more."""
        self._closed.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        due = time.monotonic()
        for block in self._sound():
            if self._closed.wait(max(0.0, due - time.monotonic())):
                return
            self._on_block(block, RATE_HZ, 1)
            due += seconds_of(block)

    def _sound(self) -> Iterator[bytes]:
        while not self._begun.is_set():
            yield _SILENCE
        self._on_begin()
        yield self._first
        try:
            yield from self._blocks
        except AudioError as error:
            self.trouble = str(error)
        self._on_end()
        while True:
            yield _SILENCE
            self.silent_seconds += BLOCK_SECONDS
