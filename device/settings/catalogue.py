"""Every key of the settings with what a person must know of it: its comment, its bounds, its default, its value."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Literal, Union, get_args, get_origin

from .editing import as_yaml
from .load import Loaded, default_settings_text, load_text
from .names import Name
from .problems import Path
from .scalars import BareWord, Spoiled
from .schema import Button, Settings
from .strict_yaml import Document, read_document
from .wording import field_at

_COMMENT = re.compile(r"(?:^|\s)#\s?(.*)$")
MODEL_BUTTON = ("buttons", "turn")
"""The one of `defaults.yaml` that has every key of a button with its comment."""


class Counts(StrEnum):
    """When a changed value counts."""

    AT_ONCE = "at_once"
    NEXT_START = "next_start"
    NEXT_DELVE = "next_delve"
    """Of the rules: a delve is played by those that it began with."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `text` as it stands in the file, empty where it does not; `default` what counts then."""

    path: Path
    text: str
    default: str
    comment: str
    wanted: str
    choices: tuple[str, ...]
    counts: Counts


def catalogue(text: str, loaded: Loaded) -> list[Key]:
    """Every key there is, in the order of the shipped file, then what only this file has.

    Args:
        text: The file's text.
        loaded: What was read of it.
    """
    given = read_document(text).values
    base = _shipped_for(given)
    default = plain(base.settings)
    found = []
    for path in _paths(loaded, given):
        stands, value = _at(given, path)
        _, without = _at(default, path)
        if _is_button(path) and path[1] not in base.settings.buttons:
            own = Button.model_fields[path[2]]
            without = None if own.is_required() else own.get_default()
        comment = _comments().get((*MODEL_BUTTON, path[2]) if _is_button(path) else path, "")
        field = field_at(path) if path[0] != "rules" else None
        wanted = (field.description if field else "") or ""
        choices = tuple(_choices(field.annotation)) if field else ()
        found.append(
            Key(path, as_text(value) if stands else "", as_text(without, path), comment, wanted, choices, counts(path))
        )
    return found


def plain(settings: Settings) -> Mapping[str, Any]:
    """Settings as the file has them: sections of plain values."""
    buttons = {name: button.model_dump() for name, button in settings.buttons.items()}
    rest = settings.model_dump(exclude={"rules", "buttons"})
    return {**rest, "buttons": buttons, "rules": settings.rules.as_mapping()}


def differing(one: Settings, other: Settings) -> list[Path]:
    """The keys in which two settings differ."""

    def leaves(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
        if isinstance(value, Mapping):
            for key, each in value.items():
                yield from leaves((*path, str(key)), each)
        else:
            yield path, value

    first, second = dict(leaves((), plain(one))), dict(leaves((), plain(other)))
    return [path for path in dict.fromkeys((*first, *second)) if first.get(path) != second.get(path)]


def counts(path: Path) -> Counts:
    """When a change of this key counts."""
    if path in {("voice", "volume"), ("voice", "rate")}:
        return Counts.AT_ONCE
    return Counts.NEXT_DELVE if path[0] == "rules" else Counts.NEXT_START


def comment_of(section: str) -> str:
    """What the shipped file says of a whole section."""
    return _comments().get((section,), "")


def as_text(value: Any, path: Path = ()) -> str:
    """A value as a person types it into `editing`; a plain text without its quotes."""
    match value:
        case Name() if value.say is not None:
            return f"{{name: {as_yaml(str(value), in_flow=True)}, say: {as_yaml(value.say, in_flow=True)}}}"
        case Spoiled() | BareWord():
            return value.text
        case str() | FilePath():
            return str(value)
        case _ if path[-1:] == ("address",) and isinstance(value, int):
            return f"0x{value:02x}"
        case _:
            return _flow(value)


def _flow(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case Name() if value.say is not None:
            return as_text(value)
        case str():
            return as_yaml(value, in_flow=True)
        case Spoiled() | BareWord():
            return value.text
    return str(value)


# -- which keys there are ---------------------------------------------------------------------------------


def _paths(loaded: Loaded, given: Mapping[str, Any]) -> Iterator[Path]:
    own = given.get("buttons")
    own = own if isinstance(own, Mapping) else {}
    for section, values in _shipped().values.items():
        if section == "buttons":
            for name in dict.fromkeys((*loaded.settings.buttons, *own)):
                if name in own and own[name] is None:
                    yield ("buttons", name)
                else:
                    yield from (("buttons", name, key) for key in Button.model_fields)
        else:
            yield from _leaves((section,), values)


def _leaves(path: Path, value: Any) -> Iterator[Path]:
    """The keys whose values are written in one piece: no section of keys of our own."""
    lines = _shipped().lines
    if isinstance(value, Mapping) and any(lines[(*path, key)] != lines[path] for key in value):
        for key, each in value.items():
            yield from _leaves((*path, key), each)
    else:
        yield path


def _is_button(path: Path) -> bool:
    return path[0] == "buttons" and len(path) == 3


def _at(values: Any, path: Path) -> tuple[bool, Any]:
    for part in path:
        if not isinstance(values, Mapping) or part not in values:
            return False, None
        values = values[part]
    return True, values


def _shipped_for(given: Mapping[str, Any]) -> Loaded:
    """What counts where a file says nothing else but its language and its rules' profile."""
    rules = given.get("rules")
    profile = rules.get("profile") if isinstance(rules, Mapping) else None
    lines = [f"language: {given['language']}"] if isinstance(given.get("language"), str) else []
    lines += [f"rules: {{profile: {profile}}}"] if isinstance(profile, str) else []
    return load_text("\n".join(lines))


def _choices(annotation: Any) -> Iterator[str]:
    """The values of a key that takes only a few."""
    if annotation is bool:
        yield from ("true", "false")
    elif get_origin(annotation) is Literal:
        yield from map(as_text, get_args(annotation))
    elif get_origin(annotation) in {Union, types.UnionType}:
        inner = [tuple(_choices(each)) for each in get_args(annotation) if each is not type(None)]
        if all(inner):
            yield from (choice for choices in inner for choice in choices)
            if type(None) in get_args(annotation):
                yield "null"


@cache
def _shipped() -> Document:
    """The shipped file."""
    return read_document(default_settings_text())


@cache
def _comments() -> Mapping[Path, str]:
    """Of each key of the shipped file: what stands behind it, and above it alone."""
    rows = default_settings_text().splitlines()
    found = {}
    for path, line in _shipped().lines.items():
        behind = _COMMENT.search(rows[line - 1])
        above: list[str] = []
        at = line - 2
        while at >= 0 and rows[at].lstrip().startswith("#"):
            above.insert(0, rows[at].lstrip().removeprefix("#").strip())
            at -= 1
        if line - 1 - len(above) > 0 or len(path) > 1:
            found[path] = " ".join((*above, *([behind[1].strip()] if behind else [])))
    return types.MappingProxyType(found)
