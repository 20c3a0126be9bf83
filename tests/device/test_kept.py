"""What the table changed by voice or button, found again by the next run, or left aside."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from delvebox.device.kept import FILE_NAME, KeptVoice
from delvebox.device.settings import Voice

SETTINGS = Voice(volume=50, rate=200)
GOOD = {"muted": True, "volume": 90, "rate": 300, "settings": {"volume": 50, "rate": 200}}


def test_nothing_is_written_before_something_changes(tmp_path: Path) -> None:
    """A box that nobody asked anything leaves the card alone."""
    kept = KeptVoice(tmp_path, SETTINGS)
    assert (kept.muted, kept.volume, kept.rate, kept.trouble) == (False, 50, 200, "")
    assert kept.voice == SETTINGS
    assert list(tmp_path.iterdir()) == []


def test_a_change_is_there_after_a_restart_and_the_others_stay(tmp_path: Path) -> None:
    """Each by itself, in whatever order."""
    assert KeptVoice(tmp_path, SETTINGS).keep(volume=70) == ""
    assert KeptVoice(tmp_path, SETTINGS).keep(muted=True) == ""
    assert KeptVoice(tmp_path, SETTINGS).keep(rate=80) == ""
    kept = KeptVoice(tmp_path, SETTINGS)
    assert (kept.muted, kept.volume, kept.rate) == (True, 70, 80)
    assert kept.voice == Voice(volume=70, rate=80)
    kept.keep(muted=False)
    assert not KeptVoice(tmp_path, SETTINGS).muted


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        json.dumps(GOOD | {"volume": 101}).encode(),
        json.dumps(GOOD | {"rate": "fast"}).encode(),
        json.dumps(GOOD | {"muted": 1}).encode(),
        json.dumps(GOOD | {"settings": {}}).encode(),
        json.dumps(GOOD | {"settings": 3}).encode(),
        json.dumps({name: GOOD[name] for name in ("volume", "rate")}).encode(),
    ],
)
def test_a_damaged_file_is_told_and_counts_for_nothing(tmp_path: Path, content: bytes) -> None:
    """Not a half of it either; the next change makes it whole again."""
    (tmp_path / FILE_NAME).write_bytes(content)
    kept = KeptVoice(tmp_path, SETTINGS)
    assert (kept.muted, kept.volume, kept.rate) == (False, 50, 200)
    assert kept.trouble == f"{tmp_path / FILE_NAME} is damaged: volume, rate and mute are as the settings say"
    kept.keep(muted=True)
    assert KeptVoice(tmp_path, SETTINGS).muted


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """With the reason."""
    (tmp_path / FILE_NAME).mkdir()
    kept = KeptVoice(tmp_path, SETTINGS)
    assert "cannot be read (Is a directory)" in kept.trouble
    assert "cannot be written" in kept.keep(muted=True)
    assert kept.muted


def test_all_of_it_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut leaves what was or what is."""
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def note_sync(descriptor: int) -> None:
        done.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        fsync(descriptor)

    def note_rename(self: Path, target: Path) -> Path:
        done.append(f"rename to {target.name}")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_rename)
    KeptVoice(tmp_path, SETTINGS).keep(muted=True)
    assert done == ["voice.json.new", "rename to voice.json", tmp_path.name]
