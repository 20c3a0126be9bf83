"""The sheet's words in the table's language: a file of its English texts and what they are there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...settings.strict_yaml import read_document

_HOME = Path(__file__).parent


class Words:
    """Says the texts of printed pages, which the pages have in English."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts` has what is not English by its English text; fields stand in braces."""
        self._texts = texts

    @classmethod
    def load(cls, language: str) -> Words:
        """Those of a language; English where it has no file.

        Raises:
            ValueError: the file cannot be read.
        """
        path = _HOME / f"{language}.yaml"
        if not path.is_file():
            return ENGLISH
        document = read_document(path.read_text(encoding="utf-8"))
        if document.problems:
            raise ValueError(f"{path}: {'; '.join(map(str, document.problems))}")
        return cls({str(key): str(value) for key, value in document.values.items()})

    def __call__(self, text: str, **values: object) -> str:
        """The text in the language, with its fields filled."""
        said = self._texts.get(text, text)  # a name of the table's own stands as it is
        return said.format(**values) if values else said

    def head(self, text: str, **values: object) -> str:
        """The text with a capital."""
        said = self(text, **values)
        return said[:1].upper() + said[1:]

    def turns(self, count: int) -> str:
        """So many turns."""
        return self("1 turn") if count == 1 else self("{count} turns", count=count)


ENGLISH = Words({})
