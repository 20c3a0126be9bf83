"""Warnings of what strangers send, in the log but not filling it: beyond a pace they are counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .pace import Pace

AT_ONCE, PER_SECOND = 20, 0.2
"""Lines a logger may write."""


class Seldom(logging.Filter):
    """Lets a logger's warnings through at a pace, and tells with the next one how many were left out."""

    def __init__(self, now_seconds: Callable[[], float] = time.monotonic) -> None:
        """Nothing was left out yet."""
        super().__init__()
        self._now_seconds = now_seconds
        self._pace = Pace(AT_ONCE, PER_SECOND)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written; errors always are."""
        if record.levelno != logging.WARNING:
            return True
        if not self._pace.allows(self._now_seconds()):
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} (and {self._left_out} more that are left out)", ()
            self._left_out = 0
        return True


@contextmanager
def seldom(*names: str) -> Iterator[None]:
    """Within the block, the loggers of these names write their warnings seldom, each for itself."""
    filters = {logging.getLogger(name): Seldom() for name in names}
    for logger, each in filters.items():
        logger.addFilter(each)
    try:
        yield
    finally:
        for logger, each in filters.items():
            logger.removeFilter(each)
