"""Every sentence that the box can say or show, and how one of them is said. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .choosing import Choose, choose_first
from .sentences import Sentence, Wording, say
from .situation import AT_FIRST

Key = tuple[str, str]
"""A section of the narration file, and the sentence's key there."""


@dataclass(frozen=True, slots=True)
class Book:
    """Every sentence by section and key, and how values are said."""

    sentences: Mapping[Key, Sentence]
    wording: Wording
    language: str
    about: str
    """What it is like, for who chooses a theme."""
    choose: Choose = choose_first
    """Which of several texts of the same meaning."""
    situation: Mapping[str, Any] = field(default_factory=lambda: AT_FIRST)
    """Values of the fields that any spoken sentence may ask of."""

    def say(self, section: str, key: str, **values: Any) -> str:
        """The sentence without its capital and full stop; empty for silence."""
        known = {**self.situation, **values}
        return say(self.sentences[section, key], known, self.wording, self.choose, f"{section}.{key}")

    def shown(self, section: str, key: str, **values: Any) -> str:
        """As `say`, with numbers in digits: for what is read."""
        return replace(self, wording=replace(self.wording, number=str)).say(section, key, **values)


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
