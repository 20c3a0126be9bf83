"""The recogniser renewed between utterances, with the real model: what is said meanwhile is heard all the same."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from heard import samples
from wavs import noise, pcm16

from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.phrasebook import Phrasebook

pytestmark = [pytest.mark.speech, pytest.mark.timeout(120)]


@pytest.mark.parametrize("way", ["wake", "open"])
def test_no_utterance_is_lost_by_a_recogniser_that_is_renewed_after_each(
    speech_model: Path, say: Callable[..., Path], way: str
) -> None:
    """Commands follow each other by 0.7 s, at file speed: each begins while the model of the last renewal loads."""
    book = Phrasebook.load()
    recogniser = Recogniser(lambda: speech_model, grammars_for(book, (way,)))
    recogniser.wait_ready()
    commands = ["search the room", "light a torch", "undo", "combat over"]
    spoken = [samples(say(f"hey lantern, {each}" if way == "wake" else each)) for each in commands]
    ear = Ear(recogniser, {way}, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())
    heard, children = ear.feed(pcm16(noise(1.0, 0.0003))), set()
    for sound in spoken:
        said = pcm16(np.concatenate([sound, noise(0.7, 0.0003)]))
        heard += ear.feed(said[: len(sound)])  # half of it, while the model may still load
        recogniser.wait_ready()
        children.add(recogniser._loaded.child.pid)
        recogniser._loaded._most_memory_bytes = 1
        heard += ear.feed(said[len(sound) :])
    recogniser.close()
    assert [judge(each, book, Context()).text for each in heard] == commands
    assert len(children) == len(commands)
