"""From a sound to verdicts, by the real recogniser and the judgement of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from delvebox.device.inputs.speech.audio import read_wav, wav_blocks
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.files import recognise_blocks
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.phrase_graph import phrase_graph
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.messages import Utterance, Verdict
from delvebox.device.phrasebook import Phrasebook

WAYS = ("hold", "tap", "wake", "open")
EVERYTHING = Context(asking="long_rest", table_rolls=True)
"""In which every phrase may be meant."""


class Box:
    """A phrasebook and its recogniser."""

    def __init__(self, phrasebook: Phrasebook, recogniser: Recogniser) -> None:
        self.phrasebook = phrasebook
        self.recogniser = recogniser

    def utterances(self, path: Path, way: str = "hold") -> list[Utterance]:
        """What a file is recognised as."""
        book = self.phrasebook
        return recognise_blocks(
            wav_blocks(path), way, self.recogniser, book.goes_on, book.is_phrase, detector=SpeechDetector()
        )

    def hear(self, path: Path, way: str = "hold", context: Context = EVERYTHING) -> list[Verdict]:
        """The verdicts of a file."""
        return [judge(each, self.phrasebook, context) for each in self.utterances(path, way)]


@contextmanager
def box_with(model: Path, phrasebook: Phrasebook | None = None) -> Iterator[Box]:
    """A box that hears by `phrasebook`, or by the shipped one."""
    book = phrasebook or Phrasebook.load()
    grammars = {way: grammars_for(book, {way})[way] for way in WAYS}  # as each is alone
    recogniser = Recogniser(lambda: model, grammars, graph=phrase_graph(book))
    yield Box(book, recogniser)
    recogniser.close()


def samples(path: Path) -> NDArray[np.float64]:
    """A file's sound, −1 to 1 at 16 kHz."""
    return np.frombuffer(read_wav(path).pcm, "<i2") / 32768
