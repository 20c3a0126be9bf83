"""Dice as people write them, "2d6 goblins" or "4d6kh3", and the text around them; faces come from a throw function.

An expression is a sum of dice and numbers, each of them multiplied where wanted: `2d6`, `1d4+1`, `2d6x10`, `1d6 - 1`,
`d8+d6`. Dice are `NdS`; of several `kh3` keeps the highest three and `kl1` the lowest one (`k3` is `kh3`); `d%` is a
d100, and `2W6` is German for 2d6. A die without its number is `d6` in small letters alone, so that a room called D6
stays a room. × binds closer than + and −, parentheses are not computed, and a total below 0 is 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .shown import key_shown, shown

MOST_DICE = 100
"""Dice of one expression."""

MOST_SIDES = 1000
"""Faces of a die, at least 2."""

MOST_NUMBER = 10_000
"""A number that is added, taken away or multiplied with."""

MOST_TERMS = 10
"""Dice and numbers that are added up in one expression."""


class ExpressionError(ValueError):
    """Dice or a text that cannot be read; it says which part, the bound and the cure."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: `count` dice of `sides` faces, or with no sides the number `count`.

    `keep` dice count, the highest (above 0) or the lowest (below 0); 0 keeps all. `factor` multiplies, and is below 0
    where the term is taken away.
    """

    count: int
    sides: int
    keep: int
    factor: int


@dataclass(frozen=True, slots=True)
class Expression:
    """A sum of terms; `text` is how it was written."""

    text: str
    terms: tuple[Term, ...]

    @property
    def dice(self) -> int:
        """How many dice it throws, 1–`MOST_DICE`."""
        return sum(term.count for term in self.terms if term.sides)

    @property
    def most(self) -> int:
        """No total is above it."""
        added = (term for term in self.terms if term.factor > 0)
        return sum(term.factor * (abs(term.keep) or term.count) * (term.sides or 1) for term in added)


@dataclass(frozen=True, slots=True)
class Nested:
    """`[name]` in a text: a draw from the table of this name."""

    table: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """An expression as it fell: every face in the order thrown, those not kept too, and the total, 0 upwards."""

    text: str
    faces: tuple[int, ...]
    total: int


Part = str | Expression | Nested
"""What a text is made of: words as they stand, dice, and nested tables."""


def parse_expression(text: object) -> Expression:
    """The expression that `text` is, whole.

    Raises:
        ExpressionError: it is none, or out of bounds.
    """
    stripped = text.strip() if isinstance(text, str) else ""
    if not _DICE.match(stripped):
        raise ExpressionError(f"{shown(text)} is no dice expression: write one, such as 2d6 or 2d6x10")
    expression, end = _expression(stripped, 0)
    if end < len(stripped):
        after = key_shown(expression.text)
        raise ExpressionError(f"{shown(text)} goes on after {after}: write dice alone, such as 2d6x10")
    return expression


def parse_text(text: str) -> tuple[Part, ...]:
    """The parts of an entry's text, in order; joined again with what was rolled and drawn they are the result.

    Raises:
        ExpressionError: dice out of bounds, brackets that do not pair.
    """
    parts: list[Part] = []
    place = 0
    for found in _BRACKETED.finditer(text):
        _add_words(parts, text[place : found.start()])
        parts.append(Nested(_nested_name(found.group(1))))
        place = found.end()
    _add_words(parts, text[place:])
    return tuple(parts)


def roll(expression: Expression, throw: Callable[[int], int]) -> Rolled:
    """Roll every die of the expression, in the order written; `throw(sides)` gives a face of 1–`sides`."""
    faces: list[int] = []
    total = 0
    for term in expression.terms:
        if not term.sides:
            total += term.factor * term.count
            continue
        thrown = [throw(term.sides) for _ in range(term.count)]
        faces += thrown
        ranked = sorted(thrown, reverse=term.keep > 0)
        total += term.factor * sum(ranked[: abs(term.keep)] if term.keep else ranked)
    return Rolled(expression.text, tuple(faces), max(0, total))


# -- reading ----------------------------------------------------------------------------------------

_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
_DICE = re.compile(r"([0-9]*)[dw]([0-9]+|%)(?:k([hl]?)([0-9]+))?", re.IGNORECASE)
_ENDS_IN_DICE = re.compile(rf"{_DICE.pattern}\Z", re.IGNORECASE)
_BEGINS = re.compile(r"(?<!\w)(?:[0-9]+[dwDW]|d)(?=[0-9%])")
"""Where dice begin in a text: with their number, or as a d in small letters."""
_SIGN = re.compile(r"\s*([+−-])\s*(?=[0-9dw])", re.IGNORECASE)
_TIMES = re.compile(r"\s*[x×*]\s*([0-9]+)", re.IGNORECASE)
_BEHIND_A_WORD = re.compile(r"[^\w%]")
_NUMBER = re.compile(r"[0-9]+")
_DIVIDED = re.compile(r"\s*[/÷]\s*[0-9]")
_OUTSIDE = re.compile(r"\)\s*[x×*]\s*[0-9]", re.IGNORECASE)
_MISWRITTEN = (
    (re.compile(r"(?<!\w)[0-9]+[dw](?![\w%])", re.IGNORECASE), "has no sides: write them, as 2d6"),
    (re.compile(r"(?<![\w.,])[0-9]+[.,][0-9]+[dw][0-9]", re.IGNORECASE), "is no whole number of dice: write 2d6"),
    (re.compile(r"[0-9]\s*[x×*]\s*[0-9]*[dw][0-9]", re.IGNORECASE), "multiplies in front: write 2d6x10"),
    (re.compile(r"(?<![\w.,])[0-9]+\s+[dw][0-9%]+", re.IGNORECASE), "has a space within dice: write 2d6"),
)
"""What is no expression and was meant as one."""


def _add_words(parts: list[Part], text: str) -> None:
    """Words between brackets: text and dice."""
    for bracket, other in ("[]", "]["):
        if bracket in text:
            raise ExpressionError(f"{shown(text)} has a {bracket} without its {other}: a nested table is [its name]")
    for miswritten, trouble in _MISWRITTEN:
        found = miswritten.search(text)
        if found:
            raise ExpressionError(f"{shown(found.group())} {trouble}")
    place = 0
    while begins := _BEGINS.search(text, place):
        expression, end = _expression(text, begins.start())
        if text[place : begins.start()]:
            parts.append(text[place : begins.start()])
        parts.append(expression)
        place = end
    if text[place:]:
        parts.append(text[place:])


def _nested_name(inside: str) -> str:
    name = inside.strip()
    if not name:
        raise ExpressionError("[] names no table: write the name of one between the brackets")
    if _DICE.match(name):
        raise ExpressionError(f"[{key_shown(name)}] has dice in brackets: write dice without them, as 2d6")
    return name


def _expression(text: str, place: int) -> tuple[Expression, int]:
    """The expression that begins at `place`, and where it ends."""
    begin, terms, sign = place, [], 1
    while True:
        term, place = _term(text, place, sign)
        terms.append(term)
        follows = _SIGN.match(text, place)
        if not follows or not _is_term(text, follows):
            break
        sign, place = (1 if follows.group(1) == "+" else -1), follows.end()
    expression = Expression(text[begin:place], tuple(terms))
    _check_end(text, place, expression)
    return expression, place


def _is_term(text: str, sign: re.Match[str]) -> bool:
    """Whether what follows a sign belongs to the sum: "1d4 + 1 rats", but not "1d4 + 1st rat", "2d6 - door"."""
    term = _DICE.match(text, sign.end()) or _NUMBER.match(text, sign.end())
    if term is None:
        return False
    spaced = sign.group()[-1].isspace()
    return not (spaced and text[term.end() : term.end() + 1].isalpha() and not _TIMES.match(text, term.end()))


def _term(text: str, place: int, sign: int) -> tuple[Term, int]:
    dice = _DICE.match(text, place)
    if dice:
        written, count, sides, which, keep = dice.group(), *dice.groups()
        number = _within(count or "1", 1, MOST_DICE, written, "has {} dice")
        faces = 100 if sides == "%" else _within(sides, 2, MOST_SIDES, written, "has {} sides")
        kept = 0
        if keep is not None:
            kept = _within(keep, 1, number, written, "keeps {} dice") * (-1 if which in ("l", "L") else 1)
        place = dice.end()
    else:
        found = _NUMBER.match(text, place)
        if found is None:  # `_is_term` has seen one
            raise ExpressionError(f"{shown(text[place:])} is no number: write dice, such as 2d6")
        number, faces, kept = _within(found.group(), 0, MOST_NUMBER, found.group(), "adds {}"), 0, 0
        place = found.end()
    factor = sign
    times = _TIMES.match(text, place)
    if times:
        factor *= _within(times.group(1), 1, MOST_NUMBER, text[place : times.end()].strip(), "multiplies by {}")
        place = times.end()
    return Term(number, faces, kept, factor), place


def _check_end(text: str, place: int, expression: Expression) -> None:
    """What stands right behind dice must not look like more of them."""
    behind, written = text[place : place + 1], key_shown(expression.text)
    if _OUTSIDE.match(text, place):
        raise ExpressionError(f"{written}): parentheses are not computed: write 2d6x10+10 for (2d6+1)x10")
    if behind in {"%", "_"} or (behind.isalnum() and _ENDS_IN_DICE.search(expression.text)):
        wrong = expression.text + _BEHIND_A_WORD.split(text[place:], maxsplit=1)[0]
        raise ExpressionError(f"{shown(wrong)} is no dice expression: write 2d6, 4d6kh3, 1d4+1 or 2d6x10, and a space")
    if _DIVIDED.match(text, place):
        raise ExpressionError(f"{written} is divided, which is not computed: write 1d3 for 1d6/2")
    if _TIMES.match(text, place) or len(expression.terms) > MOST_TERMS:
        most = f"at most {MOST_TERMS} parts, each multiplied once"
        raise ExpressionError(f"{written} is too long: {most}")
    if expression.dice > MOST_DICE:
        raise ExpressionError(f"{written} has {expression.dice} dice: at most {MOST_DICE} at once")


def _within(digits: str, low: int, high: int, written: str, told: str) -> int:
    """A number of its digits; however many there are, they are counted before they are computed."""
    short = digits.lstrip("0") or "0"
    if len(short) <= len(str(high)) and low <= int(short) <= high:
        return int(short)
    number = short if len(short) <= 12 else f"a number of {len(short)} digits"
    raise ExpressionError(f"{shown(written)} {told.format(number)}: take {low}–{high}")
