"""A small disk of its own below a folder, to be filled and made read-only while a box runs on it."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

MEGABYTES = 24
"""Enough for a thousand turns."""


class SmallDiskError(Exception):
    """There can be none here; the text says why."""


class SmallDisk:
    """An ext4 in a file, mounted with the `with`; only root may, where the kernel has loop devices."""

    def __init__(self, folder: Path, megabytes: int = MEGABYTES) -> None:
        """Below `folder`, which is made."""
        self._megabytes = megabytes
        self.path = folder / "disk"
        self._image = folder / "disk.img"
        self._filler = self.path / "filler"
        self._locked: list[Path] = []

    def __enter__(self) -> Self:
        self.path.mkdir(parents=True)
        with self._image.open("wb") as image:
            image.truncate(self._megabytes << 20)
        # Nothing kept for root: the box that is tested may be root's.
        _do("mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=0,lazy_journal_init=0", self._image)
        _do("mount", "-o", "loop", self._image, self.path)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_write()
        _do("umount", "--lazy", self.path)
        self._image.unlink()

    def fill(self) -> None:
        """Take all the room there is."""
        for size in (1 << 20, 1 << 12):  # large pieces first: it is done again and again
            with self._filler.open("ab", buffering=0) as stream, contextlib.suppress(OSError):
                while True:
                    os.posix_fallocate(stream.fileno(), stream.seek(0, os.SEEK_END), size)

    def free(self) -> None:
        """Give it back."""
        self._filler.unlink(missing_ok=True)

    def forbid_writing(self, folder: Path) -> None:
        """Let nobody write in `folder`, root neither, nor who has its files open already.

        As a card that the kernel has made read-only. Of such a one the memory that SQLite shares, a file that is
        mapped, can still be written; here that would be a SIGBUS.
        """
        self._locked = [*(path for path in folder.iterdir() if not path.name.endswith("-shm")), folder]
        _do("chattr", "+i", *self._locked)

    def let_write(self) -> None:
        """Let everybody write again."""
        if locked := [path for path in self._locked if path.exists()]:
            _do("chattr", "-i", *locked)
        self._locked = []

    def sync(self) -> None:
        """Bring everything onto it."""
        handle = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _do(*command: str | Path) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise SmallDiskError(f"no small disk here: {command[0]} is not installed") from error
    except subprocess.CalledProcessError as error:
        raise SmallDiskError(f"no small disk here: {command[0]}: {error.stderr.strip()}") from error
