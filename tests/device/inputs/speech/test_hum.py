"""Mains hum, as loud as the voice and louder: what is heard all the same, and that hum alone is nothing."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from heard import WAYS, Box, samples
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from wavs import levels_db, noise, pcm16, tone, write_wav

from delvebox.device.inputs.speech.gate import FRAME_SECONDS, LEAST_SPEECH_SECONDS, speech_seconds
from delvebox.device.inputs.speech.hum import HumFreeLevels

FIRST_FRAMES = round(0.5 / FRAME_SECONDS)
"""After so many it is known for hum."""
MAINS = {
    "50 Hz": (50.0, (1.0,)),
    "60 Hz": (60.0, (1.0,)),
    "a ground loop": (50.0, (1.0, 0.5, 0.3)),
    "a transformer": (60.02, (0.3, 1.0, 0.1)),
}


def hum(mains: str, seconds: float, level: float) -> NDArray[np.float64]:
    """Hum of a level (0–1) at its peaks."""
    hz, overtones = MAINS[mains]
    parts = (tone(seconds, hz=hz * number, level=part) for number, part in enumerate(overtones, 1))
    sound = np.sum(list(parts), axis=0)
    return np.asarray(level * sound / np.abs(sound).max())


def syllables(number: int) -> NDArray[np.float64]:
    """Each a fifth of a second, with a tenth of quiet after it, and a second of quiet before and after all."""
    one = [tone(0.2, hz=440.0, level=0.2), noise(0.1, 0.0003)]
    return np.concatenate([noise(1.0, 0.0003), *one * number, noise(1.0, 0.0003)])


@pytest.mark.parametrize("mains", MAINS)
def test_a_voice_in_hum_as_loud_as_itself_is_as_much_speech(mains: str) -> None:
    """Six syllables are six syllables; by the level as it is there is nothing but a steady sound."""
    voice = syllables(6)
    sound = pcm16(voice + hum(mains, len(voice) / 16_000, 0.3))
    assert speech_seconds(levels_db(sound).tolist()) < LEAST_SPEECH_SECONDS
    found = speech_seconds(HumFreeLevels().of(sound)[FIRST_FRAMES:])
    assert found == pytest.approx(1.2, abs=0.3)


@pytest.mark.parametrize("mains", MAINS)
def test_hum_alone_is_told_from_a_voice_by_its_being_steady(mains: str) -> None:
    """It is known within half a second, and once it ends the levels are as they are again."""
    levels = HumFreeLevels()
    humming, after = pcm16(hum(mains, 4.0, 0.3)), pcm16(noise(4.0, 0.0003))
    assert max(levels.of(humming)[FIRST_FRAMES:]) < levels_db(humming).max() - 10
    assert levels.hums
    assert levels.of(after)[-1] == pytest.approx(levels_db(after)[-1])
    assert not levels.hums


@pytest.mark.parametrize(
    "sound",
    [
        pytest.param(noise(4.0, 0.1), id="a fan"),
        pytest.param(syllables(12), id="a voice"),
        pytest.param(np.tile(np.concatenate([noise(0.2, 0.003), tone(0.4, hz=110.0)]), 8), id="a low voice"),
        pytest.param(hum("50 Hz", 4.0, 0.0009), id="hum that hides nothing"),
        pytest.param(np.zeros(64_000), id="silence"),
    ],
)
def test_where_nothing_hums_levels_are_what_they_are(sound: NDArray[np.float64]) -> None:
    """The voice's own low tones count: what was measured of levels holds."""
    pcm = pcm16(sound)
    assert HumFreeLevels().of(pcm) == levels_db(pcm).tolist()


@given(st.lists(st.integers(0, 1500), max_size=6), st.sampled_from(sorted(MAINS)))
def test_levels_are_the_same_however_the_sound_comes_in(cuts: list[int], mains: str) -> None:
    """In blocks of any whole number of frames, none among them."""
    sound = pcm16(syllables(3) + hum(mains, 2.9, 0.3))
    whole = HumFreeLevels().of(sound)
    parts, levels, at = HumFreeLevels(), [], 0
    for frames in cuts:
        levels += parts.of(sound[at : at + 640 * frames])
        at += 640 * frames
    assert levels + parts.of(sound[at:]) == pytest.approx(whole, abs=1e-3)


@pytest.mark.speech
@pytest.mark.timeout(120)
@pytest.mark.parametrize("way", WAYS)
def test_a_command_in_hum_is_understood_and_hum_alone_is_silence(
    box: Box, say: Callable[..., Path], tmp_path: Path, way: str
) -> None:
    """Hum 3 dB below the voice's loudest, by every way to talk; in windows hum alone has the reason silence."""
    voice = samples(say("hey lantern, search the room" if way == "wake" else "search the room"))
    sound = np.concatenate([np.zeros(16_000), 0.5 * voice / np.abs(voice).max(), np.zeros(16_000)])
    humming = hum("a ground loop", len(sound) / 16_000, 0.2)
    verdicts = box.hear(write_wav(tmp_path / "command.wav", sound + humming), way)
    assert [each.text for each in verdicts] == ["search the room"]
    assert {each.reason for each in box.hear(write_wav(tmp_path / "hum.wav", humming), way)} <= {"silence"}
