"""The journal for who only reads it, beside a box that plays or without one: nothing on the disk is changed by it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import store
from .errors import SQLITE_ERRORS, JournalError, explained, is_damage
from .files import Files, size, wal
from .last import refused
from .records import BEGIN, ENTRY, LAYOUT, Chain, Row

_NO_FILE_BESIDE = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
"""What SQLite answers where it may not make its file of shared memory."""


@dataclass(frozen=True, slots=True)
class KeptDelve:
    """A delve with all that was played in it."""

    number: int
    """What the table calls it by."""
    name: str | None
    seed: int
    rules: Mapping[str, Any]
    format: int
    entries: tuple[Mapping[str, Any], ...]
    ended: bool


class JournalReader:
    """The delves of a state folder, as far as they were read."""

    def __init__(self, folder: Path | str) -> None:
        """Read nothing yet."""
        self._files = Files(Path(folder).absolute())
        self._chain = _Collected()
        self.trouble = ""
        """Why it was not read to its end; empty where it was."""

    @property
    def delves(self) -> tuple[KeptDelve, ...]:
        """In the order of the journal: the open one is the last."""
        return tuple(
            KeptDelve(each.number, each.name, each.seed, each.rules, each.format, tuple(entries), each.ended)
            for each, entries in zip(self._chain.delves, self._chain.entries, strict=True)
        )

    def read_on(self) -> bool:
        """Read what came since the last time, or all of a journal in its place; answers whether anything did.

        Raises:
            JournalError: there is no journal, this user may not read it, or a newer delvebox wrote it.
        """
        database, before = self._files.database, self._chain
        number = before.number
        with explained(database):
            if not database.exists():
                raise JournalError(
                    f"{self._files.folder} holds no journal: name the box's state folder with --state-dir"
                )
        with explained(database), closing(_connect_to_read(database)) as connection:
            if store.layout(connection) > LAYOUT:
                raise JournalError(f"journal {database}: a newer delvebox wrote it: install that one again")
            if self._chain.number and not self._goes_on(connection):  # changed while no box ran (`editing`), or mended
                self._chain = _Collected()
            wrong = store.read(connection, self._chain, refused(self._files.last))
        cure = "what stands before is shown; start the box, it sets the damage aside"
        self.trouble = f"journal {database}: {wrong}: {cure}" if wrong else ""
        return self._chain is not before or self._chain.number != number

    def _goes_on(self, connection: store.Connection) -> bool:
        """Whether the record that was read last still stands where it was: a file's own number may be given again."""
        try:
            last = [row[5] for row in store.read_some(connection, self._chain.number - 1, 1)]
        except SQLITE_ERRORS as error:
            if not is_damage(error):
                raise
            return False
        return last == [self._chain.checksum]


class _Collected(Chain):
    """The chain with what its entries hold."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[list[Mapping[str, Any]]] = []

    def take(self, row: Row) -> str:
        misfit = super().take(row)
        if not misfit and row[3] == BEGIN:
            self.entries.append([])
        elif not misfit and row[3] == ENTRY:
            self.entries[-1].append(json.loads(row[4]))
        return misfit


def _connect_to_read(database: Path) -> sqlite3.Connection:
    """SQLite for reading alone: closing it does not fold the log, which a damaged journal may need yet."""
    connection = _connected(database, "mode=ro")
    try:
        store.layout(connection)
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in _NO_FILE_BESIDE or size(wal(database)):
            raise
        connection = _connected(database, "immutable=1")  # where there is no log, it can do without that file
    return connection


def _connected(database: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{database.as_uri()}?{how}", uri=True, timeout=store.BUSY_SECONDS, isolation_level=None
    )
    connection.text_factory = bytes
    return connection
