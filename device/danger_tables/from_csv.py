"""Tables of a spreadsheet: a row is an entry, the columns stand in any order under a row of their names. Pure.

The separator is found by the row of names: comma, semicolon, or tab. A cell of `table` that is left empty means the
table above; what is said of a whole table may stand in any of its rows, and must not differ between them.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...engine.tables import TableEntry
from .drafts import Draft
from .faults import Fault
from .words import cell_words, folded, kind_called

SEPARATORS = (",", ";", "\t")
_SEP_LINE = re.compile(r'"?sep=([,;|\t])"?', re.IGNORECASE)
"""By which some spreadsheets tell the separator, above all else."""
_LISTED = re.compile(r"[,;|/]")
"""Between the regions of one cell."""
_COMPUTED = re.compile(
    r"=.*|#(REF|NAME|N/A|NULL|NUM|VALUE|DIV/0|BEZUG|NV|ZAHL|WERT)[!?]?|Err:[0-9]+", re.IGNORECASE | re.DOTALL
)
"""A formula, or what stands in the cell of one that failed."""
_OF_TABLE = ("kind", "regions", "repeats", "reaction", "distance")
_NEEDED = ("table", "text")
_LIKE_THIS = "the first row names the columns, such as table,kind,region,weight,text"
_KNOWN = "known are table, kind, region, weight, text, repeats, reaction, distance, notes"
_CURES = {
    "unexpected end of data": "a quote is opened here and never closed: close it, or double it within a text",
    "expected after": "a text goes on after its closing quote: double each quote within a quoted text",
    "field larger": "a cell is longer than any entry: see whether a quote before it is never closed",
}


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: Sequence[str]

    @property
    def empty(self) -> bool:
        return not any(cell.strip("".join(SEPARATORS)).strip() for cell in self.cells)


def drafts_of(text: str, file: str) -> tuple[list[Draft], list[Fault]]:
    """The tables of a text, and all that is wrong with it; never raises for what the text holds."""
    reader = _Reader(file)
    reader.read(text)
    return list(reader.drafts.values()), reader.faults


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._columns: dict[int, str] = {}
        """What each place of a row holds."""
        self.drafts: dict[str, Draft] = {}
        self.faults: list[Fault] = []

    def read(self, text: str) -> None:
        rows = self._rows(text)
        head = next((row for row in rows if not row.empty), None)
        if head is None:
            if not self.faults:
                self._tell(1, f"holds no row: {_LIKE_THIS}")
            return
        if not self._take_head(head):
            return
        name = ""
        for row in rows:
            if not row.empty:
                name = self._take(row, name)
        if not self.drafts and not self.faults:
            self._tell(head.line, f"holds no entry below its columns: {_LIKE_THIS}")

    def _tell(self, line: int, text: str) -> None:
        self.faults.append(Fault(self._file, line, text))

    def _rows(self, text: str) -> Iterator[_Row]:
        """Every row with the line that it begins in; reading ends at the first that cannot be told from the next."""
        first, _, rest = text.partition("\n")
        told = _SEP_LINE.fullmatch(first.strip(" \r"))
        separator = told[1] if told else _separator_of(text)
        reader = csv.reader(io.StringIO(rest if told else text, newline=""), delimiter=separator, strict=True)
        skipped = 1 if told else 0
        while True:
            line = reader.line_num + 1 + skipped
            try:
                yield _Row(line, next(reader))
            except StopIteration:
                return
            except csv.Error as error:
                cure = next((cure for part, cure in _CURES.items() if part in str(error)), None)
                self._tell(line, cure or f"cannot be read ({error}): look at the quotes here")
                return

    # -- the names of the columns -------------------------------------------------------------------

    def _take_head(self, row: _Row) -> bool:
        known = cell_words().columns
        for place, cell in enumerate(row.cells):
            name = folded(cell)
            column = known.get(name)
            if column in self._columns.values() and column != "notes":
                self._tell(row.line, f'column "{cell.strip()}": {column} stands twice: keep one')
            elif column is not None:
                self._columns[place] = column
            elif name:
                near = difflib.get_close_matches(name, known, 1)
                cure = f"did you mean {near[0]}?" if near else _KNOWN
                self._tell(row.line, f'column "{cell.strip()}" is not known: {cure}')
        missing = [column for column in _NEEDED if column not in self._columns.values()]
        if missing:
            self._tell(row.line, f"there is no column {' and no column '.join(missing)}: {_LIKE_THIS}")
        return not missing

    # -- a row --------------------------------------------------------------------------------------

    def _take(self, row: _Row, above: str) -> str:
        """Take an entry; the name of its table."""
        cells = {column: row.cells[place].strip() for place, column in self._columns.items() if place < len(row.cells)}
        for column, cell in cells.items():
            if column != "notes" and _COMPUTED.fullmatch(cell):
                self._tell(row.line, f'{column}: "{cell[:40]}" is a formula or its error: write what it is to say')
        odd = [cell for place, cell in enumerate(row.cells) if place not in self._columns and cell.strip()]
        if odd:
            cure = "quote a text that holds the separator, or name its column"
            self._tell(row.line, f'"{odd[0].strip()[:40]}" stands in no column: {cure}')
        name = cells.get("table") or above
        if not name:
            self._tell(row.line, "is of no table: write the table's name into the first row of each")
            return ""
        draft = self.drafts.setdefault(name, Draft(name, {(): row.line}))
        self._take_entry(draft, row.line, cells)
        for column in _OF_TABLE:
            if cells.get(column):
                self._take_of_table(draft, row.line, column, cells[column])
        return name

    def _take_entry(self, draft: Draft, line: int, cells: Mapping[str, str]) -> None:
        if not cells.get("text"):
            self._tell(line, f"{draft.called}: has no text: write what it is, or take the row out")
        weight = cells.get("weight") or "1"
        if not re.fullmatch(r"[0-9]{1,9}([.,]0+)?", weight):
            self._tell(
                line, f'{draft.called}: weight "{weight}" is no whole number: give one, such as 2 for twice as often'
            )
            weight = "1"
        draft.lines["entries", str(len(draft.entries))] = line
        draft.entries.append(TableEntry(" ".join(cells.get("text", "").split()), int(re.split("[.,]", weight)[0])))

    def _take_of_table(self, draft: Draft, line: int, column: str, cell: str) -> None:
        value = self._value(draft, line, column, cell)
        if value is None:
            return
        before = draft.lines.get((column,))
        if before is not None and value != getattr(draft, column):
            told = f'{draft.called}: {column}: "{cell}" differs from what line {before} says of the same table'
            self._tell(line, f"{told}: leave it empty here, or name another table")
            return
        draft.lines.setdefault((column,), line)
        setattr(draft, column, value)

    def _value(self, draft: Draft, line: int, column: str, cell: str) -> str | bool | tuple[str, ...] | None:
        words = cell_words()
        if column == "regions":
            return tuple(part.strip() for part in _LISTED.split(cell) if part.strip())
        if column == "kind":
            return kind_called(cell)
        if column == "distance":
            return cell
        flag = words.flags.get(folded(cell))
        if flag is None:
            self._tell(line, f'{draft.called}: {column}: "{cell}" is neither yes nor no: write one, or leave it empty')
        return flag


def _separator_of(text: str) -> str:
    """That by which the first line that is not empty has most known columns."""
    head = next((line for line in text.splitlines() if line.strip(" \t,;")), "")

    def known(separator: str) -> int:
        try:
            cells = next(csv.reader([head], delimiter=separator), [])
        except csv.Error:
            return 0
        return sum(folded(cell) in cell_words().columns for cell in cells)

    return max(SEPARATORS, key=known)
