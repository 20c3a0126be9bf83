"""The recogniser for a phrasebook and a model: what commands and box share before any sound is heard."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from importlib import resources

from .grammar import draw_sentences
from .inputs.speech.recogniser import Recogniser
from .phrasebook import Phrasebook
from .speech_models import find


def open_recogniser(
    model: str | None,
    phrasebook: Phrasebook,
    ways: Collection[str],
    on_change: Callable[[str], None] = lambda _trouble: None,
) -> Recogniser:
    """A recogniser whose child is not started yet.

    Args:
        model: A name of the catalogue or an absolute path; None for the phrasebook's language's own.
        phrasebook: What may be said.
        ways: The ways to talk, each with a grammar of its own.
        on_change: As `Recogniser` has it; told of a missing model too, with the cure.
    """
    folder = partial(find, model, language=phrasebook.language)
    return Recogniser(folder, {way: grammar_for(way, phrasebook) for way in ways}, on_change)


def grammar_for(way: str, phrasebook: Phrasebook) -> list[str]:
    """The sentences of a way's grammar; always listening needs decoys, frequent words that take up table talk."""
    return draw_sentences(phrasebook, decoys=decoys(phrasebook.language) if way == "open" else ())


def decoys(language: str) -> list[str]:
    """The frequent words of a language, none where no list is shipped."""
    file = resources.files(__package__) / "phrases" / f"{language}.decoys.txt"
    return file.read_text(encoding="utf-8").split() if file.is_file() else []
