"""Phrases that belong to two intents or begin one of another: found exactly, without saying all sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .book import Phrasebook
from .net import Net, Words

_Place = tuple[int, Words]  # a node, and the words still to be said before it is reached

MOST_STEPS = 100_000
"""Beginnings of phrases looked at; a book with more of them in common is judged by these."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """A phrase that sentences of several intents hold; the sentences by number, the one that counts first."""

    phrase: str
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A phrase that begins a longer one of another intent; the sentences by number, that of the shorter first."""

    phrase: str
    longer: str
    sentences: tuple[int, int]


def overlaps(phrasebook: Phrasebook) -> Iterator[Overlap]:
    """Give for each set of sentences of different intents the shortest phrase that they share."""
    told: set[tuple[int, ...]] = set()
    for said, ended, _ in _shared(phrasebook):
        if len({phrasebook.intent_of(each) for each in ended}) > 1 and ended not in told:
            told.add(ended)
            yield Overlap(" ".join(said), ended)


def beginnings(phrasebook: Phrasebook) -> Iterator[Beginning]:
    """Give for each two intents the shortest phrase of one that begins one of the other."""
    told: set[tuple[str, str]] = set()
    for said, ended, onward in _shared(phrasebook):
        for (whole, sentence), ways in sorted(_longer(phrasebook, ended, onward).items()):
            pair = phrasebook.intent_of(whole), phrasebook.intent_of(sentence)
            if pair not in told:
                told.add(pair)
                yield Beginning(" ".join(said), " ".join((*said, *min(ways, key=len))), (whole, sentence))


def _longer(
    phrasebook: Phrasebook, ended: tuple[int, ...], onward: dict[str, set[_Place]]
) -> dict[tuple[int, int], list[Words]]:
    """The words that lead on to sentences of other intents, by the sentence that ended and the longer one."""
    net, found = phrasebook.net, dict[tuple[int, int], list[Words]]()
    for word, places in onward.items():
        for sentence in {net.nodes[node].sentence for node, _ in places}:
            for whole in ended:
                if phrasebook.intent_of(whole) != phrasebook.intent_of(sentence):
                    found.setdefault((whole, sentence), []).append((word, *_rest(net, places, sentence)))
    return found


_Shared = tuple[Words, tuple[int, ...], dict[str, set[_Place]]]


def _shared(phrasebook: Phrasebook) -> Iterator[_Shared]:
    """Give every beginning that sentences of several intents share: its words, the sentences it ends, what follows."""
    net = phrasebook.net
    waiting: list[tuple[Words, frozenset[_Place]]] = [((), frozenset((start, ()) for start in net.starts))]
    seen = {waiting[0][1]}
    for said, places in waiting:
        ended = sorted({net.nodes[node].sentence for node, rest in places if not rest and net.nodes[node].ending})
        onward = _next(net, places)
        yield said, tuple(ended), onward
        if len(seen) >= MOST_STEPS:
            continue
        for word, reached in onward.items():
            together = frozenset(reached)
            shared = {phrasebook.intent_of(net.nodes[node].sentence) for node, _ in together}
            if len(shared) > 1 and together not in seen:
                seen.add(together)
                waiting.append(((*said, word), together))


def _rest(net: Net, places: set[_Place], sentence: int) -> Words:
    """The fewest words with which a sentence is ended from one of these places."""
    waiting = [(rest, node) for node, rest in sorted(places) if net.nodes[node].sentence == sentence]
    for said, node in waiting:
        if net.nodes[node].ending:
            return said
        waiting += [(said + arc.sayings[0], arc.target) for arc in net.nodes[node].arcs]
    return ()


def _next(net: Net, places: frozenset[_Place]) -> dict[str, set[_Place]]:
    onward: dict[str, set[_Place]] = {}
    for node, rest in places:
        if rest:
            onward.setdefault(rest[0], set()).add((node, rest[1:]))
            continue
        for arc in net.nodes[node].arcs:
            for saying in arc.sayings:
                onward.setdefault(saying[0], set()).add((arc.target, saying[1:]))
    return onward
