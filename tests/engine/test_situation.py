"""Supplies, ammunition, conditions, notes and the correction of the turn's number."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AddNote,
    AdjustSupply,
    ClearCondition,
    LightUp,
    MarkCondition,
    SetMode,
    SetTurn,
    StartEffect,
    TakeAction,
    UseSupply,
)

SAFE = 1
MOVE = TakeAction("move")


@pytest.mark.parametrize("supply", ["rations", "water"])
def test_six_boxes_each_used_by_command_only(table, supply):
    """Rations and water: six boxes each, used by command only, refused when empty; a full row is told once."""
    box = table([SAFE])
    box.play(MOVE)
    assert getattr(box.state, supply) == 6
    told = [box.play(UseSupply(supply)) for _ in range(6)]
    assert told[0] == (events.SupplyUsed(supply, 5),)
    assert told[5] == (events.SupplyUsed(supply, 0), events.RowFilled(supply))
    assert box.refuse(UseSupply(supply)).reason == "supply_empty"


def test_supplies_are_corrected_within_their_six_boxes(table):
    """Corrections: 0–6 boxes."""
    box = table()
    assert box.play(AdjustSupply("rations", -2)) == (events.SupplyCorrected("rations", 4),)
    assert box.play(AdjustSupply("rations", 2)) == (events.SupplyCorrected("rations", 6),)
    assert box.refuse(AdjustSupply("rations", 1)).reason == "out_of_bounds"
    assert box.play(AdjustSupply("water", -6))[-1] == events.RowFilled("water")
    assert box.refuse(AdjustSupply("water", -1)).reason == "out_of_bounds"


@pytest.mark.parametrize("boxes", [0, 7, -7, "two", None, 1.0])
def test_a_change_of_supplies_is_1_to_6(table, boxes):
    """Out of bounds is refused."""
    assert table().refuse(AdjustSupply("water", boxes)).reason == "out_of_bounds"


@pytest.mark.parametrize("supply", ["beer", "", None, 2, ["water"], "ammunition"])
def test_other_supplies_are_refused(table, supply):
    """Rations and water are used."""
    assert table().refuse(UseSupply(supply)).reason == "unknown"


def test_ammunition_is_off_by_default(table):
    """`ammunition: off`."""
    box = table()
    assert box.state.ammunition is None
    assert box.refuse(AdjustSupply("ammunition", -1)).reason == "ammunition_off"


def test_ammunition_is_a_counter_with_plus_and_minus(table):
    """Ammunition: a counter with plus and minus; none is no full row."""
    box = table(ammunition=20)
    assert box.play(AdjustSupply("ammunition", -20)) == (events.SupplyCorrected("ammunition", 0),)
    assert box.refuse(AdjustSupply("ammunition", -1)).reason == "out_of_bounds"
    box.play(AdjustSupply("ammunition", 999), AdjustSupply("ammunition", -1))
    assert box.state.ammunition == 998
    assert box.refuse(AdjustSupply("ammunition", 2)).reason == "out_of_bounds"
    assert box.refuse(AdjustSupply("ammunition", 1000)).reason == "out_of_bounds"


# -- conditions and notes ---------------------------------------------------------------------------


def test_conditions_are_marked_and_cleared_by_name_and_holder(table):
    """Conditions of the party and of single holders are each their own."""
    box = table()
    box.play(MarkCondition("fear"), MarkCondition("fear", "mira"))
    assert [(each.name, each.holder) for each in box.state.conditions] == [("fear", None), ("fear", "mira")]
    assert box.play(ClearCondition("Fear", "Mira")) == (events.ConditionCleared("fear", "mira"),)
    assert [(each.name, each.holder) for each in box.state.conditions] == [("fear", None)]


def test_a_condition_that_is_there_or_not_there_is_refused(table):
    """Marking twice and clearing what is not there make no sense."""
    box = table()
    assert box.refuse(ClearCondition("fear")).reason == "no_condition"
    box.play(MarkCondition("fear"))
    assert box.refuse(MarkCondition("FEAR")).reason == "already"
    assert box.refuse(ClearCondition("fear", "mira")).say.startswith("mira has no fear")
    assert box.refuse(ClearCondition("confusion")).say.startswith("the party has no confusion")
    assert box.refuse(MarkCondition("fear")).say.startswith("the party has fear already")
    box.play(MarkCondition("fear", "mira"))
    assert box.refuse(MarkCondition("fear", "mira")).say.startswith("mira has fear already")


@pytest.mark.parametrize("name", ["", "\n", "x" * 81, None, 3])
def test_a_conditions_name_is_1_to_80_characters(table, name):
    """Any name by settings; blank and endless ones are refused."""
    assert table().refuse(MarkCondition(name)).reason == "bad_name"
    assert table().refuse(ClearCondition(name)).reason == "bad_name"


def test_notes_are_kept_in_order(table):
    """Notes take no turn and are kept."""
    box = table()
    box.play(AddNote(" a door with a face "), AddNote("it asked for a name\nand laughed"))
    assert box.state.notes == ("a door with a face", "it asked for a name\nand laughed")


@pytest.mark.parametrize("note", ["", "   ", "x" * 501, None, "\x1b[31m"])
def test_a_note_is_1_to_500_characters(table, note):
    """Notes of 1–500 readable characters."""
    assert table().refuse(AddNote(note)).reason == "bad_name"


# -- the turn's number ------------------------------------------------------------------------------


def test_turn_to_n_makes_n_the_turn_shown(table):
    """`turn to n` makes n the turn shown: completed = n−1, elapsed changes by 10 × the difference."""
    box = table([SAFE] * 2)
    box.play(MOVE, SetMode("fast"), MOVE)
    assert box.play(SetTurn(12)) == (events.TurnCorrected(11, 120),)
    assert box.play(SetTurn(1)) == (events.TurnCorrected(0, 10),)


def test_elapsed_goes_down_to_none(table):
    """Never below 0."""
    box = table([SAFE] * 2)
    box.play(MOVE, MOVE)
    assert box.play(SetTurn(1)) == (events.TurnCorrected(0, 0),)


def test_turn_to_leaves_lights_effects_and_the_turns_played(table):
    """Lights and effects are not touched; the dice go by turns played."""
    box = table([SAFE] * 2)
    box.play(LightUp("torch"), StartEffect("bless", 5), MOVE, SetTurn(40), MOVE)
    assert (box.state.lights[0].turns_left, box.state.effects[0].turns_left) == (4, 3)
    assert (box.state.completed, box.state.played) == (40, 2)
    assert [asked[1] for asked in box.dice.asked] == [0, 1]


def test_turn_to_the_present_turn_is_refused(table):
    """It is that turn already."""
    assert table().refuse(SetTurn(1)).reason == "already"


@pytest.mark.parametrize("turn", [0, -3, 10_000, "seven", None, 2.0, True])
def test_the_turn_is_1_to_9999(table, turn):
    """1–9999."""
    refusal = table().refuse(SetTurn(turn))
    assert (refusal.reason, refusal.values["high"]) == ("out_of_bounds", 9999)
