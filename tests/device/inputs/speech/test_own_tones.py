"""The box's own tones at the microphone, at half the level of who speaks: no word, and nobody's words spoilt."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soxr
from heard import Box, samples
from numpy.typing import NDArray
from wavs import levels_db, noise, write_wav

from delvebox.device.inputs.speech.audio import RATE_HZ
from delvebox.device.inputs.speech.gate import FRAME_BYTES
from delvebox.device.outputs.tones import TONES, sound_of

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]  # dozens of clips, on a machine that others use too

FRAME = FRAME_BYTES // 2


def heard_tone(name: str, peak: float) -> NDArray[np.float64]:
    """A tone as the microphone has it."""
    sound = sound_of(TONES[name], 100)
    tone = soxr.resample(np.frombuffer(sound.pcm, "<i2").astype(float), sound.rate_hz, RATE_HZ)
    return np.asarray(tone * peak / np.abs(tone).max())


def speech_at(sound: NDArray[np.float64]) -> int:
    """The sample at which somebody begins to speak."""
    levels = levels_db((sound * 32767).astype("<i2").tobytes())
    return int(np.argmax(levels > levels.max() - 15)) * FRAME


def without_long_silence(sound: NDArray[np.float64]) -> NDArray[np.float64]:
    """A second of it before and after what is loud: the clips have several, which take most of the time."""
    levels = levels_db((sound * 32767).astype("<i2").tobytes())
    loud = np.flatnonzero(levels > levels.max() - 40) * FRAME
    return sound[max(0, loud[0] - RATE_HZ) : loud[-1] + RATE_HZ].copy()


@pytest.mark.parametrize("late_seconds", [-0.05, 0.0, 0.1])
def test_who_talks_over_the_tone_that_opens_is_understood(
    coffee: Box, speech_data: Path, tmp_path: Path, late_seconds: float
) -> None:
    """It sounds over the first word of 30 human clips: at most one is not understood, none is taken for another."""
    labels: dict[str, dict[str, str]] = json.loads((speech_data / "human" / "labels.json").read_text())
    missed, wrong = [], []
    for name in sorted(labels)[::5][:30]:
        sound = without_long_silence(samples(speech_data / "human" / name))
        tone = heard_tone("open", np.abs(sound).max() / 2)
        at = max(0, speech_at(sound) + round(late_seconds * RATE_HZ))
        sound[at : at + len(tone)] += tone[: len(sound) - at]
        (verdict,) = coffee.hear(write_wav(tmp_path / "mixed.wav", sound))
        if verdict.intent is None:
            missed.append((name, verdict.text))
        elif dict(verdict.intent.slots) != labels[name]:
            wrong.append((name, verdict.text))
    assert wrong == []
    assert len(missed) <= 1, missed


@pytest.mark.parametrize("way", ["hold", "tap", "wake", "open"])
@pytest.mark.parametrize("name", TONES)
def test_a_tone_by_itself_is_no_command(box: Box, tmp_path: Path, way: str, name: str) -> None:
    """Loud or soft, in every way to talk, even where the ear were not told that it sounds."""
    for peak in (0.05, 0.4):
        hush = noise(1.0, 0.0003)
        path = write_wav(tmp_path / "tone.wav", np.concatenate([hush, heard_tone(name, peak), hush]))
        assert not any(verdict.verdict == "accept" for verdict in box.hear(path, way))
