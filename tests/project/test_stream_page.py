"""docs/stream.md: its fields and events are those that players are told, its settings are good."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from delvebox.device.browsing.stream import events_for_players, state_for_players
from delvebox.device.outputs.hints import Numbers
from delvebox.device.settings.load import load_text
from delvebox.device.standing import happenings_of, standing_of
from delvebox.device.web.door import STREAM
from delvebox.engine.commands import LightUp, TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "stream.md").read_text()
COLUMNS: tuple[Numbers, ...] = ("hints", "hidden")
"""Of the table of what is left out."""


def named(row: str, numbers: Numbers) -> set[str]:
    """The fields that a row of that table names under these."""
    table = PAGE[PAGE.index("| | `hints`") :]
    cells = table[table.index(f"| {row} |") :].splitlines()[0].split("|")[2:4]
    return set(re.findall(r"`(\w+)`", cells[COLUMNS.index(numbers)]))


def test_its_settings_are_good() -> None:
    """They name the origins that the page speaks of."""
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    loaded = load_text(block)
    assert loaded.problems == ()
    assert all(PAGE.count(origin) >= 2 for origin in loaded.settings.web.origins)
    assert STREAM in PAGE


@pytest.mark.parametrize("numbers", COLUMNS)
def test_its_table_is_what_hints_and_hidden_leave(numbers: Numbers) -> None:
    """Field by field, of the state and of a light; of what happens, what is kept and what is told of the rest."""
    delve = Delve(Rules(), 3)
    entries = [delve.play(LightUp("torch", "Bryn"))]
    told = state_for_players(delve.state, delve.rules, numbers)
    assert named("`state`", numbers) == set(told)
    (light,) = told["lights"]
    assert named("each of the `lights`", numbers) == set(light)
    entries += [delve.play(TakeAction("search")) for _ in range(9)]
    written = [entry for entry in entries if isinstance(entry, Entry)]
    fields = {name for entry in written for each in events_for_players(entry, numbers) for name in each}
    happened, kept = (
        {each["event_type"] for entry in written for each in tell(entry)}
        for tell in (partial(events_for_players, numbers=numbers), happenings_of)
    )
    assert kept >= happened
    hidden = {"turn"} if numbers == "hidden" else set()
    assert kept - happened - hidden == named("`event`", "hints") - {"turn", "kind", "holder"}
    assert fields == {"event_type", "turn", "kind", "holder"} - hidden


def test_every_field_of_a_light_is_on_the_houses_page() -> None:
    """To which this one refers."""
    delve = Delve(Rules(), 3)
    delve.play(LightUp("torch"))
    (light,) = standing_of(delve.state, delve.rules)["lights"]
    (row,) = re.findall(r"^\| `lights` .*$", (DOCS / "house.md").read_text(), re.MULTILINE)
    assert set(light) <= set(re.findall(r"\w+", row))
