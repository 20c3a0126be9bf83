"""Sentence templates made into the net of words."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..words import GREATEST_NUMBER, loosely, numerals_of
from .net import Arc, Node, Numbers, Values
from .templates import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    TemplateError,
    TextChunk,
)

MOST_STEPS = 250_000
"""Steps taken to make one phrasebook's net, under a second here; the shipped one takes some 10,000."""

NO_NUMERALS = "list the numbers in words under `values`, with `in` and `out`"
"""What helps where a language has no file of numbers."""

_SPACE = " "


@dataclass(frozen=True, slots=True)
class Reference:
    """The place of a list in a template, and the slot it fills."""

    values: Values
    slot: str | None


Label = str | Reference


class TooLargeError(TemplateError):
    """The phrasebook grew too large with this sentence; those after it were not looked at."""


class Weaver:
    """Makes nodes of templates; the nodes of all sentences stand in `nodes`.

    Args:
        lists: what the templates may refer to as {list}.
        rules: what they may refer to as <rule>.
        language: whose words and numbers they hold.
    """

    def __init__(self, lists: Mapping[str, Values], rules: Mapping[str, Expression], language: str) -> None:
        self._language = language
        self._numerals = numerals_of(language)
        self.lists = lists
        self.rules = rules
        self.nodes: list[Node] = []
        self._count = 0
        self._unsaid: list[list[tuple[Label, int]]] = []

    def use(self, lists: Mapping[str, Values], rules: Mapping[str, Expression]) -> None:
        """Change the lists and rules for the sentences to come."""
        self.lists, self.rules = lists, rules

    def weave(self, expression: Expression, sentence: int) -> int:
        """Make the nodes of one sentence and give its first.

        Raises:
            TemplateError: an unknown list or rule, a rule within itself, a word joined to a list, a
                sentence that may be empty or that multiplies too much.
        """
        self._unsaid = [[]]
        last = self._lay(expression, 0, ())
        first = len(self.nodes)
        numbers = {(0, False): first}
        self.nodes.append(Node(sentence))
        waiting = [(0, False)]
        for key in waiting:
            node = self.nodes[numbers[key]]
            for label, weight, target in self._steps(*key, last):
                if label == "":
                    node.ending += weight
                    continue
                after_list = isinstance(label, Reference)
                if isinstance(label, Reference) and not label.values.sayings:
                    continue
                if (target, after_list) not in numbers:
                    numbers[target, after_list] = len(self.nodes)
                    self.nodes.append(Node(sentence))
                    waiting.append((target, after_list))
                goal = numbers[target, after_list]
                if isinstance(label, Reference):
                    node.arcs.append(Arc(goal, weight, values=label.values, slot=label.slot))
                else:
                    node.arcs.append(Arc(goal, weight, word=label))
                self._grow()
        if self.nodes[first].ending:
            raise TemplateError("may be left out whole", "let at least one word stand outside of [ ]")
        return first

    def sayings(self, expression: Expression, most: int) -> list[tuple[str, ...]]:
        """Give all that a list's value may be said as, at most `most`.

        Raises:
            TemplateError: as `weave`; also lists within lists.
        """
        first = self.weave(expression, 0)
        found: list[tuple[str, ...]] = []
        waiting: list[tuple[int, tuple[str, ...]]] = [(first, ())]
        while waiting:
            number, said = waiting.pop()
            if self.nodes[number].ending:
                found.append(said)
            for arc in reversed(self.nodes[number].arcs):
                if arc.values is not None:
                    raise TemplateError(f"holds the list {{{arc.values.name}}}", "write the words themselves")
                waiting.append((arc.target, (*said, arc.word)))
            if len(found) + len(waiting) > most:
                raise TemplateError(f"can be said in more than {most} ways", "move it into a sentence or rule")
        del self.nodes[first:]
        return list(dict.fromkeys(found))

    # -- first the parts of words, as hassil has them, each state numbered above those that lead to it ---------

    def _state(self) -> int:
        self._grow()
        self._unsaid.append([])
        return len(self._unsaid) - 1

    def _grow(self) -> None:
        self._count += 1
        self._need(0)

    def _need(self, steps: int) -> None:
        if self._count + steps > MOST_STEPS:
            cure = "use lists for words, and at most eight things in any order (;)"
            raise TooLargeError("multiplies the phrasebook beyond what the box can hold", cure)

    def _join(self, ends: list[int]) -> int:
        state = self._state()
        for end in ends:
            self._unsaid[end].append(("", state))
        return state

    def _step(self, state: int, label: Label) -> int:
        target = self._state()
        self._unsaid[state].append((label, target))
        return target

    def _lay(self, expression: Expression, state: int, within: tuple[str, ...]) -> int:
        if isinstance(expression, TextChunk):
            for part in re.findall(r" |[^ ]+", loosely(expression.original_text, self._language)):
                state = self._step(state, part)
            return state
        if isinstance(expression, ListReference):
            return self._step(state, self._reference(expression))
        if isinstance(expression, RuleReference):
            name = expression.rule_name
            if name in within:
                raise TemplateError(f"rule <{name}> stands within itself", "write it without <" + name + ">")
            if name not in self.rules:
                raise TemplateError(f"refers to the unknown rule <{name}>", _known("expansion_rules", self.rules))
            return self._lay(self.rules[name], state, (*within, name))
        if isinstance(expression, Permutation):
            return self._lay_in_any_order(expression, state, within)
        if isinstance(expression, Alternative):
            return self._join([self._lay(item, state, within) for item in expression.items])
        if isinstance(expression, Group):
            for item in expression.items:
                state = self._lay(item, state, within)
        return state

    def _lay_in_any_order(self, expression: Permutation, state: int, within: tuple[str, ...]) -> int:
        """Lay one state for each set of things already said: 2ⁿ instead of n! ways.

        What may be left out is not passed over one by one; the way out leads past all that is left.
        """
        items = [_without_leaving_out(item) for item in expression.items]
        self._need(len(items) * 2 ** len(items) // 2)  # told at once, and not after long work
        ways_out: list[int] = []
        done = {0: state}
        for _ in range(len(items) + 1):
            ends: dict[int, list[int]] = {}
            for said, begin in done.items():
                left = [place for place in range(len(items)) if not said >> place & 1]
                for place in left:
                    ends.setdefault(said | 1 << place, []).append(self._lay(items[place][0], begin, within))
                if all(items[place][1] for place in left):
                    ways_out.append(begin)
            done = {said: self._join(each) for said, each in ends.items()}
        return self._step(self._join(ways_out), _SPACE)

    def _reference(self, expression: ListReference) -> Reference:
        name = expression.list_name
        slot = None if expression.is_capture else expression.slot_name
        inline = expression.get_inline_range()
        if name in self.lists:
            return Reference(self.lists[name], slot)
        if inline is not None:
            start, stop, step = inline
            if start > stop or step < 1 or stop > GREATEST_NUMBER:
                raise TemplateError(f"has the range {name}", f"go upwards, from 0 to {GREATEST_NUMBER} at most")
            if self._numerals is None:
                raise TemplateError(f"has the range {name}, and numbers are not known in its language", NO_NUMERALS)
            return Reference(Numbers(name, range(start, stop + 1, step), None, self._numerals), slot)
        raise TemplateError(f"refers to the unknown list {{{name}}}", _known("lists", self.lists))

    # -- then whole words ----------------------------------------------------------------------------------

    def _steps(self, state: int, after_list: bool, last: int) -> Iterator[tuple[Label, float, int]]:
        """Give the words and lists that may come next, each with its chance and the state behind it; "" is the end."""
        chances: dict[tuple[int, str, bool], float] = {(state, "", after_list): 1.0}
        waiting = [(state, "", after_list)]
        while waiting:
            key = heapq.heappop(waiting)
            here, begun, joined = key
            chance = chances.pop(key)
            if here == last:
                yield begun.strip("'"), chance, here
            share = chance / max(1, len(self._unsaid[here]))
            for label, target in self._unsaid[here]:
                self._grow()
                if label == _SPACE and begun.strip("'"):
                    yield begun.strip("'"), share, target
                    continue
                following = (target, "", False)
                if isinstance(label, Reference):
                    if begun or joined:
                        raise TemplateError(f"joins {{{label.values.name}}} to another word", "put a space between")
                    yield label, share, target
                    continue
                if label == "":
                    following = (target, begun, joined)
                elif label != _SPACE:
                    if joined:
                        raise TemplateError(f"joins {label!r} to the list before it", "put a space between")
                    following = (target, begun + label, False)
                if following not in chances:
                    chances[following] = 0.0
                    heapq.heappush(waiting, following)
                chances[following] += share


def _known(what: str, names: Mapping[str, object]) -> str:
    return f"`{what}` has {', '.join(sorted(names))}" if names else f"write it under `{what}`"


def _without_leaving_out(item: Expression) -> tuple[Expression, bool]:
    """Give what [what] holds, and whether it was in such brackets; hassil puts a space on either side."""
    inner = (
        [each for each in item.items if not (isinstance(each, TextChunk) and not each.text.strip())]
        if (isinstance(item, Group))
        else []
    )
    if len(inner) != 1 or not isinstance(inner[0], Alternative) or not inner[0].is_optional:
        return item, False
    spaced: list[Expression] = [TextChunk(_SPACE), Alternative(inner[0].items[:-1]), TextChunk(_SPACE)]
    return Group(spaced), True
