"""Taking up a journal as it is found: whole, torn by a power cut, damaged, or not there at all.

A power cut needs nothing but SQLite. Damage is repaired in an order that may be cut at any point: the
bytes as found are copied aside, a clean journal is written from the records that fit, and only then
it takes the other's place.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from . import files as disk
from . import store
from .errors import SQLITE_ERRORS, JournalError, is_damage, lacks_shared_memory
from .files import Files
from .last import LastWritten
from .records import LAYOUT, Chain, Links, Row
from .salvage import longest_chain


def take_up(files: Files, last: LastWritten, connect: store.Connect) -> tuple[store.Connection, Chain, tuple[str, ...]]:
    """Open the journal; answer the connection, what it holds, and a sentence for each trouble met.

    Raises:
        JournalError: a newer delvebox wrote it, or the repaired one is damaged again.
        OSError, sqlite3.Error: what is around the journal does not allow it (rights, room, locks).
    """
    troubles = _finish_repair(files, last, connect)
    _sweep(files.part)
    untouched = last.number == 0 and disk.size(disk.wal(files.database)) == 0 and not files.snapshots()
    if untouched and not files.database.exists():
        write_clean(files, [], connect)
        disk.remove(*disk.side_files(files.database))
        disk.move(files.part, files.database)
    connection, chain, wrong = _look(files, last, connect)
    if wrong:
        troubles.append(_repair(files, last, connect, connection, wrong))
        connection, chain, wrong = _look(files, last, connect)
    if connection is None or wrong:
        if connection is not None:
            connection.close()
        raise JournalError(
            f"journal {files.database}: damaged again as soon as it was repaired ({wrong}): replace the disk"
        )
    return connection, chain, tuple(troubles)


def _look(files: Files, last: LastWritten, connect: store.Connect) -> tuple[store.Connection | None, Chain, str]:
    """Open the journal and read it through; the last answer is what is wrong with it."""
    database, chain = files.database, Chain()
    if not database.exists():
        return None, chain, "it is gone"
    if not database.is_file():
        return None, chain, "it is not a file"
    if disk.size(database) == 0:
        return None, chain, "it is empty"  # and SQLite would throw away its log
    for thing, rights in ((files.folder, os.W_OK | os.X_OK), (database, os.R_OK | os.W_OK)):
        if not os.access(thing, rights):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(thing))
    connection = connect(database)
    try:
        try:
            wrong = _examine(connection, files, last, chain)
        except sqlite3.OperationalError as error:
            if not lacks_shared_memory(error):
                raise
            connection.close()
            connection = store.connect_alone(database, connect)
            wrong = _examine(connection, files, last, chain)
    except BaseException:
        connection.close()
        raise
    return connection, chain, wrong


def _examine(connection: store.Connection, files: Files, last: LastWritten, chain: Chain) -> str:
    try:
        store.prepare(connection)
        wrong = store.read(connection, chain, last.failed)
        layout = store.layout(connection)
        if wrong and chain.number == 0 and layout > LAYOUT and not store.unsound(connection):
            raise JournalError(
                f"journal {files.database}: it has layout {layout} and this delvebox reads up to {LAYOUT}:"
                " install the newer delvebox again, or choose another state folder"
            )
        wrong = wrong or store.fault(connection)
    except SQLITE_ERRORS as error:
        if not is_damage(error):
            raise
        wrong = str(error) or "SQLite cannot make sense of it"
    if not wrong and chain.number < last.number:
        wrong = f"it ends after record {chain.number}"
    return wrong


def _repair(
    files: Files, last: LastWritten, connect: store.Connect, connection: store.Connection | None, wrong: str
) -> str:
    """Set the damaged journal aside and put a clean one in its place; answer the sentence that tells it."""
    # Reading a file beside SQLite drops SQLite's lock on it; the lock on the state folder stands.
    try:
        found = (disk.read(files.database), disk.read(disk.wal(files.database)), last.failed)
        rows, whole = longest_chain(*found)
        alone, snapshots = len(rows), files.snapshots()
        if snapshots:
            rows, whole = longest_chain(*found, [disk.read(each.path) for each in snapshots])
        kept = _set_aside(files, len(rows))
        write_clean(files, rows, connect)
    finally:
        if connection is not None:
            connection.close()
    disk.move(files.part, files.repaired)
    whole &= last.number > 0  # without the note of it nobody knows of a lost end
    lost = _put_in_place(files, last, len(rows))
    told = lost or ("nothing is lost" if whole else f"its first {len(rows)} records stand")
    helped = f", with the snapshot {snapshots[0].path.name}" if len(rows) > alone else ""
    aside = f", and what was found is kept as {kept.name}" if kept else ""
    return f"journal {files.database}: {wrong}: {told}{helped}{aside}: replace the card or disk if this comes again"


def _set_aside(files: Files, good: int) -> Path | None:
    """Keep the journal's bytes as they were found, under a name that was never used."""
    database, log = files.database, disk.wal(files.database)
    number = 1
    while any(files.folder.glob(f"journal-damaged-{number}-*")):
        number += 1
    kept = files.folder / f"journal-damaged-{number}-after-{good}.db"
    if database.exists() and not database.is_file():
        disk.move(database, kept)
        return kept
    pairs = [(each, target) for each, target in ((database, kept), (log, disk.wal(kept))) if disk.size(each)]
    try:
        for each, target in pairs:
            disk.copy(each, target)
        disk.sync(files.folder)
    except OSError:
        disk.remove(*(target for _, target in pairs))  # half a copy only takes room
        raise
    return kept if pairs else None


def write_clean(files: Files, rows: Sequence[Row], connect: store.Connect) -> None:
    """Write `rows` as a journal under the name `part`, whole and on the disk, or leave nothing there."""
    _sweep(files.part)
    try:
        store.create(files.part, rows, connect)
        disk.sync(files.part)
    except BaseException:
        _sweep(files.part)  # half a journal only takes room
        raise


def _put_in_place(files: Files, last: LastWritten, number: int) -> str:
    """Let the repaired journal of `number` records take the other's place; answer what is lost, if it is known."""
    disk.remove(*disk.side_files(files.database))  # SQLite would replay the old log over the clean journal
    disk.sync(files.folder)
    disk.move(files.repaired, files.database)
    before = max(number, last.number)
    last.tell(number, durable=True)
    return f"the last {before - number} of {before} records are lost" if before > number else ""


def _finish_repair(files: Files, last: LastWritten, connect: store.Connect) -> list[str]:
    if not files.repaired.exists():
        return []
    records = Links()
    connection = connect(files.repaired)
    try:
        store.read(connection, records)
    finally:
        connection.close()
    lost = _put_in_place(files, last, records.number)
    told = f"a repair that was cut short is finished: {lost or f'its first {records.number} records stand'}"
    return [f"journal {files.database}: {told}, and what was found is kept as journal-damaged-*.db beside it"]


def _sweep(database: Path) -> None:
    """Remove an unfinished journal."""
    disk.remove(database, *disk.side_files(database))
