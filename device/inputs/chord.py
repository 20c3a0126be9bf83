"""The chord: buttons that, held together for some seconds, switch the box off. Pure; no clock, pin or thread.

It counts from the moment when all are down before any of them has meant something by itself, with its own clock
(RPi-Jukebox-RFID #1509, #1448: holds that shut down at once), and letting go of one ends it.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Collection


class Step(enum.Enum):
    """What came of a look at the buttons."""

    BEGUN = enum.auto()
    """All are down: the countdown begins, and they mean nothing by themselves until they are let go."""
    COUNTED = enum.auto()
    """A second less is left."""
    LET_GO = enum.auto()
    """One was let go in time: nothing happens."""
    HELD = enum.auto()
    """All were held to the end."""


class Chord:
    """Looks at the buttons whenever one moved, and at `deadline_seconds`."""

    def __init__(self, buttons: Collection[str], seconds: float) -> None:
        """`buttons` held for `seconds`; no buttons: it never begins."""
        self.buttons = frozenset(buttons)
        self._seconds = seconds
        self._held_at: float | None = None
        """When it will have been held; None while it is not going on."""
        self._left = 0

    @property
    def seconds_left(self) -> int:
        """Of the countdown, as last told."""
        return self._left

    @property
    def deadline_seconds(self) -> float | None:
        """When to look next; None while only an edge can change anything."""
        return None if self._held_at is None else self._held_at - (self._left - 1)

    def look(self, undecided: Collection[str], down: Collection[str], now_seconds: float) -> Step | None:
        """What changed.

        Args:
            undecided: the buttons that are down and have meant nothing yet.
            down: all buttons that are down.
            now_seconds: the run's clock.
        """
        if self._held_at is None:
            if not self.buttons or not self.buttons <= frozenset(undecided):
                return None
            self._held_at, self._left = now_seconds + self._seconds, math.ceil(self._seconds)
            return Step.BEGUN
        if not self.buttons <= frozenset(down):
            self._held_at = None
            return Step.LET_GO
        left = math.ceil(self._held_at - now_seconds - 1e-9)  # a sum of times may end a hair before its deadline
        if left <= 0:
            self._held_at = None
            return Step.HELD
        if left < self._left:
            self._left = left
            return Step.COUNTED
        return None
