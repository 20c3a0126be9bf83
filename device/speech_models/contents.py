"""What a model folder must hold, and unpacking one out of an archive that nobody need trust.

An OSError that comes out of here is of the folder written to.
"""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from .errors import ModelError, cannot_read, megabytes

NEEDED = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/HCLr.fst",
    "graph/Gr.fst",
    "graph/disambig_tid.int",
    "graph/phones/word_boundary.int",
)
"""Files without which Vosk cannot load a model that takes a grammar, or cannot tell when a word was said."""
NEEDED_WITH_IVECTORS = (
    "ivector/final.ie",
    "ivector/final.dubm",
    "ivector/final.mat",
    "ivector/global_cmvn.stats",
    "ivector/online_cmvn.conf",
    "ivector/splice.conf",
)
"""Files without which Vosk ends the process, or takes nothing, of a model that has a folder ivector."""
MOST_ENTRIES = 10_000
COPY_BYTES = 1 << 20


def missing_files(folder: Path) -> tuple[str, ...]:
    """The files that Vosk needs and that this folder has not, or has only empty."""
    needed = NEEDED + (NEEDED_WITH_IVECTORS if (folder / "ivector").is_dir() else ())
    return tuple(name for name in needed if not _has(folder / name))


def check_model(folder: Path, called: str) -> None:
    """Make sure that a folder is a model which takes grammars; `called` names it in the error.

    Raises:
        ModelError: it is not.
    """
    missing = missing_files(folder)
    if not missing:
        return
    if _has(folder / "graph/HCLG.fst"):
        raise ModelError(
            f"{called} is a speech model with a fixed vocabulary (graph/HCLG.fst), which would ignore the box's "
            "phrases: take a small one, as delvebox models list shows them"
        )
    raise ModelError(f"{called} is no whole speech model, it lacks {', '.join(missing)}: take another copy")


def unpack(archive: Path, inside: str, into: Path, most_bytes: int) -> None:
    """Unpack the folder `inside` of a zip into the new folder `into`, and have the disk hold it.

    Every entry of the archive is looked at first, those outside the folder too.

    Raises:
        ModelError: damaged, hostile (a path that leaves the folder, a link, more than `most_bytes`), or without
            that folder.
        OSError: `into` cannot be written.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            wanted = list(_wanted(opened.infolist(), inside, most_bytes))
            for entry, place in wanted:
                _copy_out(opened, entry, into.joinpath(*place.parts))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise ModelError(f"the archive {archive.name} is damaged ({error}): get it again") from error
    if not wanted:
        raise ModelError(f"the archive {archive.name} holds no folder {inside}: it is not the one it should be")
    sync_folders(into)


def copy_model(source: Path, into: Path) -> None:
    """Copy a model folder, links inside it as the files that they lead to, and have the disk hold it.

    Raises:
        ModelError: a link leads out of the folder, or something is no file or cannot be read.
        OSError: `into` cannot be written.
    """
    home = source.resolve()
    for folder, folders, names in os.walk(source):
        for name in (*folders, *names):
            each = Path(folder, name)
            if each.is_symlink() and not (each.is_file() and each.resolve().is_relative_to(home)):
                raise ModelError(f"the link {each} leads out of the model's folder or to no file: take it away")
            if not each.is_file() and not each.is_dir():
                raise ModelError(f"{each} is neither a file nor a folder: take it away")
        for name in names:
            each = Path(folder, name)
            copy = into / each.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            try:
                original = each.open("rb")
            except OSError as error:
                raise cannot_read(each, error) from error
            with original, copy.open("xb") as written:
                shutil.copyfileobj(original, written, COPY_BYTES)
                _sync(written.fileno())
    sync_folders(into)


def sync_folders(folder: Path) -> None:
    """Have the disk hold the names in this folder and all below it."""
    for place, _, _ in os.walk(folder):
        sync_folder(Path(place))


def sync_folder(folder: Path) -> None:
    """Have the disk hold the names in this folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _sync(descriptor)
    finally:
        os.close(descriptor)


def _sync(descriptor: int) -> None:
    os.fsync(descriptor)


def _has(file: Path) -> bool:
    try:
        status = file.stat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size > 0


def _wanted(
    entries: list[zipfile.ZipInfo], inside: str, most_bytes: int
) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """The files below `inside` with their places in it, once all entries have been found harmless."""
    if len(entries) > MOST_ENTRIES:
        raise ModelError(f"the archive holds {len(entries)} entries: a model has at most {MOST_ENTRIES}")
    home, seen, total = PurePosixPath(inside), set[PurePosixPath](), 0
    kept: list[tuple[zipfile.ZipInfo, PurePosixPath]] = []
    for entry in entries:
        place = _harmless(entry)
        if entry.is_dir() or not place.is_relative_to(home) or place == home:
            continue
        if place in seen:
            raise ModelError(f"the archive holds {place} twice: it is not the one it should be")
        seen.add(place)
        total += entry.file_size
        kept.append((entry, place.relative_to(home)))
    if total > most_bytes:
        raise ModelError(f"the archive unpacks to {megabytes(total)}: this model has at most {megabytes(most_bytes)}")
    yield from kept


def _harmless(entry: zipfile.ZipInfo) -> PurePosixPath:
    name = entry.orig_filename
    place = PurePosixPath(name)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    empty = not entry.filename.strip("/")  # zipfile cuts a name at its first NUL
    if empty or not name.isprintable() or "\\" in name or ":" in name or place.is_absolute() or ".." in place.parts:
        raise ModelError(f"the archive holds the path {name!r}, which leaves its folder: do not use this archive")
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise ModelError(f"the archive holds {name!r}, which is no file but a link or device: do not use this archive")
    if entry.flag_bits & 1 or entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise ModelError(f"the archive holds {name!r} encrypted or packed in a rare way: do not use this archive")
    return place


def _copy_out(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, place: Path) -> None:
    # A ZipExtFile gives no more than the size in the entry, which was counted, and checks the CRC at its end.
    place.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(entry) as packed, place.open("xb") as written:
        shutil.copyfileobj(packed, written, COPY_BYTES)
        _sync(written.fileno())
