"""The format of a narration file: templates with variants as data, checked whole at load. Pure.

A sentence is `silent`, a template, or a list of variants of which the first that fits is said:

    light_warned:
      - when: {turns_left: 1}
        say: "the {kind} ends next turn"
      - say: "the {kind}: {turns_left|turn|turns} left"

Where something is said, a variant may have several texts of the same meaning, of which one is chosen by weight (1
unless it is given), never the one that was said last:

    light_went_out:
      - say: ["the {kind} is out", "the {kind} dies", {text: silent, weight: 2}]
    note_added: ["noted", "kept"]

In a template `{field}` is the value in words, `{field|one|many}` a number with its noun, `{field:nth}`
which one it is. Where the number does not simply stand before the noun, # is its place, and a text without
# has it in its words: `{turns|ein Zug|# Züge}`. In a condition a value, a list of values, `some` (not null) or
`2+` (two and more).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .choosing import Choice, Choose, choose_first

SILENT = "silent"
SOME = "some"
PLACEHOLDER = re.compile(r"\{(?P<field>\w+)(?::(?P<nth>nth)|\|(?P<one>[^{}|]*)\|(?P<many>[^{}|]*))?\}")
_AS_IT_IS = frozenset({"given", "listed", "verb", "table", "entry", "result", "region"})
"""Fields that hold what somebody typed or has to type, or wrote into a danger table."""
_AT_LEAST = re.compile(r"(\d+)\+")

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """What a sentence may use: `kind` number, text, list or flag (conditions only); may be null if `optional`."""

    kind: str
    optional: bool = False


Fields = Mapping[str, Field]


@dataclass(frozen=True, slots=True)
class Variant:
    """Templates of the same meaning, and the conditions under which one of them is said."""

    say: tuple[Choice, ...]
    when: Mapping[str, Any]

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Whether every condition holds."""
        return all(_holds(wanted, values[field]) for field, wanted in self.when.items())


Sentence = tuple[Variant, ...]
"""Variants of which the last one always fits."""
SILENCE: Sentence = (Variant((Choice(""),), {}),)


def say(
    sentence: Sentence,
    values: Mapping[str, Any],
    wording: Wording,
    choose: Choose = choose_first,
    place: str = "",
) -> str:
    """The sentence with its values in words; empty for silence."""
    for variant in sentence:
        if variant.fits(values):
            return PLACEHOLDER.sub(lambda found: _filled(found, values, wording), choose(place, variant.say))
    return ""


@dataclass(frozen=True, slots=True)
class Wording:
    """How values are said: numbers, ordinals, and words for the engine's names."""

    number: Callable[[int], str]
    ordinals: Sequence[str]
    conjunction: str
    words: Mapping[str, str]

    def text(self, value: Any, field: str = "") -> str:
        """A value in words; those for "field value" come before those for "value"."""
        if isinstance(value, int):
            return self.number(value)
        if field in _AS_IT_IS:
            return str(value)
        if field == "button":  # buttons have names of their own, such as talk, which are no words of the engine's
            return self.words.get(f"button {value}", str(value))
        if isinstance(value, tuple):
            said = [self.text(each, field) for each in value]
            return f" {self.conjunction} ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
        return self.words.get(f"{field} {value}") or self.words.get(value) or str(value).replace("_", " ")

    def nth(self, number: int) -> str:
        """Which one of several; beyond the file's ordinals the plain number."""
        return self.ordinals[number - 1] if 0 < number <= len(self.ordinals) else self.number(number)


def may_be(wanted: Any, field: Field) -> bool:
    """Whether a condition on the field can ever hold."""
    if wanted is None:
        return field.optional or field.kind == "list"
    if isinstance(wanted, bool) or field.kind == "flag":
        return isinstance(wanted, bool) and field.kind == "flag"
    if wanted == SOME:
        return True
    if field.kind == "number":
        return wanted >= 0 if isinstance(wanted, int) else bool(_AT_LEAST.fullmatch(str(wanted)))
    return field.kind == "text" and isinstance(wanted, str)


def _filled(found: re.Match[str], values: Mapping[str, Any], wording: Wording) -> str:
    value = values[found["field"]]
    if found["nth"]:
        return wording.nth(value)
    if found["one"] is not None:
        noun = found["one"] if value == 1 else found["many"]
        number = wording.text(value)
        return noun.replace("#", number) if "#" in found["one"] + found["many"] else f"{number} {noun}"
    return wording.text(value, found["field"])


def _holds(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, tuple):
        return any(_holds(each, value) for each in wanted)
    if wanted == SOME:
        return value is not None and value != ()
    at_least = _AT_LEAST.fullmatch(wanted) if isinstance(wanted, str) else None
    if at_least:
        return isinstance(value, int) and value >= int(at_least[1])
    if value == ():
        value = None
    return type(wanted) is type(value) and wanted == value
