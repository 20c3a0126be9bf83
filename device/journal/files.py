"""The journal's files by name, and the few things done to them that a power cut must not tear."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path


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
    def trial(self) -> Path:
        """A copy of the damaged journal, to be read in another way."""
        return self.folder / "journal.trial"


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


def copy(source: Path, target: Path) -> None:
    """Copy a file onto the disk; never over another.

    Raises:
        FileExistsError: `target` is there.
    """
    with source.open("rb") as found, target.open("xb") as kept:
        shutil.copyfileobj(found, kept)
        kept.flush()
        os.fsync(kept.fileno())
