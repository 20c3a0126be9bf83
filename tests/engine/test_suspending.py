"""Combat, chase and roleplay: nothing ticks, nothing rolls; what a fight leaves behind."""

from __future__ import annotations

import pytest

from delvebox.engine import BREAKS, events
from delvebox.engine.commands import (
    AbandonRest,
    AddMarks,
    AddNote,
    Answer,
    BeginRest,
    BeginRitual,
    Calm,
    ContinueRitual,
    Douse,
    EndSuspension,
    LightUp,
    MarkCondition,
    RestartRest,
    RestOneTurn,
    ResumeRest,
    SetBoxes,
    SetBrightLight,
    SetMode,
    SetTurn,
    SplitParty,
    StartEffect,
    Suspend,
    TakeAction,
    TakeNextTurn,
    TellDice,
    UseSupply,
)

SAFE = 1
MOVE = TakeAction("move")
KINDS = {"combat": "combat over", "chase": "chase over", "roleplay": "scene over"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "command",
    [
        MOVE,
        TakeAction("talk", turns=3),
        TakeNextTurn(),
        RestOneTurn(),
        BeginRest("short_rest"),
        BeginRest("long_rest"),
        ResumeRest(),
        RestartRest(),
        BeginRitual(),
        ContinueRitual(),
        SetMode("fast"),
    ],
)
def test_what_would_play_a_turn_is_refused_with_the_way_out(table, kind, command):
    """What would play a turn, rests, rituals and fast or normal turns are refused ("combat: say combat over first")."""
    box = table()
    box.play(Suspend(kind))
    refusal = box.refuse(command)
    assert (refusal.reason, refusal.say) == ("suspended", f"{BREAKS[kind].title}: say {KINDS[kind]} first")


@pytest.mark.parametrize("kind", KINDS)
def test_the_rest_works_and_nothing_ticks(table, kind):
    """Nothing ticks or rolls; the rest works."""
    box = table([6], [1])
    box.play(LightUp("torch"), BeginRest("short_rest"), Suspend(kind))
    box.play(
        AddMarks("noise"),
        Calm(),
        Douse("torch"),
        LightUp("candle"),
        StartEffect("bless", 3),
        SplitParty(),
        SetBrightLight(on=True),
        UseSupply("water"),
        MarkCondition("fear"),
        AddNote("they flee"),
        SetBoxes(0),
        SetTurn(7),
        AbandonRest(),
    )
    assert [each.turns_left for each in box.state.lights] == [5, 6]
    assert (box.state.completed, box.state.effects[0].turns_left, box.state.suspended) == (6, 3, kind)


def test_another_kind_said_while_suspended_replaces_it(table):
    """Another kind said while suspended replaces it; the same again is refused."""
    box = table()
    box.play(Suspend("roleplay"), Suspend("combat"))
    assert box.state.suspended == "combat"
    assert "combat over" in box.refuse(Suspend("combat")).say


def test_over_must_name_the_present_kind(table):
    """`over` must name the present kind."""
    box = table()
    assert box.refuse(EndSuspension("combat")).reason == "not_so"
    box.play(Suspend("chase"))
    refusal = box.refuse(EndSuspension("combat"))
    assert (refusal.reason, refusal.say) == ("other_suspended", "chase is on: say chase over")


def test_combat_over_marks_one_box_and_asks_for_the_cleanup(table):
    """If any of it was combat: one mark at `over` and the question `cleanup`."""
    box = table()
    box.play(Suspend("combat"))
    assert box.play(EndSuspension("combat")) == (
        events.PlayResumed("combat"),
        events.BoxMarked("combat", 1),
        events.QuestionAsked("cleanup"),
    )
    assert (box.state.suspended, box.state.asking, box.state.completed) == (None, "cleanup", 0)


def test_a_chase_that_was_combat_before_counts_as_combat(table):
    """If any of it was combat: whatever it ended as."""
    box = table()
    box.play(Suspend("combat"), Suspend("chase"), EndSuspension("chase"))
    assert (box.state.escalation, box.state.asking) == (1, "cleanup")
    box.play(Answer(yes=False), Suspend("chase"), EndSuspension("chase"))
    assert (box.state.escalation, box.state.asking) == (1, None)


def test_the_mark_comes_after_whatever_clearing_there_was(table):
    """The mark fills after whatever clearing there was."""
    box = table([6], [1])
    box.play(AddMarks("noise", 4), MOVE, Suspend("combat"), EndSuspension("combat"))
    assert box.state.escalation == 1


@pytest.mark.parametrize("kind", ["chase", "roleplay"])
def test_chase_and_roleplay_cost_and_mark_nothing(table, kind):
    """Chase and roleplay cost and mark nothing."""
    box = table()
    box.play(Suspend(kind))
    assert box.play(EndSuspension(kind)) == (events.PlayResumed(kind),)
    assert (box.state.escalation, box.state.asking, box.state.completed) == (0, None, 0)


@pytest.mark.parametrize("mark", [0, 1, 3])
def test_combat_mark_is_a_rule(table, mark):
    """`combat.mark: 1`."""
    box = table(combat={"mark": mark, "aftermath": "never"})
    box.play(Suspend("combat"), EndSuspension("combat"))
    assert (box.state.escalation, box.state.asking) == (mark, None)


def test_aftermath_always_plays_the_cleanup_turn(table, of):
    """`combat.aftermath: always`."""
    box = table([SAFE], combat={"aftermath": "always"})
    told = box.play(Suspend("combat"), EndSuspension("combat"))
    assert of(told, events.TurnBegan)[0].action == "cleanup"
    assert (box.state.completed, box.state.asking) == (1, None)


def test_classic_the_fight_counts_in_the_next_turn(table, of):
    """Combat is noise said between turns."""
    box = table([6, 6], danger={"mode": "classic"}, combat={"aftermath": "never"})
    box.play(Suspend("combat"), EndSuspension("combat"))
    assert [roll.modifier for each in (MOVE, MOVE) for roll in of(box.play(each), events.DangerRolled)] == [1, 0]


@pytest.mark.parametrize("kind", ["brawl", "", None, 3, ["combat"]])
def test_an_unknown_kind_is_refused(table, kind):
    """Combat, chase or roleplay."""
    assert table().refuse(Suspend(kind)).reason == "unknown"
    assert table().refuse(EndSuspension(kind)).reason == "unknown"


def test_dice_may_be_told_while_suspended(table):
    """Kept dice are no turn."""
    box = table()
    box.play(Suspend("combat"), TellDice((3,)))
    assert box.state.kept_dice == (3,)
