"""Sentences as a file has them, checked for all that is wrong with each. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...settings.problems import Problem
from .choosing import HEAVIEST, Choice
from .sentences import PLACEHOLDER, SILENCE, SILENT, Field, Fields, Path, Sentence, Variant, may_be


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
        if isinstance(value, Mapping) and "say" in value:
            self.tell(path, None, "variants are a list, one alone too: write - before its say or when")
            return ()
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
        for field, wanted in when.items():
            if field not in fields:
                self.tell((*path, "when"), field, f"no field {field} here: there are {_listed(fields)}")
                continue
            for each in wanted if isinstance(wanted, tuple) and wanted else (wanted,):
                if not may_be(each, fields[field]):
                    self.tell((*path, "when", field), each, _never_so(field, fields[field]))
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


def _never_so(name: str, field: Field) -> str:
    """What is told of a condition that no value of the field meets."""
    wanted = {
        "flag": "true or false",
        "number": "a whole number such as 2, or 2+ for two and more",
        "text": "a word such as torch",
        "list": "some",
    }[field.kind]
    missing = " or null" if field.optional or field.kind == "list" else ""
    return f"{name} is never so: give {wanted}{missing}"


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
    rest = PLACEHOLDER.sub("", template)
    if "{" in rest or "}" in rest:
        yield "a brace that is no placeholder: write {field}, {field|one|many} or {field:nth}"
    for found in PLACEHOLDER.finditer(template):
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
