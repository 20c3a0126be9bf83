"""One box a state folder: the second one that starts says who runs, and leaves."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shlex
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

_LOG = logging.getLogger(__name__)


class InstanceError(Exception):
    """The state folder cannot be taken; its text names the thing and the cure."""


class AlreadyRunning(InstanceError):  # noqa: N818 - it names the case, as the standard library's exceptions do
    """Another box holds the state folder."""

    def __init__(self, folder: Path, pid: int | None, command: str, running_seconds: float | None) -> None:
        """Tell who runs.

        Args:
            folder: the state folder.
            pid: the other's process number; None where it has not written it down yet.
            command: its command line, empty where it is not known.
            running_seconds: how long it has held the folder by the machine's own clock, None where it is not known.
        """
        self.pid = pid
        self.command = command
        self.running_seconds = running_seconds
        who = "another process" if pid is None else f"process {pid} ({command})"
        since = "" if running_seconds is None else f", {_since(running_seconds)}"
        stop = "stop it" if pid is None else f"stop it (kill {pid})"
        super().__init__(f"state folder {folder}: {who} uses it{since}: {stop}, or choose another with --state-dir")


class Instance:
    """The hold on a state folder, until `close` or the end of the process, however it ends."""

    def __init__(self, handle: int) -> None:
        """For `take_instance`."""
        self._handle = handle

    def close(self) -> None:
        """Let the folder go; safe to call again."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def take_instance(state_folder: Path | str) -> Instance:
    """Take the state folder for this process; make it where it is missing.

    The hold is a lock of the kernel's on `instance.lock`: what the file says is only told, never
    trusted, and nothing has to be cleared away after a crash. Child processes do not inherit it.

    Raises:
        AlreadyRunning: another process has it.
        InstanceError: the folder cannot be used.
    """
    folder = Path(state_folder).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "instance.lock", os.O_RDWR | os.O_CREAT, 0o600)  # closed on exec
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held = _read(handle)
        os.close(handle)
        raise AlreadyRunning(folder, *held) from None
    except OSError as error:
        os.close(handle)
        raise _unusable(folder, error) from error
    _sign(handle, folder)
    return Instance(handle)


def _sign(handle: int, folder: Path) -> None:
    """Write down who holds the lock, for the next who asks; the lock holds without it."""
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    text = json.dumps({"pid": os.getpid(), "boot_seconds": _boot_seconds(), "command": command}).encode()
    try:
        os.pwrite(handle, text, 0)  # over the old text: a full disk allows that
        os.ftruncate(handle, len(text))
    except OSError as error:
        _LOG.warning("%s: cannot write down who runs: %s", folder / "instance.lock", error)


def _read(handle: int) -> tuple[int | None, str, float | None]:
    """Who holds the lock, as far as the file tells it: it may be empty, old or damaged."""
    try:
        held = json.loads(os.pread(handle, 65536, 0))
        pid, command, began = int(held["pid"]), str(held["command"]), float(held["boot_seconds"])
    except (ValueError, KeyError, TypeError):
        return None, "", None
    if not Path(f"/proc/{pid}").exists():  # an old text: the holder is about to write its own
        return None, "", None
    return pid, command, max(0.0, _boot_seconds() - began)


def _since(running_seconds: float) -> str:
    """Since when by the wall clock, and for how long: a Pi's wall clock may be anything."""
    began = time.strftime("%H:%M", time.localtime(time.time() - running_seconds))
    hours, minutes = divmod(int(running_seconds) // 60, 60)
    return f"since {began} ({hours} h {minutes} min)" if hours else f"since {began} ({minutes} min)"


def _boot_seconds() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def _unusable(folder: Path, error: OSError) -> InstanceError:
    words = error.strerror or str(error)
    thing = error.filename or folder
    return InstanceError(
        f"state folder {folder}: cannot use {thing} ({words}):"
        " let this user write there and see that the disk is not full, or choose another with --state-dir"
    )
