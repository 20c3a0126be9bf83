"""How alike words are: to the eye, for a word that was misspelled, and to the ear, for phrases. Pure."""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

Sounds = tuple[str, ...]
"""The sounds of a phrase one after the other, as espeak-ng writes them without stress."""

_VOWEL = re.compile(r"[aeiouAEIOUVWYy@0123]")
_GROUPS = ("p b t d k g ?", "f v T D s z S Z C C2 x h", "m n N", "l L l2 r r- R w j ;", "tS dZ ts pF")
_GROUP_OF = {sound: number for number, group in enumerate(_GROUPS) for sound in group.split()}
_OTHER_OF_KIND = 0.5
"""What it costs to take a vowel for another, or a consonant for one made alike."""
_LOST = 0.7
"""What it costs to miss a sound or hear one more."""
_FEW = 5
"""Sounds that are compared as they are, without a look at whether they have any in common."""
_SPELLING_CANDIDATES = 40
_SHORTEST_PIECE = 3


def nearest(word: str, known: Collection[str], most: int = 3) -> tuple[str, ...]:
    """The known words most like one that is not known, the likest first.

    Two known words that it is written together of come first, and last where one of them is very short: a large
    vocabulary has fragments such as "rel" and "ight".
    """
    pieces = [
        f"{word[:cut]} {word[cut:]}"
        for cut in range(_SHORTEST_PIECE, len(word) - _SHORTEST_PIECE + 1)
        if word[:cut] in known and word[cut:] in known
    ]
    wanted = set(_pairs(word))
    lengths = range(len(word) - 2, len(word) + 3)
    candidates = (each for each in known if len(each) in lengths)
    alike = heapq.nlargest(_SPELLING_CANDIDATES, candidates, key=lambda each: (_shared(wanted, each), each))
    ranked = sorted(alike, key=lambda each: (_misspelled(word, each), each))
    pieces.sort(key=lambda each: -min(map(len, each.split())))
    if pieces and min(map(len, pieces[0].split())) > _SHORTEST_PIECE:
        return (pieces[0], *ranked)[:most]
    return (*ranked[: most - len(pieces[:1])], *pieces[:1])


def distance(first: Sequence[str], second: Sequence[str], most: float = math.inf, *, spelled: bool = False) -> float:
    """How far apart two rows of sounds (or of letters) are; `most` may be given for anything beyond it."""
    before = [place * _LOST for place in range(len(second) + 1)]
    for row, sound in enumerate(first, 1):
        now = [row * _LOST]
        for column, other in enumerate(second, 1):
            changed = before[column - 1] + (0.0 if sound == other else 1.0 if spelled else change_cost(sound, other))
            now.append(min(changed, before[column] + _LOST, now[-1] + _LOST))
        if min(now) > most:
            return most
        before = now
    return before[-1]


def change_cost(sound: str, other: str) -> float:
    """What it costs to take one sound for another, 0–1."""
    if sound == other:
        return 0.0
    if _is_vowel(sound) or _is_vowel(other):
        return _OTHER_OF_KIND if _is_vowel(sound) and _is_vowel(other) else 1.0
    group = _GROUP_OF.get(sound)
    return _OTHER_OF_KIND if group is not None and group == _GROUP_OF.get(other) else 1.0


def apart(first: Sounds, second: Sounds, most: float) -> float:
    """How many sounds two phrases are apart; `most` for anything beyond it."""
    if abs(len(first) - len(second)) * _LOST >= most:
        return most
    begin, end = 0, min(len(first), len(second))
    while begin < end and first[begin] == second[begin]:
        begin += 1
    last = 0
    while last < end - begin and first[-1 - last] == second[-1 - last]:
        last += 1
    first, second = first[begin : len(first) - last], second[begin : len(second) - last]
    if max(len(first), len(second)) * _OTHER_OF_KIND < most or len(first) < _FEW or len(second) < _FEW:
        return min(most, distance(first, second, most))
    foreign = (Counter(first) - Counter(second)).total()
    return most if foreign * _OTHER_OF_KIND >= most else min(most, distance(first, second, most))


def syllables(sounds: Sounds) -> int:
    """The syllables of a phrase, by its vowels."""
    return sum(_is_vowel(sound) for sound in sounds)


def sounds_of(written: str) -> Sounds:
    """The sounds of one line of espeak-ng's (`-x --sep=_`), without stress and pauses."""
    bare = (re.sub(r"^[',%=|]+|[:_|!]+$", "", each) for each in re.split(r"[\s_]+", written))
    return tuple(each for each in bare if each and each != ";")


def _misspelled(word: str, other: str) -> float:
    """How far apart two spellings are; people seldom get the first letter wrong."""
    return distance(tuple(word), tuple(other), spelled=True) + (_LOST if word[:1] != other[:1] else 0.0)


def _is_vowel(sound: str) -> bool:
    return _VOWEL.match(sound) is not None


def _pairs(word: str) -> Iterator[str]:
    edged = f" {word} "
    return (edged[place : place + 2] for place in range(len(edged) - 1))


def _shared(wanted: Iterable[str], word: str) -> float:
    pairs = set(_pairs(word))
    return 2 * len(pairs.intersection(wanted)) / (len(pairs) + len(set(wanted)))
