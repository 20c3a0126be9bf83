"""The five steps of a turn, its count and clock, and where the events of each step stand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from delvebox.engine import Delve, FixedDice, Refusal, Rules, commands, decide, events, evolve, new_state
from delvebox.engine.commands import (
    AddMarks,
    AddNote,
    Calm,
    LightUp,
    MarkCondition,
    RejoinParty,
    SetBrightLight,
    SplitParty,
    StartEffect,
    TakeAction,
    UseSupply,
)
from delvebox.engine.turn import _ANSWERS

SAFE = 1


def test_the_five_steps_come_in_order(table, of):
    """Declare, resolve, consume, danger, update: the events of a turn stand in the order of the steps."""
    box = table([6], [1])
    box.play(LightUp("torch"))
    told = box.play(TakeAction("search"))
    assert [type(event) for event in told] == [
        events.TurnBegan,
        events.AreaSearched,
        events.ResourcesConsumed,
        events.DangerRolled,
        events.TurnEnded,
    ]


def test_a_normal_turn_adds_one_turn_and_ten_minutes(table):
    """A normal turn adds 1 and 10."""
    box = table([SAFE, SAFE])
    box.play(TakeAction("move"), TakeAction("move"))
    assert (box.state.completed, box.state.elapsed_minutes, box.state.played) == (2, 20, 2)


def test_marks_of_the_action_fill_in_step_2_and_count_in_its_own_roll(table, of):
    """Marks of the action fill in step 2, the roll is step 4."""
    box = table([5], [1])
    told = box.play(TakeAction("obstacle", loud=True))
    roll = of(told, events.DangerRolled)[0]
    assert (roll.die, roll.modifier, roll.total, roll.danger) == (5, 1, 6, True)
    kinds = [type(event) for event in told]
    assert kinds.index(events.BoxMarked) < kinds.index(events.DangerRolled) < kinds.index(events.BoxesCleared)


def test_danger_clears_every_box_in_step_4(table, of):
    """Danger clears every box there, with the reason told."""
    box = table([6], [1])
    box.play(AddMarks("noise", 3))
    told = box.play(TakeAction("move"))
    assert of(told, events.BoxesCleared) == [events.BoxesCleared(3, "danger")]
    assert box.state.escalation == 0


def test_lights_and_effects_go_out_in_step_5_after_the_roll(table, of):
    """Step 5 puts out lights and effects."""
    box = table([SAFE] * 6)
    box.play(LightUp("torch"), StartEffect("bless", 6), *[TakeAction("move")] * 5)
    told = [type(event) for event in box.play(TakeAction("move"))]
    roll = told.index(events.DangerRolled)
    assert told.index(events.LightWentOut) > roll
    assert told.index(events.EffectEnded) > roll
    assert told[-1] is events.TurnEnded


@pytest.mark.parametrize(
    ("action", "stands"),
    [
        ("move", lambda state: state.area.lingered == 0),
        ("search", lambda state: state.area.searches == 1),
        ("secure", lambda state: state.area.secured),
    ],
)
def test_what_the_action_did_stands_though_danger_came(table, action, stands):
    """A new area, a search counted, an area secured stand though danger came."""
    box = table([SAFE, 6], [1])
    box.play(TakeAction("other"), TakeAction(action))
    assert box.state.last_danger.danger
    assert stands(box.state)


def test_danger_never_suspends_play_by_itself(table):
    """Danger never suspends play by itself: `combat` is said."""
    box = table([6], [1])
    box.play(TakeAction("move"))
    assert box.state.suspended is None


def test_a_command_stops_after_a_turn_in_which_danger_occurs(table, of):
    """It stops after a turn in which danger occurs."""
    box = table([SAFE, 6], [4])
    told = box.play(TakeAction("talk", turns=5))
    assert len(of(told, events.TurnEnded)) == 2
    assert box.state.completed == 2
    assert box.state.activity is None


def test_secure_of_several_turns_stops_at_danger_unsecured(table):
    """`rest.secure_turns` turns one after the other; secured only with the last of them."""
    box = table([6, SAFE, SAFE], [1], rest={"secure_turns": 2})
    box.play(TakeAction("secure"))
    assert (box.state.completed, box.state.area.secured) == (1, False)
    box.play(TakeAction("secure"))
    assert (box.state.completed, box.state.area.secured) == (3, True)


def test_search_and_then_listen_is_two_turns(table):
    """Search and then listen is two turns."""
    box = table([SAFE, SAFE])
    box.play(TakeAction("search"), TakeAction("lookout"))
    assert box.state.completed == 2


@pytest.mark.parametrize(
    "free",
    [
        LightUp("torch"),
        StartEffect("bless", 3),
        AddMarks("noise"),
        SplitParty(),
        SetBrightLight(on=True),
        UseSupply("rations"),
        MarkCondition("fear"),
        AddNote("a door with a face"),
    ],
)
def test_free_commands_take_no_turn(table, free):
    """Free, no turn: lighting, effects, marks, splitting, bright light, supplies, conditions, notes."""
    box = table()
    box.play(free)
    assert (box.state.completed, box.state.elapsed_minutes, box.state.last_danger) == (0, 0, None)


def test_calm_and_coming_together_take_no_turn(table):
    """Free, no turn: calm, coming together."""
    box = table()
    box.play(AddMarks("noise"), Calm(), SplitParty(), RejoinParty())
    assert box.state.completed == 0


def test_step_1_names_the_turn_and_the_action(table, of):
    """The turn that begins is the one shown: completed + 1."""
    box = table([SAFE, SAFE])
    box.play(TakeAction("move"))
    began = of(box.play(TakeAction("obstacle", loud=True)), events.TurnBegan)[0]
    assert (began.turn, began.action, began.loud, began.fast, began.place) == (2, "obstacle", True, False, None)


def test_the_turn_row_has_ten_boxes_and_is_told_when_full(table, of):
    """The sheet's turn row has ten boxes and begins again; a full row is told once."""
    box = table([SAFE] * 20)
    full = [bool(of(box.play(TakeAction("move")), events.RowFilled)) for _ in range(20)]
    assert [turn for turn, told in enumerate(full, start=1) if told] == [10, 20]


def test_evolve_makes_a_new_state_and_leaves_the_old():
    """Folding leaves the given state as it was."""
    before = new_state(Rules())
    after = evolve(before, events.BoxMarked("noise", 1))
    assert (before.escalation, after.escalation) == (0, 1)
    assert type(after) is type(before)


def test_an_event_that_only_tells_changes_nothing():
    """Telling is no change."""
    state = new_state(Rules())
    assert evolve(state, events.DarknessFell()) is state


def test_deciding_changes_nothing_and_gives_the_same_twice(table):
    """`decide` is pure: asked twice it answers the same."""
    state, rules = new_state(Rules()), Rules()

    four = SimpleNamespace(roll=lambda *_: 4)
    first = decide(state, TakeAction("search"), rules, four)
    assert first == decide(state, TakeAction("search"), rules, four)
    assert state == new_state(rules)


def test_every_command_is_answered():
    """No command of the engine is without an answer; undo and redo are the delve's."""
    kinds = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, commands.Command)}
    assert kinds - {commands.Command, commands.Undo, commands.Redo} == set(_ANSWERS)


@pytest.mark.parametrize("odd", [commands.Undo(), commands.Redo(), commands.Command(), "search"])
def test_what_is_no_command_of_the_engine_raises(odd):
    """Undo, redo and what is no command at all are a mistake of the program, not of the table."""
    with pytest.raises(TypeError, match="no command of the engine"):
        decide(new_state(Rules()), odd, Rules(), None)


def test_a_closed_delve_plays_nothing_more(table):
    """After the table agreed to end the delve every command is refused."""
    box = table()
    box.play(commands.AskEndDelve(), commands.Answer(yes=True))
    assert box.refuse(TakeAction("move")).reason == "delve_closed"
    assert isinstance(box.refuse(commands.Undo()), Refusal)


def test_the_rules_without_a_history():
    """`decide` gives the events that a delve plays, which fold to its state, or the refusal that it gives."""
    delve = Delve(Rules(), 7)
    for command in (LightUp("torch"), TakeAction("search"), TakeAction("dance"), commands.BeginRest("short_rest")):
        state, told = delve.state, decide(delve.state, command, Rules(), FixedDice(7))
        played = delve.play(command)
        if isinstance(told, Refusal):
            assert told == played
            continue
        assert told == played.events
        for event in told:
            state = evolve(state, event)
        assert state == delve.state
