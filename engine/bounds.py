"""What a value of the rules may be: one small check per shape, with the words for what is wrong."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from .shown import is_blank, is_unreadable, key_shown, shown

Read = tuple[Any, str | None]
"""The value as the rules hold it, and what is wrong with it (None: nothing)."""

NAME_LENGTH = 80
_NO_LIMIT = "no limit"


class Check(Protocol):
    """Reads a value of a mapping, and writes it back as a plain JSON value."""

    def read(self, value: object) -> Read:
        """The value as the rules hold it, or what is wrong."""
        ...

    def written(self, value: Any) -> Any:
        """The plain JSON value that `read` gives this for."""
        ...


def _is_whole(value: object) -> bool:
    return type(value) is int  # True is an int to isinstance


def _is_name(value: object) -> bool:
    if not isinstance(value, str) or is_blank(value) or len(value.strip()) > NAME_LENGTH:
        return False
    return not any(is_unreadable(letter) for letter in value.strip())


def _twice(names: Iterable[str]) -> str | None:
    """What is wrong where a name comes twice; outer blanks count for nothing."""
    seen = Counted(name.strip() for name in names)
    return next(
        (f"has {key_shown(name)} twice: take each kind once" for name, times in seen.items() if times > 1), None
    )


@dataclass(frozen=True)
class Choice:
    """One of the words in `allowed`."""

    allowed: tuple[str, ...]

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        if value is False and "off" in self.allowed:
            return "off", None  # a bare off in YAML is false
        if isinstance(value, str) and value in self.allowed:
            return value, None
        return None, f"is none of the choices: take {', '.join(self.allowed[:-1])} or {self.allowed[-1]}"

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return value


@dataclass(frozen=True)
class Whole:
    """A whole number within `low`–`high`, and 0 where `zero` allows it for "off"."""

    low: int
    high: int
    zero: bool = False

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        bounds = f"{self.low}–{self.high}" + (", or 0 for off" if self.zero else "")
        if not isinstance(value, int) or isinstance(value, bool):
            return None, f"is not a whole number: take {bounds}"
        if self.low <= value <= self.high or (self.zero and value == 0):
            return value, None
        return None, f"is out of bounds: take {bounds}"

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return value


@dataclass(frozen=True)
class Weights:
    """Kinds of danger with their weights."""

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        cure = "take kinds with weights of 1–100, as encounter: 3"
        if not isinstance(value, Mapping) or not 1 <= len(value) <= 20:
            return None, f"is not a table of 1–20 kinds: {cure}"
        if not all(_is_name(kind) and _is_whole(weight) and 1 <= weight <= 100 for kind, weight in value.items()):
            return None, f"has a bad kind or weight: {cure}"
        return tuple((kind.strip(), weight) for kind, weight in value.items()), _twice(value)

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return dict(value)


@dataclass(frozen=True)
class Kinds:
    """Kinds of light with the turns that they burn; those given add to torch and candle."""

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        cure = f'take kinds with 1–144 turns or "{_NO_LIMIT}", as candle: 6'
        if not isinstance(value, Mapping) or len(value) > 40:
            return None, f"is not a table of up to 40 kinds: {cure}"
        kinds: dict[str, int | None] = {"torch": 6, "candle": 6}
        for kind, turns in value.items():
            if not _is_name(kind):
                return None, f"has a kind whose name is not 1–{NAME_LENGTH} readable characters: {cure}"
            if kind.strip() == "lantern":
                return None, "has the lantern, which has a key of its own: take lights.lantern_turns"
            if turns is not None and turns != _NO_LIMIT and not (_is_whole(turns) and 1 <= turns <= 144):
                return None, f"has {shown(turns)} turns for {key_shown(kind)}: {cure}"
            kinds[kind.strip()] = None if turns == _NO_LIMIT else turns
        return tuple(kinds.items()), _twice(value)

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return {kind: _NO_LIMIT if turns is None else turns for kind, turns in value}


@dataclass(frozen=True)
class Stock:
    """Off, on (no spares yet), or spares by kind of light."""

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        if value is None or value is False or value == "off":
            return None, None
        if value is True or value == "on":
            return (), None
        if isinstance(value, Mapping) and all(
            _is_name(kind) and _is_whole(count) and 0 <= count <= 999 for kind, count in value.items()
        ):
            return tuple((kind.strip(), count) for kind, count in value.items()), _twice(value)
        return None, "is no stock: take off, on, or spares of 0–999 by kind, as torch: 6"

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return "off" if value is None else dict(value)


@dataclass(frozen=True)
class Counter:
    """Off, on (from 0), or the number to start with."""

    def read(self, value: object) -> Read:
        """See `Check.read`."""
        if value is None or value is False or value == "off":
            return None, None
        if value is True or value == "on":
            return 0, None
        if isinstance(value, int) and 0 <= value <= 999:
            return value, None
        return None, "is no counter: take off, on, or the number to start with, 0–999"

    def written(self, value: Any) -> Any:
        """See `Check.written`."""
        return "off" if value is None else value
