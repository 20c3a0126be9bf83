"""A phrasebook file as it is written: YAML in the hassil form, checked whole, with its lines.

PyYAML's own values are not used: it lets a second key win, and makes true of a phrase `yes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from ..messages import Slot
from ..words import GREATEST_NUMBER
from .nodes import Nodes, line_of
from .problems import Faults

MOST_BYTES = 1_000_000
"""Bytes of a phrasebook file; a shipped one has some 10,000."""

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOOK_KEYS = frozenset(("language", "intents", "lists", "expansion_rules", "responses", "settings", "groups"))
_BLOCK_KEYS = frozenset(("sentences", "slots", "lists", "expansion_rules", "response", "metadata"))
_RANGE_KEYS = frozenset(("from", "to", "step", "type", "digits", "words"))


@dataclass(frozen=True, slots=True)
class Template:
    """A text in hassil's template syntax and its line (None where a setting gave it)."""

    text: str
    line: int | None


@dataclass(frozen=True, slots=True)
class ListValue:
    """A value of a list: what is said, and what the slot then holds (None: the words as listed).

    One that is not `heard` is typed only: the recogniser's grammar is without it. One without a line is a
    name of the settings, without template syntax.
    """

    said: Template
    out: Slot | None = None
    heard: bool = True

    @property
    def is_name(self) -> bool:
        """Whether the settings gave it."""
        return self.said.line is None


@dataclass(frozen=True, slots=True)
class WordList:
    """A list of values, or the whole numbers of a range."""

    line: int | None
    values: tuple[ListValue, ...] = ()
    numbers: range | None = None

    def given(self, names: Sequence[str]) -> WordList:
        """The list with these names for its values; what the file says for one of them stays."""
        values: list[ListValue] = []
        for name in names:
            own = [each for each in self.values if name in {each.out, each.said.text}]
            if own:
                values += own
                continue
            say, heard = getattr(name, "say", None), getattr(name, "heard", True)
            if say is not None:
                values.append(ListValue(Template(say, None), str(name), heard))
            values.append(ListValue(Template(str(name), None), str(name), heard and say is None))
        return replace(self, values=tuple(values))

    @property
    def only_heard(self) -> WordList:
        """The list without what is typed only."""
        return replace(self, values=tuple(each for each in self.values if each.heard))


@dataclass(frozen=True, slots=True)
class Block:
    """Sentences of an intent with the slots that they always fill, and lists and rules of their own."""

    intent: str
    sentences: tuple[Template, ...]
    slots: dict[str, Slot]
    lists: dict[str, WordList]
    rules: dict[str, Template]


@dataclass(slots=True)
class Source:
    """A whole file."""

    language: str = ""
    blocks: list[Block] = field(default_factory=list)
    lists: dict[str, WordList] = field(default_factory=dict)
    rules: dict[str, Template] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    """What an intent does, in words for a person; not every one has any."""
    groups: dict[str, str] = field(default_factory=dict)
    """Headings by the first intent below each."""


def read_source(path: Path, faults: Faults) -> Source:
    """Read a phrasebook file; what is wrong with it goes to `faults`."""
    root = _compose(path, faults)
    return _Reader(faults).book(root) if root is not None else Source()


def _compose(path: Path, faults: Faults) -> yaml.Node | None:
    if path.is_fifo():  # it would be waited for
        faults.add(None, "cannot be read: a pipe", "name a readable phrasebook file")
        return None
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        faults.add(None, f"cannot be read: {error.strerror or error}", "name a readable phrasebook file")
        return None
    if len(raw) > MOST_BYTES:
        faults.add(None, f"longer than {MOST_BYTES:,} bytes", "keep phrases only, and shorten the lists")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        faults.add(line, f"byte {raw[error.start]:#04x} is not UTF-8", "save the file as UTF-8")
        return None
    try:
        root: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except RecursionError:
        faults.add(None, "nested too deep", "write it as `language`, `intents`, `lists`")
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(filter(None, (error.context, error.problem)))
        faults.add(mark.line + 1 if mark else None, f"not YAML: {what}", "mend the line, or quote the text in it")
        return None
    except yaml.YAMLError as error:
        place = text.count("\n", 0, getattr(error, "position", 0)) + 1
        faults.add(place, f"not YAML: {str(error).splitlines()[0]}", "save it as plain text in YAML")
        return None
    if root is None:
        faults.add(None, "empty", "write `language`, `intents` and `lists` into it")
    return root


class _Reader(Nodes):
    """Walks the file, notes every fault, and goes on with what is sound."""

    def book(self, root: yaml.Node) -> Source:
        keys = self.mapping(root, "a phrasebook", _BOOK_KEYS)
        source = Source()
        if self.faults.found and not keys:
            return source
        for needed in ("language", "intents"):
            if needed not in keys:
                self.faults.add(None, f"has no `{needed}`", "write it at the left margin")
        if "language" in keys:
            source.language = self.text(keys["language"], "`language`")
        for name, node in self.mapping(keys.get("intents"), "`intents`").items():
            source.blocks += self.intent(name, node)
            if description := self.description(name, node):
                source.descriptions[name] = description
        for name, node in self.mapping(keys.get("groups"), "`groups`").items():
            source.groups[name] = self.text(node, f"the heading over {name}")
            if name not in {block.intent for block in source.blocks}:
                self.faults.add(
                    line_of(node), f"`groups` has {name}, which is no intent", "name the first one below it"
                )
        if isinstance(keys.get("intents"), yaml.MappingNode) and not keys["intents"].value:
            self.faults.add(line_of(keys["intents"]), "`intents` is empty", "write at least one intent with sentences")
        source.lists = self.lists(keys.get("lists"))
        source.rules = self.rules(keys.get("expansion_rules"))
        return source

    def intent(self, name: str, node: yaml.Node) -> Iterator[Block]:
        keys = self.mapping(node, f"intent {name}", frozenset(("data", "description")))
        if "data" not in keys:
            self.faults.add(line_of(node), f"intent {name} has no `data`", "write `data:` with `- sentences:` under it")
        entries = self.sequence(keys.get("data"), f"`data` of intent {name}")
        if isinstance(keys.get("data"), yaml.SequenceNode) and not entries:
            self.faults.add(line_of(keys["data"]), f"intent {name} has no sentence", "write `- sentences:` under it")
        for entry in entries:
            block = self.mapping(entry, f"an entry of `data` of intent {name}", _BLOCK_KEYS)
            sentences = [
                Template(self.text(each, f"a sentence of intent {name}"), line_of(each))
                for each in self.sequence(block.get("sentences"), f"`sentences` of intent {name}")
            ]
            if not sentences:
                self.faults.add(
                    line_of(entry), f"intent {name} has no sentence", "write `- sentences:` with one or more"
                )
            slots = {
                slot: self.value(each, f"slot {slot} of intent {name}")
                for slot, each in self.mapping(block.get("slots"), f"`slots` of intent {name}").items()
            }
            lists, rules = self.lists(block.get("lists")), self.rules(block.get("expansion_rules"))
            yield Block(name, tuple(each for each in sentences if each.text), slots, lists, rules)

    def description(self, name: str, node: yaml.Node) -> str:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        told = [value for key, value in pairs if key.value == "description"]
        return self.text(told[0], f"`description` of intent {name}") if told else ""

    def lists(self, node: yaml.Node | None) -> dict[str, WordList]:
        return {name: self.word_list(name, each) for name, each in self.mapping(node, "`lists`").items()}

    def word_list(self, name: str, node: yaml.Node) -> WordList:
        known_faults = len(self.faults.found)
        keys = self.mapping(node, f"list {name}", frozenset(("values", "range", "metadata")))
        if ("values" in keys) == ("range" in keys) and len(self.faults.found) == known_faults:
            self.faults.add(line_of(node), f"list {name} needs `values` or `range`", "write one of them")
        values = [self.list_value(name, each) for each in self.sequence(keys.get("values"), f"`values` of list {name}")]
        numbers = self.range(name, keys["range"]) if "range" in keys else None
        return WordList(line_of(node), tuple(values), numbers)

    def list_value(self, name: str, node: yaml.Node) -> ListValue:
        if not isinstance(node, yaml.MappingNode):
            return ListValue(Template(self.text(node, f"a value of list {name}"), line_of(node)))
        keys = self.mapping(node, f"a value of list {name}", frozenset(("in", "out", "context", "metadata")))
        if "in" not in keys:
            self.faults.add(line_of(node), f"a value of list {name} has no `in`", "write what is said as `in`")
            return ListValue(Template("", line_of(node)))
        out = self.value(keys["out"], f"`out` of list {name}") if "out" in keys else None
        return ListValue(Template(self.text(keys["in"], f"`in` of list {name}"), line_of(keys["in"])), out)

    def range(self, name: str, node: yaml.Node) -> range | None:
        keys = self.mapping(node, f"`range` of list {name}", _RANGE_KEYS)
        missing = [key for key in ("from", "to") if key not in keys]
        if missing and isinstance(node, yaml.MappingNode):
            self.faults.add(
                line_of(node), f"`range` of list {name} has no `{missing[0]}`", "write both `from` and `to`"
            )
        ends = {key: self.value(keys[key], f"`{key}` of list {name}") for key in ("from", "to", "step") if key in keys}
        if missing or not all(isinstance(each, int) and abs(each) <= GREATEST_NUMBER for each in ends.values()):
            if not missing:
                bounds = f"whole numbers from -{GREATEST_NUMBER} to {GREATEST_NUMBER}"
                self.faults.add(line_of(node), f"`range` of list {name} is not of whole numbers", f"use {bounds}")
            return None
        start, stop, step = int(ends["from"]), int(ends["to"]), int(ends.get("step", 1))
        if start > stop or step < 1:
            what = f"`range` of list {name} goes from {start} to {stop} in steps of {step}"
            self.faults.add(line_of(node), what, "put the lower number first, and a step of 1 or more")
            return None
        return range(start, stop + 1, step)

    def rules(self, node: yaml.Node | None) -> dict[str, Template]:
        found = self.mapping(node, "`expansion_rules`").items()
        return {name: Template(self.text(each, f"rule <{name}>"), line_of(each)) for name, each in found}
