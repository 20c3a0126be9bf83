"""Opened pins, real or mock: buttons' and outputs'.

On real pins every callback runs on lgpio's one thread, and an exception there ends that thread for all
buttons (gpiozero #815); on mock pins it runs on the thread that drives the pin. So what is given to
`Pins.watch` must return at once and never raise.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

from .chip import callbacks_live
from .errors import PinHeldError, PinsError, said

log = logging.getLogger(__name__)

DIMMED_HZ = 100
"""How often a dimmed output is switched on and off: too quick to be seen, and little work for lgpio."""


class Pins:
    """Opened pins. Each pin can be taken once; `close` lets all of them go."""

    def __init__(self, factory: Any, *, is_mock: bool, errors: tuple[type[Exception], ...]) -> None:
        """Stand on a gpiozero factory; `errors` are what it and its library raise."""
        self.is_mock = is_mock
        self._factory = factory
        self._errors: tuple[type[Exception], ...] = (OSError, *errors)
        self._taken: dict[int, WatchedPin | OutputPin] = {}

    def watch(self, pin: int, on_change: Callable[[bool], None], *, active_low: bool = True) -> WatchedPin:
        """Take a pin as a button's.

        Args:
            pin: BCM number.
            on_change: told at each edge whether the button is pressed; must return at once and never raise.
            active_low: pressed connects the pin to ground, against the pin's own pull-up; else to 3.3 V,
                against its pull-down.

        Raises:
            PinsError: the pin is taken, here or by another program, or there is no such pin.
        """
        with self._taking(pin):
            watched = WatchedPin(self._factory.pin(pin), on_change, active_low=active_low)
        self._taken[pin] = watched
        return watched

    def output(self, pin: int, part: str, *, dims: bool = False) -> OutputPin:
        """Take a pin (BCM number) as an output, off at first.

        Args:
            pin: BCM number.
            part: What hangs on it, for error texts.
            dims: It is switched so quickly that it has levels; on real pins by lgpio, without a hand of ours.

        Raises:
            PinsError: as for `watch`.
        """
        with self._taking(pin):
            output = OutputPin(self._factory.pin(pin), part, self._errors, dims=dims)
        self._taken[pin] = output
        return output

    def drive(self, pin: int, *, pressed: bool) -> None:
        """Press or let go the button on a mock pin, from the far end of its wire.

        Raises:
            PinsError: these are real pins, or no button is on this one.
        """
        watched = self._taken.get(pin)
        if not self.is_mock or not isinstance(watched, WatchedPin):
            raise PinsError(f"pin {pin} cannot be driven: " + ("no button is on it" if self.is_mock else "it is real"))
        watched.drive(pressed=pressed)

    def callbacks_live(self) -> bool:
        """Whether edges still arrive: on real pins, whether lgpio's one thread runs."""
        return self.is_mock or callbacks_live()

    def close(self) -> None:
        """Let every pin go; a pin that will not is logged."""
        for number, taken in self._taken.items():
            try:
                taken.close()
            except self._errors as error:
                log.warning("pin %d was not let go: %s", number, said(error))
        if not any(isinstance(taken, OutputPin) and taken.left_on for taken in self._taken.values()):
            self._factory.close()  # makes an input of every pin that it knows
        self._taken.clear()

    @contextlib.contextmanager
    def _taking(self, pin: int) -> Iterator[None]:
        if pin in self._taken:
            raise PinsError(f"pin {pin} is taken twice: give each button, the lamp and the buzzer a pin of its own")
        try:
            yield
        except self._errors as error:
            wrong = f"pin {pin} cannot be used ({said(error)})"
            if "busy" in said(error).lower():
                raise PinHeldError(f"{wrong}: another program uses it: stop that program") from error
            raise PinsError(f"{wrong}: choose another pin in the settings") from error


class WatchedPin:
    """A button's pin."""

    def __init__(self, pin: Any, on_change: Callable[[bool], None], *, active_low: bool) -> None:
        """Arm a gpiozero pin, without its own debouncing, which loses edges and delays all."""
        self._pin = pin
        self._on_change = on_change
        self._active_low = active_low
        pin.input_with_pull("up" if active_low else "down")
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._changed  # the pin holds it weakly, so this object must live

    def pressed(self) -> bool:
        """Read the level now; may raise what the pin's library raises."""
        return bool(self._pin.state) != self._active_low

    def drive(self, *, pressed: bool) -> None:
        """Set the level of a mock pin."""
        if pressed == self._active_low:
            self._pin.drive_low()
        else:
            self._pin.drive_high()

    def close(self) -> None:
        """Stop watching."""
        self._pin.when_changed = None
        self._pin.close()

    def _changed(self, _ticks: object, level: int) -> None:
        # The time is not taken from the pin: kernels disagree about where its ticks start.
        if level in {0, 1}:
            self._on_change(bool(level) != self._active_low)


class OutputPin:
    """An output that is on or off, or where it `dims` something between."""

    def __init__(self, pin: Any, part: str, errors: tuple[type[Exception], ...], *, dims: bool) -> None:
        """Claim a gpiozero pin as an output, off."""
        self.dims = dims
        self.left_on = False
        self._pin = pin
        self._part = part
        self._errors = errors
        pin.output_with_state(0)
        if dims:
            pin.frequency = DIMMED_HZ

    @property
    def level(self) -> float:
        """From 0 (off) to 1 (on)."""
        return float(self._pin.state)

    def set(self, level: float) -> None:
        """Set it from 0 (off) to 1 (on); one that does not dim is on from a half.

        Raises:
            PinsError: the pin does not answer.
        """
        try:
            self._pin.state = level if self.dims else int(level >= 0.5)
        except self._errors as error:
            raise PinsError(f"the {self._part}'s pin cannot be switched ({said(error)}): see its wiring") from error

    def leave_on(self) -> None:
        """On, and never touched again: where the kernel lets it, it stays so when this program has ended.

        Raises:
            PinsError: the pin does not answer.
        """
        if self.dims:
            self._pin.frequency = None
        self.dims = False
        self.set(1.0)
        self.left_on = True

    def close(self) -> None:
        """Off, and an input again; nothing where it was left on."""
        if self.left_on:
            return
        if self.dims:
            self._pin.frequency = None
        self._pin.state = 0
        self._pin.close()
