"""How often something may happen, pure: a bucket that fills again, and one for each of many visitors."""

from __future__ import annotations

AT_ONCE = 40
"""Messages of one page that may come at once."""
PER_SECOND = 20.0
"""And this many a second for ever: ten presses, faster than any finger."""


class Pace:
    """One bucket, full at first; as it stands, that of a page's messages."""

    def __init__(self, at_once: int = AT_ONCE, per_second: float = PER_SECOND) -> None:
        """It holds `at_once`, and `per_second` come in again."""
        self._most = at_once
        self._per_second = per_second
        self._left = float(at_once)
        self._at_seconds: float | None = None

    @property
    def wanted(self) -> str:
        """What is allowed, for who sends too fast."""
        return f"send at most {self._most} messages at once and {self._per_second:g} a second"

    def allows(self, now_seconds: float) -> bool:
        """Whether it may happen once more now, on a clock that only moves forward."""
        if self._at_seconds is not None:
            self._left = min(self._most, self._left + (now_seconds - self._at_seconds) * self._per_second)
        self._at_seconds = now_seconds
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Paces:
    """A bucket for each visitor, and one for all together; of too many visitors the one seen longest ago is forgotten.

    So neither one who tries fast nor many who try slowly get far, and none of them fills the memory.
    """

    def __init__(self, each: tuple[int, float], together: tuple[int, float], most_visitors: int = 256) -> None:
        """Buckets as `Pace` has them: at once, and per second."""
        self._each = each
        self._together = Pace(*together)
        self._most_visitors = most_visitors
        self._visitors: dict[str, Pace] = {}

    def allows(self, visitor: str, now_seconds: float) -> bool:
        """Whether this visitor may do it now; who may not takes nothing from the others."""
        pace = self._visitors.pop(visitor, None) or Pace(*self._each)
        self._visitors[visitor] = pace  # the newest stands last
        if len(self._visitors) > self._most_visitors:
            del self._visitors[next(iter(self._visitors))]
        return pace.allows(now_seconds) and self._together.allows(now_seconds)

    def __len__(self) -> int:
        """How many visitors are remembered."""
        return len(self._visitors)
