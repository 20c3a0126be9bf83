"""Tables of a YAML file: a table is a list of entries, or a mapping with more to say of it. Pure.

Only kinds of values are looked at here; what they mean, and their bounds, are the engine's.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from ...engine.shown import key_shown
from ...engine.tables import TableEntry
from ..settings.problems import shown
from ..settings.scalars import BareWord, Spoiled
from ..settings.strict_yaml import Document, read_document
from .drafts import Draft, Keys
from .faults import Fault

TABLE_KEYS = ("kind", "regions", "repeats", "reaction", "distance", "entries")
ENTRY_KEYS = ("text", "weight")
_LIKE = "crypt things:"
_LIKE_THIS = "write its name, and below it entries: with a - before each"


def drafts_of(text: str, file: str) -> tuple[list[Draft], list[Fault]]:
    """The tables of a text, and all that is wrong with it; never raises for what the text holds."""
    return _Reader(read_document(text, _LIKE), file).read()


class _Reader:
    def __init__(self, document: Document, file: str) -> None:
        self._document = document
        self._file = file
        self._faults = [Fault(file, each.line, each.text) for each in document.problems]

    def read(self) -> tuple[list[Draft], list[Fault]]:
        drafts = [self._table(name, value) for name, value in self._document.values.items()]
        if not drafts and not self._faults:
            self._faults.append(Fault(self._file, None, f"holds no table: {_LIKE_THIS}"))
        return drafts, sorted(self._faults, key=lambda fault: fault.line or 0)

    def _tell(self, path: Keys, text: str) -> None:
        lines = self._document.lines
        line = next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), None)
        self._faults.append(Fault(self._file, line, f"{_dotted(path)}: {text}"))

    def _table(self, name: str, value: Any) -> Draft:
        draft = Draft(name, {path[1:]: line for path, line in self._document.lines.items() if path[0] == name})
        if isinstance(value, tuple):  # a list of entries and nothing else
            draft.lines |= {("entries", *keys): line for keys, line in draft.lines.items() if keys}
            self._entries(draft, (name,), value)
        elif not isinstance(value, Mapping):
            if not isinstance(value, Spoiled):
                self._tell((name,), f"{self._seen(value)} is no table: {_LIKE_THIS}")
        else:
            self._keys(draft, value)
        return draft

    def _keys(self, draft: Draft, values: Mapping[str, Any]) -> None:
        name = draft.name
        self._unknown((name,), values, TABLE_KEYS)
        draft.kind = self._text((name, "kind"), values.get("kind"))
        draft.distance = self._text((name, "distance"), values.get("distance"))
        draft.repeats = self._flag((name, "repeats"), values.get("repeats"))
        draft.reaction = self._flag((name, "reaction"), values.get("reaction"))
        draft.regions = tuple(self._regions((name, "regions"), values.get("regions")))
        entries = values.get("entries")
        if isinstance(entries, tuple):
            self._entries(draft, (name, "entries"), entries)
        elif not isinstance(entries, Spoiled):
            told = "has no entries" if entries is None else f"entries: {self._seen(entries)} is no list"
            self._tell(
                (name, "entries") if entries is not None else (name,),
                f"{told}: write them below it, with a - before each",
            )

    def _entries(self, draft: Draft, path: Keys, values: tuple[Any, ...]) -> None:
        for place, value in enumerate(values):
            here = (*path, str(place))
            if isinstance(value, Mapping):
                self._unknown(here, value, ENTRY_KEYS)
                if "text" not in value:
                    self._tell(here, "has no text: write text: and what it is")
                text = self._text((*here, "text"), value.get("text"))
                weight = self._weight((*here, "weight"), value.get("weight"))
            else:
                text, weight = self._text(here, value), 1
                if value is None:
                    self._tell(here, "is empty: write what it is, or take the - away")
            draft.entries.append(TableEntry(text or "", weight))

    def _text(self, path: Keys, value: Any) -> str | None:
        if value is None or isinstance(value, str | Spoiled):
            return value if isinstance(value, str) else None
        if isinstance(value, BareWord):
            self._tell(path, value.trouble)
        elif isinstance(value, int | float):
            self._tell(path, f'{shown(value)} is no text: quote it: "{shown(value)}"')
        else:
            cure = "quote a text with a colon or brackets in it"
            self._tell(path, f"{self._seen(value)} is no text: {cure}")
        return None

    def _flag(self, path: Keys, value: Any) -> bool:
        if value is None or isinstance(value, bool | Spoiled):
            return value is True
        self._tell(path, f"{self._seen(value)} is neither true nor false: write true, or leave the key out")
        return False

    def _weight(self, path: Keys, value: Any) -> int:
        if value is None or isinstance(value, Spoiled):
            return 1
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self._tell(path, f"{self._seen(value)} is no whole number: give one, such as 2 for twice as often")
        return 1

    def _regions(self, path: Keys, value: Any) -> Iterator[str]:
        if value is None or isinstance(value, Spoiled):
            return
        if not isinstance(value, tuple):
            self._tell(path, f"{self._seen(value)} is no list: write [{self._seen(value).strip(chr(34))}]")
            return
        for place, each in enumerate(value):
            if text := self._text((*path, str(place)), each):
                yield text

    def _unknown(self, path: Keys, values: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in values:
            if key not in known:
                near = difflib.get_close_matches(key.lower(), known, 1)
                cure = f"did you mean {near[0]}?" if near else f"the keys here are {', '.join(known)}"
                self._tell((*path, key), f"unknown key: {cure}")

    def _seen(self, value: Any) -> str:
        match value:
            case Mapping():
                return "a section of keys"
            case tuple():
                return "a list"
            case BareWord():
                return shown(value.text)
            case _:
                return shown(value)


def _dotted(path: Keys) -> str:
    """Where it is, for a person: "crypt things, entry 3, weight"."""
    singular = {"entries": "entry", "regions": "region"}
    listed = "entries"
    parts = [f"table {key_shown(path[0])}"]
    for place, part in enumerate(path[1:], 1):
        if part in singular and place < len(path) - 1:
            listed = part
        else:
            parts.append(f"{singular[listed]} {int(part) + 1}" if part.isdecimal() else part)
    return ", ".join(parts)
