"""What waits to be told to the broker: bounded, however long the broker is away.

Where the delve stands is one slot that the latest takes. What happens is told at once or never: a house does not
flicker an hour late.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_WAITING = 256
"""Happenings that may wait while a broker takes its time; a long rest has a hundred, the oldest go first."""

Made = Callable[[], str]
"""Makes a payload of values that do not change any more: it is asked later, on another thread, or never."""


@dataclass(frozen=True, slots=True)
class News:
    """To be told now: where the delve stands, if that is news, then what happened, oldest first."""

    anew: bool
    """The connection is a new one: everything that stands is to be told."""
    state: Made | None
    happened: tuple[str, ...]


class Outbox:
    """Filled by the session without waiting; emptied by the thread that tells."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._changed = threading.Condition()
        self._state: Made | None = None
        self._happened: deque[str] = deque(maxlen=most_waiting)
        self._is_news = self._anew = self._connected = self._closed = False

    def put(self, state: Made, happened: Sequence[str] = ()) -> None:
        """This stands now, and that brought it about."""
        with self._changed:
            self._state, self._is_news = state, True
            if self._connected:
                self._happened.extend(happened)
            self._changed.notify()

    def connect(self, *, connected: bool) -> None:
        """The broker is there, or is not; with each new connection everything is told anew."""
        with self._changed:
            self._connected = self._anew = connected
            self._happened.clear()
            self._changed.notify()

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._connected and not self._closed

    def close(self) -> None:
        """Let `take` return None."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def take(self) -> News | None:
        """Wait for news while the broker is there; None when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._connected and self._waits))
            if self._closed:
                return None
            news = News(self._anew, self._state if self._anew or self._is_news else None, tuple(self._happened))
            self._anew = self._is_news = False
            self._happened.clear()
            return news

    @property
    def _waits(self) -> bool:
        return bool(self._anew or self._is_news or self._happened)

    def __len__(self) -> int:
        """How much waits."""
        return len(self._happened) + self._is_news
