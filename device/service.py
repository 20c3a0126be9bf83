"""What systemd is told about the box, by its notify socket; nothing where no service started it.

The protocol is a datagram of lines to the socket that NOTIFY_SOCKET names (sd_notify(3)); a library for it would be
longer than its twenty lines, and compiled ones break on small Pis.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Service:
    """The service that the box runs as."""

    def __init__(self, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        """Read what systemd set; `pid` is this process's unless said otherwise."""
        self._address = environ.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]  # an abstract name
        self.watchdog_seconds = _watchdog_seconds(environ, os.getpid() if pid is None else pid)
        """A sign of life is wanted within this time; None where nobody waits for one."""

    def ready(self) -> None:
        """The box is built and listens: what waits for it may go on."""
        self._tell("READY=1")

    def alive(self) -> None:
        """A sign of life for the watchdog."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The box closes in order."""
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.settimeout(1.0)
                out.sendto(line.encode(), self._address)
        except OSError as error:  # systemd's own time limits say the rest
            log.warning("systemd does not take %s at %r: %s", line, self._address, error)


def _watchdog_seconds(environ: Mapping[str, str], pid: int) -> float | None:
    """As sd_watchdog_enabled(3): microseconds, for this process alone where one is named."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    return int(microseconds) / 1e6
