"""What the box tells, for every page that listens: each has a bounded queue, and who does not read is dropped.

`tell` is called by the session and other threads of the box and returns at once, whatever the pages do.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any

from .protocol import ROLES, written

MOST_WAITING = 64
"""Messages that may wait for one page; it has missed seconds then, and catches up by connecting again."""


class Listening:
    """One page's queue, guarded by the lock of its `Fanout`."""

    def __init__(self, wake: Callable[[], object], role: str) -> None:
        self.wake = wake
        self.role = role
        self.waiting: list[str | tuple[str, Mapping[str, Any]]] = []
        """Written ones, and what stood when it came as kind and fields: to write that down is the server's work."""
        self.dropped = False
        """It did not read: nothing is queued for it any more."""


class Fanout:
    """Tells every page, and a new one what stands now. Safe to use from every thread."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._listening: set[Listening] = set()
        self._standing: dict[str, dict[str, Mapping[str, Any]]] = {role: {} for role in ROLES}

    def tell(
        self,
        kind: str,
        fields: Mapping[str, Any],
        *,
        stands: bool = True,
        later: Mapping[str, Any] | None = None,
        to: Collection[str] = tuple(ROLES),
    ) -> None:
        """Queue a message for every page whose role may know of it.

        Args:
            kind: Of the message.
            fields: Its fields.
            stands: It is told to later pages too, until the next of its kind.
            later: Its fields for those later pages, where they differ; not changed any more.
            to: Roles that it is meant for; to one that may not know of its kind it is not told all the same.
        """
        text = written(kind, fields)
        roles = {role for role in to if kind in ROLES[role].told}
        with self._lock:
            for role in roles if stands else ():
                self._standing[role][kind] = fields if later is None else later
            for each in tuple(self._listening):
                if each.role in roles:
                    self._queue(each, text)

    def join(self, wake: Callable[[], object], role: str = "box") -> Listening:
        """A new page, for which what stands waits already.

        Args:
            wake: Called when something waits; must be quick.
            role: One of `ROLES`; nothing that it may not know is ever queued for it.
        """
        listening = Listening(wake, role)
        with self._lock:
            listening.waiting = list(self._standing[role].items())
            self._listening.add(listening)
        wake()
        return listening

    def take(self, listening: Listening) -> list[str]:
        """What waits for a page, oldest first."""
        with self._lock:
            taken, listening.waiting = listening.waiting, []
        return [each if isinstance(each, str) else written(*each) for each in taken]

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
