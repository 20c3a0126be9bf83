"""Every shipped language says everything: each event, refusal and word, and nothing of it in English by mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from delvebox.device.outputs import hints
from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration import book as book_module
from delvebox.device.outputs.narration.fields import REJECTIONS
from delvebox.device.outputs.narration.reading import read_book
from delvebox.device.outputs.narration.telling import command_key
from delvebox.device.phrasebook import PHRASES, Phrasebook
from delvebox.device.settings.schema import default_buttons
from delvebox.device.words import number_words
from delvebox.engine import ACTIONS, Rules, commands
from delvebox.engine.refusal import Refusal

from ....engine.conftest import table_after
from ....engine.test_refused import TOLD

HOME = Path(book_module.__file__).parent
LANGUAGES = sorted(path.stem for path in HOME.glob("*.yaml"))
FOREIGN = [language for language in LANGUAGES if language != "en"]
ENGLISH = re.compile(
    r"\b(the|is|are|say|first|already|there|turns?|left|over|lit|again|another|no such)\b", re.IGNORECASE
)
"""Words that a sentence in English would have, and none of another language's."""


HINTS = (
    *(hints.of_danger(share) for share in (0.0, 0.3, 0.7, 1.0)),
    *(hints.of_light(left, 6) for left in (None, 1, 3, 6)),
    *(hints.of_spell(left) for left in (1, 2)),
    *(hints.of_stock(left) for left in (0, 1, 3, 9)),
    *(hints.of_activity(done, 6) for done in (0, 3, 5)),
)
"""Every word that stands for a number on the panel."""


@cache
def narration_in(language: str) -> Narration:
    """The shipped narration, read once."""
    return Narration.load(language)


def strings(value: Any) -> Iterator[str]:
    """Every sentence of a file, without its conditions."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings(each.get("say", "") if isinstance(each, dict) else each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)


def texts(language: str) -> list[str]:
    """Every sentence of a language, placeholders left out."""
    content = yaml.safe_load((HOME / f"{language}.yaml").read_text(encoding="utf-8"))
    return [re.sub(r"\{\w+(:nth)?", "", text) for text in strings(content) if text != "silent"]


def codes() -> set[str]:
    """The engine's and the panel's words that a table may hear or read, each with the field that it stands in."""
    actions = {
        *ACTIONS,
        "short_rest",
        "long_rest",
        *(f"{name} loud" for name, each in ACTIONS.items() if each.may_be_loud),
    }
    kinds = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, commands.Command)}
    spoken = kinds - {
        commands.Command,
        commands.TakeAction,
        commands.BeginRest,
        commands.Suspend,
        commands.Undo,
        commands.Redo,
    }
    asked = {"long_rest", "new_delve", "end_delve", "question cleanup", "question roll"}
    causes = {"linger", "repeat", "noise", "attention", "split", "combat", "ritual", "cause lookout", "cause light"}
    things = {"torch", "lantern", "candle", "rations", "water", "ammunition", "combat", "chase", "roleplay"}
    conditions = {"fatigue", "fear", "confusion", "exhaustion"}
    panel = {
        "heard",
        "trouble",
        "listening",
        "muted",
        "speaking",
        "paused",
        "doused",
        "no limit",
        "more",
        "of",
        "yes",
        "no",
    }
    reasons = {f"reason {reason}" for reason in REJECTIONS}
    dangers = {kind for kind, _ in Rules().danger.table}
    named = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in spoken}
    buttons = {f"button {name}" for name in default_buttons()}
    own = {f"hint {hint}" for hint in HINTS}
    return actions | named | asked | causes | things | conditions | panel | dangers | reasons | buttons | own


def test_every_language_of_phrases_has_its_narration() -> None:
    """A table that speaks German hears German."""
    assert {path.stem for path in PHRASES.glob("*.yaml")} == set(LANGUAGES)
    for language in LANGUAGES:
        assert read_book(language).wording.words


@pytest.mark.parametrize("language", FOREIGN)
def test_every_word_of_the_engine_is_said_in_the_tables_language(language: str) -> None:
    """Actions, causes, kinds, questions, commands, and the panel's own words."""
    assert codes() - set(read_book(language).wording.words) == set()


@pytest.mark.parametrize("language", FOREIGN)
def test_nothing_is_left_in_english(language: str) -> None:
    """No sentence has a word that only English has."""
    assert [text for text in texts(language) if ENGLISH.search(text)] == []
    assert ENGLISH.search(" ".join(texts("en"))), "as a check of the check"


@pytest.mark.parametrize("language", FOREIGN)
def test_what_the_box_tells_to_say_is_a_phrase(language: str) -> None:
    """Whoever says what stands in „ “ or « » is understood; where a number belongs before it, any will do."""
    book = Phrasebook.load(language=language)
    quoted = {phrase for text in texts(language) for phrase in re.findall(r"[„«]\s*([^“»]*?)\s*[“»]", text)}
    assert len(quoted) > 10
    six = f"{number_words(6, language)} "
    assert [phrase for phrase in sorted(quoted) if not (book.match(phrase) or book.match(six + phrase))] == []


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize("row", TOLD, ids=[f"{number} {row[3]}" for number, row in enumerate(TOLD)])
def test_every_refusal_is_said_in_the_tables_language(language: str, row: Any) -> None:
    """Never in the engine's English, whatever was refused."""
    rules, before, command, *_ = row
    refusal = table_after(rules, before).refuse(command)
    assert isinstance(refusal, Refusal)
    text = narration_in(language).refusal(refusal).text
    assert text[0].isupper() or not text[0].isalpha()
    assert not ENGLISH.search(text), text
    assert "None" not in text
    assert refusal.say.lower() not in text.lower()


def test_an_undone_command_has_a_name_in_every_language() -> None:
    """By the key that its words stand under."""
    for language in FOREIGN:
        words = read_book(language).wording.words
        for action in ACTIONS:
            assert command_key(commands.TakeAction(action)) in words
