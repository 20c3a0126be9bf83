"""The players' view as data: the panel's page with room for all of it, and nothing that the settings keep."""

from __future__ import annotations

import json

import pytest

from delvebox.device.browsing.television import page_fields, television_page
from delvebox.device.outputs.hints import Numbers
from delvebox.device.outputs.kept_rows import KeptRow
from delvebox.device.outputs.view import View
from delvebox.engine.commands import AddMarks, AdjustLight, BeginRest, Command, LightUp, StartEffect, TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.events import TableDrawn
from delvebox.engine.rules import Rules
from delvebox.engine.state import LastRoll


def sent(numbers: Numbers, *commands: Command, **news: object) -> str:
    """What is sent after these."""
    delve = Delve(Rules(), 3)
    for command in commands:
        delve.play(command)
    view = View(delve.state, delve.rules, **news)  # type: ignore[arg-type]
    return json.dumps(page_fields(television_page(view, numbers)))


def test_every_light_has_its_row() -> None:
    """More than a panel has room for: each by itself, with its name, boxes and turns, in the order of the panel."""
    lights = [LightUp("torch", f"goblin {number}") for number in range(20)]
    page = json.loads(sent("exact", *lights, StartEffect("bless", 4), TakeAction("move")))
    rows = [row for row in page["rows"] if row["row"] == "item"]
    assert len(rows) == 21
    assert (rows[0]["name"], rows[0]["left"], rows[0]["filled"], rows[0]["total"]) == ("torch goblin 0", "5", 1, 6)
    assert (rows[-1]["name"], rows[-1]["picture"], rows[-1]["left"]) == ("bless", "spell", "3")


def test_a_table_with_more_than_a_screen_holds_is_told_how_many() -> None:
    """Nothing is left out without a word, and what stood two in a row is told one by one."""
    lights = [LightUp("candle", f"monk {number}") for number in range(90)]
    rows = json.loads(sent("exact", *lights))["rows"]
    assert {row["row"] for row in rows} == {"heading", "turn_row", "danger_row", "item", "more"}
    shown = sum(row["row"] == "item" for row in rows)
    (more,) = [row["count"] for row in rows if row["row"] == "more"]
    assert shown + more == 90


DRAWN = TableDrawn("crypt", "encounter", False, "2 ghouls", "2 ghouls", (("crypt", "2 ghouls", 1, 1, None),))


@pytest.mark.parametrize("numbers", ["exact", "hints", "hidden"])
def test_what_is_the_game_masters_alone_is_left_out(numbers: Numbers) -> None:
    """What came of a danger table, which one was asked for, and why it could not be: as if nothing of it were there."""
    told = {"drawn": DRAWN, "heard": "roll on the crypt table", "message": "there are crypt and cave"}
    assert sent(numbers, masters=True, **told) == sent(numbers)
    roll = LastRoll(1, 6, 6, danger=True, kind="encounter")
    assert sent(numbers, masters=True, last_turn=roll, **told) == sent(numbers, last_turn=roll)
    assert "search" in sent(numbers, heard="search"), "what is not marked is seen"


ALIKE: dict[Numbers, tuple[tuple[Command, ...], tuple[Command, ...]]] = {
    "hints": (
        (AddMarks("noise", 1), LightUp("torch"), StartEffect("bless", 9)),
        (AddMarks("noise", 2), LightUp("torch"), AdjustLight("torch", -1), StartEffect("bless", 3)),
    ),
    "hidden": (
        (LightUp("torch"), TakeAction("move")),
        (AddMarks("noise", 1), LightUp("torch"), AdjustLight("torch", -2), TakeAction("move"), TakeAction("move")),
    ),
}
"""Delves that differ in what players may not tell apart."""


@pytest.mark.parametrize("numbers", ALIKE)
def test_what_players_may_not_tell_apart_is_the_same_to_the_last_byte(numbers: Numbers) -> None:
    """Boxes, turns left and the turn itself leave no trace in what is sent; exact numbers would."""
    one, other = ALIKE[numbers]
    assert sent(numbers, *one) == sent(numbers, *other)
    assert sent("exact", *one) != sent("exact", *other)


def test_since_when_a_light_is_out_is_not_sent() -> None:
    """The panel lets it go after some turns; the count of them would be the hidden turn's."""
    lately, long_ago = (sent("hidden", kept=(KeptRow("torch", "Anna", 1, spent=turns),)) for turns in (2, 3))
    assert lately == long_ago
    assert '"spent": true' in lately


def test_danger_and_questions_are_pages_of_their_own() -> None:
    """With its kind; a question does not tell its chances where numbers are hints."""
    delve = Delve(Rules(), 3)
    for command in (AddMarks("noise", 2), TakeAction("search")):
        delve.play(command)
    danger = View(delve.state, delve.rules, last_turn=delve.state.last_danger)
    page = page_fields(television_page(danger, "hints"))
    assert page["name"] == "danger"
    assert page["rows"][0] == {"row": "banner", "text": "danger"}
    assert page["rows"][1]["text"] == "encounter"
    told = sent("hints", BeginRest("long_rest"), question="long rest: danger is almost certain")
    assert json.loads(told)["name"] == "question"
    assert "certain" not in told
