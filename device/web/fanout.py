"""What the box tells, for every page that listens: each has a bounded queue, and who does not read is dropped.

`tell` is called by the session and other threads of the box and returns at once, whatever the pages do: what is told is
made and written down by the thread of the first page that takes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from .protocol import ROLES, written

MOST_WAITING = 64
"""Messages that may wait for one page; it has missed seconds then, and catches up by connecting again."""


Fields = Mapping[str, Any] | Callable[[], Mapping[str, Any]]
"""Of a message, or what makes them: of values that do not change any more, since it is asked later and elsewhere."""


class _Message:
    """Something told; taken by the server's one thread alone."""

    def __init__(self, kind: str, fields: Fields, only: str | None) -> None:
        self._kind = kind
        self._only = only
        self._fields = fields

    def is_for(self, role: str) -> bool:
        return self._kind in ROLES[role].told and self._only in {None, role}

    @cached_property
    def text(self) -> str:
        return written(self._kind, self._fields() if callable(self._fields) else self._fields)


class Listening:
    """One page's queue, guarded by the lock of its `Fanout`."""

    def __init__(self, wake: Callable[[], object], role: str) -> None:
        self.wake = wake
        self.role = role
        self.waiting: list[_Message] = []
        self.dropped = False
        """It did not read: nothing is queued for it any more."""


class Fanout:
    """Tells every page, and a new one what stands now. Safe to use from every thread."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._listening: set[Listening] = set()
        self._standing: dict[str, _Message] = {}

    def tell(
        self, kind: str, fields: Fields, *, stands: bool = True, later: Fields | None = None, only: str | None = None
    ) -> None:
        """Queue a message for every page whose role may know of it.

        Args:
            kind: Of the message.
            fields: Its fields.
            stands: It is told to later pages too, until the next of its kind.
            later: Its fields for those later pages, where they differ.
            only: The one role that is told, of those that may know of it; None for all of them.
        """
        message = _Message(kind, fields, only)
        with self._lock:
            if stands:
                self._standing[kind] = message if later is None else _Message(kind, later, only)
            for each in tuple(self._listening):
                if message.is_for(each.role):
                    self._queue(each, message)

    def join(self, wake: Callable[[], object], role: str = "box") -> Listening:
        """A new page, for which what stands waits already.

        Args:
            wake: Called when something waits; must be quick.
            role: One of `ROLES`; nothing that it may not know is ever queued for it.
        """
        listening = Listening(wake, role)
        with self._lock:
            listening.waiting = [each for each in self._standing.values() if each.is_for(role)]
            self._listening.add(listening)
        wake()
        return listening

    def take(self, listening: Listening) -> list[str]:
        """What waits for a page, oldest first."""
        with self._lock:
            taken, listening.waiting = listening.waiting, []
        return [each.text for each in taken]

    def leave(self, listening: Listening) -> None:
        """Its `wake` is not called any more."""
        with self._lock:
            self._listening.discard(listening)

    def __len__(self) -> int:
        """How many pages listen."""
        return len(self._listening)

    def count(self, role: str) -> int:
        """How many pages of a role listen."""
        with self._lock:
            return sum(each.role == role for each in self._listening)

    def _queue(self, listening: Listening, message: _Message) -> None:
        if len(listening.waiting) >= self._most_waiting:
            listening.waiting = []
            listening.dropped = True
            self._listening.discard(listening)
        listening.waiting.append(message)
        if len(listening.waiting) == 1:
            listening.wake()
