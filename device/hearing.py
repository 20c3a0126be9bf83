"""The recogniser for a phrasebook and a model: what commands and box share before any sound is heard."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from .inputs.speech.grammars import grammars_for
from .inputs.speech.phrase_graph import phrase_graph
from .inputs.speech.recogniser import Recogniser
from .inputs.speech.ways import WAKE_PHRASE
from .phrasebook import Phrasebook
from .speech_models import find


def open_recogniser(
    model: str | None,
    phrasebook: Phrasebook,
    ways: Collection[str],
    on_change: Callable[[str], None] = lambda _trouble: None,
    wake_phrase: str = WAKE_PHRASE,
    *,
    on_words: Callable[[str], None] | None = None,
) -> Recogniser:
    """A recogniser whose child is not started yet.

    Args:
        model: A name of the catalogue or an absolute path; None for the phrasebook's language's own.
        phrasebook: What may be said.
        ways: The ways to talk, each with a grammar of its own.
        on_change: As `Recogniser` has it; told of a missing model too, with the cure.
        wake_phrase: In normalised words.
        on_words: As `Recogniser` has it.
    """
    folder = partial(find, model, language=phrasebook.language)
    return Recogniser(
        folder,
        grammars_for(phrasebook, ways, wake_phrase),
        on_change,
        graph=phrase_graph(phrasebook),
        on_words=on_words,
    )
