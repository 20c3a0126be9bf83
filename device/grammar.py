"""The recogniser's grammar: sentences drawn from a phrasebook. Pure.

Vosk makes a bigram model of the sentences it is given. Measured on the human clips (whole phrases): bare
parts 86.9 %, adjacent pairs 95.0 %, 3,000 sentences drawn from the templates 96.9 %. So sentences are
drawn, as often as their words are to be expected, and what chance left out is added: every value of every
list and every pair of adjacent words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise, product
from random import Random

from .phrasebook import Phrasebook
from .phrasebook.net import Arc, Net, Values, Words

UNKNOWN = "[unk]"
"""Vosk's word for all that is no word of the grammar."""

MOST_SENTENCES = 20_000
"""Vosk builds a grammar of as many in 32 ms; beyond it pairs of two long lists are left to chance."""


def draw_sentences(phrasebook: Phrasebook, seed: int = 1, count: int = 3_000, decoys: Iterable[str] = ()) -> list[str]:
    """Draw the sentences of a grammar; the same seed draws the same.

    Args:
        phrasebook: what may be said.
        seed: of the draw.
        count: sentences drawn, 2,000–4,000 as measured; each intent gets as many as another, so that "stop" is
            as likely as the many ways to light a torch. What chance left out comes on top, up to
            `MOST_SENTENCES`.
        decoys: words beside the phrases, each a sentence of its own, that take up table talk (open mode only).

    Returns:
        Sentences in normalised words, short ones more than once, the decoys, and `UNKNOWN` last.
    """
    phrasebook = phrasebook.as_heard
    drawing = _Drawing(phrasebook, Random(seed))  # noqa: S311 - nothing is kept secret by it
    said = drawing.evenly(count)
    said += islice(drawing.missing(said), max(0, MOST_SENTENCES - len(said)))
    known = phrasebook.words
    return [" ".join(words) for words in said] + [word for word in decoys if word not in known] + [UNKNOWN]


class _Drawing:
    def __init__(self, phrasebook: Phrasebook, random: Random) -> None:
        self.net: Net = phrasebook.net
        self.random = random
        self.starts: dict[str, list[int]] = {}
        for start in self.net.starts:
            intent = phrasebook.intent_of(self.net.nodes[start].sentence)
            self.starts.setdefault(intent, []).append(start)
        self.before: list[list[tuple[int, Arc]]] = [[] for _ in self.net.nodes]
        for number, node in enumerate(self.net.nodes):
            for arc in node.arcs:
                self.before[arc.target].append((number, arc))
        self.drawn: set[tuple[Values | None, Words]] = set()
        self.sorted: dict[tuple[Values, int], dict[str, list[Words]]] = {}

    def evenly(self, count: int) -> list[Words]:
        """Draw `count` sentences: the intents in turn, of each its templates in turn."""
        intents = list(self.starts.values())
        turns = (starts[turn % len(starts)] for turn in range(count) for starts in intents)
        return [self.onward(start) for start, _ in zip(turns, range(count), strict=False)]

    def missing(self, said: Iterable[Words]) -> Iterator[Words]:
        """Make a sentence for every value of a list, and every pair of words in a row, that `said` has not."""
        seen = {pair for words in said for pair in pairwise(("", *words, ""))}
        for made in chain(self.with_every_value(), self.with_every_pair(seen)):
            seen.update(pairwise(("", *made, "")))
            yield made

    def with_every_value(self) -> Iterator[Words]:
        places: dict[Values, list[tuple[int, Arc]]] = {}
        for node, arc in chain.from_iterable(self.before):
            if arc.values is not None:
                places.setdefault(arc.values, []).append((node, arc))
        for values, steps in places.items():
            for saying in values.sayings:
                if (values, saying) not in self.drawn:
                    node, arc = self.random.choice(steps)
                    yield self.back(node) + saying + self.onward(arc.target)

    def with_every_pair(self, seen: set[tuple[str, str]]) -> Iterator[Words]:
        """Give a sentence for each pair not in `seen`, which grows meanwhile; "" is the edge of a sentence.

        Two lists, or a list and a word, that stand side by side in many places are gone through once.
        """
        starts = set(self.net.starts)
        done: set[tuple[str | Values, str | Values]] = set()
        for number, node in enumerate(self.net.nodes):
            before: list[tuple[int, Arc] | None] = [None] if number in starts else [*self.before[number]]
            after: list[Arc | None] = [*node.arcs, None] if node.ending else [*node.arcs]
            for step, arc in product(before, after):
                both = (_label(step[1] if step else None), _label(arc))
                if both in done:
                    continue
                done.add(both)
                firsts, seconds = self.sayings(both[0], -1), self.sayings(both[1], 0)
                for first, second in product(firsts, seconds):
                    if (first, second) not in seen:
                        head = self.back(step[0]) + self.random.choice(firsts[first]) if step else ()
                        tail = self.random.choice(seconds[second]) + self.onward(arc.target) if arc else ()
                        yield head + tail

    def sayings(self, label: str | Values, place: int) -> dict[str, list[Words]]:
        """Give what may be said for a step, by its first word (`place` 0) or its last (-1)."""
        if isinstance(label, str):
            return {label: [(label,)]}
        if (label, place) not in self.sorted:
            found = self.sorted.setdefault((label, place), {})
            for saying in label.sayings:
                found.setdefault(saying[place], []).append(saying)
        return self.sorted[label, place]

    def onward(self, number: int) -> Words:
        """Draw the words from a node to the end of the sentence."""
        said: Words = ()
        while True:
            node = self.net.nodes[number]
            arcs: list[Arc | None] = [*node.arcs, None]
            (arc,) = self.random.choices(arcs, [*(arc.weight for arc in node.arcs), node.ending])
            if arc is None:
                return said
            saying = self.random.choice(arc.sayings)
            self.drawn.add((arc.values, saying))
            said, number = said + saying, arc.target

    def back(self, number: int) -> Words:
        """Draw the words from the start of the sentence to a node."""
        said: Words = ()
        while self.before[number]:
            number, arc = self.random.choice(self.before[number])
            said = self.random.choice(arc.sayings) + said
        return said


def _label(arc: Arc | None) -> str | Values:
    """Give the word or the list of a step, "" at the edge of a sentence."""
    return "" if arc is None else arc.values or arc.word
