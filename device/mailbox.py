"""The one queue of the session: bounded for what people put in, open to what the box's own parts tell.

A script piped in can keep a queue full for minutes. A part's change of state is told once and never again:
lost, it would leave the microphone deaf or a question open. So it always finds room, which the parts cannot
use up: they speak no faster than a voice. A button's edge cannot be tried again either, but a broken contact makes them
without end: they have room of their own, bounded too. And nobody waits in the queue to switch the box off.
"""

from __future__ import annotations

import queue
import threading
from collections import deque

from .messages import Edge, Message, Stop

MOST_WAITING = 256
"""Messages that may wait before `put` refuses more; edges are refused at twice as many."""


class Mailbox:
    """Filled by any thread without waiting; emptied by one."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._messages: deque[Message] = deque()
        self._changed = threading.Condition()
        self.awaited = False
        """Whether somebody is in `wait`."""
        self.rounds = 0
        """How often `wait` has returned: who empties it and hangs stands still here."""

    def put(self, message: Message) -> None:
        """Queue what somebody does, who may try again.

        Raises:
            queue.Full: `most_waiting` messages wait already, or for an edge twice as many.
        """
        with self._changed:
            room = self._most_waiting * (2 if isinstance(message, Edge) else 1)
            if len(self._messages) >= room and not isinstance(message, Stop):
                raise queue.Full
            self._add(message)

    def offer(self, message: Message) -> None:
        """Queue what a part of the box tells once; never refused."""
        with self._changed:
            self._add(message)

    def _add(self, message: Message) -> None:
        if isinstance(message, Stop):
            self._messages.appendleft(message)
        else:
            self._messages.append(message)
        self._changed.notify()

    def wait(self, timeout_seconds: float | None) -> None:
        """Return as soon as a message waits, or the time is over; None waits for ever."""
        with self._changed:
            self.awaited = True
            self._changed.wait_for(lambda: self._messages, timeout_seconds)
            self.awaited = False
            self.rounds += 1

    def __len__(self) -> int:
        return len(self._messages)

    def take(self) -> Message:
        """The next message.

        Raises:
            IndexError: none waits.
        """
        with self._changed:
            return self._messages.popleft()
