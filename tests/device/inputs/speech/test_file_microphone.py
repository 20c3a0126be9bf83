"""A file in the place of a microphone: silence, the file from its beginning to its end, and silence."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from wavs import tone, write_wav

from delvebox.device.inputs.speech import file_microphone
from delvebox.device.inputs.speech.audio import AudioError, read_wav, seconds_of
from delvebox.device.inputs.speech.file_microphone import FileMicrophone


class Table:
    """What the microphone gave, in order."""

    def __init__(self) -> None:
        self.heard: list[bytes | str] = []
        self.enough = threading.Event()

    def take(self, pcm: bytes, rate_hz: int, channels: int) -> None:
        """Sound."""
        assert (rate_hz, channels) == (16_000, 1)
        self.heard.append(pcm)

    def ends(self) -> None:
        """The file is over."""
        self.heard.append("end")
        self.enough.set()

    def begins(self) -> None:
        """The file begins."""
        self.heard.append("begin")


def test_the_file_is_heard_between_its_signs(tmp_path: Path) -> None:
    """Whole and unchanged, whatever its rate; before it and after it there is silence."""
    wav = write_wav(tmp_path / "tone.wav", tone(0.3, 44_100), "pcm16", 44_100)
    table = Table()
    microphone = FileMicrophone(wav, table.take, table.begins, table.ends)
    microphone.begin()
    assert table.enough.wait(10)
    microphone.check()
    microphone.close()
    began, ended = table.heard.index("begin"), table.heard.index("end")
    before, after = table.heard[:began], table.heard[ended + 1 :]
    assert b"".join(each for each in table.heard[began + 1 : ended] if isinstance(each, bytes)) == read_wav(wav).pcm
    assert not any(np.frombuffer(each, "<i2").any() for each in (*before, *after) if isinstance(each, bytes))
    assert microphone.silent_seconds <= len(after) * file_microphone.BLOCK_SECONDS


def test_it_comes_at_the_speed_of_speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block is due when as much sound has passed: nothing is given faster, by a clock of the test's own."""
    wav = write_wav(tmp_path / "tone.wav", tone(0.3))
    waited: list[float] = []
    table = Table()
    monkeypatch.setattr(file_microphone.time, "monotonic", lambda: 0.0)
    microphone = FileMicrophone(wav, table.take, table.begins, table.ends)
    real = microphone._closed.wait
    monkeypatch.setattr(microphone._closed, "wait", lambda seconds: (waited.append(seconds), real(0))[1])
    microphone.begin()
    assert table.enough.wait(10)
    microphone.close()
    steps = np.diff(waited[-8:])
    assert steps == pytest.approx([seconds_of(bytes(960))] * 7, abs=1e-6)


def test_a_bad_file_is_told_before_anything_is_heard(tmp_path: Path) -> None:
    """The error is that of any file."""
    with pytest.raises(AudioError, match="cannot be opened"):
        FileMicrophone(tmp_path / "none.wav", Table().take)
