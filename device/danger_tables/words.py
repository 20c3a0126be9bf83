"""What people call columns, cells and kinds of danger, of the files in `columns`, a language each. Read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class CellWords:
    """What may stand in a spreadsheet, folded, in all languages together, and what it means."""

    columns: Mapping[str, str]
    flags: Mapping[str, bool]
    kinds: Mapping[str, str]


def folded(text: str) -> str:
    """A text as words are looked up: without capitals, and single spaces."""
    return " ".join(text.casefold().split())


@cache
def cell_words() -> CellWords:
    """The words of every language."""
    languages = _languages().values()
    columns = {name: column for words in languages for column, names in words["columns"].items() for name in names}
    flags = {word: said == "yes" for words in languages for said in ("yes", "no") for word in words[said]}
    kinds = {name: kind for words in languages for kind, names in words["kinds"].items() for name in names}
    return CellWords(*map(MappingProxyType, (columns, flags, kinds)))


def kind_called(name: str) -> str:
    """The kind of danger that people call so in any language; a name that none has is one by itself."""
    return cell_words().kinds.get(folded(name), name)


def names_of_kind(kind: str, language: str) -> tuple[str, ...]:
    """What a kind of danger is called in a language; one that has no name there by itself."""
    kinds = _languages().get(language, {}).get("kinds", {})
    return tuple(kinds.get(folded(kind), (kind,)))


@cache
def _languages() -> Mapping[str, Any]:
    files = sorted((Path(__file__).parent / "columns").glob("*.yaml"))
    return MappingProxyType({file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in files})
