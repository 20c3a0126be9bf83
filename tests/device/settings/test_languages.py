"""The languages that a table may choose: what their buttons say, and the wake phrase."""

from __future__ import annotations

import pytest

from delvebox.device.phrasebook import PHRASES, Phrasebook
from delvebox.device.settings import Settings
from delvebox.device.settings.languages import languages
from delvebox.device.settings.load import load_text
from delvebox.device.vocabulary import check_bindings, check_phrasebook

FOREIGN = [language for language in languages() if language != "en"]


def test_the_languages_are_those_of_the_phrasebooks() -> None:
    """One that has phrases can be chosen."""
    assert set(languages()) == {path.stem for path in PHRASES.glob("*.yaml")}


@pytest.mark.parametrize("language", FOREIGN)
def test_the_shipped_buttons_do_in_every_language_what_they_do_in_english(language: str) -> None:
    """Each gesture that is bound in English says a phrase of the language with the same meaning."""
    english, book = Phrasebook.load(), Phrasebook.load(language=language)
    loaded = load_text(f"language: {language}\n")
    assert check_bindings(loaded) == check_phrasebook(loaded) == ()
    assert set(loaded.settings.buttons) == set(Settings().buttons)
    for name, button in Settings().buttons.items():
        for gesture in ("press", "double", "hold"):
            phrase, said = getattr(button, gesture), getattr(loaded.settings.buttons[name], gesture)
            assert (phrase is None) == (said is None), (name, gesture)
            if phrase is not None:
                wanted, found = english.match(phrase), book.match(said)
                assert wanted is not None
                assert found is not None
                assert (found.name, found.slots) == (wanted.name, wanted.slots)


@pytest.mark.parametrize("language", FOREIGN)
def test_what_the_file_says_goes_over_the_language(language: str) -> None:
    """A button's own phrase and a wake phrase of the table's stay, pins and the rest are the shipped ones."""
    text = f"language: {language}\nbuttons:\n  turn: {{press: 'ja'}}\n  rest: null\nspeech: {{wake_phrase: he du da}}\n"
    settings = load_text(text).settings
    assert settings.buttons["turn"].press == "ja"
    assert settings.buttons["turn"].pin == Settings().buttons["turn"].pin
    assert "rest" not in settings.buttons
    assert settings.speech.wake_phrase == "he du da"
    assert load_text(f"language: {language}\n").settings.speech.wake_phrase != Settings().speech.wake_phrase


def test_a_language_that_is_not_shipped_is_told() -> None:
    """With what there is, and the likest."""
    (problem,) = load_text("language: dee\n").problems
    assert problem.text.startswith('"dee" is not known (did you mean de?): give a language that is shipped: de')
