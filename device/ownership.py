"""Whose files are: what root writes for the box belongs to the box, which is another user."""

from __future__ import annotations

import os
from pathlib import Path


def give_to_owner(*paths: Path) -> None:
    """Let what root wrote belong to whose folder it lies in; a link is given, never what it points to."""
    if os.geteuid() == 0:
        for path in paths:
            folder = path.parent.stat()
            os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


def give_all_to_owner(folder: Path) -> None:
    """Let all that lies in a folder, and in those below it, belong to whose it is."""
    if os.geteuid() == 0:
        for each in folder.iterdir():
            give_to_owner(each)
            if each.is_dir() and not each.is_symlink():
                give_all_to_owner(each)
