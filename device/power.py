"""Switching the machine off: by logind, which a polkit rule lets the box ask (`systemd/`).

The box goes on meanwhile: systemd ends it in order when the machine goes down, and if it does not, a sentence says why.
The lamp stays lit after it has ended, for a Raspberry Pi keeps a pin's level (raspberrypi/linux #6117); the last step
of the shutdown puts it out (`systemd/lamp-out`), and finds its pin in the service's runtime folder.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from .messages import Message, PartChanged, Stop
from .whole_files import write_whole

log = logging.getLogger(__name__)

POWER_OFF = (
    *("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),
)
ANSWER_SECONDS = 20.0
LAMP_FILE = "lamp"
"""Tells the last step of the shutdown which pin the lamp hangs on."""


class MachinePower:
    """Switches the machine off on which the box is built in."""

    def __init__(
        self,
        put: Callable[[Message], None],
        lamp_pin: int | None = None,
        command: Sequence[str] = POWER_OFF,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Prepare it.

        Args:
            put: Is told where it cannot be done.
            lamp_pin: What the lamp hangs on, by BCM number; None where there is none.
            command: Asks logind.
            environ: Names the runtime folder, where systemd gave one.
        """
        self._put = put
        self._lamp_pin = lamp_pin
        self._command = command
        self._runtime_folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]

    def off(self) -> None:
        """Ask for it; does not wait."""
        if self._lamp_pin is not None and self._runtime_folder:
            try:
                write_whole(Path(self._runtime_folder) / LAMP_FILE, f"{self._lamp_pin}\n".encode())
            except OSError as error:
                log.warning("nothing puts the lamp out at the end: %s", error)
        threading.Thread(target=self._ask, name="power", daemon=True).start()

    def _ask(self) -> None:
        log.info("the machine is asked to switch off")
        try:
            subprocess.run(self._command, check=True, capture_output=True, text=True, timeout=ANSWER_SECONDS)  # noqa: S603 - the one command above
        except subprocess.CalledProcessError as error:
            self._refused(error.stderr.strip() or f"exit status {error.returncode}")
        except (OSError, subprocess.TimeoutExpired) as error:
            self._refused(str(error))

    def _refused(self, why: str) -> None:
        cure = "install the box as a service (sudo make install), or type sudo poweroff"
        self._put(PartChanged("power", working=False, sentence=f"the machine does not switch off ({why}): {cure}"))


class BoxPower:
    """On a machine that is more than the box: the box ends, the machine goes on."""

    def __init__(self, put: Callable[[Message], None]) -> None:
        """`put` is given the box's end."""
        self._put = put

    def off(self) -> None:
        """End the box."""
        self._put(Stop("switched off by hand"))
