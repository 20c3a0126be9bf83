"""The switching of one pin by patterns: the lamp's, and the buzzer's, which is heard once when something begins.

Each is polled by its deadline, or runs on a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from ..clock import Clock
from ..pins import PinsError
from .patterns import BUZZES, PATTERNS, Pattern, level_at, next_change

__all__ = ["BUZZES", "PATTERNS", "Buzzer", "Lamp", "Output", "Pattern"]

log = logging.getLogger(__name__)


class Output(Protocol):
    """A pin that is on, off, or where it `dims` something between."""

    @property
    def dims(self) -> bool:
        """Whether it has levels between off and on."""

    def set(self, level: float) -> None:
        """Set it from 0 (off) to 1 (on); raises PinsError where it does not answer."""

    def leave_on(self) -> None:
        """On, and never touched again, not even when the pins are closed; raises as `set`."""


class Lamp:
    """Shows patterns on one output; never raises for one that is broken, which the log says once."""

    def __init__(self, output: Output, clock: Clock, patterns: Mapping[str, Pattern] = PATTERNS) -> None:
        """Begin dark."""
        self._output = output
        self._clock = clock
        self._patterns = patterns
        self._changed = threading.Condition()
        self._lasting = self._pattern = PATTERNS["dark"]
        self._since = self._lasting_since = clock.now_seconds()
        self._level: float | None = None
        self._broken = False
        self._thread: threading.Thread | None = None
        self._closing = False

    def show(self, pattern: str) -> None:
        """Show a pattern by its name; one that is already showing goes on undisturbed if it is a lasting one.

        Raises:
            ValueError: no such pattern.
        """
        if pattern not in self._patterns:
            raise ValueError(f"no lamp pattern {pattern!r}: give one of {', '.join(self._patterns)}")
        new = self._patterns[pattern]
        with self._changed:
            now = self._clock.now_seconds()
            if new.lasting:
                if new != self._lasting:
                    self._lasting, self._lasting_since = new, now
                    self._changed.notify()  # what is told again need wake nobody
            else:
                self._pattern, self._since = new, now
                self._changed.notify()
            self._follow(now)

    @property
    def deadline_seconds(self) -> float | None:
        """When to poll next; None while nothing changes."""
        with self._changed:
            return self._deadline()

    def poll(self) -> None:
        """Switch the output to what it shows by now."""
        with self._changed:
            self._follow(self._clock.now_seconds())

    def start(self) -> None:
        """Keep time on a thread of its own, by the real clock, until closed."""
        self._thread = threading.Thread(target=self._run, name="lamp", daemon=True)
        self._thread.start()

    def close(self, *, lit: bool = False) -> None:
        """End the thread, dark, or `lit` for as long as the pin keeps its level."""
        with self._changed:
            self._closing = True
            if lit:
                self._leave_on()
            else:
                self._set(0.0)
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout=1)

    def _leave_on(self) -> None:
        try:
            self._output.leave_on()
        except PinsError as error:
            log.warning("%s", error)

    def _run(self) -> None:
        with self._changed:
            while not self._closing:
                self._follow(self._clock.now_seconds())
                due = self._deadline()
                self._changed.wait(None if due is None else max(0.0, due - self._clock.now_seconds()))

    def _deadline(self) -> float | None:
        change = self._next_change(self._clock.now_seconds())
        return None if change is None else self._since + change

    def _next_change(self, now: float) -> float | None:
        return next_change(self._pattern, now - self._since, dims=self._output.dims)

    def _follow(self, now: float) -> None:
        if self._closing:
            return
        if self._pattern.lasting or self._next_change(now) is None:
            self._pattern, self._since = self._lasting, self._lasting_since
        self._set(level_at(self._pattern, now - self._since, dims=self._output.dims))

    def _set(self, level: float) -> None:
        if level == self._level:
            return
        try:
            self._output.set(level)
        except PinsError as error:
            if not self._broken:
                log.warning("%s", error)
            self._broken = True
        else:
            self._level, self._broken = level, False


class Buzzer:
    """Hears what the lamp is to show, and buzzes once when it begins; for what has no sound it is silent."""

    def __init__(
        self,
        output: Output,
        clock: Clock,
        quiet: Callable[[], bool],
        tell: Callable[[str], object] = lambda _pattern: None,
    ) -> None:
        """Begin silent; while `quiet` nothing sounds, and nothing is made up for later. `tell` is told what does."""
        self._beats = Lamp(output, clock, BUZZES)
        self._quiet = quiet
        self._tell = tell
        self._lasting = ""

    def show(self, pattern: str) -> None:
        """The lamp shows this pattern from now, or still."""
        if PATTERNS[pattern].lasting:
            if pattern == self._lasting:
                return
            self._lasting = pattern
        if pattern in BUZZES and not self._quiet():
            self._beats.show(pattern)
            self._tell(pattern)

    @property
    def deadline_seconds(self) -> float | None:
        """When to poll next; None while nothing changes."""
        return self._beats.deadline_seconds

    def poll(self) -> None:
        """Switch the output to what is heard by now."""
        self._beats.poll()

    def start(self) -> None:
        """Keep time on a thread of its own, by the real clock, until closed."""
        self._beats.start()

    def close(self) -> None:
        """Silent, and the thread ended."""
        self._beats.close()
