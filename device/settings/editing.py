"""One value of a settings file changed in the person's own text: every other letter stays, comments and order with it.

A round trip through a library would write the whole file anew in its own way. Here the place of the value is found by
PyYAML's marks and those letters alone are replaced; afterwards both texts are read again and must differ in that value
and in nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from .problems import Path, dotted
from .scalars import BareWord, Spoiled
from .strict_yaml import read_document

INDENT = 2


class EditError(ValueError):
    """The text cannot be changed so; it says why and what to do instead."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A value as a person types it, such as `80`, `[Bryn, Old Tom]` or `search the room`; empty takes the key out."""

    path: Path
    typed: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with these values.

    Raises:
        EditError: it is no YAML, or nothing but a person can change it there.
    """
    for edit in edits:
        if not read_document(text).whole:
            raise EditError("the file is not yaml: put its text right first")
        new = _without(text, edit.path) if not edit.typed.strip() else _with(text, edit.path, edit.typed)
        if _others(text, edit.path) != _others(new, edit.path):
            raise EditError(f"{dotted(edit.path)} cannot be changed here without changing more: change the text itself")
        text = new
    return text


def as_yaml(typed: str, *, in_flow: bool = False) -> str:
    """What was typed as YAML reads it: as it stands where that is what a person means, else quoted."""
    typed = " ".join(typed.split())
    document = read_document(f"v: [{typed}]" if in_flow else f"v: {typed}")
    value = document.values.get("v")
    if in_flow and isinstance(value, tuple) and len(value) == 1:
        value = value[0]
    elif in_flow:
        value = Spoiled(typed)
    right = not document.problems and set(document.values) == {"v"} and not isinstance(value, Spoiled | BareWord)
    if right and (not isinstance(value, str) or value == typed or typed[0] in "\"'"):
        return typed
    return json.dumps(typed, ensure_ascii=False)


def _others(text: str, path: Path) -> Mapping[Path, Any]:
    """Every value of the text but the one at this path."""
    found: dict[Path, Any] = {}

    def add(at: Path, value: Any) -> None:
        if at == path:
            return
        if isinstance(value, Mapping):
            for key, each in value.items():
                add((*at, key), each)
        elif not (value is None and path[: len(at)] == at):  # an empty section that has the key now, or had it
            found[at] = value

    add((), read_document(text).values)
    return found


# -- places in the text -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pair:
    key: yaml.Node
    value: yaml.Node
    around: yaml.MappingNode


def _pairs_to(text: str, path: Path) -> list[_Pair]:
    """The keys of a path as far as the text has them, outermost first."""
    node, found = yaml.compose(text, yaml.SafeLoader), []
    for part in path:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        pair = next(((key, value) for key, value in pairs if key.value == part), None)
        if pair is None:
            break
        assert isinstance(node, yaml.MappingNode)  # noqa: S101 - it has pairs
        found.append(_Pair(*pair, node))
        node = pair[1]
    return found


def _end(node: yaml.Node) -> int:
    """Where the node's own letters end, without what stands between it and the next."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _value_span(text: str, pair: _Pair) -> tuple[int, int]:
    """From behind the key's colon to the value's end."""
    if isinstance(pair.value, yaml.ScalarNode) and pair.value.style in {"|", ">"}:
        raise EditError(f"{pair.key.value} is a text of several lines: change the text itself")
    begin, end = pair.key.end_mark.index, _end(pair.value)
    colon = text.find(":", begin)
    if colon < 0 or text[begin:colon].strip():
        raise EditError(f"{pair.key.value} has no colon of its own: change the text itself")
    inside = text[colon + 1 : end]
    if "\n" in inside and "#" in inside:
        raise EditError(f"{pair.key.value} has comments between its lines: change the text itself")
    return colon + 1, max(end, colon + 1)


def _with(text: str, path: Path, typed: str) -> str:
    pairs = _pairs_to(text, path)
    if len(pairs) == len(path):
        begin, end = _value_span(text, pairs[-1])
        return f"{text[:begin]} {as_yaml(typed, in_flow=bool(pairs[-1].around.flow_style))}{text[end:]}"
    missing = path[len(pairs) :]
    inner = pairs[-1].value if pairs else yaml.compose(text, yaml.SafeLoader)
    if isinstance(inner, yaml.MappingNode) and inner.value and not inner.flow_style:
        end = _end(inner.value[-1][1])
        column = inner.value[0][0].start_mark.column
        return _lines_after(text, end, _block(missing, as_yaml(typed), column))
    if inner is None:
        return _lines_after(text, len(text), _block(missing, as_yaml(typed), 0))
    flow = f"{missing[-1]}: {as_yaml(typed, in_flow=True)}"
    for part in reversed(missing[:-1]):
        flow = f"{part}: {{{flow}}}"
    if isinstance(inner, yaml.MappingNode):
        end = _end(inner.value[-1][1]) if inner.value else inner.start_mark.index + 1
        return f"{text[:end]}{', ' if inner.value else ''}{flow}{text[end:]}"
    if pairs and isinstance(inner, yaml.ScalarNode) and inner.value in {"", "null"}:
        begin, end = _value_span(text, pairs[-1])
        return f"{text[:begin]} {{{flow}}}{text[end:]}"
    raise EditError(f"{dotted(path[: len(pairs)])} is no section: put the text right first")


def _block(missing: Path, value: str, column: int) -> list[str]:
    lines = [f"{' ' * (column + INDENT * depth)}{part}:" for depth, part in enumerate(missing)]
    lines[-1] += f" {value}"
    return lines


def _lines_after(text: str, at: int, lines: list[str]) -> str:
    """New lines below the one that this place stands in."""
    newline = "\r\n" if "\r\n" in text else "\n"
    end = text.find("\n", at)
    above, below = (text, "") if end < 0 else (text[: end + 1], text[end + 1 :])
    if above and not above.endswith("\n"):
        above += newline
    return above + "".join(line + newline for line in lines) + below


def _without(text: str, path: Path) -> str:
    pairs = _pairs_to(text, path)
    if len(pairs) < len(path):
        return text
    first = len(pairs) - 1
    while first > 0 and len(pairs[first].around.value) == 1:
        first -= 1  # a section that would be left empty goes with its last key
    cuts = []
    for pair, inner in zip(pairs[first:], [*pairs[first + 1 :], None], strict=True):
        is_header = inner is not None and not inner.around.flow_style
        if not is_header:
            _value_span(text, pair)  # refuses what has comments within
        begin = pair.key.start_mark.index
        cuts.append(_cut(text, pair, begin if is_header else _end(pair.value)))
        if not is_header:
            break
    for begin, end in reversed(cuts):
        text = text[:begin] + text[end:]
    return text


def _cut(text: str, pair: _Pair, end: int) -> tuple[int, int]:
    """What goes with a key: its whole lines up to `end`, or in { } its comma."""
    begin = pair.key.start_mark.index
    if not pair.around.flow_style:
        last = text.find("\n", end)
        return text.rfind("\n", 0, begin) + 1, len(text) if last < 0 else last + 1
    keys = [key for key, _ in pair.around.value]
    place = keys.index(pair.key)
    if place > 0:
        return _end(pair.around.value[place - 1][1]), end
    return begin, keys[1].start_mark.index if len(keys) > 1 else end
