"""Switching the machine off: by logind, which a polkit rule lets the box ask (`systemd/`).

The box goes on meanwhile: systemd ends it in order when the machine goes down, and if it does not, a sentence says why.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable, Sequence

from .messages import Message, PartChanged, Stop

log = logging.getLogger(__name__)

POWER_OFF = (
    *("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1"),
    *("org.freedesktop.login1.Manager", "PowerOff", "b", "false"),
)
ANSWER_SECONDS = 20.0


class MachinePower:
    """Switches the machine off on which the box is built in."""

    def __init__(self, put: Callable[[Message], None], command: Sequence[str] = POWER_OFF) -> None:
        """`put` is told where it cannot be done."""
        self._put = put
        self._command = command

    def off(self) -> None:
        """Ask for it; does not wait."""
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
