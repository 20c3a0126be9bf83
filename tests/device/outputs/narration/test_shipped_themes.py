"""The shipped themes: each has its say of everything that happens, in words that can be said together."""

from __future__ import annotations

import re

import pytest

from delvebox.device.outputs.narration.event_fields import event_classes
from delvebox.device.outputs.narration.reading import read_book
from delvebox.device.outputs.narration.sentences import Sentence
from delvebox.device.outputs.narration.themes import PLAIN, names_of, read_theme

LANGUAGES = ("en", "de")
SHIPPED = [(language, theme) for language in LANGUAGES for theme in names_of(language)]
OWN = [(language, theme) for language, theme in SHIPPED if theme != PLAIN]
LANGUAGE_WORDS = {"en": r"\b(the|is|and|of|no)\b", "de": r"\b(der|das|ist|und|kein|von|zu)\b"}


def texts_of(sentence: Sentence) -> list[str]:
    """All its texts, silence left out."""
    return [choice.text for variant in sentence for choice in variant.say if choice.text]


def test_there_are_three_in_each_language() -> None:
    """Plain, terse and grim."""
    assert {language: names_of(language) for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, ("plain", "grim", "terse")
    )


@pytest.mark.parametrize(("language", "theme"), SHIPPED)
def test_every_event_has_a_sentence_in_every_theme(language: str, theme: str) -> None:
    """Of its own, were it silence: what a theme leaves out was not thought of, though plain would say it."""
    sentences = read_book(language).sentences if theme == PLAIN else read_theme(theme, language).sentences
    missing = [name for name in event_classes() if ("events", name) not in sentences]
    assert missing == []


@pytest.mark.parametrize(("language", "theme"), OWN)
def test_danger_comes_first_in_its_own_sentence(language: str, theme: str) -> None:
    """Whatever else a theme adds: who hears half of it has heard that."""
    word = {"en": "danger", "de": "gefahr"}[language]
    told = [
        choice.text
        for variant in read_theme(theme, language).sentences["events", "danger_rolled"]
        if variant.when.get("danger") is not False
        for choice in variant.say
    ]
    assert len(told) >= 4
    assert [text for text in told if word not in re.split(r"[:{]", text.lower())[0]] == []


@pytest.mark.parametrize(("language", "theme"), OWN)
def test_texts_are_clauses(language: str, theme: str) -> None:
    """No full stop, nothing that cannot be said, and in English no capital, since several are put together."""
    for place, sentence in read_theme(theme, language).sentences.items():
        for text in texts_of(sentence):
            assert re.fullmatch(r"[\wäöüÄÖÜß ,.:?'|#{}-]+", text), (place, text)
            assert not text.endswith((".", ":", ",", " ")), (place, text)
            assert not re.search(r"\s\s|\d", text), (place, text)
            if language == "en":
                assert text == text.lower(), (place, text)


@pytest.mark.parametrize("theme", sorted({theme for _, theme in OWN}))
def test_a_theme_says_the_same_in_every_language(theme: str) -> None:
    """The same places, variants under the same conditions, texts with the same fields and weights."""
    english, german = (read_theme(theme, language).sentences for language in LANGUAGES)
    assert list(english) == list(german)
    for place, sentence in english.items():
        assert [variant.when for variant in sentence] == [variant.when for variant in german[place]], place
        for one, other in zip(sentence, german[place], strict=True):
            assert [choice.weight for choice in one.say] == [choice.weight for choice in other.say], place
            fields = [[sorted(re.findall(r"\{(\w+)", choice.text)) for choice in each.say] for each in (one, other)]
            assert fields[0] == fields[1], place


@pytest.mark.parametrize(("language", "theme"), OWN)
def test_no_text_was_left_in_the_other_language(language: str, theme: str) -> None:
    """By the frequent little words of the other."""
    other = LANGUAGE_WORDS["de" if language == "en" else "en"]
    for place, sentence in read_theme(theme, language).sentences.items():
        for text in texts_of(sentence):
            assert not re.search(other, re.sub(r"\{.*?\}", "", text)), (place, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mood_of_grim_follows_the_boxes(language: str) -> None:
    """Each range of boxes, the dark, the last light and a long quiet have moods of their own; silence is among all."""
    variants = read_theme("grim", language).sentences["atmosphere", "turn"]
    conditions = {field for variant in variants for field in variant.when}
    assert conditions >= {"escalation", "rising", "dark", "last_light", "quiet_turns"}
    moods = [choice.text for variant in variants for choice in variant.say if choice.text]
    assert len(set(moods)) == len(moods) >= 25
    assert all(any(not choice.text for choice in variant.say) for variant in variants)
