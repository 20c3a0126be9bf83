"""Buttons on pins: each edge becomes a message on the session's queue, and nothing else happens here.

The callbacks run on lgpio's only thread, which an exception would end for every button (gpiozero #815):
whatever goes wrong in one is counted and logged, never raised.
"""

from __future__ import annotations

import contextlib
import logging
import queue
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from ..clock import Clock
from ..messages import Edge
from ..pins import PinHeldError, Pins, PinsError, WatchedPin

log = logging.getLogger(__name__)

LOG_EVERY = 100
"""Of edges lost in a row, the first is logged and then one in this many."""


class Wired(Protocol):
    """How a button is wired, as in the settings."""

    @property
    def pin(self) -> int:
        """BCM number."""

    @property
    def active_low(self) -> bool:
        """Pressed connects the pin to ground."""


class Buttons:
    """Watches the buttons' pins. A button whose pin cannot be had is left out and told in `troubles`."""

    def __init__(
        self,
        pins: Pins,
        buttons: Mapping[str, Wired],
        put: Callable[[Edge], None],
        clock: Clock,
        *,
        called: str = "button",
    ) -> None:
        """Arm every button.

        Args:
            pins: where the buttons are.
            buttons: by name.
            put: takes each edge at once, or raises `queue.Full`; called from another thread.
            clock: gives an edge its time.
            called: what one of them is called, for `troubles` and the log.
        """
        self._called = called
        self._pins = pins
        self._put = put
        self._clock = clock
        self._watched: dict[str, WatchedPin] = {}
        self._numbers = {name: wired.pin for name, wired in buttons.items()}
        self._unread: set[str] = set()
        self.lost = 0
        """Edges that did not reach the queue."""
        self.troubles: tuple[str, ...] = ()
        """A sentence for each button that does not work: which, why and the cure."""
        held = 0
        for name, wired in buttons.items():
            try:
                watched = pins.watch(wired.pin, partial(self._changed, name), active_low=wired.active_low)
            except PinsError as error:
                self.troubles += (f"the {called} {name} does not work: {error}",)
                held += isinstance(error, PinHeldError)
            else:
                self._watched[name] = watched
        self.held = held == len(buttons) > 0
        """Whether every pin is another program's."""

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons that work."""
        return tuple(self._watched)

    def level(self, button: str) -> bool | None:
        """Whether the button is pressed, read from its pin now; None where that cannot be told."""
        watched = self._watched.get(button)
        if watched is None:
            return None
        try:
            pressed = watched.pressed()
        except Exception as error:  # noqa: BLE001 - each pin library has errors of its own
            if button not in self._unread:
                self._unread.add(button)
                log.warning("the level of the %s %s cannot be read: %s", self._called, button, error)
            return None
        self._unread.discard(button)
        return pressed

    def down(self) -> frozenset[str]:
        """The buttons that are pressed now: those that gestures must wait for at the start."""
        return frozenset(name for name in self._watched if self.level(name))

    def drive(self, button: str, *, pressed: bool) -> None:
        """Press or let go a button on mock pins, from the far end of its wire.

        Raises:
            PinsError: no such button, or its pin is a real one.
        """
        if button not in self._watched:
            raise PinsError(f"no button {button!r} can be pressed: there are {', '.join(self._watched) or 'none'}")
        self._pins.drive(self._numbers[button], pressed=pressed)

    def close(self) -> None:
        """Stop putting edges; the pins are let go by `Pins.close`."""
        self._put = _nowhere

    def _changed(self, button: str, pressed: bool) -> None:
        try:
            self._put(Edge(button, pressed, self._clock.now_seconds()))
        except Exception as error:  # noqa: BLE001 - one exception here ends every button
            self.lost += 1
            if self.lost % LOG_EVERY == 1:
                reason = "the queue is full" if isinstance(error, queue.Full) else repr(error)
                # Logging can fail too, on a full disk say, and must not end the thread either.
                with contextlib.suppress(Exception):
                    log.error("an edge of the %s %s is lost (%d in all): %s", self._called, button, self.lost, reason)  # noqa: TRY400 - the reason says all


def _nowhere(_edge: Edge) -> None:
    """Where edges go once the box closes."""
