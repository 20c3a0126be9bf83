"""A delve as a page of Markdown: its summary, its turns as a table, and the sheet's rules that counted. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...engine.delve import Delve
from ..outputs.narration import Narration
from .cells import cells_of, heads
from .rows import rows_of, rules_named
from .summary import summary_of

_SIGNS = re.compile(r"[\\`*_\[\]<>|#&~$!]")
"""What Markdown would take for its own."""
_RIGHT = ("turn", "time", "boxes")
_NOT_SHOWN = ("why",)
"""The rules stand once, below the table."""


def as_markdown(delve: Delve, title: str, told: Narration) -> str:
    """The page; it renders the same in CommonMark with tables, as GitHub has them."""
    rows, summed = rows_of(delve), summary_of(delve.events)
    _, pieces = told.summary(summed.counts, summed.minutes)
    lines = [f"# {_plain(title)}", "", _plain(", ".join(pieces)), ""]
    if rows:
        columns = {name: head for name, head in heads(told).items() if name not in _NOT_SHOWN}
        lines.append(_line(columns.values()))
        lines.append("|" + "|".join(" ---: " if name in _RIGHT else " --- " for name in columns) + "|")
        for row in rows:
            cells = cells_of(row, delve.rules, told)
            lines.append(_line(cells[name] for name in columns))
        lines.append("")
    if named := rules_named(rows):
        lines += [f"- {_plain(told.word(cause, 'cause'))}: {_plain(told.rule(rule))}" for cause, rule in named.items()]
        lines.append("")
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _plain(text: str) -> str:
    """A text that stands as it is, whatever signs are in it."""
    return _SIGNS.sub(r"\\\g<0>", " ".join(text.split()))
