"""What strangers send, in the log but not filling it: beyond a pace it is counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .pace import Pace

AT_ONCE, PER_SECOND = 20, 0.2
"""Lines a logger may write."""


class Seldom(logging.Filter):
    """Lets a logger's warnings through at a pace, and its errors at one of their own, which no flood of warnings hides.

    The next line of a level tells how many were left out.
    """

    def __init__(self, now_seconds: Callable[[], float] = time.monotonic) -> None:
        """Nothing was left out yet."""
        super().__init__()
        self._now_seconds = now_seconds
        self._paces = {level: Pace(AT_ONCE, PER_SECOND) for level in (logging.WARNING, logging.ERROR)}
        self._left_out = dict.fromkeys(self._paces, 0)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        level = record.levelno
        if level not in self._paces:
            return True
        if not self._paces[level].allows(self._now_seconds()):
            self._left_out[level] += 1
            return False
        if left_out := self._left_out[level]:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more that are left out)", ()
            self._left_out[level] = 0
        return True


@contextmanager
def seldom(*names: str) -> Iterator[None]:
    """Within the block, the loggers of these names write warnings and errors seldom, each for itself."""
    filters = {logging.getLogger(name): Seldom() for name in names}
    for logger, each in filters.items():
        logger.addFilter(each)
    try:
        yield
    finally:
        for logger, each in filters.items():
            logger.removeFilter(each)
