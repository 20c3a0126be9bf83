"""SQLite under the journal, every write of it recorded on a `Disk`.

apsw carries a SQLite of its own (3.54 at the time of writing; the box runs on Python's): the writing
side of these tests is the journal's own code and SQL on that SQLite, the reading side, after the cut,
is the box's. The memory that SQLite shares between processes is not recorded: no power cut leaves it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
from cut_disk import Disk

BUSY_MS = 1000


class RecordingVFS(apsw.VFS):
    """The system's files, with a note of each operation on `disk`."""

    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, "")
        self.name = name
        self.disk = disk
        self.refuse_sync: Callable[[str], bool] = lambda _: False
        """Whether a sync of the file of that name fails."""
        self.refuse_read: Callable[[str, int], bool] = lambda *_: False
        """Whether the file of that name cannot be read at that place."""

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        return RecordedFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        super().xDelete(name, syncdir)
        self.disk.delete(name)
        if syncdir:
            self.disk.sync_folder()


class RecordedFile(apsw.VFSFile):
    """One file of SQLite's."""

    def __init__(self, vfs: RecordingVFS, name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._vfs, self._disk = vfs, vfs.disk
        self._name = Path(path).name
        # SQLite's own file layer syncs the folder when it first syncs a log that it made.
        is_log = bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL))
        self._folder_to_sync = is_log and not self._disk.has(self._name)
        super().__init__("", name, flags)
        self._file = self._disk.file(self._name)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's name
        if self._vfs.refuse_read(self._name, offset):
            raise apsw.exception_for(apsw.SQLITE_IOERR_READ)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        super().xWrite(data, offset)
        self._disk.write(self._file, offset, data)

    def xTruncate(self, size: int) -> None:  # noqa: N802 - SQLite's name
        super().xTruncate(size)
        self._disk.truncate(self._file, size)

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        if self._vfs.refuse_sync(self._name):
            raise apsw.exception_for(apsw.SQLITE_IOERR_FSYNC)
        super().xSync(flags)
        self._disk.sync(self._file)
        if self._folder_to_sync:
            self._disk.sync_folder()
            self._folder_to_sync = False


class RecordedConnection:
    """An apsw connection as the journal knows connections: sqlite3's errors, text as bytes."""

    def __init__(self, path: Path, vfs: RecordingVFS) -> None:
        with _as_sqlite3():
            self._connection = apsw.Connection(str(path), vfs=vfs.name)
            self._connection.set_busy_timeout(BUSY_MS)

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> RecordedRows:
        with _as_sqlite3():
            return RecordedRows(self._connection.execute(sql, parameters))

    def close(self) -> None:
        with _as_sqlite3():
            self._connection.close(True)


class RecordedRows:
    """The answer to a statement."""

    def __init__(self, cursor: apsw.Cursor) -> None:
        self._cursor = cursor

    def __iter__(self) -> Iterator[Any]:
        while (row := self.fetchone()) is not None:
            yield row

    def fetchone(self) -> Any:
        with _as_sqlite3():
            row = self._cursor.fetchone()
        return row and tuple(value.encode() if isinstance(value, str) else value for value in row)


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        translated = sqlite3.OperationalError(str(error))
        translated.sqlite_errorcode = getattr(error, "extendedresult", apsw.SQLITE_ERROR)
        raise translated from error
