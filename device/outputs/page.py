"""What a page holds: rows of words and boxes, as data. How a row looks is `drawing`'s; what it says is told here.

Words are written as they are said, in lower case; the drawing begins each row with a capital.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

TRACKER_ROW = 8
"""Pixels of a tracker's row: a page of the controller's memory, so that what changes in it is one window."""
BOXES_IN_WORDS = 12
"""Up to this many boxes are written one by one; above it "12 of 48"."""


class Word(str):
    """A word as the table reads it; pictures are chosen by its `code`, which is the same in every language."""

    __slots__ = ("code",)

    code: str

    def __new__(cls, text: str, code: str) -> Self:
        """Show it as `text`."""
        word = super().__new__(cls, text)
        word.code = code
        return word


def code_of(word: str) -> str:
    """What a word stands for; a plain one for itself."""
    return word.code if isinstance(word, Word) else word


@dataclass(frozen=True, slots=True)
class Heading:
    """The large line: `text` left, `right` small, and signs of listening, muted and speaking."""

    text: str
    right: str = ""
    signs: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (_spaced(self.text, self.right, *self.signs),)


@dataclass(frozen=True, slots=True)
class Line:
    """Words over the whole width, `right` at the right edge; wrapped into `rows`, then cut with an ellipsis."""

    text: str
    right: str = ""
    rows: int = 1

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (_spaced(self.text, self.right),)


@dataclass(frozen=True, slots=True)
class Signs:
    """Words in a tracker's row, cut where they are too many."""

    text: str

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Notice:
    """Words at the bottom edge over `rows` rows: news for a while, or what does not work.

    `mark` is heard, trouble, or empty for a sentence of the box itself.
    """

    text: str
    mark: str = ""
    rows: int = 1

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (f"{self.mark}: {self.text}" if self.mark else self.text,)


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of the sheet: `filled` of `total` boxes, filled from the left, between `label` and `right`.

    `mark` is paused, or empty; `of` stands between numbers.
    """

    label: str
    filled: int
    total: int
    right: str = ""
    mark: str = ""
    of: str = "of"

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        told = f"{self.label} {self.boxes}".rstrip()
        right = f", {self.right}" if self.right and self.total > BOXES_IN_WORDS else f" {self.right}".rstrip()
        return (told + right + (f", {self.mark}" if self.mark else ""),)

    @property
    def boxes(self) -> str:
        """The boxes as characters, or as numbers where they are too many to be told apart."""
        if self.total > BOXES_IN_WORDS:
            return f"{self.filled} {self.of} {self.total}"
        return "■" * self.filled + "□" * (self.total - self.filled)


@dataclass(frozen=True, slots=True)
class TurnRow(Boxes):
    """The ten boxes of the turn tracker, over the whole width; the box after the filled ones is the turn to play."""


@dataclass(frozen=True, slots=True)
class CountdownRow(Boxes):
    """The turns of a rest or a ritual, over the whole width."""


@dataclass(frozen=True, slots=True)
class DangerRow(Boxes):
    """The escalation boxes, with the faces of the die that are danger at the right; `large` to be read from afar."""

    large: bool = True


@dataclass(frozen=True, slots=True)
class Item:
    """Something that runs out: a light, a spell, a supply.

    Attributes:
        kind: torch, lantern, candle or another kind of light; spell, supply.
        holder: Whose it is; for a spell or a supply its name; may be empty.
        left: How much of it is left: a number, a word, or empty where it is kept from the players.
        doused: What is said of one that does not burn or run now; else empty.
        filled: Boxes used up, of `total`; `total` is 0 where its length is not known.
        total: See `filled`.
        spent: It ran out this many turns ago, 1 for the latest turn; 0 while it runs.
    """

    kind: str
    holder: str
    left: str
    doused: str = ""
    filled: int = 0
    total: int = 0
    spent: int = 0

    @property
    def name(self) -> str:
        """What the table calls it: "torch Anna", "bless"."""
        if code_of(self.kind) in {"spell", "supply"}:
            return self.holder
        return f"{self.kind} {self.holder}" if self.holder else self.kind

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (f"{self.name} {self.left}".rstrip() + (f" {self.doused}" if self.doused else ""),)


@dataclass(frozen=True, slots=True)
class More:
    """So many more that have no room."""

    count: int
    more: str = "more"

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (f"+{self.count} {self.more}",)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two items side by side, in columns of half the width."""

    first: Item | More
    second: Item | More | None = None

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return self.first.words() + (self.second.words() if self.second else ())


@dataclass(frozen=True, slots=True)
class Bar:
    """A word over the whole width, light on dark turned round: what nobody may overlook."""

    text: str

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Banner:
    """One word as large as the panel allows, turned round."""

    text: str

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Buttons:
    """The two buttons that answer a question, at the bottom edge: what each of them says."""

    turn: str = "yes"
    rest: str = "no"
    names: tuple[str, str] = ("turn", "rest")

    def words(self) -> tuple[str, ...]:
        """The row in words, a string a line."""
        return ("  ".join(f"{name} = {says}" for name, says in zip(self.names, (self.turn, self.rest), strict=True)),)


Row = Heading | Line | Signs | Notice | Boxes | Item | More | Pair | Bar | Banner | Buttons


@dataclass(frozen=True, slots=True)
class Page:
    """What the panel shows.

    `name` is tracker, countdown, lights, phrases, question, danger, drawn, summary, code, health, goodbye or asleep;
    `rows` stand from top to bottom.
    """

    name: str
    rows: tuple[Row, ...]

    def lines(self) -> list[str]:
        """The page as lines of text: for `show`, for terminals without a panel, for tests.

        Each is one line whatever the names in it hold, and has no control characters.
        """
        return [_printable(line) for row in self.rows for line in row.words()]


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


def _spaced(*parts: str) -> str:
    return "  ".join(part for part in parts if part)
