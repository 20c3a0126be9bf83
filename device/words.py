"""The one normalisation of words: phrases, names, speech and typing all pass through here. Pure.

A normalised text is lower-case words with one space between them. Digits become words, hyphens and
punctuation become spaces, apostrophes inside a word stay ("i'd").
"""

from __future__ import annotations

import re
import unicodedata

GREATEST_NUMBER = 999_999
"""Digits beyond it are read out one by one, so that no number is ever taken for another."""

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNITS = {word: value for value, word in enumerate(_SMALL) if value}
_BELOW_HUNDRED = _UNITS | {word: 10 * (place + 2) for place, word in enumerate(_TENS)}
NUMBER_WORDS = frozenset((*_SMALL, *_TENS, "hundred", "thousand", "and", "minus"))
"""All words with which numbers are said."""

_APOSTROPHES = "’‘ʼ`´′＇"
_SIGNS = {"&": " and ", "%": " percent ", "+": " plus "}
_MINUS = re.compile(r"(?<!\S)[-−](?=\d)")
_THOUSANDS = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_OVER = re.compile(r"(?<=\d)[/\u2044](?=\d)")  # NFKC writes one half with U+2044
_DIGITS = re.compile(r"\d+")
_LOOSE_APOSTROPHE = re.compile(r"(?<!\S)'+|'+(?!\S)")


class _Letters(dict[int, str | None]):
    """What `str.translate` makes of a character, found out once: letters, marks, digits and apostrophes stay."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        kind = unicodedata.category(character)
        if character in _APOSTROPHES:
            self[code] = "'"
        elif kind[0] in "LM" or kind == "Nd" or character == "'":
            self[code] = character
        else:
            self[code] = None if kind == "Cf" else " "  # soft hyphens and zero-width marks stand inside words
        return self[code]


_LETTERS = _Letters()


def normalise(text: str) -> str:
    """Bring `text` to the form in which phrases, speech and typing are compared.

    "Light a  TORCH!" → "light a torch"; "trap-door" → "trap door"; "d20" → "d twenty"; "105" → "one
    hundred and five"; "-2" → "minus two"; "3.5" → "three point five". Any string is taken, also one of
    broken Unicode; the time grows with its length only. What is normal already stays as it is.
    """
    return " ".join(_LOOSE_APOSTROPHE.sub(" ", loosely(text)).split())


def loosely(text: str) -> str:
    """Normalise a piece of a template: its outer spaces and apostrophes stay, since words may go on beside it."""
    text = unicodedata.normalize("NFKC", text).lower()
    text = _MINUS.sub(" minus ", text)
    text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)
    text = _POINT.sub(" point ", text)
    text = _OVER.sub(" over ", text)
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    text = _DIGITS.sub(lambda found: f" {_spoken(found[0])} ", text.translate(_LETTERS))
    return re.sub(r"\s+", " ", text)


def number_words(number: int) -> str:
    """Say a whole number of -999,999 to 999,999 in words: 105 → "one hundred and five", -2 → "minus two".

    Raises:
        ValueError: beyond these bounds.
    """
    if abs(number) > GREATEST_NUMBER:
        raise ValueError(f"number {number}: numbers are said in words from -{GREATEST_NUMBER} to {GREATEST_NUMBER}")
    if number < 0:
        return f"minus {number_words(-number)}"
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, rest = divmod(number, 10)
        return _TENS[tens - 2] + (f" {_SMALL[rest]}" if rest else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    many, rest = divmod(number, size)
    said = f"{number_words(many)} {name}"
    if not rest:
        return said
    return f"{said} {number_words(rest)}" if rest >= 100 else f"{said} and {number_words(rest)}"


def parse_number(text: str) -> int | None:
    """Read a whole number of 0–999,999 from normalised words, None where the whole text is not one number.

    "and" may be left out ("one hundred five"); a leading "minus" makes it negative.
    """
    words = text.split()
    if words[:1] == ["minus"]:
        number = _read(words[1:])
        return None if number is None else -number
    return _read(words)


def _read(words: list[str]) -> int | None:
    if words == ["zero"]:
        return 0
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if name in words:
            place = words.index(name)
            many, rest = _read(words[:place]), words[place + 1 :]
            if not many or many >= (1000 if size == 1000 else 10):
                return None
            if not rest:
                return many * size
            if rest[0] == "and" and ("hundred" in rest or "thousand" in rest):
                return None  # "and" stands before what is below a hundred
            less = _read(rest[1:] if rest[0] == "and" else rest)
            return many * size + less if less and less < size else None
    if len(words) == 1:
        return _BELOW_HUNDRED.get(words[0])
    if len(words) == 2 and words[0] in _TENS and 0 < _UNITS.get(words[1], 0) < 10:
        return _BELOW_HUNDRED[words[0]] + _UNITS[words[1]]
    return None


def _spoken(digits: str) -> str:
    if len(digits) <= len(str(GREATEST_NUMBER)):
        return number_words(int(digits))
    return " ".join(_SMALL[int(digit)] for digit in digits)
