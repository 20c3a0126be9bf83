"""Sentence templates as a person reads them: rules and lists written out, what cannot be said left away. Pure.

"[we] search [<the>] (room|hall)" → "[we] search [the|this] (room|hall)"; a list is written as its values, of a long one
the first few.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..words import normalise
from .book import Phrasebook
from .source import ListValue, Template, WordList
from .templates import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    TextChunk,
    parse_template,
)

_VALUES_SHOWN = 6
_OF_A_RULE_SHOWN = 3
_MORE = "…"


def shown(phrasebook: Phrasebook, intent: str, number: str = "N") -> tuple[str, ...]:
    """Give every sentence of an intent that can be said, as a person reads it; `number` stands for a number."""
    found = []
    for block, template in phrasebook.sentences:
        if block.intent == intent:
            lists, rules = phrasebook.source.lists | block.lists, phrasebook.source.rules | block.rules
            shower = _Shower(lists, rules, number, phrasebook.language)
            if (text := shower.show(parse_template(template.text))) is not None:
                found.append(re.sub(r" +", " ", text).strip())
    return tuple(found)


def values_shown(values: Sequence[ListValue], language: str) -> tuple[str, ...]:
    """Give what may be said for a list, each value once, as it is written."""
    said: dict[str, str] = {}
    for value in values:
        text = value.said.text
        if value.heard or value.is_name:
            means = normalise(str(text if value.out is None else value.out), language)
            said.setdefault(means, str(value.out or text) if value.is_name else _first(text))
    return tuple(said.values())


def _first(text: str) -> str:
    """The first of the ways that a value of a file may be said."""
    choice = re.fullmatch(r"\(([^()\[\]|]+)\|[^()]*\)", text)
    return choice[1] if choice else text


class _Shower:
    def __init__(
        self, lists: Mapping[str, WordList], rules: Mapping[str, Template], number: str, language: str
    ) -> None:
        self.lists = lists
        self.rules = rules
        self.number = number
        self.language = language

    def show(self, expression: Expression) -> str | None:
        """The text of an expression; None where it cannot be said."""
        if isinstance(expression, TextChunk):
            return str(expression.original_text)
        if isinstance(expression, ListReference):
            return self._list(expression)
        if isinstance(expression, RuleReference):
            return self._rule(expression)
        if isinstance(expression, Permutation):
            parts = [part for part in map(self.show, expression.items) if part is not None]
            return f"({'; '.join(part.strip() for part in parts)})" if len(parts) == len(expression.items) else None
        if isinstance(expression, Alternative):
            return self._choice(expression)
        if isinstance(expression, Group):
            shown_parts = [self.show(item) for item in expression.items]
            return None if None in shown_parts else "".join(part or "" for part in shown_parts)
        return ""

    def _choice(self, choice: Alternative) -> str | None:
        ways = [way for way in map(self.show, choice.items) if way]
        if choice.is_optional:
            return f"[{_bare('|'.join(ways))}]" if ways else ""
        return _one_of(ways)

    def _rule(self, rule: RuleReference) -> str | None:
        said = self.show(parse_template(self.rules[rule.rule_name].text)) if rule.rule_name in self.rules else None
        if said is None:
            return None
        ways = _bare(said).split("|") if re.fullmatch(r"\([^()\[\]]*\)", said) else [said]
        return said if len(ways) <= _OF_A_RULE_SHOWN else _one_of([*ways[: _OF_A_RULE_SHOWN - 1], _MORE])

    def _list(self, reference: ListReference) -> str | None:
        words = self.lists.get(reference.list_name)
        if words is None or words.numbers is not None:
            return self.number
        values = list(values_shown(words.values, self.language))
        return _one_of(values if len(values) <= _VALUES_SHOWN else [*values[: _VALUES_SHOWN - 1], _MORE])


def _one_of(ways: Sequence[str]) -> str | None:
    if not ways:
        return None
    return ways[0] if len(ways) == 1 else f"({'|'.join(ways)})"


def _bare(text: str) -> str:
    """Without the brackets around the whole, which the ones outside say already."""
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text
