"""What the box tells, for every page that listens: each has a bounded queue, and who does not read is dropped.

`tell` is called by the session and other threads of the box and returns at once, whatever the pages do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any

from .protocol import KINDS, written

MOST_WAITING = 64
"""Messages that may wait for one page; it has missed seconds then, and catches up by connecting again."""


class Listening:
    """One page's queue, guarded by the lock of its `Fanout`."""

    def __init__(self, wake: Callable[[], object], kinds: Collection[str]) -> None:
        self.wake = wake
        self.kinds = kinds
        self.waiting: list[str] = []
        self.dropped = False
        """It did not read: nothing is queued for it any more."""


class Fanout:
    """Tells every page, and a new one what stands now. Safe to use from every thread."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._listening: set[Listening] = set()
        self._standing: dict[str, str] = {}

    def tell(self, kind: str, fields: Mapping[str, Any], *, stands: bool = True) -> None:
        """Queue a message for every page; one that `stands` is told to later pages too, until the next of its kind."""
        text = written(kind, fields)
        with self._lock:
            if stands:
                self._standing[kind] = text
            for each in tuple(self._listening):
                if kind in each.kinds:
                    self._queue(each, text)

    def join(self, wake: Callable[[], object], kinds: Collection[str] = KINDS) -> Listening:
        """A new page, for which what stands waits already.

        Args:
            wake: Called when something waits; must be quick.
            kinds: What it may know; nothing else is ever queued for it.
        """
        listening = Listening(wake, kinds)
        with self._lock:
            listening.waiting = [text for kind, text in self._standing.items() if kind in kinds]
            self._listening.add(listening)
        wake()
        return listening

    def take(self, listening: Listening) -> list[str]:
        """What waits for a page, oldest first."""
        with self._lock:
            taken, listening.waiting = listening.waiting, []
        return taken

    def leave(self, listening: Listening) -> None:
        """Its `wake` is not called any more."""
        with self._lock:
            self._listening.discard(listening)

    def __len__(self) -> int:
        """How many pages listen."""
        return len(self._listening)

    def _queue(self, listening: Listening, text: str) -> None:
        if len(listening.waiting) >= self._most_waiting:
            listening.waiting = []
            listening.dropped = True
            self._listening.discard(listening)
        listening.waiting.append(text)
        if len(listening.waiting) == 1:
            listening.wake()
