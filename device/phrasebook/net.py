"""A phrasebook as a net of words, in which phrases are found and from which sentences are drawn. Pure.

Each sentence template is a net without loops, from its own start node; an arc is a word or a whole value
of a list. Templates that multiply to millions of sentences stay a few thousand arcs, finding a phrase
takes time by its length, and what is found is whole words, never parts ("largelatte").
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..messages import Slot
from ..words import Numerals

Words = tuple[str, ...]

_LONGEST_NUMBER = 12  # minus nine hundred and ninety nine thousand nine hundred and ninety nine
_FEW_NUMBERS = 200
_THOUSAND = 1_000


class Values:
    """A list of a phrasebook: what may be said, and what each saying means.

    `lines` tells for each word of it where in the file it first stands (None: it is of the settings).
    """

    def __init__(self, name: str, sayings: Mapping[Words, Slot], lines: Mapping[str, int | None]) -> None:
        self.name = name
        self.lines = lines
        self.numeric = all(isinstance(value, int) for value in sayings.values())
        """All values are whole numbers."""
        self.sayings: Sequence[Words] = tuple(sayings)
        """What may be said, of a long range of numbers some."""
        self._by_first_word: dict[str, list[tuple[Words, Slot]]] = {}
        for words, value in sayings.items():
            self._by_first_word.setdefault(words[0], []).append((words, value))

    def begun_at(self, words: Sequence[str], place: int) -> Iterator[tuple[int, Slot]]:
        """Give each value said from `place` on, with the place after its last word."""
        for saying, value in self._by_first_word.get(words[place], ()):
            end = place + len(saying)
            if tuple(words[place:end]) == saying:
                yield end, value

    def saying_of(self, value: Slot) -> Words | None:
        """Give the first saying that means `value`, None where there is none."""
        meant = (each for sayings in self._by_first_word.values() for each in sayings)
        return next((saying for saying, means in meant if means == value), None)

    def goes_on(self, ending: Sequence[str]) -> bool:
        """Say whether `ending` is the beginning of a longer value."""
        size = len(ending)
        return any(
            len(saying) > size and saying[:size] == tuple(ending)
            for saying, _ in self._by_first_word.get(ending[0], ())
        )


class Numbers(Values):
    """A range of whole numbers, said in words.

    What `sayings` gives to be drawn stays below a thousand where it can: numbers beyond are typed, and with
    "thousand" in the grammar Vosk took "douse the torch" for "thousand a torch" in 7 of 8 synthetic clips.
    """

    def __init__(self, name: str, numbers: range, line: int | None, numerals: Numerals) -> None:
        some: Sequence[int] = numbers[bisect_right(numbers, -_THOUSAND) : bisect_left(numbers, _THOUSAND)] or numbers
        if len(some) > _FEW_NUMBERS:
            spread = some[:: len(some) // _FEW_NUMBERS + 1]
            some = sorted({*some[:101], *spread, *some[::100][:20], some[-1]})
        sayings = {tuple(numerals.as_heard(number).split()): number for number in some}
        super().__init__(name, sayings, dict.fromkeys((word for saying in sayings for word in saying), line))
        self._numbers = numbers
        self._numerals = numerals

    def begun_at(self, words: Sequence[str], place: int) -> Iterator[tuple[int, Slot]]:
        """Give each number of the range said from `place` on, with the place after its last word."""
        for end in range(place + 1, min(place + 1 + _LONGEST_NUMBER, len(words) + 1)):
            if not self._numerals.may_hold(words[end - 1]):
                return
            number = self._numerals.read(" ".join(words[place:end]))
            if number is not None and number in self._numbers:
                yield end, number


@dataclass(frozen=True, slots=True)
class Arc:
    """A step from one node to another: a word, or a value of `values` that fills `slot` (None: fills none).

    `weight` is the chance, 0–1, of this step when every choice of the template is made evenly.
    """

    target: int
    weight: float
    word: str = ""
    values: Values | None = None
    slot: str | None = None

    @property
    def sayings(self) -> Sequence[Words]:
        """All words with which this step may be taken."""
        return ((self.word,),) if self.values is None else self.values.sayings


@dataclass(slots=True)
class Node:
    """A place between words. `ending` is the chance that the sentence is over here, 0 where it must go on."""

    sentence: int
    arcs: list[Arc] = field(default_factory=list)
    ending: float = 0.0
    _by_word: dict[str, list[int]] = field(default_factory=dict)
    _by_values: list[Arc] = field(default_factory=list)

    def index(self) -> None:
        """Make ready for finding, once all arcs stand."""
        for arc in self.arcs:
            if arc.values is None:
                self._by_word.setdefault(arc.word, []).append(arc.target)
            else:
                self._by_values.append(arc)

    def by_word(self, word: str) -> Sequence[int]:
        """Give the nodes to which `word` leads."""
        return self._by_word.get(word, ())

    @property
    def by_values(self) -> Sequence[Arc]:
        """The steps that are values of lists."""
        return self._by_values


@dataclass(frozen=True, slots=True)
class Found:
    """A whole phrase: the number of its sentence, and the slots that were said."""

    sentence: int
    slots: dict[str, Slot]


@dataclass(frozen=True, slots=True)
class SlotUse:
    """How phrases fill a slot: all of them or some, with whole numbers only or with text."""

    always: bool
    numeric: bool


class Net:
    """All sentences of a phrasebook: `nodes`, and in `starts` the first node of each that can be said."""

    def __init__(self, nodes: list[Node], starts: Sequence[int]) -> None:
        self.nodes = nodes
        self.starts = starts
        self._drop_dead_ends()
        for node in nodes:
            node.index()

    def find(self, words: Sequence[str]) -> Found | None:
        """Find the phrase that is exactly `words`; of several sentences the first in the file."""
        if not words:
            return None
        reached = self._walk(words)
        last = [node for node in reached[len(words)] if self.nodes[node].ending]
        if not last:
            return None
        node = last_node = min(last, key=lambda each: self.nodes[each].sentence)
        slots: dict[str, Slot] = {}
        place = len(words)
        while (step := reached[place][node]) is not None:
            place, node, slot, value = step
            if slot is not None:
                slots.setdefault(slot, value)  # read from the end: of a slot said twice the last counts
        return Found(self.nodes[last_node].sentence, dict(reversed(slots.items())))

    def goes_on(self, words: Sequence[str]) -> bool:
        """Say whether `words` are the beginning of a longer phrase."""
        if not words:
            return bool(self.starts)
        reached = self._walk(words)
        if any(self.nodes[node].arcs for node in reached[-1]):
            return True
        return any(
            arc.values is not None and arc.values.goes_on(words[place:])
            for place, nodes in enumerate(reached[:-1])
            for node in nodes
            for arc in self.nodes[node].by_values
        )

    def shortest(self, start: int) -> Words:
        """Give the fewest words that end a sentence from a node on."""
        waiting: list[tuple[Words, int]] = [((), start)]
        for said, number in waiting:
            if self.nodes[number].ending:
                return said
            waiting += [(said + arc.sayings[0], arc.target) for arc in self.nodes[number].arcs if arc.sayings]
        return ()

    def with_slots(self, start: int, slots: Mapping[str, Slot]) -> Words | None:
        """Give the fewest steps from a node on that fill just these slots, None where there are none."""
        waiting: list[tuple[Words, int, frozenset[str]]] = [((), start, frozenset(slots))]
        seen: set[tuple[int, frozenset[str]]] = set()
        for said, number, left in waiting:
            if self.nodes[number].ending and not left:
                return said
            if (number, left) in seen:
                continue
            seen.add((number, left))
            for arc in self.nodes[number].arcs:
                if arc.slot is None:
                    words = next(iter(arc.sayings), None)
                else:
                    words = arc.values.saying_of(slots[arc.slot]) if arc.values and arc.slot in left else None
                if words is not None:
                    waiting.append((said + words, arc.target, left - {arc.slot} if arc.slot else left))
        return None

    def slots(self, start: int) -> dict[str, SlotUse]:
        """Give the slots that a sentence fills, by its first node."""
        numeric: dict[str, bool] = {}
        always: dict[int, set[str]] = {}
        waiting = [start]
        while waiting:
            number = waiting[-1]
            node = self.nodes[number]
            fresh = [arc.target for arc in node.arcs if arc.target not in always]
            if fresh:
                waiting += fresh
                continue
            waiting.pop()
            ways = [set[str]()] if node.ending else []
            for arc in node.arcs:
                ways.append(always[arc.target] | ({arc.slot} if arc.slot else set()))
                if arc.slot and arc.values is not None:
                    numeric[arc.slot] = numeric.get(arc.slot, True) and arc.values.numeric
            always[number] = set.intersection(*ways)
        return {slot: SlotUse(slot in always[start], numbers) for slot, numbers in numeric.items()}

    def _walk(self, words: Sequence[str]) -> list[dict[int, _Step | None]]:
        """Give the nodes reached before each word and after the last, each with the first step that led there."""
        reached: list[dict[int, _Step | None]] = [{} for _ in range(len(words) + 1)]
        reached[0] = dict.fromkeys(self.starts)
        begun: dict[tuple[int, int], list[tuple[int, Slot]]] = {}
        for place, word in enumerate(words):
            for node in reached[place]:
                for target in self.nodes[node].by_word(word):
                    reached[place + 1].setdefault(target, (place, node, None, ""))
                for arc in self.nodes[node].by_values:
                    if arc.values is None:
                        continue
                    key = (id(arc.values), place)
                    if key not in begun:
                        begun[key] = list(arc.values.begun_at(words, place))
                    for end, value in begun[key]:
                        reached[end].setdefault(arc.target, (place, node, arc.slot, value))
        return reached

    def _drop_dead_ends(self) -> None:
        """Leave out the steps after which no sentence can be ended: those beside a list without values."""
        before: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            for arc in node.arcs:
                before[arc.target].append(number)
        live = {number for number, node in enumerate(self.nodes) if node.ending}
        waiting = list(live)
        while waiting:
            fresh = [number for number in before[waiting.pop()] if number not in live]
            live.update(fresh)
            waiting += fresh
        for node in self.nodes:
            node.arcs = [arc for arc in node.arcs if arc.target in live]
        self.starts = tuple(start for start in self.starts if start in live)


_Step = tuple[int, int, str | None, Slot]
