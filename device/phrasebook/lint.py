"""What is wrong with phrases that load: what the box would misunderstand, and what the ear may take for another. Pure.

An error is what makes the box do something else than was said, whoever speaks: a word that the model drops, so that
the rest of the phrase is heard alone, and a phrase of two intents, of which one never happens. A warning is what a
voice, a room or a cut-off end may make of it: a phrase that begins another, phrases that sound alike, a command of one
syllable. A note is a warning that does no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from .book import Phrasebook
from .likeness import Sounds, apart, nearest, syllables
from .net import Net, Words
from .overlaps import beginnings, overlaps
from .problems import Problem

ERROR, WARNING, NOTE = "error", "warning", "note"

MOST_ALIKE = 2.05
"""Sounds apart, of phrases that may be taken for one another; "calm four" and "cancel", which were, are 2.0 apart."""
MOST_ALIKE_NAMES = 1.05
"""Sounds apart, of names that may be taken for one another: they are short, and stand in the same phrases."""
_SHARE_ALIKE = 0.5
"""Of the longer phrase's sounds, for short ones to be alike."""
_VALUES_TRIED = 12
"""Values of each list that are held against other phrases."""

HARMLESS: Mapping[frozenset[str], str] = MappingProxyType(
    {
        frozenset({"suspend", "end_suspension"}): "one of them only counts while the other cannot",
        frozenset({"spell", "spell_unlimited"}): "the box asks for how many turns",
        frozenset({"stop", "mute"}): "either makes the box quiet, and it says when it is muted",
        frozenset({"undo", "redo"}): "the box says which of them it did, and each takes the other back",
    }
)
"""Pairs of intents that may begin one another or sound alike, with the reason."""
ONLY_WHEN: Mapping[str, str] = MappingProxyType(
    {
        "yes": "yes is heard only while the box asks",
        "no": "no is heard only while the box asks",
        "rolled": "rolled is heard only where the table rolls its own die",
    }
)
"""Intents that are heard only at times, so that others are seldom taken for them."""

Sounding = Callable[[Sequence[str]], Sequence[Sounds]]
"""Gives the sounds of phrases."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that lint found: error, warning or note."""

    kind: str
    problem: Problem

    def __str__(self) -> str:
        place = self.problem.file if self.problem.line is None else f"{self.problem.file}:{self.problem.line}"
        return f"{place}: {self.kind}: {self.problem.text} ({self.problem.cure})"


def errors_of(phrasebook: Phrasebook, known: Collection[str] | None = None) -> tuple[Problem, ...]:
    """What makes a phrasebook unfit; `known` are the words of the speech model, None where there is none."""
    return (*_unknown(phrasebook, known or ()), *_doubles(phrasebook)) if known else tuple(_doubles(phrasebook))


def lint(phrasebook: Phrasebook, known: Collection[str] | None, sounding: Sounding | None) -> tuple[Finding, ...]:
    """Every finding, in the order of the file.

    Args:
        phrasebook: as it is heard, with the table's names.
        known: the words of the speech model; None looks for no unknown ones.
        sounding: gives the sounds of phrases; None looks for none that sound alike, nor at syllables.
    """
    found = [Finding(ERROR, problem) for problem in errors_of(phrasebook, known)]
    found += _beginnings(phrasebook)
    if sounding is not None:
        samples = _samples(phrasebook.net)
        sounds = sounding([" ".join(words) for words in samples])
        heard = [_Heard(words, each, phrasebook, samples[words]) for words, each in zip(samples, sounds, strict=True)]
        found += [*_alike(phrasebook, heard), *_short(phrasebook, heard)]
    return tuple(sorted(found, key=lambda each: (each.problem.line or 0, each.problem.text)))


def alike_names(names: Sequence[str], sounding: Sounding) -> Iterator[tuple[int, int, float]]:
    """Names of one list that sound alike: the places of two, and how many sounds they are apart."""
    sounds = sounding(names)
    for first, second in combinations(range(len(names)), 2):
        between = apart(sounds[first], sounds[second], MOST_ALIKE_NAMES)
        if between < MOST_ALIKE_NAMES:
            yield first, second, between


def _unknown(phrasebook: Phrasebook, known: Collection[str]) -> Iterator[Problem]:
    for word, line in phrasebook.words.items():
        if line is not None and word not in known:
            like = ", ".join(nearest(word, known)) or "none"
            cure = f"say it in words that it knows: like it are {like}"
            yield Problem(phrasebook.file, line, f"the speech model does not know the word {word}", cure)


def _doubles(phrasebook: Phrasebook) -> Iterator[Problem]:
    for each in overlaps(phrasebook):
        first, *rest = each.sentences
        intent = phrasebook.intent_of(first)
        other = next(number for number in rest if phrasebook.intent_of(number) != intent)
        where = f" (line {phrasebook.line_of(first)})" if phrasebook.line_of(first) else ""
        told = f'"{each.phrase}" means {intent}{where} and {phrasebook.intent_of(other)}'
        yield Problem(phrasebook.file, phrasebook.line_of(other), told, "keep it for one of them")


def _beginnings(phrasebook: Phrasebook) -> Iterator[Finding]:
    for each in beginnings(phrasebook):
        begun, longer = (phrasebook.intent_of(number) for number in each.sentences)
        told = f'"{each.phrase}" ({begun}) begins "{each.longer}" ({longer})'
        harmless = HARMLESS.get(frozenset({begun, longer}))
        cure = f"harmless: {harmless}" if harmless else f"word one of them otherwise: a lost end makes it {begun}"
        problem = Problem(phrasebook.file, phrasebook.line_of(each.sentences[1]), told, cure)
        yield Finding(NOTE if harmless else WARNING, problem)


class _Heard:
    def __init__(self, words: Words, sounds: Sounds, phrasebook: Phrasebook, sentence: int) -> None:
        self.text, self.sounds, self.sentence = " ".join(words), sounds, sentence
        self.intent = phrasebook.intent_of(sentence)
        self.single = len(words) == 1

    def __str__(self) -> str:
        return self.text


def _alike(phrasebook: Phrasebook, heard: Sequence[_Heard]) -> Iterator[Finding]:
    nearest_pairs: dict[frozenset[str], tuple[float, _Heard, _Heard]] = {}
    for first, second in combinations(heard, 2):
        if first.intent == second.intent:
            continue
        share = _SHARE_ALIKE * max(len(first.sounds), len(second.sounds))
        between = apart(first.sounds, second.sounds, min(MOST_ALIKE, share + 0.01))
        pair = frozenset({first.intent, second.intent})
        if between < min(MOST_ALIKE, share + 0.01) and between < nearest_pairs.get(pair, (MOST_ALIKE,))[0]:
            nearest_pairs[pair] = between, first, second
    for pair, (between, first, second) in nearest_pairs.items():
        told = f'"{first.text}" ({first.intent}) sounds like "{second}" ({second.intent}), {between:.1f} sounds apart'
        harmless = HARMLESS.get(pair) or next((ONLY_WHEN[each] for each in sorted(pair) if each in ONLY_WHEN), None)
        cure = f"harmless: {harmless}" if harmless else "word one of them otherwise"
        problem = Problem(phrasebook.file, phrasebook.line_of(second.sentence), told, cure)
        yield Finding(NOTE if harmless else WARNING, problem)


def _short(phrasebook: Phrasebook, heard: Sequence[_Heard]) -> Iterator[Finding]:
    for each in heard:
        if each.single and syllables(each.sounds) == 1:
            told = f'"{each.text}" ({each.intent}) is one syllable'
            when = ONLY_WHEN.get(each.intent)
            cure = f"harmless: {when}" if when else "add a longer way to say it: a short sound is easily missed or made"
            problem = Problem(phrasebook.file, phrasebook.line_of(each.sentence), told, cure)
            yield Finding(NOTE if when else WARNING, problem)


def _samples(net: Net) -> Mapping[Words, int]:
    """Phrases that take every step of every sentence, as short as can be, with the number of the sentence."""
    heads: dict[int, Words] = dict.fromkeys(net.starts, ())
    waiting = list(heads)
    for number in waiting:
        for arc in net.nodes[number].arcs:
            if arc.target not in heads:
                heads[arc.target] = heads[number] + arc.sayings[0]
                waiting.append(arc.target)
    tails = _tails(net, waiting)
    return {
        heads[number] + saying + tails[arc.target]: net.nodes[number].sentence
        for number in waiting
        for arc in net.nodes[number].arcs
        for saying in arc.sayings[:_VALUES_TRIED]
    }


def _tails(net: Net, numbers: Sequence[int]) -> Mapping[int, Words]:
    """The fewest words that end a sentence from each of these nodes."""
    tails: dict[int, Words] = {number: () for number in numbers if net.nodes[number].ending}
    left = [number for number in reversed(numbers) if number not in tails]
    while left:
        ways = {
            number: [arc.sayings[0] + tails[arc.target] for arc in net.nodes[number].arcs if arc.target in tails]
            for number in left
        }
        tails |= {number: min(found, key=len) for number, found in ways.items() if found}
        left = [number for number in left if number not in tails]
    return tails
