"""The run's clock: seconds that only move forward, real or moved by hand."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What every part asks for the time, so that a script can run on a clock of its own."""

    def now_seconds(self) -> float:
        """Seconds since some fixed moment; never less than at the call before."""


class RealClock:
    """The system's monotonic clock: setting the date or summer time does not move it."""

    def now_seconds(self) -> float:
        """Seconds since the machine started, or some other fixed moment."""
        return time.monotonic()


class VirtualClock:
    """A clock that stands still until it is moved; starts at 0."""

    def __init__(self) -> None:
        self._now_seconds = 0.0

    def now_seconds(self) -> float:
        """Seconds that the clock was moved since it was made."""
        return self._now_seconds

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds` ≥ 0.

        Raises:
            ValueError: `seconds` is negative, infinite or not a number; the clock stands where it was.
        """
        if not 0 <= seconds < float("inf"):
            raise ValueError(f"cannot move the clock by {seconds} seconds: give 0 or more")
        self._now_seconds += seconds
