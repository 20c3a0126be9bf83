"""What the tones sound like: short, soft at their edges, and each unlike the others."""

from __future__ import annotations

from array import array
from itertools import pairwise

import pytest

from delvebox.device.inputs.speech.gate import LEAST_SPEECH_SECONDS
from delvebox.device.outputs.samples import RATE_HZ
from delvebox.device.outputs.tones import LOUDEST, TONES, Tone, sound_of


def rhythm(tone: Tone) -> tuple[bool, ...]:
    """Sound and rest, in twentieths of a second."""
    sounds: list[bool] = []
    for note in tone.notes:
        sounds += [note.hz > 0] * max(1, round(note.seconds / 0.05))
    return tuple(sounds)


def test_each_tone_has_a_rhythm_and_a_way_of_its_pitch_of_its_own() -> None:
    """Who hears no pitch tells them by the rhythm, and the other way round."""
    assert set(TONES) == {"open", "understood", "not_understood"}
    assert len({rhythm(tone) for tone in TONES.values()}) == len(TONES)
    pitches = {name: [note.hz for note in tone.notes if note.hz] for name, tone in TONES.items()}
    ways = {name: tuple(later > before for before, later in pairwise(heard)) for name, heard in pitches.items()}
    assert ways == {"open": (), "understood": (True,), "not_understood": (False,)}


@pytest.mark.parametrize("name", TONES)
def test_a_tone_is_short_and_does_not_click(name: str) -> None:
    """Well under half a second; no jump between two samples that a small loudspeaker would crack at."""
    tone = TONES[name]
    assert all(0.05 <= note.seconds <= 0.25 for note in tone.notes if note.hz)
    assert tone.seconds < 0.4
    sound = sound_of(tone, 100)
    samples = array("h", sound.pcm)
    assert sound.rate_hz == RATE_HZ
    assert len(samples) == pytest.approx(tone.seconds * RATE_HZ, abs=3)
    assert abs(samples[0]) < 100
    assert abs(samples[-1]) < 100
    steepest = LOUDEST * 32767 * max(note.hz for note in tone.notes) * 6.3 / RATE_HZ
    assert all(abs(later - before) <= steepest for before, later in pairwise(samples))


def test_the_tone_that_opens_the_ear_is_shorter_than_any_speech() -> None:
    """So that heard by the ear, it is not taken for some."""
    assert TONES["open"].seconds < LEAST_SPEECH_SECONDS


def test_the_volume_is_that_of_the_voice() -> None:
    """From nearly nothing to the loudest."""
    peaks = [max(array("h", sound_of(TONES["open"], volume).pcm)) for volume in (1, 50, 100)]
    assert peaks[0] < 200
    assert peaks[1] == pytest.approx(peaks[2] / 2, rel=0.02)
    assert peaks[2] == pytest.approx(LOUDEST * 32767, rel=0.02)
