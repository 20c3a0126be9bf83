"""Where the box writes: its state folder, its settings, and who else uses them."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from ..instance import InstanceError, who_runs
from ..settings import load_settings
from ..theme import check_theme
from ..vocabulary import check_bindings, check_phrasebook, check_tables
from .finding import Finding, fault, ok, warning

SLOWEST_SYNC_SECONDS = 0.5
"""A turn waits for the disk: more is felt."""
LEAST_FREE_MB, TOO_LITTLE_FREE_MB = 100, 5
FORGETFUL = frozenset({"tmpfs", "ramfs", "overlay"})
"""Kinds of file system that forget with the power, or may."""


def settings(file: Path | None) -> Finding:
    """Whether every setting can be used."""
    loaded = load_settings(
        file, lambda each: (*check_phrasebook(each), *check_tables(each), *check_theme(each), *check_bindings(each))
    )
    if loaded.problems:
        return fault(" ".join(loaded.sentences()), "mend the lines named; until then the last good settings count")
    return ok("every line can be used")


def state_folder(folder: Path, root: Path) -> Finding:
    """Write a file there, sync it and read it back; its disk's room and kind."""
    home = next(each for each in (folder, *folder.parents) if each.exists())
    cure = f"let this user write in {home}, or name another folder with --state-dir"
    text = os.urandom(4096)
    began = time.monotonic()
    try:
        with tempfile.NamedTemporaryFile(prefix=".doctor-", dir=home) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            took = time.monotonic() - began
            read_back = Path(file.name).read_bytes()
        free_mb = shutil.disk_usage(home).free >> 20
    except OSError as error:
        return fault(f"{home} cannot be written ({error.strerror})", cure)
    if read_back != text:
        return fault(f"{home} gives back other bytes than were written", "another card: this one is failing")
    made = "" if home == folder else " (made at the first start)"
    says = f"{folder}{made}: written, synced and read back in {took * 1000:.0f} ms, {free_mb} MB free"
    if free_mb < TOO_LITTLE_FREE_MB:
        return fault(says, "make room: nothing can be recorded soon, and then nothing is played")
    if free_mb < LEAST_FREE_MB:
        return warning(says, "make room there")
    if (kind := _kind_of_disk(home.resolve(), root)) in FORGETFUL:
        return warning(f"{says}, on {kind}", "it may forget with the power: put the state on a partition of its own")
    if took > SLOWEST_SYNC_SECONDS:
        return warning(says, "a faster card: every turn waits for it")
    return ok(says)


def other_box(folder: Path) -> Finding:
    """Whether a box runs on this state folder; then pins and sound are its own."""
    try:
        other = who_runs(folder)
    except InstanceError as error:
        return fault(str(error), "let this user read there")
    return ok("none runs" if other is None else f"one runs: process {other.pid or 'unknown'}")


def _kind_of_disk(place: Path, root: Path) -> str:
    """The kind of the file system under a place, by the longest mount point above it."""
    best = ("", "")
    try:
        lines = (root / "proc/self/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return ""
    for line in lines:
        words = line.split()
        mounted = Path(words[1].replace("\\040", " "))
        if place.is_relative_to(mounted) and len(str(mounted)) >= len(best[0]):
            best = (str(mounted), words[2])
    return best[1]
