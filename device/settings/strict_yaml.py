"""YAML text → plain values with the line of each, and every problem that the text itself has.

Only what a file of settings or tables needs is taken: one document of mappings, lists, words and numbers. Anchors,
aliases, merge keys, tags and further documents are told with their line. Built on PyYAML's events, not
on its node tree: an alias is never followed, so that no file grows while it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import yaml
from yaml.reader import Reader

from .problems import Path, Problem
from .scalars import BareWord, Spoiled, read_bare

DEEPEST = 8
"""Levels of nesting: the settings themselves have five."""

_CURES = {
    "mapping values are not allowed here": "a colon too many, or an indent that fits no line above: "
    "quote a text that holds a colon",
    "found character '\\t' that cannot start any token": "a tab: indent with spaces",
    "could not find expected ':'": "a key without its colon: write key: value",
    "did not find expected '-' indicator": "list items must stand below each other, each with its dash",
    "while scanning a quoted scalar": "a quote is opened and never closed",
    "expected <block end>": "the indent fits no line above: keys of one section stand below each other",
    "found unexpected end of stream": "a quote or bracket is opened and never closed",
    "found character '%'": "a text must not begin with %: quote it",
    "found character '@'": "a text must not begin with @: quote it",
    "found character '`'": "a text must not begin with `: quote it",
    "expected ',' or ']'": "a list is opened with [ and never closed, or a comma is missing",
    "expected ',' or '}'": "a mapping is opened with { and never closed, or a comma is missing",
    "expected alphabetic or numeric character": "a text must not begin with * or &: quote it",
    "found unknown escape character": "a backslash inside double quotes: use single quotes",
}


@dataclass(slots=True)
class Document:
    """What a text holds: plain `values`, the `lines` of each path (from 1), the `problems` found."""

    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    whole: bool = True
    """False where reading stopped at an error: what stands below it is unknown."""


class _StopReadingError(Exception):
    """Nothing after this can be read; the problem is told already."""


def read_document(text: str, like: str = "language: en") -> Document:
    """Read one YAML document of mappings, lists and bare values; never raises for what the text holds.

    `like` is what an error text gives as an example of a line.
    """
    odd = Reader.NON_PRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        sentence = f"character U+{ord(odd.group()):04X} cannot stand in yaml: take it out"
        return Document(problems=[Problem(line, (), None, sentence)], whole=False)
    reader = _Reader(text, like)
    try:
        reader.read()
    except _StopReadingError:
        reader.document.whole = False
    except yaml.MarkedYAMLError as error:
        reader.document.whole = False
        reader.document.problems.append(_syntax_problem(error, text))
    return reader.document


class _Reader:
    """Folds PyYAML's events into a `Document`."""

    def __init__(self, text: str, like: str) -> None:
        self.document = Document()
        self._like = like
        self._loader: Any = yaml.SafeLoader(text)  # its methods carry no types

    def read(self) -> None:
        self._next()  # the stream's start
        if isinstance(self._peek(), yaml.StreamEndEvent):
            return
        self._next()  # the document's start
        first = self._peek()
        if isinstance(first, yaml.MappingStartEvent):
            self._mapping((), self.document.values)
        elif self._value(()) is not None:
            self._tell(first, (), None, f"the file must hold keys with values, such as {self._like}")
        self._next()  # the document's end
        if not isinstance(self._peek(), yaml.StreamEndEvent):
            self._tell(self._peek(), (), None, "a second document begins here: put all of them above the ---")
            raise _StopReadingError

    def _peek(self) -> yaml.Event:
        return cast("yaml.Event", self._loader.peek_event())

    def _next(self) -> yaml.Event:
        return cast("yaml.Event", self._loader.get_event())

    def _tell(self, event: yaml.Event, path: Path, value: object, text: str) -> None:
        self.document.problems.append(Problem(_line(event), path, value, text))

    def _value(self, path: Path, into: dict[str, Any] | None = None) -> object:
        event = self._peek()
        self._refuse_extras(event, path)
        if isinstance(event, yaml.AliasEvent):
            self._next()
            return Spoiled(f"*{event.anchor}")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(path)
        if len(path) >= DEEPEST:
            self._tell(event, path, None, f"nested deeper than {DEEPEST} levels: nothing here is")
            raise _StopReadingError
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        inner: dict[str, Any] = {} if into is None else into
        self._mapping(path, inner)
        return inner

    def _refuse_extras(self, event: yaml.Event, path: Path) -> None:
        if isinstance(event, yaml.AliasEvent):
            cure = "repeat the value, or quote a text that begins with *"
            self._tell(event, path, f"*{event.anchor}", f"an alias (*{event.anchor}) is not taken: {cure}")
            return
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor:
            cure = "take it away, or quote a text that begins with &"
            self._tell(event, path, f"&{anchor}", f"an anchor (&{anchor}) is not taken: {cure}")
        if tag:
            self._tell(
                event, path, tag, f"a tag ({tag}) is not taken: take it away, or quote a text that begins with !"
            )

    def _scalar(self, path: Path) -> object:
        event = cast("yaml.ScalarEvent", self._next())
        if event.tag:
            return Spoiled(event.value)
        if not event.implicit[0]:
            return event.value  # quoted or a block: a text whatever it holds
        tag = self._loader.resolve(yaml.ScalarNode, event.value, (True, False))
        value, trouble = read_bare(event.value, tag)
        if trouble and not isinstance(value, BareWord):
            self._tell(event, path, event.value, trouble)
        return value

    def _sequence(self, path: Path) -> tuple[object, ...]:
        self._next()
        items: list[object] = []
        while not isinstance(self._peek(), yaml.SequenceEndEvent):
            inner = (*path, str(len(items)))
            self.document.lines[inner] = _line(self._peek())
            items.append(self._value(inner))
        self._next()
        return tuple(items)

    def _mapping(self, path: Path, into: dict[str, Any]) -> None:
        if not path:
            self._refuse_extras(self._peek(), path)
        self._next()
        while not isinstance(self._peek(), yaml.MappingEndEvent):
            key, line = self._key(path)
            inner = (*path, key)
            if key in into:
                first = self.document.lines[inner]
                self.document.problems.append(
                    Problem(line, inner, key, f"stands twice, here and in line {first}: keep one")
                )
                self._value(inner)
                continue
            self.document.lines[inner] = line
            # put in place before it is read: where reading stops within, what stands above is known
            begun: dict[str, Any] | Spoiled
            begun = {} if isinstance(self._peek(), yaml.MappingStartEvent) else Spoiled("")
            into[key] = begun
            into[key] = self._value(inner, begun if isinstance(begun, dict) else None)
        self._next()

    def _key(self, path: Path) -> tuple[str, int]:
        event = self._peek()
        if not isinstance(event, yaml.ScalarEvent):
            self._tell(event, path, None, f"a key must be one word, such as {self._like}")
            raise _StopReadingError
        self._refuse_extras(event, path)
        self._next()
        line = _line(event)
        tag = self._loader.resolve(yaml.ScalarNode, event.value, (True, False))
        if event.implicit[0] and not tag.endswith(":str"):
            _, trouble = read_bare(event.value, tag)
            trouble = trouble or f'yaml reads {event.value} as a value, not a word: quote it: "{event.value}"'
            self._tell(event, (*path, event.value), event.value, f"as a key, {trouble}")
        return event.value, line


def _line(event: yaml.Event) -> int:
    """The line an event begins at, from 1."""
    return event.start_mark.line + 1 if event.start_mark else 1


def _syntax_problem(error: yaml.MarkedYAMLError, text: str) -> Problem:
    """The reader's error as a sentence with the likely cause."""
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else None
    if error.context_mark and any(what in (error.context or "") for what in ("quoted scalar", "simple key")):
        line = error.context_mark.line + 1
    said = f"{error.context or ''} {error.problem or ''}".strip()
    cure = next((cure for part, cure in _CURES.items() if part in said), None)
    if line and line <= len(lines := text.splitlines()) and lines[line - 1].lstrip(" ").startswith("\t"):
        cure = _CURES["found character '\\t' that cannot start any token"]
    return Problem(line, (), None, f"not yaml: {cure or said + ': look at this line and the one above'}")
