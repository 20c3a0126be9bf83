"""Small files that a power cut leaves old or new, never empty or half: written aside, synced, renamed."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Give `path` this content and mode, as it stands for its owner alone; a missing folder is made.

    Raises:
        OSError: it cannot be written; what was there before stays, and nothing half takes room.
        ValueError: the content is empty, and that is never worth more than what was there before.
    """
    if not content:
        raise ValueError(f"nothing to write into {path}: a file without content is never written over another")
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.new")
    try:
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            os.fchmod(descriptor, mode)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):  # why it could not be written says more
            aside.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
