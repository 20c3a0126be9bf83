"""Clips beside the session: it never waits, and is told once what does not work."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from delvebox.device.clips import Clip, ClipFolder, ClipKeeper, ClipsError
from delvebox.device.messages import PartChanged

SOUND = b"\1\0" * 1600


def texts(clips: list[Clip]) -> list[str]:
    """What was said in each."""
    return [clip.record["text"] for clip in clips]


def test_the_last_ones_are_kept_and_dated(tmp_path: Path) -> None:
    """In order, at most as many as asked for; a clip says when it was made."""
    folder = ClipFolder(tmp_path / "clips")
    keeper = ClipKeeper(folder, 2, pytest.fail)
    for text in ("one", "two", "three"):
        keeper.keep({"text": text}, SOUND)
    keeper.close()
    assert texts(folder.clips()) == ["two", "three"]
    assert folder.clips()[0].record["at"][4::3].startswith("-")


def test_nothing_is_kept_where_it_is_off(tmp_path: Path) -> None:
    """And what was kept before it was turned off is gone at the next start."""
    folder = ClipFolder(tmp_path / "clips")
    folder.keep({}, SOUND, 3)
    keeper = ClipKeeper(folder, 0, pytest.fail)
    keeper.keep({"text": "private"}, SOUND)
    keeper.close()
    assert list(folder.path.iterdir()) == []


def test_an_utterance_without_sound_is_no_clip(tmp_path: Path) -> None:
    """A microphone that is not there gives none."""
    folder = ClipFolder(tmp_path / "clips")
    keeper = ClipKeeper(folder, 3, pytest.fail)
    keeper.keep({"text": ""}, b"")
    keeper.close()
    assert folder.clips() == []


class Breaking(ClipFolder):
    """A folder whose disk is full for a while."""

    full = True

    def keep(self, record: Any, pcm: bytes, most: int) -> None:
        """Only where there is room."""
        if self.full:
            raise ClipsError("the disk is full: free some space there")
        super().keep(record, pcm, most)


def test_a_full_disk_is_told_once_and_that_it_works_again(tmp_path: Path) -> None:
    """As any part of the box; what comes later is kept."""
    folder = Breaking(tmp_path / "clips")
    told: list[PartChanged] = []
    changed = threading.Event()

    def put(change: PartChanged) -> None:
        told.append(change)
        changed.set()

    keeper = ClipKeeper(folder, 3, put)
    keeper.keep({"text": "one"}, SOUND)
    keeper.keep({"text": "two"}, SOUND)
    assert changed.wait(5)
    while keeper._waiting.qsize():
        changed.wait(0.01)
    folder.full = False
    keeper.keep({"text": "three"}, SOUND)
    keeper.close()
    assert told == [
        PartChanged("clips", working=False, sentence="the disk is full: free some space there"),
        PartChanged("clips", working=True),
    ]
    assert texts(folder.clips())[-1] == "three"


def test_a_hanging_disk_makes_nobody_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The session goes on at once; what the disk cannot take is not kept, and closing ends."""
    hung, woken = threading.Event(), threading.Event()
    folder = ClipFolder(tmp_path / "clips")

    def hang(*_: object) -> None:
        hung.set()
        assert woken.wait(8)

    monkeypatch.setattr("delvebox.device.clips.keeper.CLOSE_SECONDS", 0.05)
    monkeypatch.setattr(folder, "keep", hang)
    keeper = ClipKeeper(folder, 3, pytest.fail)
    keeper.keep({}, SOUND)
    assert hung.wait(5)
    for _ in range(20):
        keeper.keep({}, SOUND)
    keeper.close()
    assert "the disk is too slow" in caplog.text
    woken.set()
