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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...settings.problems import Problem
from .choosing import HEAVIEST, Choice, Choose, choose_first

SILENT = "silent"
SOME = "some"
_PLACEHOLDER = re.compile(r"\{(?P<field>\w+)(?::(?P<nth>nth)|\|(?P<one>[^{}|]*)\|(?P<many>[^{}|]*))?\}")
_AS_IT_IS = frozenset({"given", "listed", "verb"})
"""Fields that hold what somebody typed or has to type."""
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
            return _PLACEHOLDER.sub(lambda found: _filled(found, values, wording), choose(place, variant.say))
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


# -- reading ----------------------------------------------------------------------------------------


class SentenceReader:
    """Reads sentences and gathers every problem with its line."""

    def __init__(self, lines: Mapping[Path, int]) -> None:
        self.problems: list[Problem] = []
        self._lines = lines

    def tell(self, path: Path, value: Any, text: str) -> None:
        """Note a problem at the deepest line that is known for `path`."""
        near = next((self._lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self._lines), None)
        self.problems.append(Problem(near, path, value, text))

    def sentence(self, path: Path, value: Any, fields: Fields, *, varies: bool = False, ends: bool = True) -> Sentence:
        """The sentence at `path`; what is wrong with it is told.

        Args:
            path: Where it stands.
            value: What stands there.
            fields: What it may use.
            varies: It may have several texts of the same meaning.
            ends: One of its variants must always fit; False: another sentence follows it.
        """
        if value == SILENT:
            return SILENCE
        is_list = isinstance(value, tuple) and not (value and all(map(_is_text, value)))
        listed = value if is_list else ({"say": value},)
        places = [(*path, str(number)) if is_list else path for number in range(len(listed))]
        read = [self._variant(place, each, fields, varies) for place, each in zip(places, listed, strict=True)]
        variants = [variant for variant in read if variant]
        if len(variants) == len(listed):
            self._check_variants(path, variants, fields, ends=ends)
        return tuple(variants)

    def _variant(self, path: Path, value: Any, fields: Fields, varies: bool) -> Variant | None:
        if not isinstance(value, Mapping) or not set(value) <= {"say", "when"} or "say" not in value:
            self.tell(path, value, "a variant holds say and, where it has conditions, when")
            return None
        when = value.get("when", {})
        choices = self._choices(path, value["say"], varies=varies)
        if choices is None:
            return None
        if not isinstance(when, Mapping):
            self.tell(path, when, "conditions are a mapping, as in when: {loud: true}")
            return None
        for field in when:
            if field not in fields:
                self.tell((*path, "when"), field, f"no field {field} here: there are {_listed(fields)}")
        if not set(when) <= set(fields):
            return None
        return Variant(choices, when)

    def _choices(self, path: Path, value: Any, *, varies: bool) -> tuple[Choice, ...] | None:
        """The texts of a variant; None where what is wrong with them was told."""
        if not isinstance(value, tuple):
            value = (value,)
        elif not varies:
            self.tell(path, value, "has one text: what is shown does not vary, keep one of the list")
            return None
        elif not value:
            self.tell(path, value, "an empty list says nothing: give texts, or silent")
            return None
        choices = [self._choice(path, each) for each in value]
        return tuple(each for each in choices if each) if all(choices) else None

    def _choice(self, path: Path, value: Any) -> Choice | None:
        weight: Any = 1
        if isinstance(value, Mapping) and set(value) == {"text", "weight"}:
            value, weight = value["text"], value["weight"]
        if not isinstance(value, str):
            told = 'a sentence is a text or silent: quote it, as in say: "all quiet"; a text with its weight is '
            self.tell(path, value, f'{told}{{text: "all quiet", weight: 3}}')
        elif type(weight) is not int or not 1 <= weight <= HEAVIEST:
            self.tell(path, weight, f"weight {weight} is none: give a whole number from 1 to {HEAVIEST}")
        else:
            return Choice("" if value == SILENT else value, weight)
        return None

    def _check_variants(self, path: Path, variants: Sequence[Variant], fields: Fields, *, ends: bool) -> None:
        if ends and (not variants or variants[-1].when):
            self.tell(path, None, "the last variant must have no condition, so that there is always one: add say: …")
        for number, variant in enumerate(variants):
            if not variant.when and number < len(variants) - 1:
                self.tell(
                    path,
                    None,
                    f"variant {number + 1} has no condition, so that none after it is ever said: put it last",
                )
            there = {field for field in fields if _never_null(field, variant, variants[:number])}
            for choice in variant.say:
                for problem in _placeholder_problems(choice.text, fields, there):
                    self.tell(path, choice.text, problem)


def _is_text(value: Any) -> bool:
    """Whether it is a text or one with its weight, and no variant with conditions."""
    return isinstance(value, str) or (isinstance(value, Mapping) and "text" in value)


def _never_null(field: str, variant: Variant, before: Sequence[Variant]) -> bool:
    """Whether `variant` is said only with the field there: it asks for it, or one before took every null."""
    if field in variant.when:
        return variant.when[field] is not None
    for other in before:
        rest = {key: wanted for key, wanted in other.when.items() if key != field}
        if field in other.when and other.when[field] is None and rest.items() <= dict(variant.when).items():
            return True
    return False


def _placeholder_problems(template: str, fields: Fields, there: set[str]) -> Iterator[str]:
    rest = _PLACEHOLDER.sub("", template)
    if "{" in rest or "}" in rest:
        yield "a brace that is no placeholder: write {field}, {field|one|many} or {field:nth}"
    for found in _PLACEHOLDER.finditer(template):
        name = found["field"]
        field = fields.get(name)
        if field is None:
            yield f"no field {name} here: there are {_listed(fields)}"
        elif field.kind == "flag":
            yield f"{name} is true or false and can stand in a condition only"
        elif field.kind != "number" and (found["nth"] or found["one"] is not None):
            yield f"{name} is no number: write {{{name}}}"
        elif field.optional and name not in there:
            yield f"{name} may be null: put a variant with when: {{{name}: null}} before this one"


def _listed(fields: Fields) -> str:
    return ", ".join(fields) or "none"
