"""Sentence templates, parsed by hassil, and what it lets pass or trips over refused. Nothing else imports hassil."""

from __future__ import annotations

import re

from hassil.expression import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    TextChunk,
)
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError

_LONGEST = 20_000
_DEEPEST = 40

__all__ = [
    "Alternative",
    "Expression",
    "Group",
    "ListReference",
    "Permutation",
    "RuleReference",
    "TemplateError",
    "TextChunk",
    "parse_template",
]


class TemplateError(Exception):
    """A template that cannot be used; `cure` says what helps."""

    def __init__(self, text: str, cure: str) -> None:
        super().__init__(text)
        self.cure = cure


def parse_template(text: str) -> Expression:
    """Parse hassil's template syntax.

    Raises:
        TemplateError: brackets that do not fit, an empty choice, or too long or deep a text.
    """
    if len(text) > _LONGEST:
        raise TemplateError(f"has {len(text)} characters", f"keep it within {_LONGEST}, with lists and rules")
    depth = deepest = 0
    for character in re.sub(r"\\.", "", text):
        depth += (character in "([{<") - (character in ")]}>")
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        raise TemplateError(f"has brackets {deepest} deep", f"keep them within {_DEEPEST}, with rules")
    if re.search(r"\d[][()]+\d", text):
        raise TemplateError("joins digits across brackets", "write such numbers in words")
    try:
        return _checked(parse_sentence(text).expression)
    except (ParseError, AssertionError, IndexError, ValueError) as error:
        cure = "write (a|b) for a choice, [a] for what may be left out, {list} or {list:slot} for a list"
        if isinstance(error, AssertionError):
            raise TemplateError("has empty brackets", cure) from None
        open_end = re.match(r"Unable to find end of \w+ '(.)'", str(error))
        raise TemplateError(f"lacks a {open_end[1]}" if open_end else "has brackets that do not fit", cure) from None


def _checked(expression: Expression) -> Expression:
    if isinstance(expression, Group):
        if not expression.items:
            raise TemplateError("has an empty choice", "write [a|b] for what may be left out")
        for item in expression.items:
            _checked(item)
    return expression
