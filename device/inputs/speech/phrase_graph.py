"""The phrases of a phrasebook as a graph of words: whole phrases and nothing else. Pure.

Vosk makes a bigram model of the sentences it is given, in which phrases cross and break off. Where noise covers
words, what could follow them is the best help there is, and a graph says it exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...phrasebook import Phrasebook
from ...phrasebook.net import Arc

MOST_STEPS = 200_000
"""A graph of the whole phrasebook has some 7,000; one that lists of names multiply beyond this is none."""

Step = tuple[str, float, int]
"""A word, what it costs (the negative logarithm of its chance), and the place it leads to."""


@dataclass(frozen=True, slots=True)
class PhraseGraph:
    """Places between words; the first is the beginning.

    Attributes:
        steps: From each place.
        endings: What it costs to end at a place, None where the phrase must go on.
    """

    steps: list[list[Step]]
    endings: list[float | None]


def phrase_graph(phrasebook: Phrasebook) -> PhraseGraph | None:
    """Every phrase, as likely as an even choice among intents, among the templates of each, and at each fork.

    None where it would have more than `MOST_STEPS` steps.
    """
    net = phrasebook.net
    steps: list[list[Step]] = [[] for _ in net.nodes]
    endings: list[float | None] = [_cost(node.ending) if node.ending else None for node in net.nodes]
    for number, node in enumerate(net.nodes):
        for arc in node.arcs:
            _add(steps, number, arc)
        if len(steps) > MOST_STEPS:
            return None
    by_intent: dict[str, list[int]] = {}
    for start in net.starts:
        by_intent.setdefault(phrasebook.intent_of(net.nodes[start].sentence), []).append(start)
    first = [
        (word, cost + _cost(1 / (len(by_intent) * len(starts))), target)
        for starts in by_intent.values()
        for start in starts
        for word, cost, target in steps[start]
    ]
    endings += [None] * (len(steps) - len(endings))
    # the beginning comes first, so all places move by one
    moved = [[(word, cost, target + 1) for word, cost, target in row] for row in (first, *steps)]
    return PhraseGraph(moved, [None, *endings])


def _add(steps: list[list[Step]], number: int, arc: Arc) -> None:
    """A row of steps for each saying of a step of the net."""
    cost = _cost(arc.weight / len(arc.sayings)) if arc.sayings else 0.0
    for words in arc.sayings:
        place = number
        for word in words[:-1]:
            steps.append([])
            steps[place].append((word, cost if place == number else 0.0, len(steps) - 1))
            place = len(steps) - 1
        steps[place].append((words[-1], cost if place == number else 0.0, arc.target))


def _cost(chance: float) -> float:
    return -math.log(chance)
