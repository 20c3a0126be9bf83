"""What the box waits to have answered, and the table's own dice."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AddMarks,
    Answer,
    AskEndDelve,
    AskNewDelve,
    BeginRest,
    Calm,
    EndSuspension,
    LightUp,
    RollForUs,
    SetBoxes,
    SetMode,
    Suspend,
    TakeAction,
    TakeNextTurn,
    TellDice,
)
from delvebox.engine.state import PendingTurn

SAFE = 1
MOVE = TakeAction("move")
YES, NO, LAPSED = Answer(yes=True), Answer(yes=False), Answer(yes=False, lapsed=True)
TABLE = {"roll": "table"}


def asked(box, question):
    """A table where `question` is open."""
    if question == "cleanup":
        box.play(Suspend("combat"), EndSuspension("combat"))
    else:
        box.play(
            {"long_rest": BeginRest("long_rest"), "new_delve": AskNewDelve(), "end_delve": AskEndDelve()}[question]
        )
    assert box.state.asking == question
    return box


QUESTIONS = ("long_rest", "cleanup", "new_delve", "end_delve")


@pytest.mark.parametrize("answer", [YES, NO, LAPSED])
def test_with_nothing_asked_yes_no_and_cancel_are_refused(table, answer):
    """Yes, no and cancel answer it; with nothing asked they are refused."""
    assert table().refuse(answer).reason == "nothing_asked"


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("answer", "said"), [(NO, "no"), (LAPSED, "lapsed")])
def test_no_closes_the_question_and_plays_nothing(table, question, answer, said):
    """No and the device's no after 5 s close it; no unanswered question spends a turn."""
    box = asked(table(), question)
    assert box.play(answer) == (events.QuestionClosed(question, said),)
    assert (box.state.asking, box.state.completed, box.state.closed) == (None, 0, False)


@pytest.mark.parametrize("question", QUESTIONS)
def test_any_other_command_that_changes_the_state_closes_it_as_no_then_is_played(table, question):
    """Any other command that changes the state closes it as no, then is played."""
    box = asked(table(), question)
    told = box.play(LightUp("torch"))
    assert told == (events.QuestionClosed(question, "no"), events.LightLit(1, "torch", None, 6))
    assert box.state.asking is None


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_refused_command_leaves_the_question_open(table, question):
    """A refusal changes nothing: the question stays."""
    box = asked(table(), question)
    box.refuse(AddMarks("noise", 9))
    assert box.state.asking == question


def test_another_question_takes_the_place_of_the_first(table):
    """Asking is a command that changes the state."""
    box = asked(table(), "cleanup")
    told = box.play(AskNewDelve())
    assert told == (events.QuestionClosed("cleanup", "no"), events.QuestionAsked("new_delve"))


@pytest.mark.parametrize("answer", [YES, TakeAction("cleanup")])
def test_cleanup_is_answered_by_yes_or_clean_up(table, answer, of):
    """The question `cleanup` is answered by `yes` or `clean up`."""
    box = asked(table([SAFE]), "cleanup")
    told = box.play(answer)
    assert told[0] == events.QuestionClosed("cleanup", "yes")
    assert of(told, events.TurnBegan)[0].action == "cleanup"
    assert box.state.completed == 1


@pytest.mark.parametrize("question", ["new_delve", "end_delve"])
def test_yes_to_a_new_or_ended_delve_closes_this_one(table, question):
    """New delve and end the delve ask for a yes."""
    box = asked(table(), question)
    assert box.play(YES) == (events.QuestionClosed(question, "yes"), events.DelveClosed(question))
    assert box.state.closed


def test_asking_takes_no_turn(table):
    """A question spends no turn."""
    for question in QUESTIONS:
        assert asked(table(), question).state.completed == 0


@pytest.mark.parametrize("answer", [Answer(1), Answer(None), Answer("yes"), Answer(yes=False, lapsed=1)])
def test_an_answer_is_true_or_false(table, answer):
    """A flag is true or false."""
    assert asked(table(), "cleanup").refuse(answer).reason == "out_of_bounds"


def test_undo_while_one_is_open_takes_back_the_command_that_asked(table):
    """Undo while one is open takes back the command that asked."""
    box = table()
    box.play(Suspend("combat"), EndSuspension("combat"))
    box.delve.undo()
    assert (box.state.asking, box.state.suspended, box.state.escalation) == (None, "combat", 0)
    box.play(AskEndDelve())
    box.delve.undo()
    assert (box.state.asking, box.state.suspended) == (None, "combat")


# -- the table's own dice ---------------------------------------------------------------------------


def test_a_rolled_die_is_kept_and_used_by_the_next_danger_roll(table, of):
    """With `danger.roll: device` a `rolled {n}` is kept, several in order, each used by the next danger roll."""
    box = table([SAFE], [1])
    assert box.play(TellDice((4, 6))) == (events.DiceTold((4, 6)),)
    rolls = [of(box.play(MOVE), events.DangerRolled)[0] for _ in range(3)]
    assert [(roll.die, roll.told) for roll in rolls] == [(4, True), (6, True), (SAFE, False)]
    assert box.state.kept_dice == ()


def test_more_dice_are_kept_behind_the_first(table):
    """Several in order."""
    box = table()
    box.play(TellDice((4,)), TellDice((2, 3)))
    assert box.state.kept_dice == (4, 2, 3)


def test_the_kind_of_danger_never_uses_kept_dice(table, of):
    """The kind of danger never uses them."""
    box = table([], [4])
    box.play(TellDice((6, 1)))
    assert of(box.play(MOVE), events.DangerRolled)[0].kind == "hazard"
    assert box.state.kept_dice == (1,)


@pytest.mark.parametrize("dice", [(0,), (7,), (-1,), (3, 9), (), (2.0,), ("four",), (True,), [3], None, 4])
def test_a_die_is_1_to_its_size(table, dice):
    """1–die, else refused."""
    refusal = table().refuse(TellDice(dice))
    assert refusal.reason == "out_of_bounds"
    assert (refusal.values["low"], refusal.values["high"]) == (1, 6)


def test_the_bounds_of_a_told_die_are_the_rules_die(table):
    """1–die: a d20 has 20 faces."""
    box = table(danger={"die": 20})
    box.play(TellDice((20,)))
    assert box.refuse(TellDice((21,))).reason == "out_of_bounds"


def test_no_more_than_a_hundred_dice_are_kept(table):
    """A bound, so that nothing grows without end."""
    box = table()
    box.play(TellDice((1,) * 100))
    assert box.refuse(TellDice((1,))).reason == "too_many"


def test_kept_dice_are_not_undone_and_do_not_come_back(table, of):
    """Kept dice are not undone, do not come back, and stand outside undo's state."""
    box = table([SAFE])
    box.play(LightUp("torch"), TellDice((4,)))
    box.delve.undo()
    assert (box.state.lights, box.state.kept_dice) == ((), (4,))
    box.play(MOVE)
    box.delve.undo()
    assert (box.state.completed, box.state.kept_dice) == (0, ())
    assert not of(box.play(MOVE), events.DangerRolled)[0].told


def test_dice_told_between_undo_and_redo_are_kept(table):
    """They stand outside: they neither empty redo nor are used by it."""
    box = table([SAFE])
    box.play(MOVE)
    box.delve.undo()
    box.play(TellDice((5,)))
    box.delve.redo()
    assert (box.state.completed, box.state.last_danger.die, box.state.kept_dice) == (1, SAFE, (5,))


def test_dice_told_beside_an_open_question_leave_it_open(table, of):
    """What stands outside the state answers no question."""
    box = asked(table([SAFE] * 47), "long_rest")
    box.play(TellDice((2,)))
    assert box.state.asking == "long_rest"
    assert of(box.play(YES), events.DangerRolled)[0].die == 2


# -- the table rolls --------------------------------------------------------------------------------


def test_with_roll_table_a_turn_stops_before_step_4_with_the_question_roll(table):
    """With `danger.roll: table` a turn stops before step 4 with the question `roll`."""
    box = table(danger=TABLE)
    box.play(LightUp("torch"))
    told = box.play(TakeAction("obstacle", loud=True))
    assert [type(event) for event in told] == [
        events.TurnBegan,
        events.BoxMarked,
        events.ResourcesConsumed,
        events.QuestionAsked,
    ]
    assert told[-1] == events.QuestionAsked("roll", 2 / 6, (), "obstacle", loud=True, turns_after=0)
    assert (box.state.asking, box.state.pending) == ("roll", PendingTurn("obstacle", loud=True, turns_after=0))
    assert (box.state.completed, box.state.last_danger) == (0, None)


def test_the_rolled_die_plays_steps_4_and_5(table):
    """`rolled {n}` answers it, and the turn ends."""
    box = table([], [1], danger=TABLE)
    box.play(MOVE)
    told = box.play(TellDice((6,)))
    assert told[:2] == (events.DiceTold((6,)), events.QuestionClosed("roll", "told"))
    assert (told[2].die, told[2].told, told[2].danger) == (6, True, True)
    assert told[-1] == events.TurnEnded(1, 10)
    assert (box.state.asking, box.state.pending, box.state.kept_dice) == (None, None, ())


def test_roll_for_us_lets_the_device_roll_this_once(table):
    """`roll for us`."""
    box = table([3], danger=TABLE)
    told = box.play(MOVE, RollForUs())
    assert told[0] == events.QuestionClosed("roll", "device")
    assert (told[1].die, told[1].told) == (3, False)
    box.play(MOVE)
    assert box.state.asking == "roll"


def test_kept_dice_come_before_the_question(table):
    """A die told beforehand is used without asking."""
    box = table(danger=TABLE)
    box.play(TellDice((2,)), MOVE)
    assert (box.state.completed, box.state.asking) == (1, None)


@pytest.mark.parametrize(
    "command",
    [
        MOVE,
        TakeNextTurn(),
        YES,
        NO,
        LAPSED,
        Calm(),
        LightUp("torch"),
        Suspend("combat"),
        SetMode("fast"),
        SetBoxes(2),
        AskNewDelve(),
    ],
)
def test_only_the_die_is_heard_until_then(table, command):
    """Only `rolled {n}`, `roll for us`, undo and questions that take no time are heard until then."""
    box = table(danger=TABLE)
    box.play(MOVE)
    refusal = box.refuse(command)
    assert refusal.reason == "roll_asked"
    assert "roll for us" in refusal.say


def test_undo_takes_back_the_turn_that_waits(table):
    """Undo while one is open takes back the command that asked."""
    box = table(danger=TABLE)
    box.play(MOVE)
    box.delve.undo()
    assert (box.state.asking, box.state.pending, box.state.last_action) == (None, None, None)


def test_undo_after_the_roll_asks_again(table):
    """The answer is what was said last."""
    box = table(danger=TABLE)
    box.play(MOVE, TellDice((2,)))
    box.delve.undo()
    assert (box.state.asking, box.state.completed, box.state.kept_dice) == ("roll", 0, ())
    box.delve.redo()
    assert (box.state.asking, box.state.completed) == (None, 1)


def test_roll_for_us_with_no_die_asked_for_is_refused(table):
    """There is nothing to roll."""
    assert table().refuse(RollForUs()).reason == "nothing_asked"


def test_a_turn_that_makes_no_roll_asks_none(table):
    """Only a roll is asked for."""
    box = table(danger={"roll": "table", "check_every": 2})
    box.play(MOVE)
    assert (box.state.completed, box.state.asking) == (1, None)


def test_a_rest_asks_for_the_die_of_each_turn(table):
    """The turns after the roll follow at once, each with its own die; several dice serve in order."""
    box = table(danger=TABLE)
    box.play(BeginRest("short_rest"))
    assert (box.state.pending.turns_after, box.state.activity.paused) == (5, False)
    box.play(TellDice((1, 2, 3)))
    assert (box.state.completed, box.state.asking, box.state.activity.done) == (3, "roll", 3)
    box.play(TellDice((1, 1, 1)))
    assert (box.state.completed, box.state.asking, box.state.activity) == (6, None, None)


def test_danger_by_the_tables_die_pauses_the_rest(table):
    """Danger is danger whoever rolls."""
    box = table([], [1], danger=TABLE)
    box.play(BeginRest("short_rest"), TellDice((1,)), TellDice((6,)))
    assert (box.state.completed, box.state.activity.done, box.state.activity.paused) == (2, 2, True)
    assert box.state.asking is None


def test_a_long_talk_that_waits_goes_on_loudly(table):
    """The turn's manner waits with it."""
    box = table(danger=TABLE)
    box.play(TakeAction("talk", loud=True, turns=2))
    assert box.state.escalation == 1
    box.play(TellDice((1,)))
    assert box.state.escalation == 3


def test_noise_and_risk_of_a_turn_that_waits_are_kept(table):
    """What was counted in steps 1–3 counts in the roll and fills in step 5, whenever the die is told."""
    box = table(danger={"roll": "table", "mode": "classic"})
    box.play(TakeAction("search"), TellDice((6,)), TakeAction("obstacle", loud=True))
    told = box.play(TellDice((6,)))
    assert told[2].modifier == 1
    assert box.state.escalation == 1


def test_secured_only_after_the_tables_die(table):
    """Step 5 comes after step 4."""
    box = table(danger=TABLE, rest={"secure_turns": 2})
    box.play(TakeAction("secure"), TellDice((1,)))
    assert not box.state.area.secured
    box.play(TellDice((1,)))
    assert box.state.area.secured
