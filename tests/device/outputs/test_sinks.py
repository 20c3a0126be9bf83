"""Sentences into a loudspeaker, and as files: numbered, whole, after those that are there; what cannot be done."""

from __future__ import annotations

import errno
import os
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.outputs import sinks
from delvebox.device.outputs.samples import Sound
from delvebox.device.outputs.sinks import Loudspeaker, SinkError, WavFolder
from delvebox.device.sound import Playback, SoundError

PIECE = Sound(b"\1\0" * 2205, 22_050)


def lengths(folder: Path) -> dict[str, int]:
    """Samples of each file, hidden ones included."""
    found = {}
    for path in sorted(folder.iterdir()):
        with wave.open(str(path)) as file:
            found[path.name] = file.getnframes()
    return found


def test_a_sentence_is_one_numbered_file_with_all_its_pieces(tmp_path: Path) -> None:
    """And the time at which it was there is told."""
    sink = WavFolder(tmp_path / "new" / "folder")
    before = time.perf_counter()
    first = sink.say(iter([PIECE, PIECE]))
    assert first is not None
    assert before < first < time.perf_counter()
    sink.say(iter([PIECE]))
    assert lengths(tmp_path / "new" / "folder") == {"0001.wav": 4410, "0002.wav": 2205}


def test_files_of_an_earlier_run_are_kept(tmp_path: Path) -> None:
    """A box that was switched off goes on after the last number."""
    (tmp_path / "0041.wav").touch()
    (tmp_path / "mine.wav").touch()
    WavFolder(tmp_path).say(iter([PIECE]))
    assert (tmp_path / "0042.wav").stat().st_size > 4000
    assert (tmp_path / "0041.wav").stat().st_size == 0


def test_a_file_appears_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches the folder never reads half a sentence: it is written aside and renamed."""
    seen: list[dict[str, int]] = []
    replace = Path.replace

    def look(self: Path, target: Path) -> Path:
        seen.append(lengths(tmp_path))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", look)
    WavFolder(tmp_path).say(iter([PIECE]))
    assert seen == [{".0001.wav.aside": 2205}]
    assert lengths(tmp_path) == {"0001.wav": 2205}


def test_a_sentence_cut_while_it_is_made_leaves_no_file(tmp_path: Path) -> None:
    """Nothing of it was heard."""
    sink = WavFolder(tmp_path)

    def pieces() -> Iterator[Sound]:
        yield PIECE
        sink.cut()
        yield PIECE

    assert sink.say(pieces()) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told_with_the_cure(tmp_path: Path) -> None:
    """A file in its place; later the folder is there, and the next sentence is written."""
    place = tmp_path / "said"
    place.touch()
    sink = WavFolder(place)
    with pytest.raises(SinkError, match=r"said: no sound file can be written \(.*\): let this user write"):
        sink.say(iter([PIECE]))
    place.unlink()
    sink.say(iter([PIECE]))
    assert lengths(place) == {"0001.wav": 2205}


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was begun aside is taken away."""

    def full(_self: wave.Wave_write, _data: bytes) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(wave.Wave_write, "writeframes", full)
    with pytest.raises(SinkError, match="No space left on device"):
        WavFolder(tmp_path).say(iter([PIECE]))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_nothing_is_found_before_the_first_sentence(tmp_path: Path) -> None:
    """And stays known as such: a look that finds it well would tell of it anew with every sentence."""
    place = tmp_path / "file"
    place.write_text("in the way")
    with pytest.raises(SinkError, match="file: no sound file can be written"):
        WavFolder(place).look()


def test_a_full_disk_is_found_by_a_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As much is written as a sentence takes; nothing is left of it."""

    def full(_path: Path, _content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SinkError, match="No space left on device"):
        WavFolder(tmp_path).look()
    assert list(tmp_path.iterdir()) == []


def test_a_look_at_a_good_folder_leaves_nothing(tmp_path: Path) -> None:
    """The folder is there afterwards, and empty."""
    WavFolder(tmp_path / "new").look()
    assert list((tmp_path / "new").iterdir()) == []


class OutStandIn:
    """An open loudspeaker that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ends = True
        self.gone = False

    def play(self, _pcm: bytes, _rate_hz: int) -> Playback:
        if self.gone:
            raise SoundError("the loudspeaker is gone", "plug it in")
        self.asked.append("play")
        playback = Playback()
        playback.first_at = float(len(self.asked))
        return playback

    def cut(self) -> None:
        self.asked.append("cut")

    def wait(self, _playback: Playback, _timeout_seconds: float) -> bool:
        self.asked.append("wait")
        return self.ends

    def close(self) -> None:
        self.asked.append("close")


@pytest.fixture
def outs(monkeypatch: pytest.MonkeyPatch) -> list[OutStandIn]:
    """The loudspeakers that were opened."""
    opened: list[OutStandIn] = []

    def open_output(_name: str | None, _rate_hz: int) -> OutStandIn:
        opened.append(OutStandIn())
        return opened[-1]

    monkeypatch.setattr(sinks, "open_output", open_output)
    return opened


def test_a_cut_between_making_a_piece_and_playing_it_is_not_lost(outs: list[OutStandIn]) -> None:
    """The piece that came too late is cut as well, and no further one is played."""
    sink = Loudspeaker(None)

    def pieces() -> Iterator[Sound]:
        yield PIECE
        sink.cut()
        yield PIECE
        pytest.fail("a piece was made after the cut")

    assert sink.say(pieces()) == 1.0
    assert outs[0].asked == ["play", "cut", "play", "cut", "wait"]


def test_a_loudspeaker_that_never_ends_is_told_and_opened_anew(outs: list[OutStandIn]) -> None:
    """It is stuck: the next sentence gets a fresh stream."""
    sink = Loudspeaker(None)
    sink.look()
    outs[0].ends = False
    with pytest.raises(SinkError, match=r"did not end 0\.1 s of sound: see whether it still works"):
        sink.say(iter([PIECE]))
    assert outs[0].asked == ["play", "wait", "cut", "close"]
    assert sink.say(iter([PIECE])) == 1.0
    assert len(outs) == 2


def test_a_loudspeaker_that_is_gone_is_told_with_its_cure(outs: list[OutStandIn]) -> None:
    """In the sound room's own words."""
    sink = Loudspeaker(None)
    sink.look()
    outs[0].gone = True
    with pytest.raises(SinkError, match="the loudspeaker is gone: plug it in"):
        sink.say(iter([PIECE]))
