"""Copies of the journal, a day apart, for the day on which its own file is damaged (`recovery`).

One is written when records came since the last, and the machine was started anew since or a day has passed: no Pi
knows the date when it starts. Every record is proved on its way into the copy, so a copy never holds damage; it is
written aside, synced and renamed, and the oldest make room.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ..messages import PartChanged
from ..rounds import Rounds
from . import files as disk
from . import store
from .errors import JournalError, explained
from .files import Files, Snapshot
from .records import Links, Row

_LOG = logging.getLogger(__name__)

KEPT = 3
"""Each holds all that the ones before it hold; more than one, since a card may damage any file."""
DAY_SECONDS = 24 * 60 * 60
FIRST_LOOK_SECONDS = 60.0
"""Starting is not made longer by it."""
LOOK_SECONDS = 600.0
LEAST_FREE_BYTES = 5 << 20
"""What is left to the journal itself."""

Boot = tuple[str, float]
"""Which start of the machine this is, and the seconds since."""


def since_boot() -> Boot:
    """As the kernel tells; one that does not know its start is the same start for ever, and a day is a day still."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip().replace("-", "")
    except OSError:
        boot = "unknown"
    return boot, time.clock_gettime(time.CLOCK_BOOTTIME)


def is_due(newest: Snapshot | None, number: int, boot: Boot) -> bool:
    """Whether a journal whose last record has this number wants a snapshot now."""
    if number == 0 or (newest is not None and newest.number == number):
        return False
    return newest is None or newest.boot != boot[0] or boot[1] - newest.seconds >= DAY_SECONDS


class Snapshots(Rounds):
    """Looks now and then whether one is due; closing gives up one that is being written."""

    def __init__(
        self,
        folder: Path,
        number: Callable[[], int],
        put: Callable[[PartChanged], object],
        boot: Callable[[], Boot] = since_boot,
    ) -> None:
        """Prepare it.

        Args:
            folder: The state folder, whose journal is open in this process.
            number: That of the journal's last record; asked on the thread.
            put: Told once when one cannot be written, and once when it can again.
            boot: As `since_boot`.
        """
        super().__init__("snapshots", LOOK_SECONDS, first_pause_seconds=FIRST_LOOK_SECONDS)
        self._files = Files(folder.absolute())
        self._number = number
        self._put = put
        self._boot = boot
        self._told = ""

    def look(self) -> None:
        """Write a snapshot if one is due, and tell what came of it."""
        trouble = ""
        try:
            kept = self._files.snapshots()
            newest, number, boot = next(iter(kept), None), self._number(), self._boot()
            if not is_due(newest, number, boot):
                return
            count = newest.count + 1 if newest else 1
            self._write(Snapshot.named(self._files.folder, count, number, boot[0], int(boot[1])))
            for old in kept[KEPT - 1 :]:
                old.path.unlink()
        except _EndedError:
            return
        except (JournalError, OSError) as error:
            trouble = str(error)
        if trouble != self._told:
            self._put(PartChanged("snapshots", not trouble, trouble))
        self._told = trouble

    def _write(self, wanted: Snapshot) -> None:
        part = self._files.snapshot_part
        with explained(self._files.database):
            room = disk.size(self._files.database) + disk.size(disk.wal(self._files.database))
            free = shutil.disk_usage(self._files.folder).free
            if free < room + LEAST_FREE_BYTES:
                raise JournalError(
                    f"journal {self._files.database}: no snapshot is kept of it, for {free >> 20} MB are free there and"
                    f" {(room + LEAST_FREE_BYTES) >> 20} must be: free some space"
                )
            try:
                self._copy(part, wanted.number)
                disk.sync(part)
                disk.move(part, wanted.path)
            finally:
                disk.remove(part, *disk.side_files(part))
        _LOG.info("the journal's snapshot %s is written", wanted.path.name)

    def _copy(self, part: Path, number: int) -> None:
        disk.remove(part, *disk.side_files(part))  # what a power cut left
        connection = store.connect(self._files.database)
        try:
            store.create(part, self._proved(connection, number), store.connect)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise _EndedError from error  # it was opened on a full disk, for this box alone: the next start can
        finally:
            connection.close()

    def _proved(self, connection: store.Connection, number: int) -> Iterator[Row]:
        links = Links()
        for row in store.read_some(connection, 0, number):
            if self._ended.is_set():
                raise _EndedError
            if misfit := links.take(row):
                raise JournalError(
                    f"journal {self._files.database}: {misfit}: start the box again, it sets the damage aside"
                )
            yield row
        if links.number != number:
            raise JournalError(
                f"journal {self._files.database}: it ends after record {links.number} of {number}:"
                " start the box again, it sets the damage aside"
            )


class _EndedError(Exception):
    """No snapshot now, and nothing to tell."""
