"""The reference on one page: trackers with boxes, empty or as a delve stands, and the turn in short.

The facts and labels are the source sheet's, the sentences are not; numbers are those of the rules.
"""

from __future__ import annotations

from ...engine.delve import Delve
from ...engine.rules import Rules
from ..outputs.trackers import clock_time
from .blocks import Block, Heading, Title
from .companion import companion
from .layout import Columns, Together, fill
from .pen import Pen
from .reference import reference
from .trackers import ROW_TURNS, many, notes, trackers, turn_rows
from .words import ENGLISH, Words

ROWS_ON_FIRST, ROWS_ON_MORE = 6, 40


def sheet(
    paper: str,
    rules: Rules,
    *,
    rows: int | None = None,
    delve: Delve | None = None,
    name: str = "",
    words: Words = ENGLISH,
) -> bytes:
    """The PDF: the reference, the page of actions, and pages for the rows of turns that the first has no room for.

    Args:
        paper: A key of `pen.PAPERS`.
        rules: Whose numbers stand on it; a delve has its own.
        rows: Rows of ten turns, 1 upwards; None: two, or as many as the delve needs.
        delve: Fills the boxes; None leaves them empty.
        name: The delve's, in the title.
        words: The table's language.

    Raises:
        PrintMissingError: fpdf2 is not installed.
    """
    rules = delve.rules if delve else rules
    state = delve.state if delve else None
    all_rows = tuple(turn_rows(rows, state, words))
    first = 0 if state is None else max(0, min(state.completed // ROW_TURNS, len(all_rows)) - ROWS_ON_FIRST + 1)
    shown = all_rows[first : first + ROWS_ON_FIRST]
    title, where = words("Dungeon turn reference"), ""
    if state is not None:
        where = words("turn {turn}, {time}", turn=state.completed + 1, time=clock_time(state.elapsed_minutes))
    columns = (Together(tuple(trackers(rules, delve, words))), Together(tuple(reference(rules, words))))
    page: list[Block] = [
        Title(title, " – ".join(filter(None, (where, name)))),
        Heading(words("Turns"), words("a box is a turn of 10 minutes")),
        *shown,
        Columns(columns, (0.56, 0.44)),
        *many(delve, words),
        *notes(state, words),
    ]
    pen = Pen(paper, f"{title}: {name}" if name else title)
    fill(pen, page, footer=words("Fill boxes from the left. When a row is full, something must change."))
    companion(pen, words)
    others = all_rows[:first] + all_rows[first + len(shown) :]
    for start in range(0, len(others), ROWS_ON_MORE):
        fill(pen, [Title(words("More turns"), name), *others[start : start + ROWS_ON_MORE]])
    return pen.pdf()
