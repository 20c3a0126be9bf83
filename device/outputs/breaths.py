"""A text as it is spoken: sentence by sentence, and none for longer than a breath of twelve seconds. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from .narration.row import SENTENCE_END

LONGEST_SECONDS = 12.0
"""Of one piece: who listens has it in mind as a whole, and what is next can begin."""
_LETTERS_A_WORD = 5
_WORDS_A_PAUSE = 1.3
_WORDS_AT_ONCE = 1.6
"""Of 440 sentences of either language, spoken by espeak-ng at 80, 165 and 400 words a minute, none took longer than
these make of it, and half of them less than four fifths; the longest as shipped took 7.5 s."""
_PAUSE = re.compile(r"[,:;.?!–…]\s")
_MARK = re.compile(r"(?<=[,:;–…])\s+")


def breaths(text: str, rate: int) -> Iterator[str]:
    """The pieces to be made and played one by one.

    Args:
        text: One or more sentences. One that lasts too long is broken behind its marks, else between words.
        rate: In words a minute.
    """
    for sentence in SENTENCE_END.split(text.strip()):
        rest = sentence
        while seconds_at_most(rest, rate) > LONGEST_SECONDS:
            end = _last_that_fits(rest, rate)
            yield rest[:end].rstrip()
            rest = rest[end:].lstrip()
        yield rest


def first_breath(text: str, rate: int) -> tuple[str, str]:
    """As many whole sentences as one breath holds, or a piece of the first; and what is left, which may be empty."""
    end = 0
    for piece in breaths(text, rate):
        begins = text.index(piece, end)
        if end and seconds_at_most(text[: begins + len(piece)].strip(), rate) > LONGEST_SECONDS:
            break
        end = begins + len(piece)
    return text[:end].strip(), text[end:].strip()


def seconds_at_most(text: str, rate: int) -> float:
    """No less than the time that espeak-ng takes for a sentence at `rate` words a minute."""
    letters = sum(_LETTERS_A_WORD if letter.isdigit() else letter.isalnum() for letter in text)
    words = letters / _LETTERS_A_WORD + _WORDS_A_PAUSE * len(_PAUSE.findall(text)) + _WORDS_AT_ONCE
    return words * 60 / rate


def _last_that_fits(text: str, rate: int) -> int:
    """Where the longest piece ends that is no longer than a breath."""
    for ends in (_MARK, re.compile(r"\s+"), re.compile(r"(?<=.)")):
        fitting = takewhile(
            lambda each: seconds_at_most(text[: each.start()], rate) <= LONGEST_SECONDS, ends.finditer(text)
        )
        last = max((each.end() for each in fitting), default=0)
        if last:
            return last
    return len(text)
