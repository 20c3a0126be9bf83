"""From edges and time to gestures: press, double, hold, repeat and release. Pure; no clock, pin or thread.

Two rules. A level counts once it has stood unchanged for the debounce time, and it counts from the
edge that began it. Whatever is undecided while a level is not yet settled waits until it is.

    settled level   what is bound besides press   then
    ─────────────   ───────────────────────────   ──────────────────────────────────────────────────────────
    pressed         nothing                       press, at once
    pressed         hold                          hold once down for the hold time, release when let go
    pressed         repeat, held already          repeat, and again after each repeat time
    released        hold, hold time not reached   press, or with double as the next row
    released        double                        a second press begun within the window: double; else press
    pressed         (down when the box started)   nothing until it was let go

The notes behind it: libraries' own debouncing loses edges and holds (gpiozero #1039, #550, #697, #1090),
their hold runs on wall time, and a button that is down at the start fires at once (RPi-Jukebox-RFID #1509).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping

from ..messages import Edge
from .timing import REPEAT_SECONDS, TALK_HOLD_SECONDS, Gesture, Timing, timing_for

__all__ = ["REPEAT_SECONDS", "TALK_HOLD_SECONDS", "Gesture", "Gestures", "Timing", "timing_for"]

CHECK_SECONDS = 0.25
"""A button that is down is read again this often, so that a lost edge cannot keep it down for ever."""
EDGE_SECONDS = 0.25
"""How long an edge may be on its way after its level was read: then it is taken as lost."""


class _Phase(enum.Enum):
    """Where a button stands, seen from its settled level."""

    UP = enum.auto()
    DOWN = enum.auto()
    """Pressed; whether it is a press or a hold is open."""
    BETWEEN = enum.auto()
    """Let go after a press that may become a double."""
    HELD = enum.auto()
    """A hold was told; its release is to be told."""
    SPENT = enum.auto()
    """Down, with nothing more to tell."""


class Gestures:
    """Turns the edges of several buttons into gestures.

    Feed every edge that waits before polling, and poll when `deadline_seconds` comes: a poll takes what
    it was not fed as not having happened.
    """

    def __init__(
        self,
        timings: Mapping[str, Timing],
        *,
        down: Collection[str] = (),
        read_level: Callable[[str], bool | None] | None = None,
    ) -> None:
        """Begin with every button up, but for those `down`, which count from their next press.

        Args:
            timings: the buttons by name.
            down: buttons that are pressed now.
            read_level: reads a button's true level (True is pressed, None cannot say) when a poll is about
                to decide something; None where levels cannot be read.
        """
        self._buttons = {name: _Button(name, timing, down=name in down) for name, timing in timings.items()}
        self._read_level = read_level

    def feed(self, edge: Edge) -> list[Gesture]:
        """Take an edge; the gestures that became certain by its time, in order.

        Raises:
            ValueError: no such button.
        """
        if edge.button not in self._buttons:
            raise ValueError(f"no button {edge.button!r}: there are {', '.join(self._buttons) or 'none'}")
        told = self._advance(edge.at_seconds, None)
        self._buttons[edge.button].edge(edge.at_seconds, pressed=edge.pressed)
        return told

    def poll(self, now_seconds: float) -> list[Gesture]:
        """The gestures that became certain by `now_seconds`, in order of time."""
        return self._advance(now_seconds, self._read_level)

    @property
    def deadline_seconds(self) -> float | None:
        """When to poll next; None while only an edge can change anything."""
        checks = self._read_level is not None
        due = [at for button in self._buttons.values() if (at := button.deadline_seconds(checks=checks)) is not None]
        return min(due, default=None)

    @property
    def down(self) -> frozenset[str]:
        """The buttons that are pressed, as far as their level has settled."""
        return frozenset(name for name, button in self._buttons.items() if button.is_down)

    @property
    def pending(self) -> frozenset[str]:
        """The buttons that are down and have told nothing yet."""
        return frozenset(name for name, button in self._buttons.items() if button.is_pending)

    def spend(self, names: Collection[str]) -> None:
        """Tell nothing of these buttons until they were let go."""
        for name in names:
            self._buttons[name].spend()

    @property
    def undecided(self) -> bool:
        """Whether a button moved and what was meant by it is still open; a held button's release is not meant."""
        return any(button.undecided for button in self._buttons.values())

    def _advance(self, until: float, read_level: Callable[[str], bool | None] | None) -> list[Gesture]:
        told = [gesture for button in self._buttons.values() for gesture in button.advance(until, read_level)]
        return sorted(told, key=lambda gesture: gesture.at_seconds)


class _Button:
    """One button: its debouncer and its phase."""

    def __init__(self, name: str, timing: Timing, *, down: bool) -> None:
        self._name = name
        self._timing = timing
        self._phase = _Phase.SPENT if down else _Phase.UP
        self._settled = down
        self._raw = down
        self._raw_since = 0.0
        self._pressed_at = 0.0
        self._released_at = 0.0
        self._checked_at = 0.0
        self._doubted_at: float | None = None  # when the level first denied the unsettled edge
        self._told_hold_at = 0.0
        """When the hold, or its latest repeat, was due."""

    def edge(self, at: float, *, pressed: bool) -> None:
        """Note a change of level. An edge to the level already known means that a change was missed."""
        self._raw = pressed
        self._raw_since = max(at, self._raw_since)
        self._doubted_at = None

    @property
    def is_down(self) -> bool:
        """Whether its settled level is pressed."""
        return self._settled

    @property
    def is_pending(self) -> bool:
        """Whether it is down, and what is meant by it is open."""
        return self._settled and self._phase is _Phase.DOWN

    def spend(self) -> None:
        """Tell nothing more until it was let go."""
        self._phase = _Phase.SPENT

    @property
    def undecided(self) -> bool:
        """Whether its movement has not become a gesture yet."""
        return self._raw != self._settled or self._phase in {_Phase.DOWN, _Phase.BETWEEN}

    def deadline_seconds(self, *, checks: bool) -> float | None:
        """When something may be decided next; an unsettled level comes before all else."""
        if self._raw != self._settled:
            if checks and self._doubted_at is not None:
                return self._doubted_at + EDGE_SECONDS
            return self._raw_since + self._timing.debounce_seconds
        due = [self._check_due()] if checks and self._settled else []
        if (phase_due := self._phase_due()) is not None:
            due.append(phase_due)
        return min(due, default=None)

    def advance(self, until: float, read_level: Callable[[str], bool | None] | None) -> list[Gesture]:
        """Decide everything that is due by `until`, in order."""
        told: list[Gesture] = []
        while (due := self.deadline_seconds(checks=read_level is not None)) is not None and due <= until:
            if read_level is not None and self._disagrees(until, read_level):
                continue
            if self._raw != self._settled:
                self._settled = self._raw
                told += self._settle(due)
            elif (phase_due := self._phase_due()) is not None and phase_due <= until:
                told.append(self._lapse(max(phase_due, self._raw_since)))
        return told

    def _disagrees(self, now: float, read_level: Callable[[str], bool | None]) -> bool:
        """Read the level before deciding; where an edge went missing, take it as happening now."""
        self._checked_at = now
        level = read_level(self._name)
        if level is None or level == self._raw:
            self._doubted_at = None
            return False
        if self._raw != self._settled and self._doubted_at is None:
            self._doubted_at = now  # the edge that undoes the unsettled one may be on its way: only it tells when
            return True
        self.edge(now, pressed=level)
        return True

    def _check_due(self) -> float:
        return max(self._checked_at, self._pressed_at) + CHECK_SECONDS

    def _phase_due(self) -> float | None:
        if self._phase is _Phase.DOWN and self._timing.hold_seconds is not None:
            return self._pressed_at + self._timing.hold_seconds
        if self._phase is _Phase.BETWEEN and self._timing.double_seconds is not None:
            return self._released_at + self._timing.double_seconds
        if self._phase is _Phase.HELD and self._timing.repeat_seconds is not None:
            return self._told_hold_at + self._timing.repeat_seconds
        return None

    def _settle(self, now: float) -> list[Gesture]:
        """The settled level changed; `_raw_since` is when it really did."""
        since, timing = self._raw_since, self._timing
        if self._settled:
            if self._phase is _Phase.BETWEEN:
                return self._settle_second_press(now, since)
            self._pressed_at = since
            plain = timing.hold_seconds is None and timing.double_seconds is None
            self._phase = _Phase.SPENT if plain else _Phase.DOWN
            return [Gesture(self._name, "press", now, since)] if plain else []
        phase, self._phase = self._phase, _Phase.UP
        if phase is _Phase.HELD:
            return [Gesture(self._name, "release", now, since)]
        if phase is _Phase.DOWN:
            if timing.double_seconds is None:
                return [Gesture(self._name, "press", now, self._pressed_at)]
            self._phase, self._released_at = _Phase.BETWEEN, since
        return []

    def _settle_second_press(self, now: float, since: float) -> list[Gesture]:
        first, self._pressed_at = self._pressed_at, since
        window = self._timing.double_seconds or 0.0
        if since - self._released_at < window:
            self._phase = _Phase.SPENT
            return [Gesture(self._name, "double", now, first)]
        # The window closed while the level was unsettled: two presses, of which the second may be a hold.
        self._phase = _Phase.DOWN
        return [Gesture(self._name, "press", now, first)]

    def _lapse(self, now: float) -> Gesture:
        """A hold time, a repeat's or a double's window has passed."""
        if self._phase in {_Phase.DOWN, _Phase.HELD}:
            kind = "hold" if self._phase is _Phase.DOWN else "repeat"
            self._told_hold_at = self._phase_due() or now  # what delays one does not delay those after it
            self._phase = _Phase.HELD
            return Gesture(self._name, kind, now, self._pressed_at)
        self._phase = _Phase.UP
        return Gesture(self._name, "press", now, self._pressed_at)
