"""Open Vosk beside the box: all words of the model, then the phrase that is most like what was heard."""

from __future__ import annotations

import heapq
import json
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import vosk

from delvebox.device.inputs.speech.audio import RATE_HZ
from delvebox.device.inputs.speech.phrase_graph import PhraseGraph

LEAST_LIKENESS = 0.7
"""Of the words, so many must be those of the phrase; a word that is spelled alike counts in part."""


class OpenVosk:
    """Hears whole utterances.

    Args:
        model: The folder of a speech model.
        graph: Of the phrases.
    """

    def __init__(self, model: Path, graph: PhraseGraph) -> None:
        vosk.SetLogLevel(-2)
        self._model = vosk.Model(str(model))
        self._graph = graph

    def phrase(self, pcm: bytes, *, after: str = "") -> str | None:
        """The phrase nearest to what is recognised after these words; None where none is, or they are not there."""
        recogniser = vosk.KaldiRecognizer(self._model, RATE_HZ)
        for at in range(0, len(pcm), RATE_HZ // 5 * 2):
            recogniser.AcceptWaveform(pcm[at : at + RATE_HZ // 5 * 2])
        text = json.loads(recogniser.FinalResult())["text"]
        _, found, rest = f" {text} ".rpartition(f" {after} " if after else " ")
        words = (rest if after else text).split()
        return nearest(words, self._graph) if found and words else None


def nearest(words: Sequence[str], graph: PhraseGraph) -> str | None:
    """The phrase with the fewest words changed, left out or added; None where it is not `LEAST_LIKENESS` like them."""
    most = (1 - LEAST_LIKENESS) * len(words)
    waiting: list[tuple[float, int, int, str]] = [(0.0, 0, 0, "")]
    seen: set[tuple[int, int]] = set()
    while waiting:
        cost, place, heard, phrase = heapq.heappop(waiting)
        if (place, heard) in seen:
            continue
        seen.add((place, heard))
        if heard == len(words) and graph.endings[place] is not None:
            return phrase.lstrip() or None
        ways = [(cost + 1, place, heard + 1, phrase)] if heard < len(words) else []
        for word, _, target in graph.steps[place]:
            longer = f"{phrase} {word}"
            ways.append((cost + 1, target, heard, longer))
            if heard < len(words):
                ways.append((cost + unlike(words[heard], word), target, heard + 1, longer))
        for way in ways:
            if way[0] <= most:
                heapq.heappush(waiting, way)
    return None


@cache
def unlike(one: str, other: str) -> float:
    """0 for the same word, 1 for one without a letter in common."""
    return 0.0 if one == other else 1 - SequenceMatcher(None, one, other).ratio()
