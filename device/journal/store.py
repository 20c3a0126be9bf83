"""The one table of the journal, and every statement that SQLite is asked to run on it.

One table and no index: a record is one page of the log, and nothing but the chain decides what is
true. SQLite's own checks run as well, because a damaged list of free pages would let a later record
overwrite an earlier one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from .errors import SQLITE_ERRORS, is_damage
from .records import LAYOUT, Links, Row
from .salvage import PAGE_BYTES

CHECKPOINT_PAGES = 100
"""The log is folded into the file at this length: one bad byte in the log hides all that follows it there."""

BUSY_SECONDS = 1.0

_TABLE = (
    "CREATE TABLE records (number INTEGER PRIMARY KEY, delve INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " kind TEXT NOT NULL, payload TEXT NOT NULL, checksum BLOB NOT NULL)"
)
_SCHEMA = (b"table", b"records", b"records", 2, _TABLE.encode())
_FROM = "SELECT number, delve, seq, kind, payload, checksum FROM records WHERE number > ? ORDER BY number"
_INSERT = "INSERT INTO records VALUES (?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)"
_NEVER = 2**63 - 1
_DROP = "DELETE FROM records WHERE number > ?"


class Rows(Protocol):
    """The answer to a statement."""

    def __iter__(self) -> Iterator[Any]: ...

    def fetchone(self) -> Any:
        """The next row, or None."""


class Connection(Protocol):
    """What the journal needs of `sqlite3.Connection`: autocommit, and text as bytes."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Rows:
        """Run a statement; raises sqlite3.Error."""

    def close(self) -> None:
        """Close it; the log is folded into the file."""


Connect = Callable[[Path], Connection]


def connect(path: Path) -> Connection:
    """Open SQLite on `path`; transactions are begun and ended in words.

    Text comes as bytes: a damaged one need not be UTF-8.
    """
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.text_factory = bytes
    return connection


def connect_alone(path: Path, connect: Connect) -> Connection:
    """Open it without shared memory, which a full disk has no room for; no other program can read it meanwhile."""
    connection = connect(path)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    return connection


def create(path: Path, rows: Iterable[Row], connect: Connect) -> None:
    """Write a whole journal into a new file.

    It stands in that one file when this returns, but is not synced.
    """
    connection = connect(path)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = MEMORY")  # worth nothing before it is whole,
        connection.execute("PRAGMA synchronous = OFF")  # and synced once when it is
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
        connection.execute(_TABLE)
        for row in rows:
            connection.execute(_INSERT, row)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def prepare(connection: Connection) -> None:
    """Make the connection safe to read and write by."""
    for pragma in ("cell_size_check = ON", "trusted_schema = OFF", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")


def read(connection: Connection, chain: Links, until: bytes = b"") -> str:
    """Take rows as long as they fit; answer why it stopped, empty at the end or at the record with checksum `until`.

    Raises:
        sqlite3.Error: what is around the file went wrong, not the file.
    """
    try:
        for row in connection.execute(_FROM, (chain.number,)):
            if until and row[5] == until:
                return ""
            if misfit := chain.take(row):
                return misfit
    except SQLITE_ERRORS as error:
        if not is_damage(error):
            raise
        return f"record {chain.number + 1} cannot be read: {error}"
    return ""


def read_some(connection: Connection, start: int, count: int) -> Iterator[Row]:
    """`count` rows after number `start`, unchecked."""
    yield from connection.execute(f"{_FROM} LIMIT ?", (start, count))


def layout(connection: Connection) -> int:
    """The layout that the file says it has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def unsound(connection: Connection) -> str:
    """What SQLite's own check says is wrong with the file; empty where nothing is."""
    checked = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    return "" if checked == b"ok" else str(checked, errors="replace")


def fault(connection: Connection) -> str:
    """What is wrong with the file beside its records; empty where nothing is.

    Raises:
        sqlite3.Error: so much that the question itself fails, or something around the file.
    """
    if layout(connection) != LAYOUT:
        return f"it says that it has layout {layout(connection)}"
    if [tuple(row) for row in connection.execute("SELECT * FROM sqlite_schema")] != [_SCHEMA]:
        return "its table is not the journal's"
    if wrong := unsound(connection):
        return wrong
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != b"wal":
        return f"its journal mode is {str(mode, errors='replace')}"
    try:
        drop_after(connection, _NEVER)  # begins to write, and finds nothing to do
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
            raise
        return "it says that it may only be read"  # whether we may write to it was seen to before
    return ""


def write(connection: Connection, rows: Sequence[Row]) -> None:
    """Write rows in one transaction: they are on the disk when this returns.

    Raises:
        sqlite3.Error: nothing of them is in the table.
    """
    _transact(connection, [(_INSERT, row) for row in rows])


def drop_after(connection: Connection, number: int) -> None:
    """Take out the records after `number`.

    Raises:
        sqlite3.Error: they are still there.
    """
    _transact(connection, [(_DROP, (number,))])


def fold_log(connection: Connection) -> None:
    """Bring the log's pages into the file and empty the log.

    Raises:
        sqlite3.Error: it could not be done; nothing is lost by that.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _transact(connection: Connection, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, parameters in statements:
            connection.execute(sql, parameters)
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


def _roll_back(connection: Connection) -> None:
    """Undo what is open; SQLite has often done so by itself, and says that as an error."""
    try:
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "no transaction is active" not in str(error):
            raise
