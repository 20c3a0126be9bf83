"""One box a state folder: the second one that starts says who runs, and leaves."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from .ownership import give_all_to_owner

_LOG = logging.getLogger(__name__)

CLOSING_SECONDS = 15.0
"""One that is closing is waited for; it takes a second or two, and systemd ends it after ten."""
GLANCE_SECONDS = 0.5
"""Anybody is: who only looks whether one runs has the lock for a moment."""
_PAUSE_SECONDS = 0.05


_NAME = "instance.lock"


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

    def __init__(self, handle: int, folder: Path) -> None:
        """For `take_instance`."""
        self._handle = handle
        self._folder = folder
        self._began_seconds = _boot_seconds()
        self._sign(closing=False)

    def leave_soon(self) -> None:
        """Tell the next who asks that it is closing: who starts meanwhile waits for it."""
        self._sign(closing=True)

    def close(self) -> None:
        """Let the folder go; safe to call again. What root wrote there meanwhile belongs to whose folder it is."""
        if self._handle >= 0:
            try:
                give_all_to_owner(self._folder)
            except OSError as error:
                _LOG.warning("%s: not given to its owner (%s): chown it", error.filename, error.strerror)
            os.close(self._handle)
        self._handle = -1

    def _sign(self, *, closing: bool) -> None:
        """Write down who holds the lock, for the next who asks; the lock holds without it."""
        command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
        told = {"pid": os.getpid(), "boot_seconds": self._began_seconds, "command": command, "closing": closing}
        text = json.dumps(told).encode()
        try:
            os.pwrite(self._handle, text, 0)  # over the old text: a full disk allows that
            os.ftruncate(self._handle, len(text))
        except OSError as error:
            _LOG.warning("%s: cannot write down who runs: %s", self._folder / _NAME, error)

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
        AlreadyRunning: another process has it, and does not close.
        InstanceError: the folder cannot be used.
    """
    folder, began = Path(state_folder).absolute(), time.monotonic()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT, 0o600)  # closed on exec
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        while not _locked(handle, fcntl.LOCK_EX):
            held = _read(handle)
            if time.monotonic() - began > (CLOSING_SECONDS if held.closing else GLANCE_SECONDS):
                os.close(handle)
                break
            time.sleep(_PAUSE_SECONDS)  # a lock that is waited for in the kernel cannot be given up
        else:
            return Instance(handle, folder)
    except OSError as error:
        os.close(handle)
        raise _unusable(folder, error) from error
    raise AlreadyRunning(folder, held.pid, held.command, held.running_seconds)


def who_runs(state_folder: Path | str) -> AlreadyRunning | None:
    """The box that runs on a state folder, as the sentence that would refuse a second one; None where none does.

    Raises:
        InstanceError: it cannot be seen.
    """
    folder = Path(state_folder).absolute()
    try:
        handle = os.open(folder / _NAME, os.O_RDONLY)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        if _locked(handle, fcntl.LOCK_SH):
            return None
        held = _read(handle)
        return AlreadyRunning(folder, held.pid, held.command, held.running_seconds)
    finally:
        os.close(handle)


def _locked(handle: int, kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Held:
    """Who holds the lock, as far as its file tells it."""

    pid: int | None = None
    command: str = ""
    running_seconds: float | None = None
    closing: bool = False


def _read(handle: int) -> _Held:
    """It may be empty, old or damaged."""
    try:
        told = json.loads(os.pread(handle, 65536, 0))
        pid, command, began = int(told["pid"]), str(told["command"]), float(told["boot_seconds"])
        closing = told["closing"] is True
    except (ValueError, KeyError, TypeError):
        return _Held()
    if not Path(f"/proc/{pid}").exists():  # an old text: the holder is about to write its own
        return _Held()
    return _Held(pid, command, max(0.0, _boot_seconds() - began), closing)


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
