"""How a language says whole numbers, as data: a file beside this module for each language. Pure but for reading it.

Under `numbers` of a file stand the words for 0–19 (`small`), those for 20, 30 … 90 (`tens`), and ways to put them
together, of which the first is said and all are understood:

    tens_and_unit               {tens} {unit}
    hundreds, thousands         {many}
    hundreds_and_rest, thousands_and_small_rest (below a hundred), thousands_and_rest: {many} {rest}

A way without {many} is for one hundred or thousand only. `within` has endings that change before something else
(eins: ein), `also` other words for small numbers, `together: true` numbers written as one word, and `heard_apart` the
words after which the recogniser hears a new one all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import yaml

GREATEST_NUMBER = 999_999
"""Digits beyond it are read out one by one, so that no number is ever taken for another."""

_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Numerals:
    """The numbers of one language."""

    small: Sequence[str]
    tens: Sequence[str]
    ways: Mapping[str, Sequence[str]]
    minus: str
    within: Mapping[str, str]
    also: Mapping[str, str]
    together: bool
    heard_apart: Sequence[str]

    def say(self, number: int) -> str:
        """Say a whole number of -999,999 to 999,999 in words.

        Raises:
            ValueError: beyond these bounds.
        """
        if abs(number) > GREATEST_NUMBER:
            bounds = f"numbers are said in words from -{GREATEST_NUMBER} to {GREATEST_NUMBER}"
            raise ValueError(f"number {number}: {bounds}")
        return f"{self.minus} {self.say(-number)}" if number < 0 else next(self._said(number))

    def as_heard(self, number: int) -> str:
        """As `say`, in the words that a recogniser would have in its vocabulary."""
        said = self.say(number)
        for word in self.heard_apart:
            said = said.replace(word, f"{word} ")
        return " ".join(said.split())

    def read(self, text: str) -> int | None:
        """Read a whole number of normalised words, None where the whole text is not one number."""
        words = text.split()
        if words[:1] == [self.minus]:
            number = self._read(words[1:])
            return None if number is None else -number
        return self._read(words)

    def may_hold(self, word: str) -> bool:
        """Whether a word may be a part of a number."""
        return self._of_pieces.fullmatch(word) is not None

    def digits(self, digits: str) -> str:
        """Say digits: as a number, or one by one where it is too long for one."""
        if len(digits) <= len(str(GREATEST_NUMBER)):
            return self.say(int(digits))
        return " ".join(self.small[int(digit)] for digit in digits)

    def _said(self, number: int) -> Iterator[str]:
        """All ways to say a number from 0 on, the usual one first."""
        if number < 20:
            yield self.small[number]
            yield from (word for word, of in self.also.items() if of == self.small[number])
            return
        if number < 100:
            tens, unit = divmod(number, 10)
            word = self.tens[tens - 2]
            if not unit:
                yield word
                return
            for way in self.ways["tens_and_unit"]:
                yield from (way.format(tens=word, unit=self._within(each)) for each in self._said(unit))
            return
        size, name = (1000, "thousands") if number >= 1000 else (100, "hundreds")
        many, rest = divmod(number, size)
        if rest:
            name += "_and_small_rest" if size == 1000 and rest < 100 else "_and_rest"
        for way in self.ways[name]:
            if "{many}" not in way and many != 1:
                continue
            for first in self._said(many) if "{many}" in way else ("",):
                for last in self._said(rest) if rest else ("",):
                    yield way.format(many=self._within(first), rest=last)

    def _within(self, said: str) -> str:
        for ending, other in self.within.items():
            if said.endswith(ending):
                return said.removesuffix(ending) + other
        return said

    def _read(self, words: Sequence[str]) -> int | None:
        text = ("" if self.together else " ").join(words)
        if text == self.small[0]:
            return 0
        if text in self._below_thousand:
            return self._below_thousand[text]
        for pattern, low, high in self._thousands:
            found = pattern.fullmatch(text)
            if found is None:
                continue
            parts = found.groupdict()
            many = self._many.get(parts["many"]) if "many" in parts else 1
            rest = self._below_thousand.get(parts["rest"], 0) if "rest" in parts else 0
            if many and low <= rest < high:
                return many * 1000 + rest
        return None

    @cached_property
    def _below_thousand(self) -> Mapping[str, int]:
        return {said: number for number in range(999, 0, -1) for said in self._said(number)}

    @cached_property
    def _many(self) -> Mapping[str, int]:
        return {self._within(said): number for said, number in self._below_thousand.items()}

    @cached_property
    def _thousands(self) -> Sequence[tuple[re.Pattern[str], int, int]]:
        rests = {"thousands": (0, 1), "thousands_and_small_rest": (1, 100), "thousands_and_rest": (100, 1000)}
        return [
            (re.compile(_FIELD.sub(r"(?P<\1>.+?)", way)), *rests[name]) for name in rests for way in self.ways[name]
        ]

    @cached_property
    def _of_pieces(self) -> re.Pattern[str]:
        fixed = (piece for ways in self.ways.values() for way in ways for piece in _FIELD.sub(" ", way).split())
        pieces = {*self.small, *self.tens, *self.within.values(), *self.also, *fixed, self.minus}
        any_piece = "|".join(sorted(map(re.escape, pieces), key=len, reverse=True))
        return re.compile(f"(?:{any_piece}){'+' if self.together else ''}")


@dataclass(frozen=True)
class Language:
    """How one language writes and says what is not plain words; without `numerals` digits stay digits."""

    numerals: Numerals | None
    minus: str
    point: str
    over: str
    signs: Mapping[str, str]
    letters: Mapping[str, str]
    """Letters that a keyboard may lack, and how they are written then."""
    thousands: re.Pattern[str] | None
    decimals: re.Pattern[str] | None


def normal_code(language: str) -> str:
    """The two letters of a language's code: "de" of "de-AT"."""
    return re.split(r"[-_]", language.lower())[0]


@cache
def language_named(name: str) -> Language:
    """The language of a code such as "de" or "de-AT"; one that has no file says nothing but words."""
    code = normal_code(name)
    file = files(__package__) / f"{code}.yaml"
    if not (code.isalpha() and file.is_file()):
        return Language(None, "minus", "", "", {}, {}, None, None)
    data: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    numbers = data["numbers"]
    many, point = re.escape(data["thousands_sign"]), re.escape(data["decimal_sign"])
    return Language(
        Numerals(
            small=numbers["small"],
            tens=numbers["tens"],
            ways={key: value for key, value in numbers.items() if "_and_" in key or key in {"hundreds", "thousands"}},
            minus=data["minus"],
            within=numbers.get("within", {}),
            also=numbers.get("also", {}),
            together=numbers.get("together", False),
            heard_apart=numbers.get("heard_apart", ()),
        ),
        data["minus"],
        data["point"],
        data["over"],
        data["signs"],
        data["letters"],
        re.compile(rf"(?<![\d,.])\d{{1,3}}(?:{many}\d{{3}})+(?![\d{many}])"),
        re.compile(rf"(?<=\d){point}(?=\d)"),
    )


def languages() -> Iterable[str]:
    """The languages that have a file."""
    named = (each.name.rpartition(".") for each in files(__package__).iterdir())
    return sorted(code for code, _, ending in named if ending == "yaml")
