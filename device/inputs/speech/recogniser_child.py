"""The recogniser's own process, and the only module that knows Vosk: `python -m …recogniser_child`.

Frames in: `load` (once, first), then for each utterance `begin`, any number of `feed` and `partial` with
sound, and `finish` or `cancel`. Frames out: an answer to `load`, `partial` and `finish`. Every grammar has a Kaldi
recogniser of its own, so that none is ever changed in mid-utterance, which can abort the process; so has the graph
of phrases, as the way `PHRASES`.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...child_side import become_child, serve
from ...frames import Frame, Header
from .own_graph import PHRASES, make_model

RATE_HZ = 16_000
ALTERNATIVES = {"hold": 5, "tap": 5, "wake": 5}
"""By way; voice notes: five where a window bounds the utterance, else the likeliest only.

Measured in talk at 12 dB: the wake words are among five in 79 commands of 100 that were understood, else in 74.
"""
PHRASES_HEARD = 10
"""Alternatives of a hearing in which only whole phrases can be heard."""
_RENEW_SAMPLES = 1 << 30
"""Vosk counts a recogniser's samples for ever: it is made anew after 18 hours of sound."""
_ERRORS_ONLY = -2


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
                alternatives, scores = self._finish()
                return {"alternatives": alternatives, "scores": scores, "memory_bytes": memory_bytes()}, b""
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
            has_graph = self._load_model(model, graph)
        except Exception as error:  # noqa: BLE001 - Vosk raises nothing narrower
            return {"failed": f"the speech model {model} does not load ({error}): install it again"}
        unknown: dict[str, None] = {}
        for way, sentences in grammars.items():
            self._grammars[way] = json.dumps(self._known(sentences, unknown))
            self._make(way)
        if has_graph:
            self._make(PHRASES)
        return {"unknown_words": list(unknown), "memory_bytes": memory_bytes(), "phrases": has_graph}

    def _load_model(self, model: str, graph: Mapping[str, Any] | None) -> bool:
        """Load the model, and say whether the graph is in it."""
        if graph is not None:
            try:
                with tempfile.TemporaryDirectory(prefix="delvebox-model-") as folder:
                    make_model(Path(model), graph, Path(folder))
                    self._model = self._vosk.Model(folder)
                return True
            except Exception as error:  # noqa: BLE001 - a model made in another way, of which Vosk raises nothing narrower
                print(f"no graph of phrases, the model is used as it is: {error}", file=sys.stderr)
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
        grammar = () if way == PHRASES else (self._grammars[way],)
        recogniser = self._vosk.KaldiRecognizer(self._model, RATE_HZ, *grammar)
        recogniser.SetWords(1)
        recogniser.SetMaxAlternatives(PHRASES_HEARD if way == PHRASES else ALTERNATIVES.get(way, 1))
        self._recognisers[way], self._samples[way] = recogniser, 0

    def _hear(self, pcm: bytes) -> None:
        self._samples[self._way] += len(pcm) // 2
        self._recognisers[self._way].AcceptWaveform(pcm)  # its own end of speech is not used

    def _finish(self) -> tuple[list[list[tuple[str, float, float]]], list[float]]:
        """The alternatives, likeliest first: words with start and end in seconds of the utterance; and their scores."""
        result = json.loads(self._recognisers[self._way].FinalResult())
        started = self._started_at / RATE_HZ
        if self._samples[self._way] > _RENEW_SAMPLES:
            self._make(self._way)
        words = [
            [
                (word["word"], round(word["start"] - started, 2), round(word["end"] - started, 2))
                for word in each.get("result", ())
            ]
            for each in result["alternatives"]
        ]
        return words, [each["confidence"] for each in result["alternatives"]]


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
