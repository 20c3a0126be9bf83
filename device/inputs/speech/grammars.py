"""What the recogniser may hear, for each way to talk."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files

from ...grammar import draw_sentences
from ...phrasebook import Phrasebook


def grammars_for(phrasebook: Phrasebook, ways: Collection[str]) -> dict[str, list[str]]:
    """The sentences of each way. Open mode has decoys: frequent words for table talk to be heard as."""
    return {
        way: draw_sentences(phrasebook, decoys=_decoys(phrasebook.language) if way == "open" else ()) for way in ways
    }


def _decoys(language: str) -> list[str]:
    """The frequent words of a language, none for one without a list."""
    file = files(__package__) / "decoys" / f"{language}.txt"
    return file.read_text("utf-8").split() if file.is_file() else []
