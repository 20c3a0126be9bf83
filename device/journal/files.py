"""The journal's files by name, and the few things done to them that a power cut must not tear."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path

from .errors import JournalError

_BLOCK_BYTES = 4096
"""What is lost with a bad place of the disk."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of the whole journal, with what its name tells: no clock of a Pi can be asked when it was."""

    path: Path
    count: int
    """1 upwards, in order of writing."""
    number: int
    """Of its last record."""
    boot: str
    """Which start of the machine it was written after."""
    seconds: int
    """How long after that start."""

    @classmethod
    def of(cls, path: Path) -> Snapshot | None:
        """What a file's name tells; None where it is none of ours."""
        told = _SNAPSHOT.fullmatch(path.name)
        return told and cls(path, int(told[1]), int(told[2]), told[3], int(told[4]))

    @classmethod
    def named(cls, folder: Path, count: int, number: int, boot: str, seconds: int) -> Snapshot:
        """One that is to be written into `folder`; `boot` has letters and digits alone."""
        path = folder / f"journal-snapshot-{count}-after-{number}-boot-{boot}-{seconds}.db"
        return cls(path, count, number, boot, seconds)


_SNAPSHOT = re.compile(r"journal-snapshot-(\d+)-after-(\d+)-boot-(\w+)-(\d+)\.db")


@dataclass(frozen=True, slots=True)
class Files:
    """Where each file of the journal lies."""

    folder: Path

    @property
    def database(self) -> Path:
        """The journal itself, SQLite's."""
        return self.folder / "journal.db"

    @property
    def last(self) -> Path:
        """Which record was written last (`last.py`)."""
        return self.folder / "journal.last"

    @property
    def part(self) -> Path:
        """A clean journal being written; worth nothing until it is renamed."""
        return self.folder / "journal.part"

    @property
    def repaired(self) -> Path:
        """A clean journal, whole, that still has to take the damaged one's place."""
        return self.folder / "journal.repaired"

    @property
    def snapshot_part(self) -> Path:
        """A snapshot being written (`snapshots.py`); worth nothing until it is renamed."""
        return self.folder / "journal.snapshot"

    def snapshots(self) -> list[Snapshot]:
        """The snapshots, the newest first."""
        found = (Snapshot.of(path) for path in self.folder.glob("journal-snapshot-*.db"))
        return sorted(filter(None, found), key=lambda each: each.count, reverse=True)


def wal(database: Path) -> Path:
    """SQLite's write-ahead log of `database`."""
    return database.with_name(f"{database.name}-wal")


def side_files(database: Path) -> tuple[Path, ...]:
    """What SQLite keeps beside `database`."""
    return tuple(database.with_name(f"{database.name}-{end}") for end in ("wal", "shm", "journal"))


def size(path: Path) -> int:
    """Size in bytes; 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def must_be_whole(database: Path) -> None:
    """See that all of a journal that was just closed is in its one file.

    Raises:
        JournalError: its log is not folded into it, since the disk is full or somebody reads the journal now.
    """
    if size(wal(database)):
        raise JournalError(
            f"journal {database}: its log is not folded into it: end what reads it, such as delvebox log --follow,"
            " see that the disk is not full, and try again"
        )


def sync(path: Path) -> None:
    """Bring a file, or the names in a folder, onto the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove(*paths: Path) -> None:
    """Remove files that may be missing."""
    for path in paths:
        path.unlink(missing_ok=True)


def move(source: Path, target: Path) -> None:
    """Give `source` the name `target`, at once or not at all, and keep that over a power cut."""
    source.replace(target)
    sync(target.parent)


def read(path: Path) -> bytes:
    """A file's bytes; zeros for what the disk cannot give back any more, nothing where there is no file."""
    if not path.is_file():
        return b""
    blocks = []
    with path.open("rb") as found:
        for start in range(0, size(path), _BLOCK_BYTES):
            try:
                block = os.pread(found.fileno(), _BLOCK_BYTES, start)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                block = bytes(_BLOCK_BYTES)
            blocks.append(block)
    return b"".join(blocks)


def copy(source: Path, target: Path) -> None:
    """Copy a file, as far as it can be read, onto the disk; never over another.

    Raises:
        FileExistsError: `target` is there.
    """
    with target.open("xb") as kept:
        kept.write(read(source))
        kept.flush()
        os.fsync(kept.fileno())
