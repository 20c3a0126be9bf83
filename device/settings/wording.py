"""Pydantic's findings as sentences: the value, what is wrong with it, and what to give instead."""

from __future__ import annotations

import difflib
import types
from collections.abc import Iterator, Mapping
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from .problems import Path, Problem, dotted, shown
from .scalars import BareWord, Spoiled
from .schema import BUTTON_NAME_WANTED, Settings

_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a list",
    dict: "keys with values",
    type(None): "nothing",
}

_WRONG_KIND = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "a text",
    "path_type": "a file's name",
    "tuple_type": "a list",
    "model_type": "a section of keys with values",
    "mapping_type": "a section of keys with values",
    "dict_type": "a section of keys with values",
}


def problems_of(error: ValidationError, lines: Mapping[Path, int]) -> Iterator[Problem]:
    """Each finding of pydantic with its line; values whose problem is told already are left out."""
    for found in error.errors(include_url=False):
        path = tuple(str(part) for part in found["loc"] if part != "[key]")
        value = found["input"]
        if isinstance(value, Spoiled) and found["type"] != "extra_forbidden":
            continue
        if isinstance(value, BareWord) and found["type"] != "extra_forbidden":
            yield Problem(line_of(path, lines), path, value.text, value.trouble)
            continue
        if found["type"] == "missing":
            value = None
        yield Problem(line_of(path, lines), path, value, _sentence(found, path, value))


def line_of(path: Path, lines: Mapping[Path, int]) -> int | None:
    """The line of a key, or of the nearest section around it that stands in the file."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _sentence(found: Any, path: Path, value: Any) -> str:
    kind, limits, wanted = found["type"], found.get("ctx", {}), _wanted(path)
    if kind == "extra_forbidden":
        return unknown_key(path, _known_keys(path[:-1]))
    if kind == "missing":
        return f"is missing: give {wanted}"
    if "[key]" in found["loc"]:
        return f'"{path[-1]}" cannot name a button: give {BUTTON_NAME_WANTED}'
    if kind in _WRONG_KIND:
        given = _KINDS.get(type(value), "something else")
        hint = (
            f', or quote it as a text: "{shown(value)}"'
            if kind == "string_type" and isinstance(value, int | float)
            else ""
        )
        return f"{_value(value)} is {given}, not {_WRONG_KIND[kind]}: give {wanted}{hint}"
    if kind == "greater_than_equal":
        return f"{shown(value)} is below {_limit(path, limits['ge'])}: give {wanted}"
    if kind == "less_than_equal":
        return f"{shown(value)} is above {_limit(path, limits['le'])}: give {wanted}"
    if kind == "literal_error":
        near = _nearest(value, limits["expected"])
        return f"{shown(value)} is not known{near}: give {wanted}"
    if kind in {"too_long", "string_too_long"}:
        return f"{limits.get('actual_length', len(value))} is more than {limits['max_length']}: give {wanted}"
    if kind == "string_too_short" or (kind == "string_pattern_mismatch" and not value.strip()):
        return f"{shown(value)} is empty: give {wanted}"
    whole = kind in {"twice", "reserved_pin", "name_and_say"}  # a sentence that names the value itself
    return f"{found['msg'] if whole else shown(value) + ' ' + found['msg']}: give {wanted}"


def _value(value: Any) -> str:
    return "this" if isinstance(value, Mapping | tuple) else shown(value)


def _limit(path: Path, limit: Any) -> str:
    return f"0x{limit:02x}" if path[-1] == "address" else str(limit)


def _nearest(value: Any, expected: str) -> str:
    words = [word.strip("'\" ") for word in expected.replace(" or ", ",").split(",")]
    near = difflib.get_close_matches(str(value), words, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def unknown_key(path: Path, known: list[str]) -> str:
    """The sentence for a key that nobody knows, with the nearest that is known."""
    near = difflib.get_close_matches(path[-1].lower(), known, 1, cutoff=0.5)
    elsewhere = [dotted(place) for place in _all_paths() if place[-1] == path[-1] and place[:-1] != path[:-1]]
    if elsewhere:
        return f"is not a key here: it belongs at {elsewhere[0]}"
    if near:
        return f"is not a key: did you mean {near[0]}?"
    return f"is not a key: known here are {', '.join(known)}"


# -- what the schema says about a path --------------------------------------------------------------


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The record that an annotation holds: itself, in a union with null, or as a mapping's values."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in {Union, types.UnionType} or get_origin(annotation) is not None:
        for inner in reversed(get_args(annotation)):
            model = _model_in(inner)
            if model:
                return model
    return None


def field_at(path: Path) -> FieldInfo | None:
    """What the schema says of a key; None of one that it does not know."""
    model: type[BaseModel] | None = Settings
    field: FieldInfo | None = None
    for part in path:
        if model and part in model.model_fields:
            field = model.model_fields[part]
            model = _model_in(field.annotation)
        elif model is None:
            break  # an item of a list: its list says what it may hold
        # else: a name of the table's own, such as a button's
    return field


def _wanted(path: Path) -> str:
    field = field_at(path)
    return (field and field.description) or "another value"


def _known_keys(section: Path) -> list[str]:
    if not section:
        return list(Settings.model_fields)
    field = field_at(section)
    model = _model_in(field.annotation) if field else None
    return list(model.model_fields) if model else []


def _all_paths() -> Iterator[Path]:
    for name, field in Settings.model_fields.items():
        yield (name,)
        model = _model_in(field.annotation)
        if model and name != "buttons":
            for inner in model.model_fields:
                yield (name, inner)
