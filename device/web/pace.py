"""How fast one page may send, pure: a bucket that fills again."""

from __future__ import annotations

AT_ONCE = 40
"""Messages that may come at once."""
PER_SECOND = 20.0
"""And this many a second for ever: ten presses, faster than any finger."""


class Pace:
    """One page's bucket, full at first."""

    WANTED = f"send at most {AT_ONCE} messages at once and {PER_SECOND:g} a second"

    def __init__(self) -> None:
        self._left = float(AT_ONCE)
        self._at_seconds: float | None = None

    def allows(self, now_seconds: float) -> bool:
        """Whether one more message may come now, on a clock that only moves forward."""
        if self._at_seconds is not None:
            self._left = min(AT_ONCE, self._left + (now_seconds - self._at_seconds) * PER_SECOND)
        self._at_seconds = now_seconds
        if self._left < 1:
            return False
        self._left -= 1
        return True
