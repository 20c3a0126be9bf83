"""Pins opened as the settings ask. The only module that imports gpiozero, and only once pins are opened."""

from __future__ import annotations

from pathlib import Path

from .chip import import_lgpio
from .errors import PinsError, said
from .opened import Pins

MOCK_BOARD = "a02082"
"""Revision of the board that mock pins pretend to be: a Pi 3B with the 40-pin header."""


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
    from gpiozero.exc import GPIOZeroError
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return Pins(MockFactory(revision=MOCK_BOARD, pin_class=MockPWMPin), is_mock=True, errors=(GPIOZeroError,))


def _open_lgpio() -> Pins:
    try:
        lgpio = import_lgpio()
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, AttributeError, OSError) as error:
        raise PinsError(
            f"the library lgpio does not load ({error}): install the system package python3-lgpio, "
            "or lgpio 0.2.2 or newer into the box's environment"
        ) from error
    from gpiozero.exc import GPIOZeroError, PinUnknownPi

    try:
        factory = LGPIOFactory()
    except PinUnknownPi as error:
        raise PinsError("this machine is not a Raspberry Pi: set pins: mock, or auto") from error
    except (lgpio.error, OSError) as error:
        raise PinsError(
            f"the pins do not open ({said(error)}): the user must be in the group gpio (sudo usermod -aG gpio USER, "
            "then log in again), and /dev/gpiochip0 must exist"
        ) from error
    return Pins(factory, is_mock=False, errors=(GPIOZeroError, lgpio.error))
