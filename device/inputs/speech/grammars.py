"""What the recogniser may hear, for each way to talk."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files

from ...grammar import draw_sentences
from ...phrasebook import Phrasebook
from .ways import WAKE_PHRASE

WAKE_ALONE = 5
"""For so many commands in one breath, the wake phrase once alone."""
PAIRS_TIMES = 5
"""Pairs of words that begin like a wake phrase are so often beside it: once is not enough for "he doesn't stop"."""


def grammars_for(phrasebook: Phrasebook, ways: Collection[str], wake_phrase: str = WAKE_PHRASE) -> dict[str, list[str]]:
    """The sentences of each way. Open and wake have decoys: frequent words for table talk to be heard as.

    Wake has every sentence after the wake phrase, and that alone; it opens a window, whose grammar is tap's. Its decoys
    have names after the first word of the wake phrase too: "hey Alan, light a torch" is said to Alan. Open has all that
    wake has where both are wanted.
    """
    grammars = {way: _sentences(phrasebook, way, wake_phrase) for way in {*ways, *(("tap",) if "wake" in ways else ())}}
    if {"open", "wake"} <= grammars.keys():
        grammars["open"] = [*grammars["open"], *grammars["wake"]]
    return grammars


def _sentences(phrasebook: Phrasebook, way: str, wake_phrase: str) -> list[str]:
    if way != "wake":
        return draw_sentences(phrasebook, decoys=_listed(phrasebook.language) if way == "open" else ())
    *sentences, unknown = draw_sentences(phrasebook)
    known = {*phrasebook.words, *wake_phrase.split()}
    decoys = [word for word in _listed(phrasebook.language) if word not in known]
    alone = [wake_phrase] * max(1, len(sentences) // WAKE_ALONE)
    first, *rest = wake_phrase.split()
    names = [f"{first} {name}" for name in _listed(f"{phrasebook.language}-names") if rest and name not in known]
    wanted = f"{wake_phrase} "
    pairs = [
        pair
        for pair in _listed(f"{phrasebook.language}-pairs", ",")
        if not wanted.startswith(f"{pair} ") and not phrasebook.is_phrase(pair)
    ]
    decoys += pairs * PAIRS_TIMES
    return [*(f"{wake_phrase} {sentence}" for sentence in sentences), *alone, *decoys, *names, unknown]


def _listed(name: str, between: str | None = None) -> list[str]:
    """The words of a list of decoys: a language's frequent words or first names; none where there is no list."""
    file = files(__package__) / "decoys" / f"{name}.txt"
    entries = file.read_text("utf-8").split(between) if file.is_file() else []
    return [" ".join(entry.lower().split()) for entry in entries]
