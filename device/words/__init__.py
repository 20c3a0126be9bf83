"""The one normalisation of words: phrases, names, speech and typing all pass through here. Pure.

A normalised text is lower-case words with one space between them. Digits become words, hyphens and
punctuation become spaces, apostrophes inside a word stay ("i'd"). How a language says numbers and signs
stands in a file beside this module; in one without a file digits stay digits.
"""

from __future__ import annotations

import re
import unicodedata

from .numerals import GREATEST_NUMBER, Language, Numerals, language_named, languages, normal_code

__all__ = [
    "GREATEST_NUMBER",
    "Numerals",
    "languages",
    "loosely",
    "normal_code",
    "normalise",
    "number_words",
    "numerals_of",
    "parse_number",
    "plain_letters",
]

_APOSTROPHES = "’‘ʼ`´′＇"
_MINUS = re.compile(r"(?<!\S)[-−](?=\d)")
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


def normalise(text: str, language: str = "en") -> str:
    """Bring `text` to the form in which phrases, speech and typing are compared.

    "Light a  TORCH!" → "light a torch"; "trap-door" → "trap door"; "d20" → "d twenty"; "105" → "one
    hundred and five", in German "einhundertfünf"; "-2" → "minus two"; "3.5" → "three point five". Any string
    is taken, also one of broken Unicode; the time grows with its length only. What is normal already stays
    as it is.
    """
    return " ".join(_LOOSE_APOSTROPHE.sub(" ", loosely(text, language)).split())


def loosely(text: str, language: str = "en") -> str:
    """Normalise a piece of a template: its outer spaces and apostrophes stay, since words may go on beside it."""
    spoken = language_named(language)
    text = unicodedata.normalize("NFKC", text).lower()
    if spoken.numerals is not None:
        text = _with_signs(text, spoken)
        text = _DIGITS.sub(lambda found: f" {_digits(found[0], spoken)} ", text.translate(_LETTERS))
    else:
        text = text.translate(_LETTERS)
    return re.sub(r"\s+", " ", text)


def plain_letters(text: str, language: str) -> str:
    """Write a normalised text without the letters that a keyboard may lack: "rüstung" → "ruestung"."""
    for letter, plain in language_named(language).letters.items():
        text = text.replace(letter, plain)
    return text


def numerals_of(language: str) -> Numerals | None:
    """How a language says numbers, None for one without a file."""
    return language_named(language).numerals


def number_words(number: int, language: str = "en") -> str:
    """Say a whole number of -999,999 to 999,999 in words: 105 → "one hundred and five", -2 → "minus two".

    In a language without numbers it is written in digits.

    Raises:
        ValueError: beyond these bounds.
    """
    numerals = numerals_of(language)
    return str(number) if numerals is None else numerals.say(number)


def parse_number(text: str, language: str = "en") -> int | None:
    """Read a whole number of 0–999,999 from normalised words, None where the whole text is not one number.

    "and" may be left out ("one hundred five"); a leading "minus" makes it negative.
    """
    numerals = numerals_of(language)
    return None if numerals is None else numerals.read(text)


def _with_signs(text: str, spoken: Language) -> str:
    text = _MINUS.sub(f" {spoken.minus} ", text)
    if spoken.thousands is not None and spoken.decimals is not None:
        text = spoken.thousands.sub(lambda found: re.sub(r"\D", "", found[0]), text)
        text = spoken.decimals.sub(f" {spoken.point} ", text)
    text = _OVER.sub(f" {spoken.over} ", text)
    for sign, word in spoken.signs.items():
        text = text.replace(sign, f" {word} ")
    return text


def _digits(digits: str, spoken: Language) -> str:
    return digits if spoken.numerals is None else spoken.numerals.digits(digits)
