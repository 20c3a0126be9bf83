"""This machine's own browser, opened where a person sits before it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
AWAY = ("SSH_CONNECTION", "SSH_TTY")

log = logging.getLogger(__name__)


def why_no_browser(environ: Mapping[str, str], *, is_root: bool, on_terminal: bool) -> str:
    """Why no browser is opened; empty where a person sits before this machine's display.

    Args:
        environ: The environment of this process.
        is_root: It runs as root, for whom browsers refuse to start.
        on_terminal: Somebody started it by hand; a service has no terminal.
    """
    if not on_terminal:
        return "nobody started it on a terminal"
    if is_root:
        return "root starts no browser"
    if any(environ.get(name) for name in AWAY):
        return "who started it sits elsewhere"
    if not any(environ.get(name) for name in DISPLAYS):
        return "there is no display"
    return ""


def open_browser(address: str) -> None:
    """Open this machine's browser on an address, where a person sits before it; the log says what became of it."""
    on_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    why_not = why_no_browser(os.environ, is_root=os.geteuid() == 0, on_terminal=on_terminal)
    if why_not:
        log.info("no browser is opened: %s", why_not)
        return
    threading.Thread(target=_open, args=[address], name="browser", daemon=True).start()


def _open(address: str) -> None:
    """In a process of its own: some browsers print, wait, or would take the terminal or its ctrl-c for theirs."""
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "webbrowser", address]
    try:
        opening = subprocess.run(  # noqa: S603 - our own Python, our own address
            command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, check=False
        )
    except OSError as error:
        log.warning("no browser could be started (%s): open %s by hand", error.strerror, address)
    else:
        log.info("the browser %s", "was started" if opening.returncode == 0 else "did not start")
