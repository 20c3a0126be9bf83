"""A table's files as the engine's `Tables`: what is wrong with them is told, and a bad file is left out.

The rest is used, and tells too what it needs of a file that is left out.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from ...engine.rule_keys import Problem
from ...engine.tables import NO_TABLES, Tables, TablesError
from ..own_files import UnreadableError
from ..settings.languages import ENGLISH
from ..settings.records import SHIPPED_TABLES
from . import from_csv, from_yaml
from .drafts import Draft, Keys
from .faults import Fault
from .texts import text_of

READERS: Mapping[str, Callable[[str, str], tuple[list[Draft], list[Fault]]]] = MappingProxyType(
    {
        ".yaml": from_yaml.drafts_of,
        ".yml": from_yaml.drafts_of,
        ".csv": from_csv.drafts_of,
        ".tsv": from_csv.drafts_of,
        ".txt": from_csv.drafts_of,
    }
)
"""By the file's ending; a spreadsheet's "Unicode text" ends in .txt."""
OMEN = "omen"
"""The kind that is no danger by itself: it is asked for."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the files gave: the tables in use, the faults of all, and of which file each table in use is."""

    tables: Tables = NO_TABLES
    faults: tuple[Fault, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def trouble(self) -> str:
        """A sentence for the panel where a file is left out, else empty: players may read it, so no table is named."""
        left_out = list(dict.fromkeys(fault.file for fault in self.faults))
        if not left_out:
            return ""
        more = f" and {len(left_out) - 1} more" if len(left_out) > 1 else ""
        return f"danger tables: left out {Path(left_out[0]).name}{more}: delvebox tables tells why"


@dataclass(slots=True)
class _File:
    name: str
    drafts: list[Draft]
    faults: list[Fault]

    def take(self, problem: Problem, draft: Draft) -> None:
        """Note what the engine tells of a draft, but for what a line told of already has brought about."""
        line = draft.line_of(_keys(problem.path[1:]))
        if line is None or line not in {fault.line for fault in self.faults}:
            self.faults.append(Fault(self.name, line, problem.text))


def shipped_file(language: str) -> Path:
    """The shipped tables of a language, the English ones where it has none."""
    folder = Path(__file__).parent / "shipped"
    own = folder / f"{language}.yaml"
    return own if own.exists() else folder / f"{ENGLISH}.yaml"


def read_tables(sources: Sequence[str], language: str = ENGLISH, kinds: Collection[str] = ()) -> Found:
    """Read files of tables; what is wrong with them is told, never raised.

    Args:
        sources: Files, and `shipped` for those of the language. Shipped ones come last: one's own go before them, and
            one of the same name stands in the place of a shipped one.
        language: Of the shipped tables.
        kinds: Of danger, by the rules: a kind that is almost one of them is a slip of the pen.
    """
    stamps = tuple(_stamp(Path(source)) for source in sources if source != SHIPPED_TABLES)
    return _read_all(tuple(sources), language, tuple(kinds), stamps)


def _stamp(file: Path) -> tuple[int, int] | None:
    """By which a file that was changed is told from the one that was read."""
    try:
        known = file.stat()
    except (OSError, ValueError):
        return None
    return known.st_mtime_ns, known.st_size


@lru_cache(maxsize=1)  # phrasebook, checks and delve all want them when a box starts
def _read_all(sources: tuple[str, ...], language: str, kinds: tuple[str, ...], _stamps: object) -> Found:
    own = [_read(Path(source), source) for source in sources if source != SHIPPED_TABLES]
    _refuse_twins(own)
    files = list(own)
    if SHIPPED_TABLES in sources:
        shipped = _read(shipped_file(language), SHIPPED_TABLES)
        taken = {draft.name.strip().casefold() for file in own for draft in file.drafts}
        shipped.drafts = [draft for draft in shipped.drafts if draft.name.casefold() not in taken]
        files.append(shipped)
    for file in files:
        _refuse_odd_kinds(file, {*kinds, OMEN} if kinds else ())
    _check(files)  # tells everything
    faults = sorted((fault for file in files for fault in file.faults), key=_by_place(files))
    while True:
        sound = [file for file in files if not file.faults]
        tables = _check(sound)
        if tables is not None:
            return Found(
                tables, tuple(faults), {draft.name.strip(): file.name for file in sound for draft in file.drafts}
            )
        # what it needs is of a file that was left out: told last, since that must be mended first
        faults += [fault for file in sound for fault in file.faults]


def _read(file: Path, name: str) -> _File:
    reader = READERS.get(file.suffix.lower())
    if reader is None:
        told = f"is no file of tables by its ending: name one that ends in {', '.join(READERS)}"
        return _File(name, [], [Fault(name, None, told)])
    try:
        drafts, faults = reader(text_of(file), name)
    except UnreadableError as error:
        return _File(name, [], [Fault(name, error.line, str(error))])
    return _File(name, drafts, faults)


def _check(files: Sequence[_File]) -> Tables | None:
    """The files' tables; None where the engine refuses some, which their files are told."""
    drafts = [(file, draft) for file in files for draft in file.drafts]
    try:
        return Tables(tuple(draft.table for _, draft in drafts))
    except TablesError as error:
        for problem in error.problems:
            _lay_down(problem, drafts)
        return None


def _lay_down(problem: Problem, drafts: Sequence[tuple[_File, Draft]]) -> None:
    """Tell a problem to the file of its table; one of all tables together to the last file."""
    called = problem.path[0] if problem.path else ""
    named = [each for each in drafts if each[1].name.strip() == called]
    if not named and called.isdecimal() and 0 < int(called) <= len(drafts):
        named = [drafts[int(called) - 1]]
    file, draft = (named or drafts)[-1]
    file.take(problem, draft)


def _keys(path: Keys) -> Keys:
    """The engine's path within a table as the file's: entries are counted from 1 there, from 0 here."""
    return tuple(str(int(part) - 1) if part.isdecimal() else part for part in path)


def _refuse_twins(files: Iterable[_File]) -> None:
    """A name that two files have: which of them is meant, nobody could tell."""
    seen: dict[str, tuple[_File, Draft]] = {}
    for file in files:
        for draft in tuple(file.drafts):
            name = draft.name.strip().casefold()
            first, before = seen.setdefault(name, (file, draft))
            if first is not file:
                where = f"{first.name}, line {before.line_of(())}"
                told = f"{draft.called}: stands already in {where}: give one of them another name"
                file.faults.append(Fault(file.name, draft.line_of(()), told))
                file.drafts.remove(draft)


def _refuse_odd_kinds(file: _File, known: Collection[str]) -> None:
    for draft in file.drafts:
        kind = (draft.kind or "").casefold()
        near = difflib.get_close_matches(kind, known, 1, cutoff=0.75)
        if near and kind not in {each.casefold() for each in known}:
            told = f'{draft.called}: kind "{draft.kind}" is no kind of danger by the rules: did you mean {near[0]}?'
            file.faults.append(Fault(file.name, draft.line_of(("kind",)), told))


def _by_place(files: Sequence[_File]) -> Callable[[Fault], tuple[int, int]]:
    order = {file.name: place for place, file in enumerate(files)}
    return lambda fault: (order[fault.file], fault.line or 0)
