"""Where a delve stands, as a house shows it."""

from __future__ import annotations

import json
from typing import Any

from delvebox.device.standing import DANGER, HAPPENINGS, KINDS, happenings_of, standing_of
from delvebox.engine.commands import AddMarks, BeginRest, Command, Douse, LightUp, Suspend, TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.events import DangerRolled, Event
from delvebox.engine.records import Entry, type_name
from delvebox.engine.rules import Rules


def standing(*commands: Command, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """What is told after these."""
    delve = Delve(Rules.from_mapping(rules or {}), 3)
    for command in commands:
        assert isinstance(delve.play(command), Entry), command
    return standing_of(delve.state, delve.rules)


def test_a_new_delve_is_dark_and_calm() -> None:
    """Turn one, no light, one face of the die."""
    told = standing()
    assert (told["turn"], told["escalation"], told["danger"], told["danger_percent"]) == (1, 0, "calm", 17)
    assert (told["light"], told["light_percent"], told["light_turns"], told["lights"]) == ("none", 0, 0, [])
    assert told["play"] == "delve"
    assert json.loads(json.dumps(told)) == told


def test_light_goes_down_as_the_torch_burns() -> None:
    """Percent of a fresh one for a bulb, turns, and a word that several of them share."""
    burning = [standing(LightUp("torch"), *[TakeAction("move")] * turns) for turns in range(7)]
    assert [each["light_percent"] for each in burning] == [100, 83, 67, 50, 33, 17, 0]
    assert [each["light_turns"] for each in burning] == [6, 5, 4, 3, 2, 1, 0]
    assert [each["light"] for each in burning] == ["fresh", "fresh", "half", "half", "low", "low", "none"]


def test_the_best_light_counts_and_each_is_told() -> None:
    """A room is as bright as what burns best in it; what is doused gives no light."""
    told = standing(LightUp("torch", "Bryn"), *[TakeAction("move")] * 3, LightUp("torch", "Aldo"))
    assert told["light_percent"] == 100
    assert {(each["holder"], each["percent"]) for each in told["lights"]} == {("Bryn", 50), ("Aldo", 100)}
    assert standing(LightUp("torch"), Douse("torch"))["light_percent"] == 0


def test_a_light_without_limit_is_whole() -> None:
    """It has no turns to count."""
    told = standing(LightUp("lamp"), rules={"lights": {"kinds": {"lamp": "no limit"}}})
    assert (told["light"], told["light_percent"], told["light_turns"]) == ("no limit", 100, None)


def test_what_is_played_is_told() -> None:
    """The delve, what breaks its turn, or the rest that goes on."""
    assert standing(Suspend("combat"))["play"] == "combat"
    assert standing(AddMarks("noise", 5))["danger"] == "certain"
    delve = Delve(Rules.from_mapping({"danger": {"roll": "table"}}), 3)
    delve.play(BeginRest("short_rest"))
    assert standing_of(delve.state, delve.rules)["play"] == "short_rest"


def happened(*events: Event) -> list[dict[str, Any]]:
    """What an entry with these events tells."""
    return happenings_of(Entry("command", TakeAction("move"), events))


def test_a_turn_tells_what_happened_in_order() -> None:
    """Each with its kind, of which Home Assistant knows every one."""
    delve = Delve(Rules(), 3)
    entries = [delve.play(each) for each in (LightUp("torch"), *[TakeAction("move")] * 6)]
    told = [each["event_type"] for entry in entries if isinstance(entry, Entry) for each in happenings_of(entry)]
    assert told.count("turn") == 6
    assert told.index("light_lit") < told.index("light_low") < told.index("light_out") < told.index("darkness")
    assert set(told) <= set(KINDS)


def test_a_roll_is_told_only_where_it_is_danger() -> None:
    """A house flickers then; a roll that brings nothing is nobody's business."""
    rolled = DangerRolled(1, 6, 6, True, "encounter", 6, 0, 1 / 6)
    assert happened(rolled)[0] | {"event_type": DANGER, "kind": "encounter", "turn": 1} == happened(rolled)[0]
    assert happened(DangerRolled(1, 2, 2, False, None, 6, 0, 1 / 6)) == []


def test_every_happening_is_an_event_of_the_engine() -> None:
    """A renamed event cannot silence a house."""
    assert set(HAPPENINGS) <= {type_name(kind) for kind in Event.__subclasses__()}
