"""The lamp: patterns as data that differ by their rhythm, and the switching of one pin by them.

`is_on` and `next_change` are pure. `Lamp` is polled by its deadline, or runs on a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Protocol

from ..clock import Clock
from ..pins import PinsError

log = logging.getLogger(__name__)


ROUNDING_SECONDS = 1e-9
"""A change that is nearer than this has come: a sum of times may end a hair before the deadline made of it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Seconds on, off, on, off …, beginning with on; no beat at all is dark.

    A lasting pattern repeats until another lasting one is shown, the others come once and give way to the
    lasting one before them. One beat that lasts is steady light.
    """

    beats: tuple[float, ...]
    lasting: bool = False

    @property
    def seconds(self) -> float:
        """How long it takes once."""
        return sum(self.beats)


PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "rest": Pattern((), lasting=True),
        "listening": Pattern((1.0,), lasting=True),
        "asking": Pattern((0.5, 0.5), lasting=True),
        "low_light": Pattern((0.1, 0.15, 0.1, 3.65), lasting=True),
        "muted": Pattern((0.1, 1.9), lasting=True),
        "fault": Pattern((0.1, 0.2, 0.1, 0.2, 0.1, 2.0), lasting=True),
        "shutting_down": Pattern((0.9, 0.1), lasting=True),
        "understood": Pattern((0.25, 0.15)),
        "not_understood": Pattern((0.07, 0.07, 0.07, 0.07, 0.07, 0.15)),
        "danger": Pattern((0.8, 0.2, 0.8, 0.2, 0.8, 0.2)),
    }
)
"""What the lamp can tell, by name."""


def is_on(pattern: Pattern, elapsed_seconds: float) -> bool:
    """Whether the lamp is lit `elapsed_seconds` ≥ 0 after the pattern began."""
    return _beat(pattern, elapsed_seconds)[0]


def next_change(pattern: Pattern, elapsed_seconds: float) -> float | None:
    """Seconds after the pattern's beginning at which to look again; None where nothing changes any more."""
    return _beat(pattern, elapsed_seconds)[1]


def _beat(pattern: Pattern, elapsed_seconds: float) -> tuple[bool, float | None]:
    elapsed, once = elapsed_seconds + ROUNDING_SECONDS, pattern.seconds
    if not once or (elapsed >= once and not pattern.lasting):
        return False, None
    if len(pattern.beats) == 1 and pattern.lasting:
        return True, None
    begun = elapsed - elapsed % once
    ends = [begun + end for end in accumulate(pattern.beats)]
    index = min(bisect_right(ends, elapsed), len(ends) - 1)
    return index % 2 == 0, ends[index]


class Output(Protocol):
    """A pin that is on or off."""

    def set(self, *, on: bool) -> None:
        """Switch it; raises PinsError where it does not answer."""


class Lamp:
    """Shows patterns on one output; never raises for a lamp that is broken, which the log says once."""

    def __init__(self, output: Output, clock: Clock) -> None:
        """Begin at rest."""
        self._output = output
        self._clock = clock
        self._changed = threading.Condition()
        self._lasting = self._pattern = PATTERNS["rest"]
        self._since = self._lasting_since = clock.now_seconds()
        self._lit: bool | None = None
        self._broken = False
        self._thread: threading.Thread | None = None
        self._closing = False

    def show(self, pattern: str) -> None:
        """Show a pattern of `PATTERNS`; one that is already showing goes on undisturbed if it is a lasting one.

        Raises:
            ValueError: no such pattern.
        """
        if pattern not in PATTERNS:
            raise ValueError(f"no lamp pattern {pattern!r}: give one of {', '.join(PATTERNS)}")
        new = PATTERNS[pattern]
        with self._changed:
            now = self._clock.now_seconds()
            if new.lasting:
                if new != self._lasting:
                    self._lasting, self._lasting_since = new, now
            else:
                self._pattern, self._since = new, now
            self._follow(now)
            self._changed.notify()

    @property
    def deadline_seconds(self) -> float | None:
        """When to poll next; None while nothing changes."""
        with self._changed:
            return self._deadline()

    def poll(self) -> None:
        """Switch the lamp to what it shows by now."""
        with self._changed:
            self._follow(self._clock.now_seconds())

    def start(self) -> None:
        """Keep time on a thread of its own, by the real clock, until closed."""
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Dark, and the thread ended."""
        with self._changed:
            self._closing = True
            self._switch(on=False)
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout=1)

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                self._follow(self._clock.now_seconds())
                due = self._deadline()
                self._changed.wait(None if due is None else max(0.0, due - self._clock.now_seconds()))

    def _deadline(self) -> float | None:
        change = next_change(self._pattern, self._clock.now_seconds() - self._since)
        return None if change is None else self._since + change

    def _follow(self, now: float) -> None:
        if self._closing:
            return
        if self._pattern.lasting or next_change(self._pattern, now - self._since) is None:
            self._pattern, self._since = self._lasting, self._lasting_since
        self._switch(on=is_on(self._pattern, now - self._since))

    def _switch(self, *, on: bool) -> None:
        if on == self._lit:
            return
        try:
            self._output.set(on=on)
        except PinsError as error:
            if not self._broken:
                log.warning("%s", error)
            self._broken = True
        else:
            self._lit, self._broken = on, False
