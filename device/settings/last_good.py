"""Bad settings never stop the box: the last good ones are kept beside the state and used instead.

A copy is written aside, synced, renamed, and the folder synced, so that a power cut leaves the old copy
or the new one. Its first line holds a checksum over the rest: a damaged copy is not used. An empty file
is never good, so it never takes a good one's place.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace
from pathlib import Path

from ..whole_files import write_whole
from .load import Check, Loaded, load_settings, load_text

COPY_NAME = "settings.last-good.yaml"

_FIRST_LINE = "# The last settings without an error, kept by delvebox. sha256 of what follows: "


def load_or_last_good(path: Path | str | None, state_folder: Path, check: Check | None = None) -> Loaded:
    """Load settings so that the box starts whatever the file holds.

    Args:
        path: The file, or None for the default places.
        state_folder: Where the copy of the last good file is; made where it is missing.
        check: Further problems of settings that are right in themselves; the copy must pass it too.

    Returns:
        The file's settings; or with its problems the last good ones (`origin` "last good"), and without
        those the defaults (`origin` "defaults"). `warnings` tell a copy that could not be kept or used.
    """
    loaded = load_settings(path, check)
    copy = state_folder / COPY_NAME
    if loaded.problems:
        return _from_copy(loaded, copy, check)
    if loaded.text is None:
        return loaded
    try:
        _keep(loaded.text, copy)
    except OSError as error:
        warning = f"the settings are good, but no copy could be kept at {copy} ({error.strerror}): see to the disk"
        return replace(loaded, warnings=(*loaded.warnings, warning))
    return loaded


def _from_copy(bad: Loaded, copy: Path, check: Check | None) -> Loaded:
    try:
        content = copy.read_bytes()
    except FileNotFoundError:
        return bad
    except OSError as error:
        return replace(bad, warnings=(f"the last good settings at {copy} cannot be read ({error.strerror})",))
    text = _intact(content)
    if text is None:
        return replace(bad, warnings=(f"the last good settings at {copy} are damaged and were left aside",))
    kept = load_text(text, bad.path, check)
    if kept.problems:
        first = kept.problems[0]
        warning = f"the last good settings at {copy} no longer hold ({first}): the defaults are used"
        return replace(bad, warnings=(warning,))
    return replace(bad, settings=kept.settings, origin="last good")


def _keep(text: str, copy: Path) -> None:
    body = text.encode()
    content = f"{_FIRST_LINE}{hashlib.sha256(body).hexdigest()}\n".encode() + body
    with contextlib.suppress(FileNotFoundError):
        if copy.read_bytes() == content:
            return  # an unchanged file costs the card no write
    write_whole(copy, content)


def _intact(content: bytes) -> str | None:
    """The copy's text, or None where its checksum does not fit."""
    first, _, body = content.partition(b"\n")
    if first.decode("ascii", "replace") != f"{_FIRST_LINE}{hashlib.sha256(body).hexdigest()}":
        return None
    return body.decode()
