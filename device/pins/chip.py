"""The library of real pins, and who holds which pin. The only module that imports lgpio."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import Any

from .errors import PinsError, said

HEADER_PINS = 28
MOST_CHIPS = 16


def pin_holders() -> dict[int, str]:
    """Who holds which pin of the header, by BCM number; nothing is claimed.

    Raises:
        PinsError: the chip of the header's pins cannot be looked at.
    """
    try:
        lgpio = import_lgpio()
        chip = _open_header(lgpio)
    except (ImportError, AttributeError, OSError) as error:
        raise PinsError(f"the pins cannot be looked at ({said(error)})") from error
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


def callbacks_live() -> bool:
    """Whether the one thread runs on which every edge of a real pin arrives."""
    thread: threading.Thread = sys.modules["lgpio"]._notify_thread  # noqa: SLF001 - it has no other name
    return thread.is_alive()


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


def import_lgpio() -> Any:
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
