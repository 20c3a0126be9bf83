"""What hangs on the header: pins and their holders, the display's bus, and a card on the display. No pin is claimed."""

from __future__ import annotations

import errno
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..clock import RealClock
from ..inputs.buttons import Buttons
from ..messages import Edge
from ..outputs.display import DisplayError, open_display
from ..outputs.test_card import draw_test_card
from ..pins import Pins, PinsError, is_pi, library, pin_holders
from ..settings import Settings, pins_in_use
from ..wired import dial_lines
from .finding import Finding, fault, ok, warning

ON_NO_PI = "not a Raspberry Pi: the box plays on mock pins"
ADDRESSES = range(0x08, 0x78)
"""Those that I2C has for parts."""
CARD_SECONDS = 4.0


def pins(settings: Settings, root: Path, holders: Callable[[], dict[int, str]] = pin_holders) -> Finding:
    """Whether the pins of the settings are free, or whose they are."""
    if settings.pins == "mock" or (settings.pins == "auto" and not is_pi(root)):
        return ok(ON_NO_PI if settings.pins == "auto" else "mock pins, by the settings")
    try:
        held = holders()
    except PinsError as error:
        return fault(str(error), "see hardware/assembly.md")
    wanted = {use.pin: use.part for use in pins_in_use(settings)}
    taken = [f"pin {pin} ({part}) by {held[pin]}" for pin, part in sorted(wanted.items()) if pin in held]
    if taken:
        return warning(
            f"held: {', '.join(taken)}", "well if that is the box itself; else stop that program or choose another pin"
        )
    return ok(f"{len(wanted)} pins are free, by {library()}")


def edges(settings: Settings, pins: Pins) -> Iterator[str]:
    """A line for every movement of a button or a line of the dial, as the pin sees it, until nobody asks for more."""
    moved: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    wired = {**settings.buttons, **dial_lines(settings)}
    buttons = Buttons(pins, wired, moved.put, RealClock())
    try:
        yield from buttons.troubles
        dial = ", and a dial: turn it" if set(buttons.names) - set(settings.buttons) else ""
        count = len(set(buttons.names) & set(settings.buttons))
        yield f"{count} buttons are watched: press them{dial}"
        last: dict[str, float] = {}
        while True:
            edge = moved.get()
            since = edge.at_seconds - last.get(edge.button, edge.at_seconds)
            last[edge.button] = edge.at_seconds
            pin = wired[edge.button].pin
            yield f"{edge.button} (pin {pin}): {'down' if edge.pressed else 'up'}, {since * 1000:.0f} ms after the last"
    finally:
        buttons.close()


def display(settings: Settings, root: Path) -> Finding:
    """Whether something answers at the display's address, and what else does on its bus."""
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
            answering = [address for address in ADDRESSES if _answers(opened, address)]
    except PermissionError:
        return fault(f"{bus} may not be used", "put this user into the group i2c: sudo usermod -aG i2c USER")
    except OSError as error:
        return fault(f"{bus} cannot be used ({error.strerror})", "see the display's wires (hardware/modules.md)")
    others = ", ".join(f"0x{address:02x}" for address in answering if address != panel.address)
    if panel.address not in answering:
        return fault(
            f"nothing answers at 0x{panel.address:02x} on {bus}; {others or 'nothing'} does elsewhere",
            f"{'give that in panel: address, or ' if others else ''}see its wires and power (hardware/modules.md)",
        )
    beside = f", beside it {others}" if others else ""
    return ok(f"a display answers at 0x{panel.address:02x} on {bus}{beside}; {panel.controller}, by the settings")


def card(settings: Settings, *, free: bool, seconds: float = CARD_SECONDS) -> Finding:
    """Show the test card for a while, and leave the panel dark: a page that a closed box had left is gone then.

    Args:
        settings: Of the display.
        free: Whether there is a display, and no box that shows its own pages on it.
        seconds: How long a person has to look.
    """
    if not free:
        return ok("not shown: it takes a display, and no box that runs")
    panel = settings.panel
    words = f"{panel.controller} {panel.width}×{panel.height} 0x{panel.address:02x}"
    try:
        shown = open_display(panel, "wired")
        try:
            shown.connect()
            shown.show(draw_test_card(words, panel.width, panel.height))
            time.sleep(seconds)
            shown.show(bytes((panel.width + 7) // 8 * panel.height))
            shown.shine("dark")
        finally:
            shown.close()
    except (DisplayError, ImportError) as error:
        return fault(str(error), "see hardware/modules.md")
    return ok(
        f"shown for {seconds:.0f} s as {words}: an edge all around, four whole corners, an even field and no snow;"
        " otherwise see to controller, column_offset and height in panel (hardware/modules.md)"
    )


def _answers(bus: Any, address: int) -> bool:
    """Whether a part answers when it is read, which changes nothing in it."""
    try:
        bus.read_byte(address)
    except OSError as error:
        if error.errno in _SILENCE:
            return False
        raise
    return True


_SILENCE = {errno.EREMOTEIO, errno.ENXIO, errno.EIO, errno.ETIMEDOUT, errno.EBUSY}
"""How the kernel tells that no part answers, and that one has a driver of its own."""
