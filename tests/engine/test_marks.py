"""Marks, what fills them, the three ways over five boxes, noise timing, bright light, splitting and calm."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AddMarks,
    Calm,
    EndSuspension,
    RejoinParty,
    RestOneTurn,
    SetBoxes,
    SetBrightLight,
    SplitParty,
    Suspend,
    TakeAction,
    TakeNextTurn,
    TellDice,
    UnsecureArea,
)

SAFE = 1
LOUD = TakeAction("obstacle", loud=True)
MOVE = TakeAction("move")


def test_a_mark_fills_one_box_and_keeps_its_cause(table):
    """A mark fills one box and keeps its cause."""
    box = table()
    assert box.play(AddMarks("noise", 2)) == (events.BoxMarked("noise", 1), events.BoxMarked("noise", 2))
    assert box.play(AddMarks("attention")) == (events.BoxMarked("attention", 3),)


def test_said_before_a_turn_it_counts_in_that_turns_roll(table, of):
    """Said before a turn it counts in that turn's roll."""
    box = table([5], [1])
    box.play(AddMarks("noise"))
    assert of(box.play(MOVE), events.DangerRolled)[0].danger


@pytest.mark.parametrize("count", [0, -1, 6, 100, 10**30, 1.5, "three", True])
@pytest.mark.parametrize("make", [lambda n: AddMarks("noise", n), Calm])
def test_marks_and_calm_are_1_to_5_a_command(table, make, count):
    """Numbers: marks and calm 1–5 a command."""
    box = table()
    box.play(AddMarks("noise", 5))
    refusal = box.refuse(make(count))
    assert refusal.reason == "out_of_bounds"
    assert "1 to 5" in refusal.say


@pytest.mark.parametrize("cause", ["light", "combat", "", None, 5, []])
def test_marks_are_said_for_noise_or_attention(table, cause):
    """Other causes have commands of their own."""
    assert table().refuse(AddMarks(cause)).reason == "unknown"


def test_escalation_full_at_five_is_told(table, of):
    """When trackers fill, something must change: escalation at five."""
    box = table()
    assert of(box.play(AddMarks("noise", 4)), events.RowFilled) == []
    assert of(box.play(AddMarks("noise", 2)), events.RowFilled) == [events.RowFilled("escalation")]


# -- over five boxes --------------------------------------------------------------------------------


def test_over_five_boxes_a_mark_is_logged_and_lost(table, of):
    """Over five boxes, `cap`: logged and lost."""
    box = table()
    told = box.play(AddMarks("noise", 5), AddMarks("attention", 2))
    assert told == (events.MarkLost("attention"),) * 2
    assert box.state.escalation == 5


def test_carry_waits_and_fills_right_after_the_next_clearing(table, of):
    """`carry`: waits and fills right after the next clearing."""
    box = table([6], [1], danger={"overflow": "carry"})
    told = box.play(AddMarks("noise", 5), AddMarks("attention", 2))
    assert told == (events.MarkDelayed("attention", "clearing"),) * 2
    kinds = [event for event in box.play(MOVE) if isinstance(event, events.BoxesCleared | events.BoxMarked)]
    assert kinds == [
        events.BoxesCleared(5, "danger"),
        events.BoxMarked("attention", 1, waited=True),
        events.BoxMarked("attention", 2, waited=True),
    ]
    assert (box.state.escalation, box.state.waiting_marks) == (2, ())


def test_carry_keeps_waiting_what_does_not_fit_after_a_clearing(table):
    """More than five waiting marks wait for one clearing more."""
    box = table([6], [1], danger={"overflow": "carry"})
    box.play(AddMarks("noise", 5), AddMarks("noise", 5), AddMarks("attention", 2), MOVE)
    assert (box.state.escalation, box.state.waiting_marks) == (5, ("attention", "attention"))


def test_carry_is_not_filled_by_calm_or_correction(table):
    """Calm and corrections are no clearing."""
    box = table(danger={"overflow": "carry"})
    box.play(AddMarks("noise", 5), AddMarks("noise", 1), Calm())
    assert (box.state.escalation, box.state.waiting_marks) == (0, ("noise",))
    box.play(SetBoxes(2))
    assert (box.state.escalation, box.state.waiting_marks) == (2, ("noise",))


def test_carry_fills_after_danger_though_no_box_was_filled(table, of):
    """Danger is the next clearing though calm had emptied the boxes before."""
    box = table([6], [1], danger={"overflow": "carry"})
    box.play(AddMarks("noise", 5), AddMarks("noise", 1), Calm())
    told = box.play(MOVE)
    assert of(told, events.BoxesCleared) == []
    assert of(told, events.BoxMarked) == [events.BoxMarked("noise", 1, waited=True)]


def test_immediate_makes_the_sixth_mark_danger_at_once(table):
    """`immediate`: the sixth is danger at once (no die: `die` and `total` null), all boxes clear."""
    box = table([], [4], danger={"overflow": "immediate"})
    told = box.play(AddMarks("noise", 5), AddMarks("noise", 1))
    assert told == (
        events.DangerRolled(1, None, None, danger=True, kind="hazard", sides=6, modifier=5, chance=1.0),
        events.BoxesCleared(5, "overflow"),
    )
    assert box.state.escalation == 0
    assert (box.state.last_danger.die, box.state.last_danger.total, box.state.last_danger.kind) == (
        None,
        None,
        "hazard",
    )


def test_immediate_loses_the_commands_other_marks(table, of):
    """The command's other marks are lost."""
    box = table([], [1], danger={"overflow": "immediate"})
    told = box.play(AddMarks("noise", 4), AddMarks("noise", 5))
    assert of(told, events.BoxMarked) == [events.BoxMarked("noise", 5)]
    assert of(told, events.MarkLost) == [events.MarkLost("noise")] * 3
    assert box.state.escalation == 0


def test_immediate_inside_a_turn_makes_no_roll(table, of):
    """If it came inside a turn that turn makes no roll."""
    box = table([SAFE], [1], danger={"overflow": "immediate"})
    box.play(TakeAction("search"), AddMarks("noise", 5))
    told = box.play(LOUD)
    assert [event.die for event in of(told, events.DangerRolled)] == [None]
    assert of(told, events.RollSkipped) == [events.RollSkipped(2, "overflow")]
    assert of(told, events.MarkLost) == [events.MarkLost("noise")]
    assert box.state.completed == 2


def test_immediate_stops_a_command_of_several_turns(table, of):
    """Danger at once stops the command like every danger."""
    box = table([SAFE], [1], danger={"overflow": "immediate"})
    box.play(TakeAction("search"), AddMarks("noise", 5))
    box.play(TakeAction("talk", turns=4))
    assert box.state.completed == 2


def test_immediate_leaves_a_kept_die_for_the_next_roll(table, of):
    """A turn without a roll uses no die."""
    box = table([SAFE], [1], danger={"overflow": "immediate"})
    box.play(TakeAction("search"), AddMarks("noise", 5), TellDice((4,)), LOUD)
    assert box.state.kept_dice == (4,)


def test_immediate_after_a_fight_leaves_the_cleanup_turn_its_roll(table, of):
    """Danger between turns takes no turn its roll; the marks of the same command are lost."""
    box = table([SAFE, SAFE], [1], danger={"overflow": "immediate"}, combat={"aftermath": "always"})
    box.play(TakeAction("search"), AddMarks("noise", 5), Suspend("combat"))
    told = box.play(EndSuspension("combat"))
    assert [event.die for event in of(told, events.DangerRolled)] == [None, SAFE]
    assert of(told, events.MarkLost) == [events.MarkLost("linger")]


def test_the_kind_of_danger_is_drawn_anew_each_time(table):
    """Two dangers at once between the same turns are two draws."""
    box = table([], [1, 6], danger={"overflow": "immediate"})
    box.play(AddMarks("noise", 5), AddMarks("noise", 1), AddMarks("noise", 5), AddMarks("noise", 1))
    assert [asked[3] for asked in box.dice.asked] == [0, 1]


# -- noise timing -----------------------------------------------------------------------------------


def test_noise_timing_next_fills_the_own_actions_noise_in_step_5_after_any_clearing(table, of):
    """`next`: boxes for noise made by the turn's own action fill in step 5, after any clearing."""
    box = table([6], [1], danger={"noise_timing": "next"})
    box.play(AddMarks("noise", 2))
    told = box.play(LOUD)
    assert of(told, events.MarkDelayed) == [events.MarkDelayed("noise", "step_5")]
    assert of(told, events.BoxesCleared, events.BoxMarked) == [
        events.BoxesCleared(2, "danger"),
        events.BoxMarked("noise", 1),
    ]
    assert of(told, events.DangerRolled)[0].modifier == 2


def test_noise_timing_next_leaves_all_else_at_once(table, of):
    """All else fills at once."""
    box = table([SAFE, SAFE], danger={"noise_timing": "next"})
    box.play(TakeAction("search"))
    assert box.boxes(AddMarks("noise")) == [1]
    assert of(box.play(TakeAction("investigate")), events.DangerRolled)[0].modifier == 2


def test_noise_timing_next_over_five_boxes(table, of):
    """In step 5 too a mark over five is lost, carried, or danger at once."""
    lost = table([1], danger={"noise_timing": "next", "die": 8})
    lost.play(AddMarks("noise", 5))
    assert of(lost.play(LOUD), events.MarkLost) == [events.MarkLost("noise")]
    at_once = table([1], [1], danger={"noise_timing": "next", "die": 8, "overflow": "immediate"})
    at_once.play(AddMarks("noise", 5))
    told = at_once.play(LOUD)
    assert [event.die for event in of(told, events.DangerRolled)] == [1, None]
    assert (at_once.state.escalation, at_once.state.completed) == (0, 1)


def test_immediate_loses_the_noise_that_waits_for_step_5(table, of):
    """The command's other marks are lost, those that wait for step 5 too."""
    box = table([], [1], danger={"noise_timing": "next", "overflow": "immediate", "split_mark": "each_turn"})
    box.play(SplitParty(), AddMarks("noise", 5))
    told = box.play(LOUD)
    assert of(told, events.MarkLost) == [events.MarkLost("noise")]
    assert box.state.escalation == 0


# -- bright light and splitting ---------------------------------------------------------------------


def test_turning_bright_light_on_marks_one_box(table):
    """Bright light is a flag; turning it on marks one box."""
    box = table([SAFE])
    assert box.play(SetBrightLight(on=True)) == (events.BrightLightChanged(on=True), events.BoxMarked("light", 1))
    assert box.boxes(MOVE, SetBrightLight(on=False)) == [1, 1]
    assert not box.state.bright


def test_light_mark_each_turn_marks_in_step_3(table, of):
    """each_turn marks in step 3."""
    box = table([SAFE, SAFE], danger={"light_mark": "each_turn"})
    assert box.boxes(SetBrightLight(on=True)) == [0]
    told = [type(event) for event in box.play(MOVE)]
    assert told.index(events.BoxMarked) < told.index(events.DangerRolled)
    box.play(RestOneTurn())
    assert box.state.escalation == 2


def test_light_mark_off_marks_nothing(table):
    """off: light never marks."""
    box = table([SAFE], danger={"light_mark": "off"})
    assert box.boxes(SetBrightLight(on=True), MOVE) == [0, 0]


@pytest.mark.parametrize(
    ("first", "again", "reason"),
    [
        ([SetBrightLight(on=True)], SetBrightLight(on=True), "already"),
        ([], SetBrightLight(on=False), "not_so"),
        ([SplitParty()], SplitParty(), "already"),
        ([], RejoinParty(), "not_so"),
        ([], UnsecureArea(), "not_so"),
    ],
)
def test_on_when_on_or_split_when_split_is_refused(table, first, again, reason):
    """On when on, or split when split, is refused; so is their end when they are not."""
    box = table()
    box.play(*first)
    assert box.refuse(again).reason == reason


@pytest.mark.parametrize("on", [1, 0, None, "on"])
def test_bright_light_is_true_or_false(table, on):
    """A flag is true or false."""
    assert table().refuse(SetBrightLight(on)).reason == "out_of_bounds"


def test_splitting_marks_one_box_when_it_starts(table):
    """Splitting marks one box when it starts; coming together marks none; one shared clock, one roll."""
    box = table([SAFE])
    assert box.boxes(SplitParty(), MOVE, RejoinParty()) == [1, 1, 1]
    assert (box.state.completed, box.state.split) == (1, False)


@pytest.mark.parametrize(("mark", "boxes"), [("once", [1, 1, 1]), ("each_turn", [0, 1, 2]), ("off", [0, 0, 0])])
def test_split_mark_is_a_rule(table, mark, boxes):
    """`danger.split_mark: once|each_turn|off`."""
    box = table([SAFE] * 2, danger={"split_mark": mark})
    assert box.boxes(SplitParty(), MOVE, MOVE) == boxes


# -- calm -------------------------------------------------------------------------------------------


def test_calm_takes_one_box_each_and_never_below_none(table):
    """Calm: −1 box each, never below 0, asks nothing."""
    box = table()
    box.play(AddMarks("noise", 3))
    assert box.play(Calm(2)) == (events.BoxesCalmed(2, 1),)
    assert box.play(Calm(5)) == (events.BoxesCalmed(1, 0),)


def test_all_calm_takes_all(table):
    """All calm: all boxes down."""
    box = table()
    box.play(AddMarks("noise", 4), Calm())
    assert box.state.escalation == 0


def test_calm_with_no_box_filled_is_refused(table):
    """There is nothing to take back."""
    assert table().refuse(Calm()).reason == "nothing_to_calm"


# -- corrections ------------------------------------------------------------------------------------


def test_boxes_to_sets_the_boxes(table, of):
    """`boxes to` 0–5 is a command of its own."""
    box = table()
    assert box.play(SetBoxes(5)) == (events.BoxesCorrected(5), events.RowFilled("escalation"))
    assert box.play(SetBoxes(0)) == (events.BoxesCorrected(0),)
    assert box.refuse(SetBoxes(0)).reason == "already"


@pytest.mark.parametrize("boxes", [-1, 6, 99, "two", None, False])
def test_boxes_are_0_to_5(table, boxes):
    """Boxes 0–5, else refused with the bounds."""
    refusal = table().refuse(SetBoxes(boxes))
    assert refusal.reason == "out_of_bounds"
    assert "0 to 5" in refusal.say


# -- the secured area -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("commands", "secured"),
    [
        ([AddMarks("noise")], False),
        ([LOUD], False),
        ([TakeAction("talk", loud=True)], False),
        ([Suspend("combat")], False),
        ([MOVE], False),
        ([UnsecureArea()], False),
        ([AddMarks("attention")], True),
        ([SetBrightLight(on=True)], True),
        ([SplitParty()], True),
        ([TakeAction("investigate")], True),
        ([TakeAction("search"), TakeNextTurn()], True),
        ([Suspend("chase"), EndSuspension("chase")], True),
        ([Calm()], True),
    ],
)
def test_a_secured_area_is_lost_by_a_move_by_noise_and_by_command(table, commands, secured):
    """Lost by a move, by any mark for noise (combat, loud obstacle, argument), or by `area no longer safe`."""
    box = table([SAFE] * (1 + sum(isinstance(each, TakeAction | TakeNextTurn) for each in commands)))
    box.play(AddMarks("attention"), TakeAction("secure"), *commands)
    assert box.state.area.secured is secured


def test_noise_over_five_boxes_and_delayed_noise_lose_the_secured_area_too(table):
    """Any mark for noise: one that is lost or waits as well."""
    lost = table([1], danger={"die": 8})
    lost.play(TakeAction("secure"), AddMarks("attention", 5), AddMarks("noise"))
    assert not lost.state.area.secured
    waiting = table([SAFE, SAFE], danger={"noise_timing": "next"})
    waiting.play(TakeAction("secure"))
    kinds = [type(event) for event in waiting.play(LOUD)]
    assert kinds.index(events.AreaUnsecured) < kinds.index(events.DangerRolled)


def test_losing_the_secured_area_is_told_with_its_reason(table, of):
    """By noise or by command; told once."""
    box = table([SAFE] * 2)
    box.play(TakeAction("secure"))
    assert of(box.play(AddMarks("noise", 3)), events.AreaUnsecured) == [events.AreaUnsecured("noise")]
    box.play(TakeAction("secure"))
    assert box.play(UnsecureArea()) == (events.AreaUnsecured("command"),)


def test_a_hundred_marks_wait_and_more_are_lost(table):
    """Over five boxes, carry: no table comes near, and no program fills the memory with them."""
    box = table(danger={"overflow": "carry"})
    box.play(*[AddMarks("noise", 5)] * 21)
    assert (box.state.escalation, len(box.state.waiting_marks)) == (5, 100)
    assert box.play(AddMarks("attention")) == (events.MarkLost("attention"),)
    assert len(box.state.waiting_marks) == 100
