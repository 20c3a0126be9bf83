"""Clips on the disk: never more than asked for, whole or not there, and deleted for good."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.clips import ClipFolder, ClipsError

SOUND = b"\1\0" * 1600


def files(folder: ClipFolder) -> list[str]:
    """The names of all files there."""
    return sorted(path.name for path in folder.path.iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> ClipFolder:
    """A folder that is not there yet."""
    return ClipFolder(tmp_path / "state" / "clips")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 64 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounting.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounting.stderr.decode().strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def test_a_clip_is_a_wav_file_and_what_was_made_of_it(folder: ClipFolder) -> None:
    """The sound as it was heard, and the record beside it; for this user's eyes and ears alone."""
    folder.keep({"text": "undo", "verdict": "accept"}, SOUND, 5)
    (clip,) = folder.clips()
    assert (clip.number, dict(clip.record)) == (1, {"text": "undo", "verdict": "accept"})
    with wave.open(str(clip.wav)) as wav:
        assert (wav.getframerate(), wav.getnchannels(), wav.readframes(9999)) == (16_000, 1, SOUND)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert {stat.S_IMODE((folder.path / name).stat().st_mode) for name in files(folder)} == {0o600}


def test_the_oldest_make_room(folder: ClipFolder) -> None:
    """With three kept, the fourth takes the first one's place; numbers go on, over a restart too."""
    for number in range(4):
        folder.keep({"text": str(number)}, SOUND, 3)
        assert len(files(folder)) <= 6
    again = ClipFolder(folder.path)
    again.keep({"text": "4"}, SOUND, 3)
    assert [(clip.number, clip.record["text"]) for clip in again.clips()] == [(3, "2"), (4, "3"), (5, "4")]


def test_a_lower_bound_counts_from_the_start(folder: ClipFolder) -> None:
    """Who asks for fewer has fewer as soon as the box starts, and none once it is turned off."""
    for _ in range(5):
        folder.keep({}, SOUND, 5)
    assert folder.prune(2) == 3
    assert [clip.number for clip in folder.clips()] == [4, 5]
    assert folder.prune(0) == 2
    assert files(folder) == []


def test_what_a_power_cut_left_is_cleared_away(folder: ClipFolder) -> None:
    """Half written files and a record without its sound are no clips; what others put there is theirs."""
    folder.keep({"text": "whole"}, SOUND, 5)
    for name in ("clip.wav.part", "clip.json.part", "clip-000007.json", "mine.txt"):
        (folder.path / name).write_text("{")
    assert [clip.record["text"] for clip in folder.clips()] == ["whole"]
    assert folder.prune(5) == 0
    assert files(folder) == ["clip-000001.json", "clip-000001.wav", "mine.txt"]


def test_a_damaged_record_is_no_reason_to_lose_the_sound(folder: ClipFolder) -> None:
    """Neither nonsense nor a list nor a missing file."""
    for _ in range(3):
        folder.keep({"text": "x"}, SOUND, 5)
    (folder.path / "clip-000001.json").write_bytes(b"\xff")
    (folder.path / "clip-000002.json").write_text("[1]")
    (folder.path / "clip-000003.json").unlink()
    assert [dict(clip.record) for clip in folder.clips()] == [{}, {}, {}]


def test_a_full_disk_loses_none_that_is_there(small_disk: Path) -> None:
    """The new clip is not kept, and told with the cure; no half of it is left, and the old ones stay."""
    folder = ClipFolder(small_disk / "clips")
    folder.keep({"text": "first"}, SOUND, 2)
    with pytest.raises(ClipsError, match=r"was not kept: .*No space left on device.*free some space there, or set"):
        folder.keep({"text": "second"}, SOUND * 20, 2)
    assert [clip.record["text"] for clip in folder.clips()] == ["first"]
    assert len(files(folder)) == 2
    folder.keep({"text": "third"}, SOUND, 2)
    assert [clip.record["text"] for clip in folder.clips()] == ["first", "third"]


def test_a_disk_gone_read_only_is_told(small_disk: Path) -> None:
    """Keeping and deleting say so; the clips can still be listed."""
    folder = ClipFolder(small_disk / "clips")
    folder.keep({"text": "first"}, SOUND, 2)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(ClipsError, match=r"was not kept: .*Read-only file system"):
        folder.keep({}, SOUND, 2)
    with pytest.raises(ClipsError, match=r"cannot be deleted .*Read-only file system.*or delete them by hand"):
        folder.prune(0)
    assert len(folder.clips()) == 1


def test_no_folder_holds_no_clips(folder: ClipFolder) -> None:
    """A box that never kept one."""
    assert folder.clips() == []
    assert folder.prune(0) == 0
    assert not folder.path.exists()


def test_a_file_in_its_place_is_told(folder: ClipFolder) -> None:
    """Nothing is thrown away that is not a clip."""
    folder.path.parent.mkdir()
    folder.path.write_text("mine")
    with pytest.raises(ClipsError, match="cannot be read"):
        folder.clips()
    with pytest.raises(ClipsError, match="was not kept"):
        folder.keep({}, SOUND, 2)
    assert folder.path.read_text() == "mine"


def test_the_record_is_readable_by_any_program(folder: ClipFolder) -> None:
    """UTF-8 JSON as it is."""
    folder.keep({"text": "Tür"}, SOUND, 2)
    raw = (folder.path / "clip-000001.json").read_bytes()
    assert json.loads(raw) == {"text": "Tür"}
    assert "Tür".encode() in raw
    assert os.access(folder.path, os.X_OK)
