"""Waiting for the journal to grow, by the kernel's own word (inotify): no program asks again and again."""

from __future__ import annotations

import ctypes
import os
import select
import struct
from pathlib import Path
from types import TracebackType
from typing import Self

from .errors import JournalError, explain
from .files import Files, wal

_MODIFY, _MOVED_TO, _CREATE = 0x2, 0x80, 0x100
_HEADER = struct.Struct("iIII")
"""Of an event: watch, mask, cookie, length of the name after it."""


class JournalChanges:
    """Watches a state folder from its making until `close`; changes before `wait` are not missed."""

    def __init__(self, folder: Path | str) -> None:
        """Begin to watch.

        Raises:
            JournalError: the kernel cannot watch this folder.
        """
        files = Files(Path(folder).absolute())
        # the note of the last record is written after each; the log where that fails; the file where it is exchanged
        self._names = {path.name.encode() for path in (files.last, wal(files.database), files.database)}
        libc = ctypes.CDLL(None, use_errno=True)
        self._handle = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        watch = libc.inotify_add_watch(self._handle, os.fsencode(files.folder), _MODIFY | _MOVED_TO | _CREATE)
        if watch < 0:
            number = ctypes.get_errno()
            self.close()
            raise JournalError(explain(files.folder, OSError(number, os.strerror(number))))

    def wait(self, timeout_seconds: float | None = None) -> bool:
        """Wait until a record may have come; False where the time is over first."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        while poll.poll(None if timeout_seconds is None else timeout_seconds * 1000):
            if self._names & set(_names(os.read(self._handle, 65536))):
                return True
        return False

    def close(self) -> None:
        """Stop watching; safe to call again."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _names(events: bytes) -> list[bytes]:
    names, place = [], 0
    while place < len(events):
        *_, length = _HEADER.unpack_from(events, place)
        place += _HEADER.size
        names.append(events[place : place + length].rstrip(b"\0"))
        place += length
    return names
