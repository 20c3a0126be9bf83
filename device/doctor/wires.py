"""What hangs on the header: pins and their holders, and the display's bus. Nothing is claimed and nothing is shown."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

from ..clock import RealClock
from ..inputs.buttons import Buttons
from ..messages import Edge
from ..pins import Pins, PinsError, is_pi, pin_holders
from ..settings import Settings
from .finding import Finding, fault, ok, warning

ON_NO_PI = "not a Raspberry Pi: the box plays on mock pins"


def pins(settings: Settings, root: Path, holders: Callable[[], dict[int, str]] = pin_holders) -> Finding:
    """Whether the pins of the settings are free, or whose they are."""
    if settings.pins == "mock" or (settings.pins == "auto" and not is_pi(root)):
        return ok(ON_NO_PI if settings.pins == "auto" else "mock pins, by the settings")
    try:
        held = holders()
    except PinsError as error:
        return fault(str(error), "see hardware/assembly.md")
    wanted = {button.pin: f"button {name}" for name, button in settings.buttons.items()}
    outputs = {settings.lamp.pin: "lamp", settings.buzzer.pin: "buzzer"}
    wanted |= {pin: part for pin, part in outputs.items() if pin is not None}
    taken = [f"pin {pin} ({part}) by {held[pin]}" for pin, part in sorted(wanted.items()) if pin in held]
    if taken:
        return warning(
            f"held: {', '.join(taken)}", "well if that is the box itself; else stop that program or choose another pin"
        )
    return ok(f"{len(wanted)} pins are free")


def edges(settings: Settings, pins: Pins) -> Iterator[str]:
    """A line for every movement of a button, as the pin sees it, until nobody asks for the next."""
    moved: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    buttons = Buttons(pins, settings.buttons, moved.put, RealClock())
    try:
        yield from buttons.troubles
        yield f"{len(buttons.names)} buttons are watched: press them"
        last: dict[str, float] = {}
        while True:
            edge = moved.get()
            since = edge.at_seconds - last.get(edge.button, edge.at_seconds)
            last[edge.button] = edge.at_seconds
            pin = settings.buttons[edge.button].pin
            yield f"{edge.button} (pin {pin}): {'down' if edge.pressed else 'up'}, {since * 1000:.0f} ms after the last"
    finally:
        buttons.close()


def display(settings: Settings, root: Path) -> Finding:
    """Whether something answers at the display's address."""
    panel = settings.panel
    if not panel.enabled:
        return ok("none, by the settings")
    if not is_pi(root):
        return ok(ON_NO_PI)
    bus = root / f"dev/i2c-{panel.port}"
    if not bus.exists():
        return fault(f"{bus} is not there", "turn I2C on: sudo raspi-config nonint do_i2c 0, then restart")
    import smbus2

    try:
        with smbus2.SMBus(str(bus)) as opened:
            opened.read_byte(panel.address)
    except PermissionError:
        return fault(f"{bus} may not be used", "put this user into the group i2c: sudo usermod -aG i2c USER")
    except OSError as error:
        return fault(
            f"nothing answers at 0x{panel.address:02x} on {bus} ({error.strerror})",
            "see its wires and power, or the address in the settings (hardware/modules.md)",
        )
    return ok(f"a display answers at 0x{panel.address:02x} on {bus}; {panel.controller}, by the settings")
