"""The one error of speech models, and the sentences that the system's errors become."""

from __future__ import annotations

import errno
from pathlib import Path

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class ModelError(Exception):
    """A speech model cannot be had; the text is a sentence with the thing and the cure. Nothing is half-installed."""


class NoRoom(ModelError):  # noqa: N818 - what it is
    """The disk has too little room: no other source will do either."""


class WrongArchive(ModelError):  # noqa: N818 - what it is
    """It is not the archive that was published: its checksum says so."""


def megabytes(count: int) -> str:
    """Bytes as a person reads them."""
    return f"{count / 1e6:.0f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"


def cannot_read(file: Path, error: OSError) -> ModelError:
    """What to tell of a file that cannot be read."""
    return ModelError(f"{file} cannot be read ({error.strerror or error}): see its path and rights")


def disk_error(error: OSError, folder: Path) -> ModelError:
    """What to tell of an error while writing below `folder`."""
    if error.errno in FULL:
        return ModelError(f"the disk of {folder} is full: make room, or set DELVEBOX_MODELS to a folder elsewhere")
    return ModelError(
        f"{folder} cannot be written ({error.strerror or error}): run as its owner, "
        "or set DELVEBOX_MODELS to a folder elsewhere"
    )
