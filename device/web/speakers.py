"""What the box says, for every page that asked to hear it: each has a bounded queue, and reports what it has played.

`play`, `cut` and `wait` are the narrator's, on its threads; the rest is the server's.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from .protocol import written
from .sound_frames import sound_frame

CHUNK_BYTES = 16_384
"""Sound goes out in frames of at most so much, so that a cut overtakes the rest of a sentence."""
MOST_WAITING = 128
"""Frames that may wait for one page, about 48 seconds; what comes then it does not hear."""
SPARE_SECONDS = 1.0
"""A page that has not played a sentence so long after its end is not waited for, until it keeps up again."""

log = logging.getLogger(__name__)


class Speaker:
    """One page that hears, guarded by the lock of its `Speakers`."""

    def __init__(self, wake: Callable[[], object], number: int) -> None:
        self.wake = wake
        self.waiting: list[bytes | str] = []
        self.played = number
        """The last piece that it has played to its end, or need not."""
        self.late = False
        """It did not report in time."""


class Speakers:
    """Every page that hears. Safe to use from every thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._speakers: set[Speaker] = set()
        self._number = 0
        self._ends_at = 0.0

    # -- for the narrator -----------------------------------------------------------------------------

    @property
    def wanted(self) -> bool:
        """Whether any page asked to hear."""
        return bool(self._speakers)

    def play(self, pcm: bytes, rate_hz: int) -> None:
        """Send 16-bit mono samples to every page, to be heard after what was sent before."""
        with self._changed:
            self._number += 1
            self._ends_at = max(self._ends_at, time.monotonic()) + len(pcm) / 2 / rate_hz
            starts = range(0, len(pcm), CHUNK_BYTES) or (0,)
            frames = [
                sound_frame(self._number, rate_hz, pcm[at : at + CHUNK_BYTES], last=at == starts[-1]) for at in starts
            ]
            for speaker in self._speakers:
                self._queue(speaker, frames)

    def cut(self) -> None:
        """Drop what waits, and tell every page to be silent."""
        with self._changed:
            self._ends_at = 0.0
            silence = written("cut", {"number": self._number})
            for speaker in self._speakers:
                speaker.waiting = []
                if speaker.played < self._number:
                    speaker.played = self._number
                    self._queue(speaker, [silence])
            self._changed.notify_all()

    def wait(self) -> None:
        """Until all pages that keep up have played what was sent; none is waited for longer than it lasts."""
        with self._changed:
            number = self._number
            left_seconds = self._ends_at + SPARE_SECONDS - time.monotonic()
            self._changed.wait_for(lambda: not self._behind(number), max(0.0, left_seconds))
            for speaker in self._behind(number):
                speaker.late = True
                log.warning("web: a page does not keep up with what the box says, and is not waited for")

    def _behind(self, number: int) -> list[Speaker]:
        return [each for each in self._speakers if not each.late and each.played < number]

    # -- for the server -------------------------------------------------------------------------------

    def join(self, wake: Callable[[], object]) -> Speaker:
        """One page more, which hears what is said from now on; `wake` is called when something waits for it."""
        with self._changed:
            speaker = Speaker(wake, self._number)
            self._speakers.add(speaker)
        return speaker

    def leave(self, speaker: Speaker) -> None:
        """It is not waited for any more, and its `wake` not called."""
        with self._changed:
            self._speakers.discard(speaker)
            self._changed.notify_all()

    def take(self, speaker: Speaker) -> list[bytes | str]:
        """What waits for a page, oldest first."""
        with self._changed:
            taken, speaker.waiting = speaker.waiting, []
        return taken

    def heard(self, speaker: Speaker, number: int) -> None:
        """A page has played this piece to its end, and so those before it."""
        with self._changed:
            speaker.played = max(speaker.played, min(number, self._number))
            speaker.late = speaker.late and speaker.played < self._number
            self._changed.notify_all()

    def _queue(self, speaker: Speaker, frames: list[bytes] | list[str]) -> None:
        if len(speaker.waiting) + len(frames) > MOST_WAITING:
            speaker.played = self._number  # it will never hear it
            log.warning("web: a page does not take what the box says, and misses a sentence")
            return
        was_empty = not speaker.waiting
        speaker.waiting += frames
        if was_empty:
            speaker.wake()
