"""Which record was written last, in a small file beside the journal.

A chain cannot tell that its end is missing, and SQLite takes a damaged end of its log for a
transaction that was never finished. This file can: it is written after each record that is on the
disk already, so it never promises too much. It is not synced itself: killing the process loses
nothing of it, and after a power cut it is at most some seconds behind, which only makes it say less.
"""

from __future__ import annotations

import logging
import os
from hashlib import blake2b
from pathlib import Path

from .records import CHECKSUM_BYTES

_LOG = logging.getLogger(__name__)


class LastWritten:
    """The number of the last record written, and the checksum of one that failed."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            OSError: it cannot be written; the state folder is not usable then.
        """
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._path = path
        self._well = True
        self.number, self.failed = _parse(os.pread(self._handle, 1024, 0))

    def tell(self, number: int, failed: bytes = b"", *, durable: bool = False) -> None:
        """Write that `number` is the last record, and that a record with checksum `failed` was refused.

        `failed` matters where the disk took a record's bytes and then denied it: the table was told
        that nothing was recorded, so it must not come back.

        Raises:
            OSError: with `durable` only. Else it is logged: the record that it tells of is safe.
        """
        self.number = number
        self.failed = failed or self.failed  # as long as the file may say it still
        text = b"%020d %b " % (number, failed.hex().encode().rjust(2 * CHECKSUM_BYTES, b"-"))
        try:
            os.pwrite(self._handle, text + _mark(text) + b"\n", 0)
            if durable:
                os.fsync(self._handle)
        except OSError as error:
            if durable:
                raise
            if self._well:
                _LOG.warning("%s: not written (%s): a lost end of the journal may go unseen", self._path, error)
            self._well = False
        else:
            self.failed = failed
            self._well = True

    def close(self) -> None:
        """Close the file; safe to call again."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1


def refused(path: Path) -> bytes:
    """The checksum of a record that was refused, for who only reads; empty where there is none."""
    try:
        return _parse(path.read_bytes()[:1024])[1]
    except FileNotFoundError:
        return b""


def _mark(text: bytes) -> bytes:
    return blake2b(text, digest_size=8).hexdigest().encode()


def _parse(line: bytes) -> tuple[int, bytes]:
    """What the file tells; nothing where it is new, torn or damaged."""
    text, mark = line[:-17], line[-17:-1]
    if not text or mark != _mark(text):
        return 0, b""
    number, failed = text.split()
    return int(number), bytes.fromhex(failed.strip(b"-").decode())
