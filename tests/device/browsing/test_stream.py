"""What programs of players are told: the house's state and events, less what the settings keep from players."""

from __future__ import annotations

import json
from typing import Any

import pytest

from delvebox.device.browsing.stream import events_for_players, state_for_players
from delvebox.device.outputs.hints import Numbers
from delvebox.device.standing import KINDS, happenings_of, standing_of
from delvebox.engine.commands import AddMarks, Command, LightUp, Suspend, TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules

EVENING: tuple[Command, ...] = (LightUp("torch", "Bryn"), *[TakeAction("search")] * 9, AddMarks("noise", 2))
COUNTED = {"escalation", "light_low"}


def played(*commands: Command) -> tuple[Delve, list[Entry]]:
    """A delve after these, and what was written of each."""
    delve = Delve(Rules(), 3)
    entries = [entry for command in commands if isinstance(entry := delve.play(command), Entry)]
    assert len(entries) == len(commands)
    return delve, entries


def events(numbers: Numbers) -> list[dict[str, Any]]:
    """All that happens in an evening, as players are told it."""
    return [event for entry in played(*EVENING)[1] for event in events_for_players(entry, numbers)]


def test_exact_is_what_a_house_is_told() -> None:
    """To the letter, and with everything that can happen to a torch."""
    delve, entries = played(*EVENING)
    assert state_for_players(delve.state, delve.rules, "exact") == standing_of(delve.state, delve.rules)
    assert events("exact") == [event for entry in entries for event in happenings_of(entry)]
    assert {"turn", "danger", "light_lit", "light_low", "light_out", "darkness", "escalation"} <= {
        event["event_type"] for event in events("exact")
    }


def test_hints_are_words() -> None:
    """No number but the turn and its time; of boxes and of a light's last turn not even that they came."""
    delve, _ = played(LightUp("torch", "Bryn"), TakeAction("move"))
    assert state_for_players(delve.state, delve.rules, "hints") == {
        "turn": 2,
        "minutes": 10,
        "danger": "calm",
        "light": "fresh",
        "lights": [{"kind": "torch", "holder": "Bryn", "left": "fresh", "lit": True}],
        "play": "delve",
    }
    told = events("hints")
    assert all(set(event) <= {"event_type", "kind", "holder", "turn"} for event in told)
    kinds = {event["event_type"] for event in events("exact")} - COUNTED
    assert {event["event_type"] for event in told} == kinds


def test_hidden_tells_nothing_that_is_counted() -> None:
    """Which lights there are and what goes on; turns pass in silence."""
    delve, _ = played(LightUp("torch", "Bryn"), TakeAction("move"), Suspend("combat"))
    assert state_for_players(delve.state, delve.rules, "hidden") == {
        "lights": [{"kind": "torch", "holder": "Bryn", "lit": True}],
        "play": "combat",
    }
    told = events("hidden")
    assert not [value for event in told for value in event.values() if isinstance(value, int)]
    kinds = {event["event_type"] for event in events("exact")} - COUNTED - {"turn"}
    assert {event["event_type"] for event in told} == kinds <= set(KINDS)


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_what_players_may_not_tell_apart_is_the_same(numbers: Numbers) -> None:
    """One mark for noise or two: state and events alike to the last byte."""
    told = []
    for marks in (1, 2):
        delve, entries = played(AddMarks("noise", marks), LightUp("torch"))
        happened = [event for entry in entries for event in events_for_players(entry, numbers)]
        told.append(json.dumps([state_for_players(delve.state, delve.rules, numbers), happened]))
    assert told[0] == told[1]
