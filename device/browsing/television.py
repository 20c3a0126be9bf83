"""The players' view on a large screen: the panel's page with room for all of it, as plain values. Pure.

It is filled by the panel's own functions, so that what the settings keep from the players is kept here too; what is the
game master's alone, such as what came of a danger table, is left out.
"""

from __future__ import annotations

from dataclasses import fields as fields_of
from typing import Any

from ...engine.records import type_name
from ..outputs.hints import Numbers
from ..outputs.page import Item, Page, Pair, Row, code_of
from ..outputs.pages import Look, View, page_of

HEIGHT_PX = 320
"""Of a panel that would show as much: three dozen rows of what runs out; still more are counted."""


def television_page(view: View, numbers: Numbers) -> Page:
    """The page that this view calls for, where there is room."""
    return page_of(view.for_players, Look(HEIGHT_PX, numbers))


def page_fields(page: Page) -> dict[str, Any]:
    """A page as it is sent: its name, and its rows with their kind and fields."""
    return {"name": page.name, "rows": [fields for row in page.rows for fields in _fields(row)]}


def _fields(row: Row) -> list[dict[str, Any]]:
    """Two items side by side are two rows here; of an item the picture's name is told, and not since when it is out."""
    if isinstance(row, Pair):
        return [*_fields(row.first), *(_fields(row.second) if row.second else ())]
    fields = {"row": type_name(type(row)), **{each.name: getattr(row, each.name) for each in fields_of(row)}}
    if isinstance(row, Item):
        fields |= {"name": row.name, "picture": code_of(row.kind), "spent": bool(row.spent)}
    return [fields]
