"""What the recogniser may hear in each way to talk."""

import pytest

from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.settings.languages import languages
from delvebox.device.settings.load import load_text


def test_after_the_wake_phrase_comes_every_command_and_beside_it_only_decoys() -> None:
    """A command without the wake phrase is no sentence of it; the window that it opens hears as after a tap."""
    book = Phrasebook.load()
    grammars = grammars_for(book, ("wake",), "hey candle")
    assert set(grammars) == {"wake", "tap"}
    spoken = [sentence for sentence in grammars["wake"] if sentence.startswith("hey candle")]
    assert "hey candle" in spoken
    assert "hey candle undo" in spoken
    others = set(grammars["wake"]) - set(spoken)
    assert len(others) > 50
    assert not any(book.is_phrase(sentence) for sentence in others)


@pytest.mark.parametrize("language", languages())
def test_every_language_has_decoys_and_a_wake_phrase_that_is_none_of_its_phrases(language: str) -> None:
    """About as many frequent words as in English; the wake phrase is not a command, nor the beginning of one."""
    book = Phrasebook.load(language=language)
    settings = load_text(f"language: {language}\n").settings
    wake_phrase = settings.speech.wake_phrase
    spoken = [*grammars_for(book, ("open",))["open"], *grammars_for(book, ("wake",), wake_phrase)["wake"]]
    decoys = {sentence for sentence in spoken if len(sentence.split()) == 1 and not book.is_phrase(sentence)}
    assert 90 < len(decoys) < 250
    assert not book.is_phrase(wake_phrase)
    assert not book.goes_on(wake_phrase)
    assert len(wake_phrase.split()) == 2


@pytest.mark.parametrize(("wake_phrase", "there"), [("hey lantern", True), ("hey listen", False)])
def test_words_that_begin_like_a_wake_phrase_are_decoys_unless_they_are_the_wake_phrase(
    wake_phrase: str, there: bool
) -> None:
    """Without "he doesn't", a "he doesn't stop" is heard as "hey lantern stop"."""
    spoken = grammars_for(Phrasebook.load(), ("wake",), wake_phrase)["wake"]
    assert spoken.count("he doesn't") > 1
    assert ("hey listen" in spoken and spoken.count("hey listen") < 10) is there
