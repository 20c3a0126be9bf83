"""The pins of the Raspberry Pi, or mock pins that are driven from the far end of the wire.

The only module that imports gpiozero and lgpio, and only once pins are opened. Edges come as the pins
see them, bounces included: deciding what they mean is the business of `inputs.gestures`.

On real pins every callback runs on lgpio's one thread, and an exception there ends that thread for all
buttons (gpiozero #815); on mock pins it runs on the thread that drives the pin. So what is given to
`Pins.watch` must return at once and never raise.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

MOCK_BOARD = "a02082"
"""Revision of the board that mock pins pretend to be: a Pi 3B with the 40-pin header."""
HEADER_PINS = 28
DIMMED_HZ = 100
"""How often a dimmed output is switched on and off: too quick to be seen, and little work for lgpio."""
MOST_CHIPS = 16


class PinsError(Exception):
    """Pins, or one pin, cannot be used; the text names it and the cure."""


class PinHeldError(PinsError):
    """A pin is another program's."""


def is_pi(root: Path = Path("/")) -> bool:
    """Whether this machine is a Raspberry Pi; `root` is where /proc is looked for."""
    try:
        compatible = (root / "proc/device-tree/compatible").read_bytes()
    except OSError:
        return False
    return any(name.startswith(b"raspberrypi,") for name in compatible.split(b"\0"))


def open_pins(kind: str = "auto") -> Pins:
    """Open the pins: "lgpio" for real ones, "mock", or "auto" for real ones on a Pi and mock ones elsewhere.

    Raises:
        PinsError: real pins cannot be opened; nothing else is tried in their place, since a library that
            falls back by itself ends up without edges (gpiozero #1137).
        ValueError: no such kind.
    """
    if kind == "auto":
        kind = "lgpio" if is_pi() else "mock"
    if kind == "mock":
        return _open_mock()
    if kind == "lgpio":
        return _open_lgpio()
    raise ValueError(f"no kind of pins {kind!r}: give auto, lgpio or mock")


def _open_mock() -> Pins:
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return Pins(MockFactory(revision=MOCK_BOARD, pin_class=MockPWMPin), is_mock=True, errors=())


def _open_lgpio() -> Pins:
    try:
        lgpio = _import_lgpio()
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, AttributeError, OSError) as error:
        raise PinsError(
            f"the library lgpio does not load ({error}): install the system package python3-lgpio, "
            "or lgpio 0.2.2 or newer into the box's environment"
        ) from error
    from gpiozero.exc import PinUnknownPi

    try:
        factory = LGPIOFactory()
    except PinUnknownPi as error:
        raise PinsError("this machine is not a Raspberry Pi: set pins: mock, or auto") from error
    except (lgpio.error, OSError) as error:
        raise PinsError(
            f"the pins do not open ({_said(error)}): the user must be in the group gpio (sudo usermod -aG gpio USER, "
            "then log in again), and /dev/gpiochip0 must exist"
        ) from error
    return Pins(factory, is_mock=False, errors=(lgpio.error,))


def pin_holders() -> dict[int, str]:
    """Who holds which pin of the header, by BCM number; nothing is claimed.

    Raises:
        PinsError: the chip of the header's pins cannot be looked at.
    """
    try:
        lgpio = _import_lgpio()
        chip = _open_header(lgpio)
    except (ImportError, AttributeError, OSError) as error:
        raise PinsError(f"the pins cannot be looked at ({_said(error)})") from error
    try:
        told = {pin: lgpio.gpio_get_line_info(chip, pin) for pin in range(HEADER_PINS)}
    finally:
        lgpio.gpiochip_close(chip)
    return {pin: user for pin, (_, _, _, _, user) in told.items() if user}


def library() -> str:
    """The library of real pins with its version, once it was loaded."""
    loaded = sys.modules.get("lgpio")
    version = getattr(loaded, "LGPIO_PY_VERSION", 0)
    return f"lgpio {version >> 16}.{version >> 8 & 0xFF}.{version & 0xFF}" if loaded else "no library"


def _open_header(lgpio: Any) -> int:
    """The handle of the chip that the header's pins belong to: its number differs between Pis."""
    for number in range(MOST_CHIPS):
        try:
            chip: int = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        if lgpio.gpio_get_chip_info(chip)[3].startswith("pinctrl-"):
            return chip
        lgpio.gpiochip_close(chip)
    raise OSError("no chip of the header's pins among /dev/gpiochip*: the user must be in the group gpio")


def _import_lgpio() -> Any:
    """Import lgpio in a folder of its own.

    On import it makes a named pipe in the working directory and fails where it cannot, as under systemd
    (gpiozero #1106, lg #22); two programs in one folder would share the pipe. Once opened, its name is
    not needed any more, so the folder goes.
    """
    if "lgpio" not in sys.modules:
        with tempfile.TemporaryDirectory(prefix="delvebox-lgpio-") as folder, _working_in(folder):
            import lgpio
    import lgpio

    if not hasattr(lgpio, "gpiochip_open"):
        raise ImportError("it is the empty package that newer Pythons get as 0.0.0.2")
    return lgpio


@contextlib.contextmanager
def _working_in(folder: str) -> Iterator[None]:
    here = os.open(".", os.O_PATH | os.O_DIRECTORY)
    before = os.environ.get("LG_WD")
    os.environ["LG_WD"] = folder
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(here)
        os.close(here)
        if before is None:
            del os.environ["LG_WD"]
        else:
            os.environ["LG_WD"] = before


def _said(error: BaseException) -> str:
    return str(error.args[0]) if len(error.args) == 1 else str(error)


class Pins:
    """Opened pins. Each pin can be taken once; `close` lets all of them go."""

    def __init__(self, factory: Any, *, is_mock: bool, errors: tuple[type[Exception], ...]) -> None:
        """Stand on a gpiozero factory; `errors` are what its library raises besides gpiozero's own."""
        from gpiozero.exc import GPIOZeroError

        self.is_mock = is_mock
        self._factory = factory
        self._errors = (GPIOZeroError, OSError, *errors)
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
        if self.is_mock:
            return True
        thread: threading.Thread = sys.modules["lgpio"]._notify_thread  # noqa: SLF001 - it has no other name
        return thread.is_alive()

    def close(self) -> None:
        """Let every pin go; a pin that will not is logged."""
        for number, taken in self._taken.items():
            try:
                taken.close()
            except self._errors as error:
                log.warning("pin %d was not let go: %s", number, _said(error))
        self._taken.clear()
        self._factory.close()

    @contextlib.contextmanager
    def _taking(self, pin: int) -> Iterator[None]:
        if pin in self._taken:
            raise PinsError(f"pin {pin} is taken twice: give each button, the lamp and the buzzer a pin of its own")
        try:
            yield
        except self._errors as error:
            wrong = f"pin {pin} cannot be used ({_said(error)})"
            if "busy" in _said(error).lower():
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
            raise PinsError(f"the {self._part}'s pin cannot be switched ({_said(error)}): see its wiring") from error

    def close(self) -> None:
        """Off, and an input again."""
        if self.dims:
            self._pin.frequency = None
        self._pin.state = 0
        self._pin.close()
