"""The narration file of a language, read and checked whole. Pure after reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ...settings.problems import Problem
from ...settings.strict_yaml import read_document
from ...words import number_words
from .book import Book, Key
from .sections import DANGER, HEARD, READ, SPOKEN, WITH_ANY, WITHIN, Section
from .sentence_reader import SentenceReader
from .sentences import Fields, Sentence, Wording

Read = TypeVar("Read")

LARGEST_BYTES = 524_288
"""Of a file; a language's has about 60,000."""
HOME = Path(__file__).parent
"""Where the languages' files are."""


class NarrationError(ValueError):
    """A narration file that cannot be used; `problems` names everything at once."""

    def __init__(self, path: Path, problems: tuple[Problem, ...]) -> None:
        self.path = path
        self.problems = problems
        super().__init__("; ".join(f"{path.name}: {problem}" for problem in problems))

    @property
    def sentences(self) -> list[str]:
        """Each problem in one line, with the file."""
        return [f"{self.path}: {problem}" for problem in self.problems]


def read_book(language: str) -> Book:
    """The shipped narration of a language.

    Raises:
        NarrationError: there is none, or it cannot be used.
    """
    return read_book_file(HOME / f"{language}.yaml")


def read_book_file(path: Path) -> Book:
    """The narration in a file.

    Raises:
        NarrationError: it cannot be read or used; every problem at once, with its line.
    """
    cure = f"there are {', '.join(sorted(each.stem for each in HOME.glob('*.yaml')))}"
    return read_file(path, cure, lambda values, reader: _Reader(values, reader).read())


def read_file(path: Path, cure: str, read: Callable[[Mapping[str, Any], SentenceReader], Read]) -> Read:
    """What `read` makes of a file's values.

    Raises:
        NarrationError: the file cannot be read, for which `cure` is told, or something is wrong in it.
    """
    document = read_document(_text(path, cure))
    reader = SentenceReader(document.lines)
    made = read(document.values, reader) if document.whole else None
    problems = (*document.problems, *reader.problems)
    if problems or made is None:
        raise NarrationError(path, problems)
    return made


def _text(path: Path, cure: str) -> str:
    try:
        if not path.is_file():
            raise FileNotFoundError("no such file")  # a pipe would be waited for
        with path.open("rb") as stream:
            content = stream.read(LARGEST_BYTES + 1)
        if len(content) > LARGEST_BYTES:
            told = f"has more than {LARGEST_BYTES:,} bytes, which no narration has: {cure}"
        else:
            return content.decode("utf-8-sig")
    except OSError as error:
        told = f"cannot be read ({error.strerror or error}): {cure}"
    except UnicodeDecodeError as error:
        told = f"byte 0x{error.object[error.start]:02x} at {error.start} is not UTF-8: save the file as UTF-8"
    raise NarrationError(path, (Problem(None, (), None, told),))


def read_sentence(reader: SentenceReader, place: Key, value: Any, fields: Fields, *, ends: bool = True) -> Sentence:
    """The sentence of a place; what is wrong with it is told to `reader`, as `SentenceReader.sentence` does."""
    section, _ = place
    sentence = reader.sentence(place, value, fields, varies=section in SPOKEN, ends=ends)
    silent = [variant for variant in sentence if not all(choice.text for choice in variant.say)]
    if silent and (section in HEARD or place in WITHIN):
        reader.tell(place, value, "must be heard: write a sentence instead of silent")
    if place == DANGER and not all(variant.when.get("danger") is False for variant in silent):
        reader.tell(place, value, "danger must be heard: write silent at most below when: {danger: false}")
    return sentence


def unknown_key(section: str, key: str) -> str:
    """What is told of a key that its section does not have."""
    keys, what = {**SPOKEN, **READ}[section], WITH_ANY.get(section)
    near = get_close_matches(key, keys, 1, cutoff=0.8)
    cure = f"did you mean {near[0]}?" if near else f"there are {', '.join((*(['any'] if what else []), *keys))}"
    return f"no such {what}: {cure}" if what else f"{key} is not said: {cure}"


class _Reader:
    """Goes through what a file must hold, and tells what is missing, unknown or wrong."""

    def __init__(self, values: Mapping[str, Any], reader: SentenceReader) -> None:
        self._values = values
        self._reader = reader
        self._sentences: dict[Key, Sentence] = {}

    def read(self) -> Book:
        sections = {**SPOKEN, **READ}
        known = ("language", "about", "words", "ordinals", "and", *sections)
        for name in self._values:
            if name not in known:
                self._reader.tell((name,), None, f"no such section: there are {', '.join(known)}")
        for name, section in sections.items():
            self._section(name, section)
        wording = Wording(
            number=partial(number_words, language=self._text("language")),
            ordinals=self._texts("ordinals"),
            conjunction=self._text("and"),
            words=self._words(),
        )
        return Book(self._sentences, wording, self._text("language"), self._text("about"))

    def _section(self, name: str, section: Section) -> None:
        values, what = self._mapping(name), WITH_ANY.get(name)
        for key, fields in section.items():
            value = values.get(key, values.get("any") if what else None)
            if value is None and key not in values:
                cure = "any" if what else f"{key}: silent"
                self._reader.tell((name,), None, f"no sentence for {key}: write one, or {cure}")
            else:
                self._sentences[name, key] = read_sentence(self._reader, (name, key), value, fields)
        for key in values:
            if key not in section and not (what and key == "any"):
                self._reader.tell((name, key), None, unknown_key(name, key))

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
