"""The sheet as the game master's screen draws it: exact, whatever the players see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from delvebox.device.browsing.sheet import sheet_of
from delvebox.device.outputs.narration import Narration
from delvebox.engine.commands import (
    AddMarks,
    BeginRest,
    Command,
    LightUp,
    MarkCondition,
    StartEffect,
    Suspend,
    TakeAction,
)
from delvebox.engine.delve import Delve
from delvebox.engine.events import QuestionAsked
from delvebox.engine.rules import Rules


def sheet(*commands: Command, language: str = "en", rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """The sheet after these."""
    delve = Delve(Rules.from_mapping(rules or {}), 3)
    for command in commands:
        delve.play(command)
    asked = [event for event in delve.events if isinstance(event, QuestionAsked)]
    return sheet_of(delve.state, delve.rules, asked[-1] if delve.state.asking else None, Narration.load(language))


def test_a_new_delve_is_turn_one_at_one_in_six() -> None:
    """Turn, time, boxes and the odds of the coming roll, and of both rests, without a die being rolled."""
    told = sheet()
    assert (told["turn"], told["time"], told["escalation"]) == (1, "0 min", 0)
    assert told["danger"]["chance"] == pytest.approx(1 / 6)
    assert (told["danger"]["faces"], told["danger"]["die"]) == ("6", 6)
    assert told["danger"]["near"] == "calm", "by the bounds that the panel's hints have"
    short, long = told["plans"]
    assert (short["name"], short["turns"], long["turns"]) == ("short_rest", 6, 48)
    assert short["chance"] == pytest.approx(0.665, abs=0.001)
    assert json.loads(json.dumps(told))["turn"] == 1, "all of it can be sent"


def test_boxes_raise_the_odds_and_staying_is_told() -> None:
    """Two marks: half of the die's faces; another turn here would add one more."""
    told = sheet(TakeAction("move"), TakeAction("investigate"), AddMarks("noise", 2))
    assert told["escalation"] == 2
    assert told["danger"]["faces"] == "4-6"
    assert told["danger"]["staying_adds"] == 1


def test_lights_are_told_by_holder_with_what_they_began_with() -> None:
    """Kind in the table's words, turns left of the full ones; a rest tells which would burn out."""
    told = sheet(LightUp("lantern"), LightUp("torch", "Bryn"), TakeAction("move"), language="de")
    torch, lantern = told["lights"]
    assert (torch["word"], torch["holder"], torch["turns_left"], torch["full_turns"]) == ("Fackel", "Bryn", 5, 6)
    assert (lantern["kind"], lantern["holder"], lantern["full_turns"]) == ("lantern", None, 36)
    assert told["plans"][0]["burning_out"] == ["Fackel"]


def test_spells_conditions_and_what_breaks_the_turn() -> None:
    """All that the state holds is there, and names are in the table's language where they are the engine's."""
    told = sheet(StartEffect("bless", 4), MarkCondition("fear", "Bryn"), Suspend("combat"), language="de")
    assert told["effects"] == [{"name": "bless", "turns_left": 4}]
    assert told["conditions"] == [{"name": "fear", "holder": "Bryn", "word": "Furcht"}]
    assert told["suspended"] == "combat"
    assert told["plans"][0]["chance"] > 0, "a suspension is left aside"


def test_a_paused_rest_is_the_only_one_that_can_go_on() -> None:
    """Its odds are of the turns that are left."""
    told = sheet(AddMarks("noise", 5), BeginRest("short_rest"))
    assert told["activity"]["paused"]
    (plan,) = told["plans"]
    assert plan["name"] == "resume_short_rest"
    assert plan["turns"] == 6 - told["activity"]["done"]


def test_an_open_question_is_told_with_its_sentence() -> None:
    """The title of the panel, and what the box asks aloud, chances and all."""
    told = sheet(BeginRest("long_rest"))
    assert told["question"]["name"] == "long_rest"
    assert told["question"]["title"] == "long rest?"
    assert "danger" in told["question"]["text"]


def test_a_secured_rest_makes_no_roll() -> None:
    """Its chance is nothing, and nothing is expected."""
    plan = sheet(TakeAction("secure"))["plans"][0]
    assert (plan["chance"], plan["expected_first"]) == (0, None)
