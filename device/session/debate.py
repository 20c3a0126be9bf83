"""The debate clock: real time while the table has declared nothing (rules, "Debate"). Pure.

It runs from `restart`, stands still while held, and comes due once until it is restarted.
"""

from __future__ import annotations


class DebateClock:
    """Counts seconds of talk on the run's clock up to `limit_seconds`; None never comes due."""

    def __init__(self, limit_seconds: float | None, now_seconds: float) -> None:
        """Begin at nothing, running."""
        self._limit_seconds = limit_seconds
        self._counted_seconds = 0.0
        self._since_seconds: float | None = now_seconds
        self._told = False

    def restart(self, now_seconds: float) -> None:
        """A turn was declared: count anew."""
        self._counted_seconds = 0.0
        self._told = False
        if self._since_seconds is not None:
            self._since_seconds = now_seconds

    def hold(self, held: bool, now_seconds: float) -> None:
        """Stand still while `held` (suspended, muted, in an activity)."""
        if held and self._since_seconds is not None:
            self._counted_seconds += now_seconds - self._since_seconds
            self._since_seconds = None
        elif not held and self._since_seconds is None:
            self._since_seconds = now_seconds

    @property
    def deadline_seconds(self) -> float | None:
        """When the limit is reached if nothing changes; None while held, told or without a limit."""
        if self._limit_seconds is None or self._since_seconds is None or self._told:
            return None
        return self._since_seconds + self._limit_seconds - self._counted_seconds

    def due(self, now_seconds: float) -> bool:
        """Whether the limit is reached now; true once until the next `restart`."""
        deadline = self.deadline_seconds
        if deadline is None or now_seconds < deadline:
            return False
        self._told = True
        return True
