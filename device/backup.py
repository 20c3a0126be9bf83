"""Backing a box up and moving it: delves, last good settings, what the table changed by voice, and the settings file.

The archive is an ordinary `.tar.gz` with an index of what it holds. It is written aside and renamed, and looked at
whole before anything of the box is touched: names, sizes and checksums, and the journal by opening it. Recordings that
were kept for diagnosis and the speech model are not in it.
"""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .instance import InstanceError, take_instance
from .journal import Journal, JournalError
from .journal.evenings import FILE_NAME as EVENINGS_NAME
from .journal.files import Files, must_be_whole
from .kept import FILE_NAME as VOICE_NAME
from .settings.last_good import COPY_NAME
from .whole_files import write_whole

FORMAT = 1
INDEX, SETTINGS = "index.json", "settings.yaml"
_FILES = Files(Path())
JOURNAL, LAST = _FILES.database.name, _FILES.last.name
STATE_NAMES = (JOURNAL, LAST, COPY_NAME, VOICE_NAME, EVENINGS_NAME)
"""Of the state folder; only the journal must be there."""
MOST_BYTES = 256 << 20
"""Of one file, unpacked: some two million turns."""


class BackupError(Exception):
    """It cannot be done; the text names the thing and the cure, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Held:
    """What an archive holds, or a restore has brought."""

    delves: int
    files: tuple[str, ...]
    before: Path | None = None
    """Where what was there before a restore lies now; None where nothing was."""
    troubles: tuple[str, ...] = ()
    """What was damaged of the box's journal, and set right on the way."""


def back_up(state_folder: Path, settings_file: Path | None, target: Path) -> Held:
    """Write the box into `target`.

    Args:
        state_folder: Where the journal lies; no box may run on it.
        settings_file: Goes along where it is not None.
        target: A file that is not there yet.

    Raises:
        BackupError: a box runs, there is nothing to back up, or the archive cannot be written.
    """
    try:
        if not (state_folder / JOURNAL).exists():
            raise BackupError(f"{state_folder} holds no journal: name the box's state folder with --state-dir")
        if target.exists():
            raise BackupError(f"{target} is there already: name another file")
        with take_instance(state_folder):
            with Journal.open(state_folder) as journal:  # closed, it is whole in its one file
                delves, troubles = len(journal.delves()), journal.troubles
            must_be_whole(state_folder / JOURNAL)
            files = {name: (state_folder / name).read_bytes() for name in STATE_NAMES if (state_folder / name).exists()}
        if settings_file is not None:
            files[SETTINGS] = settings_file.read_bytes()
        write_whole(target, _packed(files))
    except (InstanceError, JournalError) as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        raise BackupError(f"{error.filename or target}: {error.strerror}: see to rights and room there") from error
    return Held(delves, tuple(files), troubles=troubles)


def restore(archive: Path, state_folder: Path, settings_file: Path | None) -> Held:
    """Bring a box back; what is there now is kept beside, in the state folder.

    Args:
        archive: As `back_up` writes it.
        state_folder: Made where it is missing; no box may run on it.
        settings_file: Where the archive's settings go; None leaves them out.

    Raises:
        BackupError: the archive is none, damaged or of a newer delvebox, a box runs, or the disk will not have it.
    """
    files = _unpacked(archive)
    try:
        with take_instance(state_folder):
            delves = _try_journal(files, state_folder)
            before, troubles = _set_aside(state_folder, settings_file if SETTINGS in files else None)
            (state_folder / LAST).unlink(missing_ok=True)  # a note about the other journal would call this one damaged
            for name in STATE_NAMES:
                if name in files:
                    write_whole(state_folder / name, files[name])
            if settings_file is not None and SETTINGS in files:
                target = settings_file.resolve()  # /etc's may be a link into a partition of its own
                write_whole(target, files[SETTINGS])
                target.chmod(0o644)
    except (InstanceError, JournalError) as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        raise BackupError(
            f"{error.filename or state_folder}: {error.strerror}: see to rights and room there"
        ) from error
    return Held(delves, tuple(files), before, troubles)


def _packed(files: Mapping[str, bytes]) -> bytes:
    index = {"format": FORMAT, "sha256": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in ((INDEX, json.dumps(index, indent=1).encode()), *files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o600
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def _unpacked(archive: Path) -> dict[str, bytes]:
    """The files of an archive, each as its index says."""
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(archive, "r:gz") as tar:
            for member in tar:
                if not member.isfile() or member.name not in {INDEX, SETTINGS, *STATE_NAMES} or member.name in files:
                    raise BackupError(f"{archive} holds {member.name!r}: it is no backup of a delvebox")
                if member.size > MOST_BYTES:
                    raise BackupError(
                        f"{archive}: {member.name} has {member.size} bytes, at most {MOST_BYTES} are taken"
                    )
                content = tar.extractfile(member)
                files[member.name] = content.read() if content else b""
        index = json.loads(files.pop(INDEX))
        newer, checksums = index["format"] > FORMAT, dict(index["sha256"])
    except FileNotFoundError as error:
        raise BackupError(f"{archive}: no such file") from error
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BackupError(f"{archive} is no backup of a delvebox, or damaged ({error}): take another") from error
    if newer:
        raise BackupError(f"{archive} was written by a newer delvebox: install that one first")
    sound = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()} == checksums
    if not sound or JOURNAL not in files:
        raise BackupError(f"{archive} is damaged: its files are not what its index says: take another")
    return files


def _try_journal(files: Mapping[str, bytes], state_folder: Path) -> int:
    """Open the archive's journal where it harms nothing; answer how many delves it holds."""
    with tempfile.TemporaryDirectory(dir=state_folder, prefix=".restoring-") as folder:
        for name in (JOURNAL, LAST):
            if name in files:
                (Path(folder) / name).write_bytes(files[name])
        with Journal.open(folder) as journal:
            if journal.troubles:
                raise BackupError(f"the archive's journal is damaged ({journal.troubles[0]}): take another")
            return len(journal.delves())


def _set_aside(state_folder: Path, settings_file: Path | None) -> tuple[Path | None, tuple[str, ...]]:
    """Copy what is there now into a folder of its own; None where there is nothing. And what was damaged of it."""
    there = [state_folder / name for name in STATE_NAMES if (state_folder / name).exists()]
    snapshots = [each.path for each in Files(state_folder).snapshots()]
    if settings_file is not None and settings_file.exists():
        there.append(settings_file)
    if not there and not snapshots:
        return None, ()
    troubles: tuple[str, ...] = ()
    if (state_folder / JOURNAL).exists():
        with Journal.open(state_folder) as journal:  # what its log holds goes into the one file
            troubles = journal.troubles
        must_be_whole(state_folder / JOURNAL)  # SQLite would play a log over the one that comes
    number = 1
    while (before := state_folder / f"before-restore-{number}").exists():
        number += 1
    before.mkdir(mode=0o700)
    for path in there:
        write_whole(before / (SETTINGS if path == settings_file else path.name), path.read_bytes())
    for path in snapshots:  # they are the other journal's, and must not mend this one
        path.replace(before / path.name)
    return before, troubles
