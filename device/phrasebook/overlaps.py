"""Phrases that belong to two intents: found exactly, without saying all sentences. Pure."""

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


def overlaps(phrasebook: Phrasebook) -> Iterator[Overlap]:
    """Give for each set of sentences of different intents the shortest phrase that they share."""
    net = phrasebook.net
    told: set[tuple[int, ...]] = set()
    waiting: list[tuple[Words, frozenset[_Place]]] = [((), frozenset((start, ()) for start in net.starts))]
    seen = {waiting[0][1]}
    for said, places in waiting:
        ended = sorted({net.nodes[node].sentence for node, rest in places if not rest and net.nodes[node].ending})
        if len({phrasebook.intent_of(each) for each in ended}) > 1 and tuple(ended) not in told:
            told.add(tuple(ended))
            yield Overlap(" ".join(said), tuple(ended))
        if len(seen) >= MOST_STEPS:
            continue
        for word, onward in _next(net, places).items():
            together = frozenset(onward)
            shared = {phrasebook.intent_of(net.nodes[node].sentence) for node, _ in together}
            if len(shared) > 1 and together not in seen:
                seen.add(together)
                waiting.append(((*said, word), together))


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
