"""Looking at something now and then, on a thread of its own."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod


class Rounds(ABC):
    """Looks again and again from `start` to `close`."""

    def __init__(self, name: str, pause_seconds: float, *, first_pause_seconds: float = 0.0) -> None:
        """Prepare a thread of this name; the first look is `first_pause_seconds` after the start."""
        self._pauses_seconds = first_pause_seconds, pause_seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @abstractmethod
    def look(self) -> None:
        """One look."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End; returns once no look is going on."""
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        pause_seconds, later_seconds = self._pauses_seconds
        while not self._ended.wait(pause_seconds):
            self.look()
            pause_seconds = later_seconds
