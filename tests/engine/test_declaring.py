"""The action table: turns, what each does by itself, lingering, and what `next turn` plays."""

from __future__ import annotations

import pytest

from delvebox.engine import ACTIONS, events
from delvebox.engine.commands import (
    BeginRest,
    BeginRitual,
    RestOneTurn,
    SetBoxes,
    TakeAction,
    TakeNextTurn,
)

SAFE = 1
LINGERING = ("lost", "investigate", "obstacle", "heal", "gear", "cleanup", "other", "talk", "secure")


def test_a_move_enters_a_new_area_without_escalation(table, of):
    """Move: 1 turn, a new area, no escalation."""
    box = table([SAFE] * 3)
    box.play(TakeAction("search"), TakeAction("search"))
    box.play(SetBoxes(0))
    assert of(box.play(TakeAction("move")), events.AreaEntered)
    assert (box.state.escalation, box.state.area.searches, box.state.area.lingered) == (0, 0, 0)


def test_a_lost_turn_passes_in_the_same_area(table):
    """Lost: a failed navigation: the turn passes, same area; lingers."""
    box = table([SAFE] * 2)
    box.play(TakeAction("search"), TakeAction("lost"))
    assert (box.state.completed, box.state.area.searches, box.state.escalation) == (2, 1, 1)


def test_the_first_search_is_free_and_each_later_one_marks_a_box(table):
    """Search: k-th search of an area: 1st free, each later one 1 box."""
    box = table([SAFE] * 4)
    assert box.boxes(*[TakeAction("search")] * 4) == [0, 1, 2, 3]


def test_a_search_says_which_search_it_is(table, of):
    """Search says which search it is."""
    box = table([SAFE] * 2)
    assert of(box.play(TakeAction("search")), events.AreaSearched) == [events.AreaSearched(1)]
    assert of(box.play(TakeAction("search")), events.AreaSearched) == [events.AreaSearched(2)]


@pytest.mark.parametrize(("boxes", "after"), [(0, 0), (2, 2), (5, 5)])
def test_search_repeat_mark_is_a_rule(table, boxes, after):
    """`search.repeat_mark` boxes for each later search."""
    box = table([SAFE, 6] if boxes == 5 else [SAFE, SAFE], [1] if boxes == 5 else [], search={"repeat_mark": boxes})
    box.play(TakeAction("search"))
    marked = box.play(TakeAction("search"))
    assert sum(isinstance(event, events.BoxMarked) for event in marked) == after


def test_a_loud_obstacle_marks_a_box_for_noise(table, of):
    """Obstacle loud: 1 box for noise."""
    box = table([SAFE])
    told = box.play(TakeAction("obstacle", loud=True))
    assert of(told, events.BoxMarked) == [events.BoxMarked("noise", 1)]
    assert box.state.last_action.name == "obstacle loud"


def test_the_manner_of_the_last_action_is_the_last_one(table):
    """A quiet try after a loud one is quiet, and so is the next turn."""
    box = table([SAFE] * 3)
    box.play(TakeAction("obstacle", loud=True), TakeAction("obstacle"))
    assert box.state.last_action.name == "obstacle quiet"
    box.play(TakeAction("heal"))
    assert box.state.last_action.name == "heal"


def test_a_quiet_obstacle_marks_none(table):
    """Obstacle quiet marks nothing but lingering."""
    box = table([SAFE])
    assert box.boxes(TakeAction("obstacle")) == [0]
    assert box.state.last_action.name == "obstacle quiet"


def test_arguing_loudly_is_a_talk_with_one_box(table, of):
    """Talk: "we argue loudly" is a talk with 1 box."""
    box = table([SAFE])
    assert of(box.play(TakeAction("talk", loud=True)), events.BoxMarked) == [events.BoxMarked("noise", 1)]
    assert box.state.last_action.name == "talk loud"


def test_healing_changes_no_condition_by_itself(table):
    """Heal: no condition changes by itself."""
    from delvebox.engine.commands import MarkCondition

    box = table([SAFE])
    box.play(MarkCondition("exhaustion"), TakeAction("heal"))
    assert [each.name for each in box.state.conditions] == ["exhaustion"]


@pytest.mark.parametrize("action", LINGERING)
def test_the_actions_that_linger_mark_one_box_from_the_second_turn_on(table, action, of):
    """The actions that linger mark one box in step 2 when `area.lingered` ≥ 1."""
    box = table([SAFE] * 2)
    box.play(TakeAction("search"))
    told = box.play(TakeAction(action))
    assert of(told, events.BoxMarked) == [events.BoxMarked("linger", 1)]


@pytest.mark.parametrize("command", [TakeAction("move"), TakeAction("search"), TakeAction("lookout"), RestOneTurn()])
def test_move_search_lookout_and_rest_never_mark_for_lingering(table, command, of):
    """Move, search, lookout and rest turns never mark for lingering."""
    box = table([SAFE] * 3)
    box.play(TakeAction("investigate"), TakeAction("heal"))
    assert of(box.play(command), events.BoxMarked) == []


def test_ritual_turns_never_mark_for_lingering(table, of):
    """Ritual turns never mark for lingering."""
    box = table([SAFE] * 4)
    box.play(TakeAction("investigate"))
    assert of(box.play(BeginRitual(3)), events.BoxMarked) == []


@pytest.mark.parametrize(
    ("plan", "boxes"),
    [
        ([TakeAction("investigate"), TakeAction("search")], [0, 0]),
        ([TakeAction("search"), TakeAction("investigate")], [0, 1]),
        ([BeginRest("short_rest"), TakeAction("investigate")], [0, 1]),
        ([TakeAction("move"), TakeAction("investigate")], [0, 0]),
        ([TakeAction("search"), TakeAction("search"), TakeAction("obstacle", loud=True)], [0, 1, 3]),
    ],
)
def test_the_five_examples_of_lingering(table, plan, boxes):
    """From a new delve: the examples of the rules page; modifiers always add up."""
    box = table([SAFE] * (7 if isinstance(plan[0], BeginRest) else len(plan)))
    assert box.boxes(*plan) == boxes


def test_lingered_counts_every_turn_in_the_area_whatever_it_was(table):
    """`area.lingered` counts turns played in this area, whatever they were; the move's own is not counted."""
    box = table([SAFE] * 10)
    box.play(TakeAction("search"), TakeAction("lookout"), RestOneTurn())
    assert box.state.area.lingered == 3
    box.play(TakeAction("move"))
    assert box.state.area.lingered == 0
    box.play(BeginRest("short_rest"))
    assert box.state.area.lingered == 6


def test_danger_and_combat_leave_the_count_of_lingering_alone(table):
    """Danger and combat leave the count alone."""
    from delvebox.engine.commands import EndSuspension, Suspend

    box = table([6], [1], combat={"aftermath": "never"})
    box.play(TakeAction("other"), Suspend("combat"), EndSuspension("combat"))
    assert box.state.area.lingered == 1


@pytest.mark.parametrize(("free", "boxes"), [(0, [1, 2]), (1, [0, 1]), (2, [0, 0])])
def test_linger_free_turns_is_a_rule(table, free, boxes):
    """`danger.linger_free_turns` turns of an area are free."""
    box = table([SAFE] * 2, danger={"linger_free_turns": free})
    assert box.boxes(TakeAction("investigate"), TakeAction("investigate")) == boxes


def test_the_first_lookout_in_a_row_is_free_and_each_later_one_marks(table):
    """Lookout: 1st in a row free, each later one 1 box; another turn begins a new row."""
    box = table([SAFE] * 5)
    assert box.boxes(*[TakeAction("lookout")] * 3) == [0, 1, 2]
    box.play(SetBoxes(0), TakeAction("search"))
    assert box.boxes(TakeAction("lookout")) == [0]


def test_a_lookout_in_a_row_is_told(table, of):
    """A lookout says its place in the row."""
    box = table([SAFE] * 2)
    box.play(TakeAction("lookout"))
    assert of(box.play(TakeAction("lookout")), events.LookoutKept) == [events.LookoutKept(2)]


def test_free_commands_do_not_break_a_row_of_lookouts(table):
    """Only another turn breaks the row."""
    from delvebox.engine.commands import LightUp

    box = table([SAFE] * 2)
    box.play(TakeAction("lookout"), LightUp("torch"))
    assert box.boxes(TakeAction("lookout")) == [1]


def test_securing_is_from_step_5_of_its_last_turn(table, of):
    """Secure: secured from step 5 of its last turn."""
    box = table([SAFE])
    told = [type(event) for event in box.play(TakeAction("secure"))]
    assert told.index(events.AreaSecured) > told.index(events.DangerRolled)
    assert box.state.area.secured


def test_securing_twice_is_refused(table):
    """Securing twice is refused."""
    box = table([SAFE])
    box.play(TakeAction("secure"))
    assert box.refuse(TakeAction("secure")).reason == "already"


def test_rest_one_turn_is_one_turn_and_no_activity(table, of):
    """Rest one turn: 1 turn, does not linger, no activity."""
    box = table([SAFE])
    box.play(RestOneTurn())
    assert (box.state.completed, box.state.activity, box.state.last_action.action) == (1, None, "rest")


# -- next turn --------------------------------------------------------------------------------------


def test_next_turn_plays_the_last_action_with_its_manner(table):
    """`next turn` plays one turn of the last action with its manner (a loud one is loud again)."""
    box = table([SAFE] * 2)
    assert box.boxes(TakeAction("obstacle", loud=True), TakeNextTurn()) == [1, 3]
    assert box.state.last_action.name == "obstacle loud"


def test_next_turn_with_no_action_yet_plays_other(table):
    """With no action yet it plays `other`."""
    box = table([SAFE])
    box.play(TakeNextTurn())
    assert box.state.last_action.action == "other"


@pytest.mark.parametrize(
    ("command", "turns"),
    [
        (RestOneTurn(), 1),
        (BeginRest("short_rest"), 6),
        (BeginRitual(2), 2),
        (TakeAction("cleanup"), 1),
        (TakeAction("secure"), 1),
        (TakeAction("lost"), 1),
    ],
)
def test_next_turn_after_a_rest_ritual_cleanup_secure_or_lost_turn_plays_other(table, command, turns):
    """When the last turn was a rest, ritual, cleanup, secure or lost turn, it plays `other`."""
    box = table([SAFE] * (turns + 1))
    box.play(command, TakeNextTurn())
    assert box.state.last_action.action == "other"
    assert box.state.completed == turns + 1


def test_next_turn_after_a_long_talk_is_one_turn_of_talk(table):
    """`next turn` plays one turn, whatever the last command played."""
    box = table([SAFE] * 4)
    box.play(TakeAction("talk", turns=3), TakeNextTurn())
    assert (box.state.completed, box.state.last_action.action, box.state.activity) == (4, "talk", None)


def test_next_turn_never_resumes_or_abandons_a_paused_rest(table):
    """It never starts, resumes or abandons an activity."""
    box = table([6, SAFE], [1])
    box.play(BeginRest("short_rest"))
    paused = box.state.activity
    box.play(TakeNextTurn())
    assert box.state.activity == paused
    assert box.state.last_action.action == "other"


def test_next_turn_is_refused_where_it_would_lose_a_ritual(table):
    """Any turn loses a paused ritual, and `next turn` never abandons one: it is refused."""
    box = table([6], [1])
    box.play(BeginRitual(3))
    refusal = box.refuse(TakeNextTurn())
    assert refusal.reason == "activity_waits"
    assert "continue the ritual" in refusal.say


def test_next_turn_moves_again(table, of):
    """The last action may be a move."""
    box = table([SAFE] * 2)
    box.play(TakeAction("move"))
    assert of(box.play(TakeNextTurn()), events.AreaEntered)


def test_the_last_action_is_part_of_the_state(table):
    """The last action is part of the state, and undone with it."""
    box = table([SAFE, SAFE])
    box.play(TakeAction("search"), TakeAction("heal"))
    box.delve.undo()
    assert box.state.last_action.action == "search"


# -- refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["ritual", "rest", "dance", "", None, 3, ["move"]])
def test_what_is_no_action_is_refused_with_the_list(table, action):
    """An unknown action is refused; the refusal names the actions."""
    refusal = table().refuse(TakeAction(action))
    assert refusal.reason == "unknown"
    assert "search" in refusal.say


@pytest.mark.parametrize("action", [name for name in ACTIONS if name not in ("obstacle", "talk", "ritual", "rest")])
def test_only_obstacle_and_talk_may_be_loud(table, action):
    """Loud is a manner of obstacle and talk; elsewhere noise is said."""
    refusal = table().refuse(TakeAction(action, loud=True))
    assert refusal.reason == "not_loud"
    assert "make some noise" in refusal.say


@pytest.mark.parametrize("action", [name for name in ACTIONS if name not in ("talk", "ritual", "rest")])
def test_only_a_talk_takes_several_turns(table, action):
    """Turns above 1 are for talk alone."""
    assert table().refuse(TakeAction(action, turns=2)).reason == "one_turn"


@pytest.mark.parametrize("turns", [0, -1, 49, 10**40, 2.0, "two", None, True])
def test_a_talk_is_of_1_to_48_turns(table, turns):
    """Talk: 1–48 turns."""
    refusal = table().refuse(TakeAction("talk", turns=turns))
    assert refusal.reason == "out_of_bounds"
    assert (refusal.values["low"], refusal.values["high"]) == (1, 48)


def test_a_talk_of_48_turns_is_played(table):
    """Talk: 48 turns."""
    box = table([SAFE], danger={"linger_free_turns": 100, "check_every": 48})
    box.play(TakeAction("talk", turns=48))
    assert box.state.completed == 48


@pytest.mark.parametrize("loud", [1, "yes", None])
def test_loud_is_true_or_false(table, loud):
    """A manner that is neither true nor false is refused."""
    assert table().refuse(TakeAction("obstacle", loud=loud)).reason == "out_of_bounds"
