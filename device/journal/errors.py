"""What a person reads when the journal cannot be used: the thing, what is wrong, and the cure."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class JournalError(Exception):
    """The journal cannot be opened, read or written; its text names the thing and the cure."""


_NO_ROOM = ("the disk is full", "free some space there and try again")
_READ_ONLY = ("it can only be read", "mount its disk for writing and let this user write there")
_NO_RIGHT = (
    "this user may not use it",
    "give this user the right to read and write it, or choose another state folder",
)
_NOT_A_FOLDER = ("something else has its name", "move that away, or choose another state folder")
_BAD_DISK = (
    "the disk answers with an error",
    "see that it is not full, and replace the card or disk if this comes again",
)
_IN_USE = ("another program holds it", "close that program and try again")
_DAMAGED = ("it is damaged", "start the box again: it keeps what is whole and sets the rest aside")

_SYSTEM = {
    errno.ENOSPC: _NO_ROOM,
    errno.EDQUOT: _NO_ROOM,
    errno.EFBIG: _NO_ROOM,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EEXIST: _NOT_A_FOLDER,
    errno.ENOTDIR: _NOT_A_FOLDER,
    errno.EISDIR: _NOT_A_FOLDER,
}
_SQLITE = {
    sqlite3.SQLITE_FULL: _NO_ROOM,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _NO_RIGHT,
    sqlite3.SQLITE_CANTOPEN: _NO_RIGHT,
    sqlite3.SQLITE_IOERR: _BAD_DISK,
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_PROTOCOL: _IN_USE,
}
_READS = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}


_SHARED_MEMORY = {sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP}

SQLITE_ERRORS = (sqlite3.Error, MemoryError, UnicodeDecodeError)
"""What sqlite3 raises on a damaged file: also for a length beyond reason, and for its own message with damage in it."""


def is_damage(error: Exception) -> bool:
    """Whether one of SQLITE_ERRORS tells of the file's own bytes, and not of what is around it (rights, locks)."""
    code = _code(error)
    return code in _READS or code & 0xFF not in _SQLITE


def lacks_shared_memory(error: Exception) -> bool:
    """Whether SQLite could not make its file of shared memory: it needs room, even to read."""
    return _code(error) in _SHARED_MEMORY


def explain(path: Path, error: Exception) -> str:
    """One sentence: the thing, what is wrong with it, the system's own words, the cure."""
    if isinstance(error, OSError):
        wrong, cure = _SYSTEM.get(error.errno or 0, _BAD_DISK)
        words = error.strerror or str(error)
        thing = Path(error.filename) if isinstance(error.filename, str) else path
    else:
        wrong, cure = _SQLITE.get(_code(error) & 0xFF, _DAMAGED)
        words, thing = str(error), path
    return f"journal {thing}: {wrong} ({words}): {cure}"


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what the system or SQLite raises inside into a JournalError about `path`."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a closed journal or another thread: the program is wrong, not the disk
    except (OSError, *SQLITE_ERRORS) as error:
        raise JournalError(explain(path, error)) from error


def _code(error: Exception) -> int:
    code = getattr(error, "sqlite_errorcode", None)
    return code if isinstance(code, int) else sqlite3.SQLITE_CORRUPT
