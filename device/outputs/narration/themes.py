"""Themes: another way to say things, laid over a language's narration; what a theme leaves out is said plainly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...settings.announce import is_theme_file
from ...settings.problems import Problem
from .book import Book, Key
from .reading import HOME, NarrationError, read_book, read_file, read_sentence, unknown_key
from .sections import SPOKEN
from .sentence_reader import SentenceReader
from .sentences import Sentence

PLAIN = "plain"
"""The theme that is the language's own file."""
THEMES = HOME / "themes"
_OWN = ("language", "about")


@dataclass(frozen=True, slots=True)
class Theme:
    """What a theme file gives: sentences of some places, in one language."""

    name: str
    language: str
    about: str
    sentences: Mapping[Key, Sentence]

    def over(self, book: Book) -> Book:
        """The book with the theme's sentences; where none of a theme's variants fits, the book's own is said."""
        laid = {
            place: (*sentence, *book.sentences[place]) if sentence[-1].when else sentence
            for place, sentence in self.sentences.items()
        }
        return replace(book, sentences={**book.sentences, **laid})


def names_of(language: str) -> tuple[str, ...]:
    """The shipped themes of a language, plain first."""
    return (PLAIN, *sorted(path.name.removesuffix(f".{language}.yaml") for path in THEMES.glob(f"*.{language}.yaml")))


def find_theme(theme: str, language: str) -> Path:
    """The file of a theme other than plain, by its name or its own path."""
    return Path(theme) if is_theme_file(theme) else THEMES / f"{theme}.{language}.yaml"


def about_theme(theme: str, language: str) -> str:
    """What a theme is like, for who chooses one; may be empty.

    Raises:
        NarrationError: it cannot be used.
    """
    return read_book(language).about if theme == PLAIN else read_theme(theme, language).about


def read_theme(theme: str, language: str) -> Theme:
    """A theme in a language, read and checked whole.

    Args:
        theme: The name of a shipped one, or a file.
        language: What the box speaks.

    Raises:
        NarrationError: it cannot be read or used; every problem at once, with its line.
    """
    path, listed = find_theme(theme, language), ", ".join(names_of(language))
    if not is_theme_file(theme) and theme not in names_of(language):
        told = f"there is no such theme: give {listed}, or a file that ends in .yaml"
        raise NarrationError(Path(theme), (Problem(None, (), theme, told),))
    name = path.name.removesuffix(".yaml").removesuffix(f".{language}")
    return read_file(path, f"give {listed}, or a file", lambda values, reader: _read(name, language, values, reader))


def _read(name: str, language: str, values: Mapping[str, Any], reader: SentenceReader) -> Theme:
    _check_own(language, values, reader)
    sentences: dict[Key, Sentence] = {}
    for section, given in values.items():
        if section in _OWN:
            continue
        if section not in SPOKEN:
            reader.tell((section,), None, f"is no section of a theme: there are {', '.join((*_OWN, *SPOKEN))}")
            continue
        if not isinstance(given, Mapping):
            reader.tell((section,), given, "holds keys of its own")
            continue
        for key, value in given.items():
            if key in SPOKEN[section]:
                place = (section, key)
                sentences[place] = read_sentence(reader, place, value, SPOKEN[section][key], ends=False)
            else:
                reader.tell((section, key), None, unknown_key(section, key))
    return Theme(name, language, values.get("about") or "", sentences)


def _check_own(language: str, values: Mapping[str, Any], reader: SentenceReader) -> None:
    given, about = values.get("language"), values.get("about", "")
    if given != language:
        has = "is missing" if given is None else f"is {given}"
        reader.tell(("language",), given, f"{has}, and the box speaks {language}: write language: {language}")
    if not isinstance(about, str):
        reader.tell(("about",), about, "is a text that says what the theme is like")
