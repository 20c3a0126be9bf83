"""A delve as a CSV file that a spreadsheet opens as it is: UTF-8 with its mark, cells quoted, none a formula. Pure.

The apostrophe before a cell that would be a formula is the spreadsheets' own sign for text; one that begins a text
has another before it, so that a program that takes one away has every text as it was.
"""

from __future__ import annotations

import csv
import io

from ...engine.delve import Delve
from ..outputs.narration import Narration
from .cells import cells_of, heads
from .rows import rows_of

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'")
BYTE_ORDER_MARK = "\ufeff"


def as_csv(delve: Delve, told: Narration) -> str:
    """The file, a row a turn; the separator is the one that spreadsheets in this language expect."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=told.record("separator"), quoting=csv.QUOTE_ALL)
    writer.writerow(_safe(head) for head in heads(told).values())
    for row in rows_of(delve):
        writer.writerow(_safe(cell) for cell in cells_of(row, delve.rules, told).values())
    return BYTE_ORDER_MARK + text.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_BEGINS_FORMULA) else cell
