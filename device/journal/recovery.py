"""Taking up a journal as it is found: whole, torn by a power cut, damaged, or not there at all.

A power cut needs nothing but SQLite. Damage is repaired in an order that may be cut at any point: the
bytes as found are copied aside, a clean journal is written from the records that fit, and only then
it takes the other's place.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from . import files as disk
from . import store
from .errors import SQLITE_ERRORS, JournalError, is_damage, lacks_shared_memory
from .files import Files
from .last import LastWritten
from .records import LAYOUT, Chain, Links, Row


def take_up(files: Files, last: LastWritten, connect: store.Connect) -> tuple[store.Connection, Chain, tuple[str, ...]]:
    """Open the journal; answer the connection, what it holds, and a sentence for each trouble met.

    Raises:
        JournalError: a newer delvebox wrote it, or the repaired one is damaged again.
        OSError, sqlite3.Error: what is around the journal does not allow it (rights, room, locks).
    """
    troubles = _finish_repair(files, last, connect)
    _sweep(files.part, files.trial)
    if last.number == 0 and not files.database.exists() and disk.size(disk.wal(files.database)) == 0:
        _write_clean(files, [], connect)
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
        wrong = store.read(connection, chain, until=last.failed)
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
        rows, whole = _best_reading(files, last, connect)
        kept = _set_aside(files, len(rows))
        _write_clean(files, rows, connect)
    finally:
        if connection is not None:
            connection.close()
    disk.move(files.part, files.repaired)
    lost = _put_in_place(files, last, len(rows))
    told = lost or ("nothing is lost" if whole and last.number else f"its first {len(rows)} records stand")
    aside = f", and what was found is kept as {kept.name}" if kept else ""
    return f"journal {files.database}: {wrong}: {told}{aside}: replace the card or disk if this comes again"


def _best_reading(files: Files, last: LastWritten, connect: store.Connect) -> tuple[list[Row], bool]:
    """The longest chain that any way of reading gives, and whether it was read to its end.

    The chain proves every record by itself, so nothing wrong can come of trying.
    """
    best: list[Row] = []
    whole = False
    for trial in _trials(files, connect):
        rows: list[Row] = []
        try:
            connection = connect(trial)
            try:
                wrong = store.read(connection, Links(), until=last.failed, sink=rows.append)
            finally:
                connection.close()
        except SQLITE_ERRORS as error:
            if not is_damage(error):
                raise
            wrong = str(error)
        if len(rows) > len(best) or (len(rows) == len(best) and not wrong):
            best, whole = rows, not wrong
        if whole and len(best) >= last.number > 0:
            break
    _sweep(files.trial)
    return best, whole


def _trials(files: Files, connect: store.Connect) -> Iterator[Path]:
    """Copies of the journal: as found, without its log, with all of its log; each also with the first page mended."""
    if not files.database.is_file() or disk.size(files.database) == 0:
        return
    log = disk.wal(files.database)
    for mended in (False, True):
        for way in ("found", "alone", "laid over") if disk.size(log) else ("alone",):
            _sweep(files.trial)
            disk.copy(files.database, files.trial)
            if way == "found":
                disk.copy(log, disk.wal(files.trial))
            if way == "laid over":
                _lay_over(files.trial, log.read_bytes())
            if mended:
                _mend_first_page(files, connect)
            yield files.trial


def _lay_over(database: Path, log: bytes) -> None:
    """Put the log's pages over the file's, right or wrong: a later page mostly holds the rows of an earlier one.

    The log is 32 bytes and then frames of 24 bytes and a page (sqlite.org/fileformat2, "The Write-Ahead
    Log"). Frames of an earlier round have other salts.
    """
    salts = {log[16:24], log[40:48]}
    with database.open("r+b") as pages:
        for start in range(32, len(log) - store.PAGE_BYTES - 23, 24 + store.PAGE_BYTES):
            page = int.from_bytes(log[start : start + 4])
            if log[start + 8 : start + 16] in salts and 0 < page <= len(log):
                pages.seek((page - 1) * store.PAGE_BYTES)
                pages.write(log[start + 24 : start + 24 + store.PAGE_BYTES])


def _mend_first_page(files: Files, connect: store.Connect) -> None:
    """Header and table definition are the same in every journal, but for the file's length."""
    _write_clean(files, [], connect)
    page = bytearray(files.part.read_bytes()[: store.PAGE_BYTES])
    _sweep(files.part)
    page[28:32] = (disk.size(files.trial) // store.PAGE_BYTES).to_bytes(4)
    page[92:96] = page[24:28]  # else SQLite does not believe the length
    with files.trial.open("r+b") as trial:
        trial.write(page)


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
        disk.remove(*(target for _, target in pairs))  # half a copy only takes room, and what was found still stands
        raise
    return kept if pairs else None


def _write_clean(files: Files, rows: list[Row], connect: store.Connect) -> None:
    """Write `rows` as a journal under the name `part`, whole and on the disk."""
    _sweep(files.part)
    store.create(files.part, rows, connect)
    disk.sync(files.part)


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


def _sweep(*databases: Path) -> None:
    """Remove unfinished files of an earlier try."""
    for database in databases:
        disk.remove(database, *disk.side_files(database))
