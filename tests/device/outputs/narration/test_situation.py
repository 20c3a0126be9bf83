"""How things stand, as conditions see it."""

from __future__ import annotations

from typing import Any

import pytest

from delvebox.device.outputs.narration.sections import SPOKEN
from delvebox.device.outputs.narration.situation import AT_FIRST, SITUATION, situation_of
from delvebox.engine import commands as c
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules
from delvebox.engine.tables import Table, TableEntry, Tables

QUIET, DANGER = 1, 6


@pytest.fixture
def delve() -> Delve:
    """A new one by the sheet."""
    return Delve(Rules(), 1)


def after(delve: Delve, *commands: c.Command) -> dict[str, Any]:
    """How things stand after the last of these commands."""
    entry: Any = None
    for command in commands:
        entry = delve.play(command)
        assert isinstance(entry, Entry), entry
    return dict(situation_of(delve.state, delve.events, entry.events))


def test_before_anything_happened_nothing_is_so(delve: Delve) -> None:
    """What conditions see at the start, and every field has a value there."""
    assert situation_of(delve.state, ()) == AT_FIRST
    assert AT_FIRST.keys() == SITUATION.keys()


def test_the_first_light_is_the_delves_first_and_the_last_the_only_one_that_burns(delve: Delve) -> None:
    """A second one makes neither; doused again, one burns alone in a delve that has seen two."""
    one = after(delve, c.LightUp("torch"))
    assert (one["first_light"], one["last_light"], one["dark"]) == (True, True, False)
    two = after(delve, c.LightUp("lantern"))
    assert (two["first_light"], two["last_light"]) == (False, False)
    left = after(delve, c.Douse("lantern"))
    assert (left["first_light"], left["last_light"]) == (False, True)
    assert after(delve, c.Douse("torch"))["dark"] is True


def test_escalation_rises_by_a_mark_and_not_by_a_danger_that_clears_it(delve: Delve) -> None:
    """Nor where a box is calmed, nor in a command that has nothing to do with it."""
    assert after(delve, c.AddMarks("noise", 2))["rising"] is True
    assert after(delve, c.AddNote("a door"))["rising"] is False
    calmed = after(delve, c.Calm(1))
    assert (calmed["rising"], calmed["escalation"]) == (False, 1)
    cleared = after(delve, c.TellDice((DANGER,)), c.TakeAction("obstacle", loud=True))
    assert (cleared["rising"], cleared["escalation"]) == (False, 0)


def test_quiet_turns_are_counted_from_the_turn_after_a_danger(delve: Delve) -> None:
    """From the delve's beginning where there was none; those of a rest too."""
    assert after(delve, *[c.TellDice((QUIET,)), c.TakeAction("move")] * 3)["quiet_turns"] == 3
    assert after(delve, c.TellDice((DANGER,)), c.TakeAction("move"))["quiet_turns"] == 0
    assert after(delve, c.TellDice((QUIET,) * 6), c.BeginRest("short_rest"))["quiet_turns"] == 6


def test_a_danger_between_turns_spoils_no_turn() -> None:
    """The turn after a sixth box is quiet."""
    delve = Delve(Rules.from_mapping({"danger": {"overflow": "immediate"}}), 1)
    assert after(delve, c.AddMarks("noise", 3), c.AddMarks("noise", 3))["quiet_turns"] == 0
    assert after(delve, c.TellDice((QUIET,)), c.TakeAction("move"))["quiet_turns"] == 1


def test_every_spoken_sentence_may_ask_of_it() -> None:
    """Beside its own fields."""
    assert all(SITUATION.keys() <= fields.keys() for section in SPOKEN.values() for fields in section.values())
    assert SPOKEN["events"]["effect_ended"].keys() - SITUATION.keys() == {"name", "reason"}


def test_where_the_party_is_can_be_asked() -> None:
    """By the name that the danger tables have for it; in none of them it is null."""
    crypt = Table("bones", (TableEntry("bones"),), kind="encounter", regions=("crypt",))
    delve = Delve(Rules(), 1, tables=Tables((crypt,)))
    assert after(delve, c.EnterRegion("crypt"))["region"] == "crypt"
    assert after(delve, c.EnterRegion(None))["region"] is None
