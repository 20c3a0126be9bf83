"""What the recogniser may hear, for each way to talk."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files

from ...grammar import draw_sentences
from ...phrasebook import Phrasebook
from .ways import WAKE_PHRASE

WAKE_ALONE = 5
"""For so many commands in one breath, the wake phrase once alone."""


def grammars_for(phrasebook: Phrasebook, ways: Collection[str], wake_phrase: str = WAKE_PHRASE) -> dict[str, list[str]]:
    """The sentences of each way. Open and wake have decoys: frequent words for table talk to be heard as.

    Wake has every sentence after the wake phrase, and that alone; it opens a window, whose grammar is tap's.
    """
    return {way: _sentences(phrasebook, way, wake_phrase) for way in {*ways, *(("tap",) if "wake" in ways else ())}}


def _sentences(phrasebook: Phrasebook, way: str, wake_phrase: str) -> list[str]:
    if way != "wake":
        return draw_sentences(phrasebook, decoys=_decoys(phrasebook.language) if way == "open" else ())
    *sentences, unknown = draw_sentences(phrasebook)
    known = {*phrasebook.words, *wake_phrase.split()}
    decoys = [word for word in _decoys(phrasebook.language) if word not in known]
    alone = [wake_phrase] * max(1, len(sentences) // WAKE_ALONE)
    return [*(f"{wake_phrase} {sentence}" for sentence in sentences), *alone, *decoys, unknown]


def _decoys(language: str) -> list[str]:
    """The frequent words of a language, none for one without a list."""
    file = files(__package__) / "decoys" / f"{language}.txt"
    return file.read_text("utf-8").split() if file.is_file() else []
