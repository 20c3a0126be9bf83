"""Every shipped language says the same as English: each intent with its slots, its names, its headings."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from delvebox.device.grammar import UNKNOWN, draw_sentences
from delvebox.device.phrasebook import PHRASES, Phrasebook
from delvebox.device.phrasebook.lint import errors_of
from delvebox.device.translate import BOX_INTENTS, COMMANDS, misfits

NAMES = {"characters": ["Bryn", "Old Tom"], "tables": ["Bo"], "regions": ["Ur", "Bad Ort"]}
OF_TABLES = ("roll_on_table", "enter_region", "leave_region")
LANGUAGES = sorted(path.stem for path in PHRASES.glob("*.yaml"))
BOOKS = {language: Phrasebook.load(language=language, lists=NAMES) for language in LANGUAGES}

ENGINES_OWN = ("light", "use_supply", "supply_plus", "suspend", "end_suspension", "set_mode", "mark_condition")
"""Intents with slots that hold the engine's own words."""


def test_german_is_shipped_beside_english() -> None:
    """A language is a file: what stands in the folder is held by the tests below."""
    assert {"de", "en"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_of_the_box_has_phrases(language: str) -> None:
    """An intent that is missing in a language cannot be said in it."""
    assert set(BOOKS[language].intents) == {*COMMANDS, *BOX_INTENTS}
    assert BOOKS[language].sayable == set(BOOKS[language].intents)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_fills_the_slots_that_it_fills_in_english(language: str) -> None:
    """The same slots, as often, of the same kind."""
    english = BOOKS["en"]
    for intent in english.intents:
        assert BOOKS[language].slots_of(intent) == english.slots_of(intent), intent
    assert misfits(BOOKS[language]) == ()


def filled(language: str) -> dict[str, set[tuple[str, object]]]:
    """What the slots of each intent may hold, but for numbers and names of the table."""
    slots: dict[str, set[tuple[str, object]]] = {intent: set() for intent in ENGINES_OWN}
    for sentence in draw_sentences(BOOKS[language], count=500)[:-1]:
        intent = BOOKS[language].match(sentence)
        if intent is not None and intent.name in ENGINES_OWN:
            slots[intent.name] |= {each for each in intent.slots.items() if each[0] not in {"n", "holder"}}
    return slots


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_value_that_the_engine_knows_can_be_said(language: str) -> None:
    """Kinds of light, supplies, suspensions, modes: what a slot may hold is the same in all languages."""
    assert filled(language) == filled("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_belongs_to_two_intents(language: str) -> None:
    """Looked at in full."""
    assert errors_of(BOOKS[language]) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_grammar_is_a_phrase(language: str) -> None:
    """What the recogniser may hear whole is understood whole."""
    *sentences, unknown = draw_sentences(BOOKS[language])
    assert unknown == UNKNOWN
    assert [each for each in sentences if BOOKS[language].match(each) is None] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_danger_tables_the_grammar_is_what_it_would_be_without_their_phrases(
    language: str, tmp_path: Path
) -> None:
    """To the byte: their phrases need a name of theirs, so that nobody is heard worse who has no tables."""
    shipped = yaml.safe_load((PHRASES / f"{language}.yaml").read_text(encoding="utf-8"))
    for intent in OF_TABLES:
        del shipped["intents"][intent]
    for listed in ("tables", "regions"):
        del shipped["lists"][listed]
    without = tmp_path / "without.yaml"
    without.write_text(yaml.safe_dump(shipped, allow_unicode=True, sort_keys=False), encoding="utf-8")
    names = {"characters": NAMES["characters"], "tables": [], "regions": []}
    book = Phrasebook.load(language=language, lists=names)
    before = Phrasebook.load(without, lists={"characters": NAMES["characters"]})
    assert draw_sentences(book) == draw_sentences(before)
    assert book.words.keys() == before.words.keys()
    assert not book.sayable & {*OF_TABLES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_is_told_in_words_under_a_heading(language: str) -> None:
    """For the list that `delvebox phrases` prints."""
    book = BOOKS[language]
    for intent in book.intents:
        assert book.description_of(intent) not in {"", intent.replace("_", " ")}, intent
    assert "" not in book.groups
    assert list(book.groups.values()) == list(BOOKS["en"].groups.values())
