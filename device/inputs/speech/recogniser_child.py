"""The recogniser's own process, and the only module that knows Vosk: `python -m …recogniser_child`.

Frames in: `load` (once, first), then for each utterance `begin`, any number of `feed` and `partial` with
sound, and `finish` or `cancel`. Frames out: an answer to `load`, `partial` and `finish`. Every grammar has a Kaldi
recogniser of its own, so that none is ever changed in mid-utterance, which can abort the process. `phrases` is
asked with whole sounds: which whole phrases each may be, by the graph of phrases.
"""

from __future__ import annotations

import json
import logging
import math
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from typing import Any

from ...child_side import become_child, serve
from ...frames import Frame, Header
from .own_graph import make_model

log = logging.getLogger(__name__)

RATE_HZ = 16_000
ALTERNATIVES = {"hold": 5, "tap": 5, "wake": 5}
"""By way; voice notes: five where a window bounds the utterance, else the likeliest only.

Measured in talk at 12 dB: the wake words are among five in 79 commands of 100 that were understood, else in 74.
"""
PHRASES_HEARD = 10
"""Alternatives of a hearing in which only whole phrases can be heard."""
STEP_BYTES = 6_400
"""As `recogniser.FEED_BYTES`."""
_RENEW_SAMPLES = 1 << 30
"""Vosk counts a recogniser's samples for ever: it is made anew after 18 hours of sound."""
_ERRORS_ONLY = -2
FOLDER_PREFIX = "delvebox-model-"
"""Of the folder in which a model is made anew; the number of the process follows."""

Words = list[tuple[str, float, float]]
"""Each with its start and end in seconds of the utterance."""


class Ears:
    """A loaded model and, for each way to talk, a recogniser with its grammar."""

    def __init__(self) -> None:
        self._vosk: Any = None
        self._model: Any = None
        self._grammars: dict[str, str] = {}
        self._recognisers: dict[str, Any] = {}
        self._samples: dict[str, int] = {}
        self._way = ""
        self._started_at = 0
        self._hears_phrases = False
        self._most_behind = math.inf
        """So much less likely than the first an alternative may be."""

    def handle(self, header: Header, payload: bytes) -> Frame | None:
        """Do what one frame asks."""
        match header["do"]:
            case "load":
                return self._load(header["model"], header["grammars"], header.get("graph")), b""
            case "begin":
                self._way = header["way"]
                self._started_at = self._samples[self._way]
            case "feed":
                self._hear(payload)
            case "partial":
                self._hear(payload)
                return {"partial": json.loads(self._recognisers[self._way].PartialResult())["partial"]}, b""
            case "finish":
                return {"alternatives": self._finish(), "memory_bytes": memory_bytes()}, b""
            case "phrases":
                heard = self._phrases(payload, header["sizes"])
                return {"phrases": heard, "memory_bytes": memory_bytes()}, b""
            case "cancel":
                self._finish()
        return None

    def _load(self, model: str, grammars: Mapping[str, Sequence[str]], graph: Mapping[str, Any] | None) -> Header:
        try:
            self._vosk = _import_vosk()
        except (ImportError, OSError) as error:
            return {"failed": f"the speech library Vosk does not load ({error}): run `make setup`"}
        self._vosk.SetLogLevel(_ERRORS_ONLY)
        try:
            self._hears_phrases = self._load_model(model, graph)
        except Exception as error:  # noqa: BLE001 - Vosk raises nothing narrower
            return {"failed": f"the speech model {model} does not load ({error}): install it again"}
        unknown: dict[str, None] = {}
        for way, sentences in grammars.items():
            self._grammars[way] = json.dumps(self._known(sentences, unknown))
            self._make(way)
        return {"unknown_words": list(unknown), "memory_bytes": memory_bytes(), "phrases": self._hears_phrases}

    def _load_model(self, model: str, graph: Mapping[str, Any] | None) -> bool:
        """Load the model, and say whether the graph is in it."""
        if graph is not None:
            try:
                clear_left_behind()
                with tempfile.TemporaryDirectory(prefix=f"{FOLDER_PREFIX}{os.getpid()}-") as folder:
                    self._most_behind = make_model(Path(model), graph, Path(folder))
                    self._model = self._vosk.Model(folder)
            except Exception as error:  # noqa: BLE001 - Vosk raises nothing narrower, and the model may do as it is
                log.warning("whole phrases are not heard again, the model takes no graph: %s", error)
            else:
                return True
        self._model = self._vosk.Model(model)
        return False

    def _known(self, sentences: Sequence[str], unknown: dict[str, None]) -> list[str]:
        """The sentences that the model knows every word of: of the others Vosk would keep the rest, and match it."""
        words = {word for sentence in sentences for word in sentence.split()}
        missing = {word for word in words if self._model.vosk_model_find_word(word) < 0}
        unknown.update(dict.fromkeys(sorted(missing)))
        known = [sentence for sentence in sentences if missing.isdisjoint(sentence.split())]
        return known or ["[unk]"]  # an empty list crashes Vosk

    def _make(self, way: str) -> None:
        recogniser = self._vosk.KaldiRecognizer(self._model, RATE_HZ, self._grammars[way])
        recogniser.SetWords(1)
        recogniser.SetMaxAlternatives(ALTERNATIVES.get(way, 1))
        self._recognisers[way], self._samples[way] = recogniser, 0

    def _hear(self, pcm: bytes) -> None:
        self._samples[self._way] += len(pcm) // 2
        self._recognisers[self._way].AcceptWaveform(pcm)  # its own end of speech is not used

    def _finish(self) -> list[Words]:
        """The alternatives, likeliest first."""
        result = json.loads(self._recognisers[self._way].FinalResult())
        started = self._started_at / RATE_HZ
        if self._samples[self._way] > _RENEW_SAMPLES:
            self._make(self._way)
        found = result["alternatives"]
        return [
            _words(each, started) for each in found if found[0]["confidence"] - each["confidence"] <= self._most_behind
        ]

    def _phrases(self, sounds: bytes, sizes: Sequence[int]) -> list[list[tuple[Words, float]]]:
        """Which whole phrases each of the sounds may be, likeliest first with their scores; all at the same time."""
        starts = accumulate(sizes, initial=0)
        parts = [sounds[start : start + size] for start, size in zip(starts, sizes, strict=False)]
        with ThreadPoolExecutor(len(parts)) as pool:  # Vosk lets go of the interpreter's lock
            return list(pool.map(self._phrases_of, parts))

    def _phrases_of(self, pcm: bytes) -> list[tuple[Words, float]]:
        recogniser = self._vosk.KaldiRecognizer(self._model, RATE_HZ)  # by the graph that is in the model
        recogniser.SetWords(1)
        recogniser.SetMaxAlternatives(PHRASES_HEARD)
        for at in range(0, len(pcm), STEP_BYTES):
            recogniser.AcceptWaveform(pcm[at : at + STEP_BYTES])
        result = json.loads(recogniser.FinalResult())
        return [(_words(each, 0.0), each["confidence"]) for each in result["alternatives"]]


def _words(alternative: Mapping[str, Any], started_seconds: float) -> Words:
    return [
        (word["word"], round(word["start"] - started_seconds, 2), round(word["end"] - started_seconds, 2))
        for word in alternative.get("result", ())
    ]


def clear_left_behind() -> None:
    """Take away the folders of recognisers that were killed while they loaded: nobody else would."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*-*"):
        pid = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        if pid.isdecimal() and not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)  # another user's stays


def memory_bytes() -> int:
    """This process's resident memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def _import_vosk() -> Any:
    """Vosk without what only its downloads and subtitles need: saves 8 MB and 70 ms of 100 (measured)."""
    for name in ("requests", "srt", "tqdm"):
        sys.modules.setdefault(name, types.ModuleType(name)).__dict__.setdefault("tqdm", None)
    import vosk

    return vosk


if __name__ == "__main__":
    pipes = become_child()
    serve(Ears().handle, pipes)
