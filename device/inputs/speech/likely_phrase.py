"""The phrase that was most likely said where noise or others cover it: a choice by figures of each. Pure.

What may have been said are the whole phrases of the hearings in which nothing else can be heard, and those that stand
in a row in the plain hearing. A hearing of phrases finds one in anything; so every candidate is looked at from all
sides, and is taken when about half of those like it were right. The weights of a logistic regression
stand in `WEIGHTS`; `tests/bench/voice_fit.py` makes them anew.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Protocol

from ...messages import Intent, Scored, Utterance, Word
from .loud_words import LOUD_DB, level_of, lost_seconds, row_gap_db, seconds_of, without_quiet

LEAST_CHANCE = 0.45
"""Of being right, by the weights.

Measured on the clips that the weights are of, each fitted on others (right / wrong of 88): with 0.4 in babble at 12 and
6 dB 81 / 3 and 45 / 6, in a murmur at 6 dB 47 / 10; with 0.6 77 / 3, 38 / 4 and 43 / 5.
"""
LEAST_CHANCE_WOKEN = 0.35
"""After the wake phrase more of what is said is meant: of 200 commands in talk at 12 dB 163 / 11, else 161 / 11."""
WEIGHTS: Mapping[str, float] = {
    "": -2.788,
    "same words in the plain hearing": 2.689,
    "weight of the row": 0.066,
    "gap of the row": -0.031,
    "weakest word": 0.153,
    "seconds lost": -3.934,
    "words": 0.124,
    "letters a second": -0.069,
    "pauses": -0.326,
    "loud words around": 0.360,
    "near words around": -2.612,
    "margin, narrow": 0.075,
    "least margin": 0.036,
    "most margin": 0.229,
    "beyond a shorter one": 0.168,
    "cut short": -0.187,
}
"""By feature, and "" for what is added to every candidate."""

_MOST_MARGIN = 8.0
_LEVELS_LEFT_OUT_DB = (-90.0, -20.0, -17.0, -14.0, -12.0, -10.0, -8.0)
_LONGEST_ROW = 22
_NEAR_AROUND_DB = -9.0
_OVER_TABLE_DB = 6.0
"""So much louder than the table was before is the near voice itself: it says a sentence around the phrase."""
_EDGE_SECONDS = 0.1
_NEAR_ENOUGH = 0.4
"""Of the shorter of two words, so much must be said at the same time for them to be one."""

Key = tuple[str, tuple[tuple[str, object], ...]]


class Phrases(Protocol):
    """What the choice needs of a phrasebook."""

    def match(self, text: str) -> Intent | None:
        """The intent of which `text` is a whole phrase."""

    def goes_on(self, text: str) -> bool:
        """Whether `text` is the beginning of a longer phrase."""


@dataclass
class _Row:
    """Words in a row of the plain hearing that are a whole phrase, quiet ones left out."""

    weight: float
    words: Sequence[Word]
    gap_db: float


@dataclass
class Candidate:
    """What may have been said: its intent, and where it was heard."""

    intent: Intent
    heard: dict[int, Scored] = field(default_factory=dict)
    """By number of the hearing of phrases, as it was best there."""
    row: _Row | None = None

    @property
    def words(self) -> Sequence[Word]:
        """Its words, as they were heard first."""
        if self.heard:
            return self.heard[min(self.heard)].words
        assert self.row is not None  # noqa: S101 - it was heard somewhere
        return self.row.words


def likely_phrase(utterance: Utterance, phrasebook: Phrases) -> tuple[str, Intent] | None:
    """The phrase, with its intent, that was most likely said; None where none is likely enough."""
    least = LEAST_CHANCE_WOKEN if utterance.way == "wake" else LEAST_CHANCE
    best: tuple[float, Candidate] | None = None
    for candidate, figures in candidates(utterance, phrasebook):
        chance = chance_of(figures)
        if chance >= least and (best is None or chance > best[0]):
            best = chance, candidate
    return best and (" ".join(word.text for word in best[1].words), best[1].intent)


def chance_of(figures: Mapping[str, float]) -> float:
    """How often one with these figures was right, 0–1."""
    return 1 / (1 + math.exp(-WEIGHTS[""] - sum(WEIGHTS.get(name, 0.0) * each for name, each in figures.items())))


def candidates(utterance: Utterance, phrasebook: Phrases) -> list[tuple[Candidate, dict[str, float]]]:
    """Everything that may have been said, each with its figures."""
    found: dict[Key, Candidate] = {}
    for number, hearing in enumerate(utterance.phrases):
        for scored in hearing:
            text = " ".join(word.text for word in scored.words)
            if (intent := phrasebook.match(text)) is not None:
                found.setdefault(_key(intent), Candidate(intent)).heard.setdefault(number, scored)
    for row, intent in _rows(utterance, phrasebook):
        candidate = found.setdefault(_key(intent), Candidate(intent))
        if candidate.row is None or row.weight > candidate.row.weight:
            candidate.row = row
    every = list(found.values())
    return [(each, _figures(each, every, utterance)) for each in every]


def _key(intent: Intent) -> Key:
    return intent.name, tuple(sorted(intent.slots.items()))


def _rows(utterance: Utterance, phrasebook: Phrases) -> Iterator[tuple[_Row, Intent]]:
    known: dict[str, Intent | None] = {}
    going_on: dict[str, bool] = {}
    for words in utterance.alternatives:
        if any(word.level_db is None for word in words):
            continue
        for kept in without_quiet(words, _LEVELS_LEFT_OUT_DB):
            for first in range(len(kept)):
                text = ""
                for last in range(first, min(len(kept), first + _LONGEST_ROW)):
                    text = f"{text} {kept[last].text}".lstrip()
                    if text not in known:
                        known[text] = phrasebook.match(text)
                    if (intent := known[text]) is not None:
                        row = kept[first : last + 1]
                        yield _Row(_weight(row), row, row_gap_db(row, words)), intent
                    if text not in going_on:
                        going_on[text] = phrasebook.goes_on(text)
                    if not going_on[text]:
                        break


def _figures(candidate: Candidate, every: Sequence[Candidate], utterance: Utterance) -> dict[str, float]:
    words, row = candidate.words, candidate.row
    plain = utterance.alternatives[0] if utterance.alternatives else ()
    spoken = max(0.1, sum(seconds_of(word) for word in words))
    begin, end = words[0].start_seconds - _EDGE_SECONDS, words[-1].end_seconds + _EDGE_SECONDS
    figures = {
        "same words in the plain hearing": sum(seconds_of(word) for word in words if _is_in(word, plain)) / spoken,
        "weight of the row": row.weight if row else 0.0,
        "gap of the row": min(15.0, max(-10.0, row.gap_db)) if row else -10.0,
        "weakest word": min(-5.0, max(-20.0, min(map(level_of, words)))),
        "seconds lost": lost_seconds(words, utterance.levels_db),
        "words": float(len(words)),
        "letters a second": sum(len(word.text) for word in words) / spoken,
        "pauses": words[-1].end_seconds - words[0].start_seconds - spoken,
        "loud words around": sum(
            seconds_of(word)
            for word in plain
            if level_of(word) >= LOUD_DB + 2 and (word.end_seconds < begin or word.start_seconds > end)
        ),
    }
    least_db = max(_NEAR_AROUND_DB, _OVER_TABLE_DB + (utterance.table_db if utterance.table_db is not None else -90.0))
    near = (word for word in plain if level_of(word) > least_db and not _within(word, words))
    figures["near words around"] = min(1.0, sum(map(seconds_of, near)))
    margins = [_margin(candidate, every, number) for number in range(len(utterance.phrases))]
    figures |= {"margin, narrow": margins[-1], "least margin": min(margins), "most margin": max(margins)}
    return figures | _ends(candidate, every, utterance)


def _margin(candidate: Candidate, every: Sequence[Candidate], number: int) -> float:
    """By how much it was heard better than the next in one hearing, below 0: worse than the best."""
    if number not in candidate.heard:
        return -_MOST_MARGIN
    others = [each.heard[number].score for each in every if each is not candidate and number in each.heard]
    if not others:
        return _MOST_MARGIN
    return min(_MOST_MARGIN, max(-_MOST_MARGIN, candidate.heard[number].score - max(others)))


def _ends(candidate: Candidate, every: Sequence[Candidate], utterance: Utterance) -> dict[str, float]:
    """How loud is what it says beyond a shorter one that was heard best, and what a longer one says beyond it."""
    words = candidate.heard[max(candidate.heard)].words if candidate.heard else candidate.words
    said = [word.text for word in words]
    beyond = cut = 0.0
    for number in range(len(utterance.phrases)):
        heard = [each for each in every if number in each.heard]
        best = max(heard, key=lambda each: each.heard[number].score, default=None)
        if best is None or best is candidate:
            continue
        other = best.heard[number].words
        texts = [word.text for word in other]
        if len(texts) > len(said) and texts[1 : len(said)] == said[1:]:
            cut = max(cut, min(12.0, fmean(map(level_of, other[len(said) :])) + 12))
        elif len(texts) < len(said) and said[1 : len(texts)] == texts[1:]:
            beyond = min(10.0, max(-10.0, fmean(map(level_of, words[len(texts) :])) + 9))
    return {"beyond a shorter one": beyond, "cut short": cut}


def _within(word: Word, phrase: Sequence[Word]) -> bool:
    """Whether a word was said while the phrase was."""
    begin, end = phrase[0].start_seconds + _EDGE_SECONDS, phrase[-1].end_seconds - _EDGE_SECONDS
    return word.end_seconds > begin and word.start_seconds < end


def _is_in(word: Word, others: Sequence[Word]) -> bool:
    return any(
        other.text == word.text
        and min(word.end_seconds, other.end_seconds) - max(word.start_seconds, other.start_seconds)
        > _NEAR_ENOUGH * min(seconds_of(word), seconds_of(other))
        for other in others
    )


def _weight(words: Sequence[Word]) -> float:
    return sum((level_of(word) - LOUD_DB) * seconds_of(word) for word in words)
