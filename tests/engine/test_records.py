"""Commands, events and entries as JSON and back."""

from __future__ import annotations

import dataclasses
import json
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import (
    Entry,
    RecordError,
    command_from_dict,
    command_to_dict,
    commands,
    entry_from_dict,
    entry_to_dict,
    event_from_dict,
    event_to_dict,
    events,
)
from delvebox.engine.records import type_name


def kinds(home, base):
    """Every record class of a module, found by reflection."""
    return [
        each for each in vars(home).values() if isinstance(each, type) and issubclass(each, base) and each is not base
    ]


COMMANDS, EVENTS = kinds(commands, commands.Command), kinds(events, events.Event)


def records(kind):
    """Records of a class with any values that its annotations allow."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{each.name: st.from_type(hints[each.name]) for each in dataclasses.fields(kind)})


@pytest.mark.parametrize("kind", COMMANDS, ids=type_name)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_command_goes_through_json_and_back(kind, data):
    """JSON there and back is the identity."""
    command = data.draw(records(kind))
    record = json.loads(json.dumps(command_to_dict(command), allow_nan=True))
    assert record["type"] == type_name(kind)
    assert repr(command_from_dict(record)) == repr(command)


@pytest.mark.parametrize("kind", EVENTS, ids=type_name)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_event_goes_through_json_and_back(kind, data):
    """JSON there and back is the identity."""
    event = data.draw(records(kind))
    record = json.loads(json.dumps(event_to_dict(event), allow_nan=True))
    assert repr(event_from_dict(record)) == repr(event)


def test_an_event_is_its_fields_and_type():
    """As JSON an event is its fields and `type`, its class name in snake case."""
    assert event_to_dict(events.TurnEnded(3, 30)) == {"type": "turn_ended", "turn": 3, "elapsed_minutes": 30}
    assert event_to_dict(events.ResourcesConsumed(((1, 5),), (("bless", 2),))) == {
        "type": "resources_consumed",
        "lights": [[1, 5]],
        "effects": [["bless", 2]],
    }


@pytest.mark.parametrize("kind", ["command", "undo", "redo"])
def test_entries_go_through_json_and_back(kind):
    """An entry holds its kind, its command and its events."""
    entry = Entry(kind, commands.TellDice((3, 4)), (events.DiceTold((3, 4)),))
    assert entry_from_dict(json.loads(json.dumps(entry_to_dict(entry)))) == entry


def test_a_field_with_a_default_may_be_missing():
    """Older records without a newer field are read with its default."""
    assert command_from_dict({"type": "take_action", "action": "search"}) == commands.TakeAction("search")


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (None, "mapping"),
        ([], "mapping"),
        ({}, "no event of type None"),
        ({"type": "dragon_came"}, "'dragon_came'"),
        ({"type": ["turn_ended"]}, "no event of type"),
        ({"type": "turn_ended", "turn": 3}, "without elapsed_minutes"),
        ({"type": "turn_ended", "turn": 3, "elapsed_minutes": 30, "mood": 1}, "unknown mood"),
        ({"type": "turn_ended", "turn": "3", "elapsed_minutes": 30}, "turn: '3' does not fit"),
        ({"type": "turn_ended", "turn": True, "elapsed_minutes": 30}, "turn: True does not fit"),
        ({"type": "turn_ended", "turn": None, "elapsed_minutes": 30}, "turn: None does not fit"),
        ({"type": "dice_told", "dice": [1, "2"]}, "dice: '2' does not fit"),
        ({"type": "dice_told", "dice": 3}, "dice: 3 does not fit"),
        ({"type": "resources_consumed", "lights": [[1]]}, "2 items were expected"),
        ({"type": "resources_consumed", "lights": [[1, 2], 3]}, "3 does not fit"),
    ],
)
def test_a_record_that_is_none_is_refused_by_name(record, says):
    """Reading checks every field; what does not fit is named."""
    with pytest.raises(RecordError, match=says.replace("[", r"\[")):
        event_from_dict(record)


DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize("value", [10**5000, DEEP, "x" * 10_000, "\ud800"], ids=["huge", "deep", "long", "half"])
@pytest.mark.parametrize(
    "read",
    [
        lambda value: event_from_dict({"type": value}),
        lambda value: event_from_dict({"type": "dice_told", "dice": value}),
        lambda value: event_from_dict({"type": "dice_told", "dice": [1, [value]]}),
        lambda value: command_from_dict({"type": "add_note", "text": [value]}),
        lambda value: entry_from_dict({"kind": value, "command": {"type": "undo"}, "events": []}),
        lambda value: entry_from_dict({"kind": "undo", "command": value, "events": []}),
        lambda value: entry_from_dict({"kind": "undo", "command": {"type": "undo"}, "events": {"a": value}}),
        lambda value: entry_from_dict({"format": value, "kind": "undo", "command": {"type": "undo"}, "events": []}),
    ],
)
def test_whatever_a_record_holds_its_error_is_short(read, value):
    """A number or a nesting that Python cannot write out is no error of another kind, and no line without end."""
    with pytest.raises(RecordError) as raised:
        read(value)
    assert len(str(raised.value)) < 200
    assert str(raised.value).isprintable()


def test_many_unknown_fields_are_named_in_part():
    """Five are enough to see what was read."""
    with pytest.raises(RecordError, match=r"^command undo has unknown f00, f01, f02, f03, f04: written by another"):
        command_from_dict({"type": "undo"} | {f"f{number:02}": 1 for number in range(99)})


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        {"kind": "command", "command": {"type": "undo"}},
        {"kind": "command", "command": {"type": "undo"}, "events": [], "more": 1},
        {"kind": "dream", "command": {"type": "undo"}, "events": []},
        {"kind": "command", "command": {"type": "undo"}, "events": {}},
        {"kind": "command", "command": {"type": "fly"}, "events": []},
        {"kind": "command", "command": {"type": "undo"}, "events": [{"type": "fly"}]},
    ],
)
def test_an_entry_that_is_none_is_refused(record):
    """Entries are checked whole."""
    with pytest.raises(RecordError):
        entry_from_dict(record)
