"""What waits for the listener: blocks of sound, bounded, and orders, in the order in which they came."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Microphone sound: 16-bit samples, the channels interleaved."""

    pcm: bytes
    rate_hz: int
    channels: int


Order = Callable[[], None]
"""What the listener is to do, done by its thread between two blocks."""


class Inbox:
    """Filled by any thread without waiting; taken from by one. Beyond `most_blocks` the oldest sound is dropped."""

    def __init__(self, most_blocks: int) -> None:
        self.dropped = 0
        """Blocks dropped so far."""
        self._most_blocks = most_blocks
        self._blocks = 0
        self._items: deque[Block | Order] = deque()
        self._changed = threading.Condition()

    def put(self, item: Block | Order) -> None:
        """Add the newest."""
        with self._changed:
            if isinstance(item, Block):
                self._blocks += 1
                if self._blocks > self._most_blocks:
                    self._drop_oldest()
            self._items.append(item)
            self._changed.notify()

    def take(self, timeout_seconds: float) -> Block | Order | None:
        """The oldest, waiting for one up to `timeout_seconds`."""
        with self._changed:
            if not self._items:
                self._changed.wait(timeout_seconds)
            if not self._items:
                return None
            item = self._items.popleft()
            self._blocks -= isinstance(item, Block)
            return item

    def _drop_oldest(self) -> None:
        for place, item in enumerate(self._items):
            if isinstance(item, Block):
                del self._items[place]
                break
        self._blocks -= 1
        self.dropped += 1
