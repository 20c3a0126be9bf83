"""A narration file, read and checked whole: every sentence that the box can say. Pure after reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ....engine.refusal import REASONS
from ...settings.problems import Problem
from ...settings.strict_yaml import read_document
from ...words import number_words
from .event_fields import event_classes, event_fields
from .fields import (
    ANSWERS,
    BOX,
    CONSOLE,
    EXPLAINED_FIELDS,
    LIKELY,
    LISTING,
    NO_FIELDS,
    PANEL,
    PARTS,
    QUESTIONS,
    REJECTION_FIELDS,
    REJECTIONS,
    TEXT,
    TROUBLE_FIELDS,
    TROUBLES,
    explained,
    refusal_fields,
)
from .labels import LABELS
from .record_fields import RECORD, SUMMARY
from .sentences import Fields, Sentence, SentenceReader, Wording, say

_HOME = Path(__file__).parent
_HEARD = (
    "box",
    "questions",
    "panel",
    "console",
    *LABELS,
    "likely",
    "record",
    "summary",
)
"""Sections whose sentences somebody waits for."""


class NarrationError(ValueError):
    """A narration file that cannot be used; `problems` names everything at once."""

    def __init__(self, path: Path, problems: tuple[Problem, ...]) -> None:
        self.path = path
        self.problems = problems
        super().__init__("; ".join(f"{path.name}: {problem}" for problem in problems))


@dataclass(frozen=True, slots=True)
class Book:
    """Every sentence by section and key, and how values are said."""

    sentences: Mapping[tuple[str, str], Sentence]
    wording: Wording
    language: str

    def say(self, section: str, key: str, **values: Any) -> str:
        """The sentence without its capital and full stop; empty for silence."""
        return say(self.sentences[section, key], values, self.wording)

    def shown(self, section: str, key: str, **values: Any) -> str:
        """As `say`, with numbers in digits: for what is read."""
        return say(self.sentences[section, key], values, replace(self.wording, number=str))


@dataclass(frozen=True, slots=True)
class PanelTexts:
    """What stands on the panel, in the words of a book."""

    book: Book

    def say(self, key: str, **values: Any) -> str:
        """The text of a key of `fields.PANEL`, its numbers in digits."""
        return self.book.shown("panel", key, **values)

    def find(self, key: str) -> str:
        """The text of a key that may be unknown, "" then."""
        return self.say(key) if ("panel", key) in self.book.sentences else ""

    def word(self, code: str, field: str = "") -> str:
        """A word of the engine's or the panel's as the table reads it; a name of the table's own as it is."""
        return self.book.wording.text(code, field)


def read_book(language: str) -> Book:
    """The shipped narration of a language.

    Raises:
        NarrationError: there is none, or it cannot be used.
    """
    return read_book_file(_HOME / f"{language}.yaml")


def read_book_file(path: Path) -> Book:
    """The narration in a file.

    Raises:
        NarrationError: it cannot be read or used; every problem at once, with its line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        cure = f"there are {', '.join(sorted(each.stem for each in _HOME.glob('*.yaml')))}"
        raise NarrationError(path, (Problem(None, (), None, f"cannot be read ({error}): {cure}"),)) from error
    document = read_document(text)
    reader = SentenceReader(document.lines)
    book = _Reader(document.values, reader).read() if document.whole else None
    problems = (*document.problems, *reader.problems)
    if problems or book is None:
        raise NarrationError(path, problems)
    return book


class _Reader:
    """Goes through what a file must hold, and tells what is missing, unknown or wrong."""

    def __init__(self, values: Mapping[str, Any], reader: SentenceReader) -> None:
        self._values = values
        self._reader = reader
        self._sentences: dict[tuple[str, str], Sentence] = {}

    def read(self) -> Book:
        sections: dict[str, Mapping[str, Fields]] = {
            "events": {name: event_fields(name, kind) for name, kind in event_classes().items()},
            "questions": QUESTIONS,
            "parts": PARTS,
            "answers": ANSWERS,
            "panel": PANEL,
            "likely": LIKELY,
            "listing": LISTING,
            "record": RECORD,
            "summary": SUMMARY,
            "console": CONSOLE,
            **{section: dict.fromkeys(keys, NO_FIELDS) for section, keys in LABELS.items()},
            "rejections": dict.fromkeys(REJECTIONS, REJECTION_FIELDS),
            "box": {name: fields for name, (_, fields) in BOX.items()},
        }
        self._known(("language", "words", "ordinals", "and", "refusals", "troubles", "explained", *sections))
        for section, keys in sections.items():
            self._section(section, keys)
        self._with_any("refusals", "reason", {reason: {"say": TEXT, **refusal_fields(reason)} for reason in REASONS})
        self._with_any("troubles", "part", dict.fromkeys(TROUBLES, TROUBLE_FIELDS))
        self._with_any("explained", "cause or rule", dict.fromkeys(explained(), EXPLAINED_FIELDS))
        wording = Wording(
            number=partial(number_words, language=self._text("language")),
            ordinals=self._texts("ordinals"),
            conjunction=self._text("and"),
            words=self._words(),
        )
        return Book(self._sentences, wording, self._text("language"))

    def _known(self, sections: tuple[str, ...]) -> None:
        for section in self._values:
            if section not in sections:
                self._reader.tell((section,), None, f"no such section: there are {', '.join(sections)}")

    def _section(self, section: str, keys: Mapping[str, Fields]) -> None:
        values = self._mapping(section)
        for key, fields in keys.items():
            if key in values:
                sentence = self._reader.sentence((section, key), values[key], fields)
                self._sentences[section, key] = sentence
                if section in _HEARD and not (sentence and all(variant.say for variant in sentence)):
                    self._reader.tell((section, key), values[key], "must be heard: write a sentence instead of silent")
            else:
                self._reader.tell((section,), None, f"no sentence for {key}: write one, or {key}: silent")
        for key in values:
            if key not in keys:
                self._reader.tell((section, key), None, f"{key} is not said: there are {', '.join(keys)}")

    def _with_any(self, section: str, what: str, keys: Mapping[str, Fields]) -> None:
        """A sentence for each key; `any` stands for the rest, where the box's own English will do."""
        values = self._mapping(section)
        for key in values:
            if key not in keys and key != "any":
                self._reader.tell((section, key), None, f"no such {what}: there are any, {', '.join(keys)}")
        for key, fields in keys.items():
            if key not in values and "any" not in values:
                self._reader.tell((section,), None, f"no sentence for {key}: write one, or any")
                continue
            value = values.get(key, values.get("any"))
            self._sentences[section, key] = self._reader.sentence((section, key), value, fields)

    def _mapping(self, section: str) -> Mapping[str, Any]:
        values = self._values.get(section, {})
        if isinstance(values, Mapping):
            return values
        self._reader.tell((section,), values, "holds keys of its own")
        return {}

    def _words(self) -> Mapping[str, str]:
        words = self._mapping("words")
        for word, value in words.items():
            if not isinstance(value, str):
                self._reader.tell(("words", word), value, "is a text")
        return words

    def _texts(self, key: str) -> tuple[str, ...]:
        values = self._values.get(key)
        if isinstance(values, tuple) and all(isinstance(each, str) for each in values):
            return values
        self._reader.tell((key,), values, f"is a list of words, such as {key}: [first, second]")
        return ()

    def _text(self, key: str) -> str:
        value = self._values.get(key)
        if isinstance(value, str):
            return value
        self._reader.tell((key,), value, f"is a word, such as {key}: {'en' if key == 'language' else 'and'}")
        return ""
