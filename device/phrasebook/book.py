"""The phrasebook: sentence templates of a file, and what a person's words mean by them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from ..messages import Intent, Slot
from ..words import normalise, numerals_of
from .net import Net, Numbers, SlotUse, Values, Words
from .problems import Faults, PhrasebookError, shortened
from .source import Block, ListValue, Source, Template, WordList, read_source
from .templates import Expression, TemplateError, parse_template
from .weave import NO_NUMERALS, TooLargeError, Weaver

PHRASES = Path(__file__).parent.parent / "phrases"
"""The shipped phrasebooks, a file for each language."""

_MOST_WAYS = 2_000
_SETTINGS = "the settings"
_TEMPLATE_SIGNS = re.compile(r"[()\[\]{}<>|;\\]")
_STAND_IN = parse_template("x")
"""For a rule that is at fault, so that the sentences with it are not blamed too."""


class Phrasebook:
    """The phrases of one language. Made by `load`; it never changes and may be used by several threads.

    Attributes:
        language: as the file says, "en".
        file: where it was read.
        net: its sentences as a net of words, for grammar and lint.
        words: every word of every phrase, with the line where it first stands (None: the settings).
    """

    def __init__(self, source: Source, blocks: Sequence[tuple[Block, Template]], net: Net, file: str) -> None:
        self.language = source.language
        self.file = file
        self.net = net
        self.source = source
        self.sentences = tuple(blocks)
        self.words: Mapping[str, int | None] = MappingProxyType(
            _words_of(net, [template.line for _, template in blocks])
        )

    @classmethod
    def load(
        cls, path: Path | str | None = None, language: str = "en", lists: Mapping[str, Sequence[str]] | None = None
    ) -> Phrasebook:
        """Read a hassil file, at most 1 MB, in at most a second or so.

        Args:
            path: the file; None takes the shipped one of `language`.
            language: which of the shipped files.
            lists: names from the settings, by list: they stand for the values that the file itself lists, but
                for one of the file's own values (its `out`) the file says how it is said. A `settings.Name` may
                be said otherwise than it is written. A list may be empty; a sentence that needs a value of it
                then cannot be said.

        Raises:
            PhrasebookError: names every fault of the file and the names, with line and cure.
        """
        path = PHRASES / f"{language}.yaml" if path is None else Path(path)
        faults = Faults(str(path))
        source = read_source(path, faults)
        for name, values in (lists or {}).items():
            source.lists[name] = source.lists.get(name, WordList(None)).given(values)
        return _Maker(source, faults).make()

    def with_values(self, values: Mapping[str, str]) -> Phrasebook:
        """Give the same phrases with one value more in lists that the file has, by the list's name."""
        lists = dict(self.source.lists)
        for name, value in values.items():
            if name in lists:
                more = ListValue(Template(value, None))
                lists[name] = replace(lists[name], values=(*lists[name].values, more))
        return _Maker(replace(self.source, lists=lists), Faults(self.file)).make()

    @cached_property
    def as_heard(self) -> Phrasebook:
        """The phrases that a microphone may hear: without the names that are typed only."""
        lists = {name: each.only_heard for name, each in self.source.lists.items()}
        return (
            self if lists == self.source.lists else _Maker(replace(self.source, lists=lists), Faults(self.file)).make()
        )

    def match(self, text: str) -> Intent | None:
        """Give the intent of which `text`, normalised, is a whole phrase, or None.

        Any text is taken. Where two sentences hold the same phrase the first in the file counts.
        """
        said = normalise(text, self.language)
        found = self.net.find(said.split())
        if found is None:
            return None
        block, _ = self.sentences[found.sentence]
        return Intent(block.intent, block.slots | found.slots, said)

    def is_phrase(self, text: str) -> bool:
        """Whether `text` is a whole phrase."""
        return self.match(text) is not None

    def goes_on(self, text: str) -> bool:
        """Say whether `text`, normalised, is the beginning of a longer phrase."""
        return self.net.goes_on(normalise(text, self.language).split())

    @property
    def intents(self) -> tuple[str, ...]:
        """The names of all intents, in the order of the file."""
        return tuple(dict.fromkeys(block.intent for block, _ in self.sentences))

    @property
    def sayable(self) -> frozenset[str]:
        """The intents that have a phrase: one whose every sentence needs a name has none while there are no names."""
        return frozenset(self.intent_of(self.net.nodes[start].sentence) for start in self.net.starts)

    def intent_of(self, sentence: int) -> str:
        """Give the intent of a sentence by its number in the file, from 0."""
        return self.sentences[sentence][0].intent

    def line_of(self, sentence: int) -> int | None:
        """Give the line of a sentence by its number in the file, from 0."""
        return self.sentences[sentence][1].line

    def description_of(self, intent: str) -> str:
        """Tell in words what an intent does; one that the file tells nothing of by its name."""
        return self.source.descriptions.get(intent, intent.replace("_", " "))

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The intents by the heading that they stand under in the file, "" for those before the first."""
        found: dict[str, tuple[str, ...]] = {}
        heading = ""
        for intent in self.intents:
            heading = self.source.groups.get(intent, heading)
            found[heading] = (*found.get(heading, ()), intent)
        return found

    def example(self, intent: str) -> str | None:
        """Give the shortest phrase of the first sentence of an intent that can be said, None where there is none."""
        for start in self.net.starts:
            if self.intent_of(self.net.nodes[start].sentence) == intent:
                return " ".join(self.net.shortest(start))
        return None

    def phrase_with(self, intent: str, slots: Mapping[str, Slot]) -> str | None:
        """Give a short phrase of an intent that fills just these slots, None where there is none."""
        for start in self.net.starts:
            block = self.sentences[self.net.nodes[start].sentence][0]
            if block.intent == intent and block.slots.items() <= slots.items():
                said = self.net.with_slots(start, {key: slots[key] for key in slots.keys() - block.slots.keys()})
                if said is not None:
                    return " ".join(said)
        return None

    def slots_of(self, intent: str) -> Mapping[str, SlotUse]:
        """Give the slots that the phrases of an intent fill, by name."""
        uses: dict[str, list[SlotUse]] = {}
        sentences = 0
        for start in self.net.starts:
            block = self.sentences[self.net.nodes[start].sentence][0]
            if block.intent == intent:
                sentences += 1
                fixed = {
                    slot: SlotUse(always=True, numeric=isinstance(value, int)) for slot, value in block.slots.items()
                }
                for slot, use in (self.net.slots(start) | fixed).items():
                    uses.setdefault(slot, []).append(use)
        return {
            slot: SlotUse(len(each) == sentences and all(use.always for use in each), all(use.numeric for use in each))
            for slot, each in uses.items()
        }


def _words_of(net: Net, lines: Sequence[int | None]) -> dict[str, int | None]:
    words: dict[str, int | None] = {}
    lists: dict[Values, None] = {}
    for node in net.nodes:
        for arc in node.arcs:
            if arc.values is None:
                words.setdefault(arc.word, lines[node.sentence])
            else:
                lists[arc.values] = None
    for values in lists:
        for word, line in values.lines.items():
            words.setdefault(word, line)
    return words


class _Maker:
    """Makes a phrasebook of what was read; faults are noted with their lines and the rest is still checked."""

    def __init__(self, source: Source, faults: Faults) -> None:
        self.source = source
        self.faults = faults
        self.weaver = Weaver({}, {}, source.language)
        self.numerals = numerals_of(source.language)

    def make(self) -> Phrasebook:
        rules = self.rules(self.source.rules)
        self.weaver.use({}, rules)
        lists = self.lists(self.source.lists)
        starts: list[int] = []
        sentences: list[tuple[Block, Template]] = []
        for block in self.source.blocks:
            own_rules = rules | self.rules(block.rules)
            self.weaver.use({}, own_rules)
            self.weaver.use(lists | self.lists(block.lists), own_rules)
            for template in block.sentences:
                try:
                    starts.append(self.weaver.weave(parse_template(template.text), len(sentences)))
                    sentences.append((block, template))
                except TemplateError as error:
                    self.blame(template, f"sentence {shortened(template.text)}", error)
                    if isinstance(error, TooLargeError):
                        raise PhrasebookError(self.faults.found) from None
        self.faults.stop_if_any()
        return Phrasebook(self.source, sentences, Net(self.weaver.nodes, starts), self.faults.file)

    def rules(self, source: Mapping[str, Template]) -> dict[str, Expression]:
        rules = {}
        for name, template in source.items():
            try:
                rules[name] = parse_template(template.text)
            except TemplateError as error:
                self.blame(template, f"rule <{name}>", error)
                rules[name] = _STAND_IN
        return rules

    def lists(self, source: Mapping[str, WordList]) -> dict[str, Values]:
        return {name: self.values(name, each) for name, each in source.items()}

    def values(self, name: str, source: WordList) -> Values:
        if source.numbers is not None:
            if self.numerals is not None:
                return Numbers(name, source.numbers, source.line, self.numerals)
            told = f"list {name} is a range, and numbers are not known in the language {self.source.language}"
            self.faults.add(source.line, told, NO_NUMERALS)
        sayings: dict[Words, Slot] = {}
        lines: dict[str, int | None] = {}
        for value in source.values:
            for words, out in self.sayings(name, value):
                if sayings.setdefault(words, out) != out and not value.is_name:
                    told = f"list {name} has {' '.join(words)!r} for both {sayings[words]!r} and {out!r}"
                    self.faults.add(value.said.line, told, "keep one of them")
                for word in words:
                    lines.setdefault(word, value.said.line)
        return Values(name, sayings, lines)

    def sayings(self, name: str, value: ListValue) -> list[tuple[Words, Slot]]:
        text = value.said.text
        what = f"value {shortened(text)} of list {name}"
        if value.is_name or not _TEMPLATE_SIGNS.search(text):
            words = tuple(normalise(text, self.source.language).split())
            if words:
                return [(words, text if value.out is None else value.out)]
            if value.is_name or text:
                where = _SETTINGS if value.is_name else None
                self.faults.add(value.said.line, f"{what} has no word in it", "write it in letters", where)
            return []
        try:
            ways = self.weaver.sayings(parse_template(text), _MOST_WAYS)
        except TemplateError as error:
            self.blame(value.said, what, error)
            return []
        return [(words, " ".join(words) if value.out is None else value.out) for words in ways]

    def blame(self, template: Template, what: str, error: TemplateError) -> None:
        self.faults.add(template.line, f"{what} {error}", error.cure)
