"""YAML nodes read with care: every fault gets its line, nothing is turned silently into something else."""

from __future__ import annotations

import re

import yaml

from ..messages import Slot
from .problems import Faults, PhrasebookError, shortened

MOST_ENTRIES = 50_000
"""Sentences, values and keys of one file."""

_WHOLE_NUMBER = re.compile(r"0|-?[1-9]\d{0,17}")
_REFUSED = {
    "skip_words": "write words that may be left out into the sentences, as [please]: only whole phrases are heard",
    "requires_context": "take it out: the box keeps no context",
    "excludes_context": "take it out: the box keeps no context",
    "required_keywords": "take it out: every word of a sentence is needed as it is",
    "wildcard": "list the words it may be under `values`: a wildcard takes table talk for a name",
    "fractions": "take it out: numbers are whole",
    "multiplier": "take it out: numbers are whole, as they were said",
}


class Nodes:
    """Reads nodes; after a fault it gives something empty, so that the rest of the file is still checked."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self._entries = 0

    def mapping(self, node: yaml.Node | None, what: str, known: frozenset[str] | None = None) -> dict[str, yaml.Node]:
        """Give the values of a mapping by key; None, as what a file leaves out, has none."""
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            self.faults.add(line_of(node), f"{what} is {_kind(node)}", "write it as `name: value` lines")
            return {}
        found: dict[str, yaml.Node] = {}
        self._count(node)
        for key, value in node.value:
            name = self.text(key, f"a key of {what}")
            if name and name in found:
                first = line_of(found[name])
                self.faults.add(line_of(key), f"{name} stands twice in {what} (line {first})", "keep one of them")
            elif name in _REFUSED and (known is not None):
                self.faults.add(line_of(key), f"{what} has `{name}`", _REFUSED[name])
            elif known is not None and name and name not in known:
                cure = f"known there: {', '.join(sorted(known))}"
                self.faults.add(line_of(key), f"{what} has the unknown key {shortened(name)}", cure)
            found.setdefault(name, value)
        return {name: value for name, value in found.items() if name and (known is None or name not in _REFUSED)}

    def sequence(self, node: yaml.Node | None, what: str) -> list[yaml.Node]:
        """Give the entries of a list; None, as what a file leaves out, has none."""
        if node is None:
            return []
        if not isinstance(node, yaml.SequenceNode):
            self.faults.add(line_of(node), f"{what} is {_kind(node)}", "write it as a list, one `- ` a line")
            return []
        self._count(node)
        return list(node.value)

    def _count(self, node: yaml.CollectionNode) -> None:
        """Count entries as often as they are referred to: a small file with aliases may stand for billions."""
        self._entries += len(node.value)
        if self._entries > MOST_ENTRIES:
            self.faults.add(line_of(node), f"more than {MOST_ENTRIES:,} entries with this", "shorten the lists")
            raise PhrasebookError(self.faults.found)

    def text(self, node: yaml.Node, what: str) -> str:
        """Give a text, empty after a fault."""
        value = self.scalar(node, what)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(node, yaml.ScalarNode) and value is not None:
            told = f"{what} is empty" if isinstance(value, str) else f"{what} is the number {node.value}"
            self.faults.add(line_of(node), told, "write words, a number in quotes")
        return ""

    def value(self, node: yaml.Node, what: str) -> Slot:
        """Give a text or whole number, empty after a fault."""
        value = self.scalar(node, what)
        return "" if value is None else value

    def scalar(self, node: yaml.Node, what: str) -> Slot | None:
        """Give a text or whole number, None after a fault."""
        if not isinstance(node, yaml.ScalarNode):
            self.faults.add(line_of(node), f"{what} is {_kind(node)}", "write a text")
            return None
        if node.tag == "tag:yaml.org,2002:str":
            return str(node.value)
        if node.tag == "tag:yaml.org,2002:int" and _WHOLE_NUMBER.fullmatch(node.value):
            return int(node.value)
        kind = node.tag.rpartition(":")[2]
        told = f"{what} is {shortened(node.value)}, which YAML reads as {kind}" if node.value else f"{what} is left out"
        self.faults.add(line_of(node), told, f'put it in quotes: "{node.value}"' if node.value else "write a text")
        return None


def _kind(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    return f"the text {shortened(node.value)}" if node.value else "left out"


def line_of(node: yaml.Node) -> int:
    """Give the line where a node begins, from 1."""
    return int(node.start_mark.line) + 1
