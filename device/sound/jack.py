"""What JACK leaves behind: a lock that nobody holds any more.

Where PortAudio has JACK among its host interfaces (Debian's has), JACK's library opens a database in shared memory
whenever PortAudio starts, JACK server or not. A process that was killed at that moment leaves a mutex of it locked,
and every later start of PortAudio by the same user waits for it for ever, until the machine is started again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where JACK has its database, by its build

log = logging.getLogger(__name__)


def remove_stale_jack(shared_memory: Path = SHARED_MEMORY, processes: Path = Path("/proc")) -> bool:
    """Remove this user's database of JACK where no process has it open; JACK makes it anew. Say whether it was done."""
    folder = shared_memory / f"jack_db-{os.getuid()}"
    if not folder.is_dir() or _is_used(folder, processes):
        return False
    try:
        shutil.rmtree(folder)
    except OSError as error:
        log.warning("JACK's %s cannot be removed (%s): if there is no sound, remove it", folder, error.strerror)
        return False
    log.debug("JACK's %s was nobody's: removed", folder)
    return True


def _is_used(folder: Path, processes: Path) -> bool:
    """Whether a process has one of its files in memory; those of other users, which cannot be seen, have their own."""
    name = f" {folder}/"
    for maps in processes.glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):  # ended meanwhile, or another user's
            if any(name in line for line in maps.read_text(errors="replace").splitlines()):
                return True
    return False
