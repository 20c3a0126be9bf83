"""Rests, rituals and long talks: beginning, danger on the way, going on, giving up, the secured area, fatigue."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AbandonRest,
    AbandonRitual,
    AddMarks,
    Answer,
    BeginRest,
    BeginRitual,
    ClearCondition,
    ContinueRitual,
    Douse,
    EndSuspension,
    LightUp,
    MarkCondition,
    RestartRest,
    RestOneTurn,
    ResumeRest,
    SetBrightLight,
    Suspend,
    TakeAction,
    TakeNextTurn,
    TellDice,
)
from delvebox.engine.state import Activity

SAFE = 1
MOVE = TakeAction("move")
SHORT = BeginRest("short_rest")
LONG = (BeginRest("long_rest"), Answer(yes=True))


# -- rests ------------------------------------------------------------------------------------------


def test_a_short_rest_is_6_turns_and_starts_at_once(table, of):
    """Short rest 6 turns, starts at once; every rest turn is a turn with its own roll."""
    box = table([SAFE] * 6)
    told = box.play(SHORT)
    assert len(of(told, events.TurnEnded)) == len(of(told, events.DangerRolled)) == 6
    assert [(began.place, began.total) for began in of(told, events.TurnBegan)] == [(k, 6) for k in range(1, 7)]
    assert (box.state.completed, box.state.elapsed_minutes, box.state.activity) == (6, 60, None)


def test_a_long_rest_asks_for_a_yes_telling_chance_and_what_will_burn_out(table):
    """Long rest 48, asks for a yes, telling chance and what will burn out."""
    box = table()
    box.play(LightUp("torch"), LightUp("lantern"), LightUp("lantern"), Douse("lantern"))
    asked = box.play(LONG[0])[0]
    assert (asked.question, asked.burning_out) == ("long_rest", ("torch", "lantern"))
    assert asked.chance == pytest.approx(1 - (5 / 6) ** 48)
    assert (box.state.asking, box.state.completed) == ("long_rest", 0)


def test_a_long_rest_plays_48_turns_after_the_yes(table, of):
    """Long rest 48 turns; at its end rations are reminded of."""
    box = table([SAFE] * 48)
    told = box.play(*LONG)
    assert len(of(told, events.TurnEnded)) == 48
    assert told[-3:] == (
        events.ActivityCompleted("long_rest", 48),
        events.RowFilled("rest", "long_rest"),
        events.RationsReminded(),
    )
    assert of(told, events.ActivityBegan) == [events.ActivityBegan("long_rest", 48)]


def test_a_long_rest_asks_in_a_secured_area_too(table):
    """Asks for a yes (also in a secured area); where nothing rolls there is no chance to tell."""
    box = table([SAFE])
    box.play(TakeAction("secure"))
    assert box.play(LONG[0]) == (events.QuestionAsked("long_rest"),)


def test_before_a_rest_that_rolls_its_chance_is_told_and_which_lights_would_burn_out(table, of):
    """Before any rest that rolls its chance is told, and which lights would burn out (a hint, no question)."""
    box = table([SAFE] * 6)
    box.play(LightUp("torch"), LightUp("lantern"))
    began = box.play(SHORT)[0]
    assert began.burning_out == ("torch",)
    assert began.chance == pytest.approx(0.665, abs=0.0005)
    assert box.state.asking is None


def test_the_benefit_comes_at_the_last_turn_only(table, of):
    """The benefit comes at the last turn only; the rest's row is full then."""
    box = table([SAFE] * 6)
    told = box.play(SHORT)
    assert told[-2:] == (events.ActivityCompleted("short_rest", 6), events.RowFilled("rest", "short_rest"))


def test_danger_in_rest_turn_k_pauses_the_rest_with_k_spent(table):
    """Danger in rest turn k: k is spent; `rest.on_danger: pause`."""
    box = table([SAFE, SAFE, 6], [1])
    told = box.play(SHORT)
    assert told[-1] == events.ActivityPaused("short_rest", 3, 6, "danger")
    assert (box.state.completed, box.state.activity) == (3, Activity("short_rest", 3, 6, paused=True))


def test_resume_keeps_k(table, of):
    """Resume keeps k, and tells the chance of what is left."""
    box = table([SAFE, SAFE, 6, SAFE, SAFE, SAFE], [1])
    box.play(SHORT)
    told = box.play(ResumeRest())
    assert (told[0].kind, told[0].done, told[0].total) == ("short_rest", 3, 6)
    assert told[0].chance == pytest.approx(0.421, abs=0.0005)
    assert [began.place for began in of(told, events.TurnBegan)] == [4, 5, 6]
    assert (box.state.completed, box.state.activity) == (6, None)


def test_resume_names_the_lights_that_burn_out_in_what_is_left(table):
    """Which lights would burn out in the turns still to rest."""
    box = table([SAFE, SAFE, 6, SAFE, SAFE, SAFE], [1], lights={"kinds": {"stub": 6, "log": 7}})
    box.play(LightUp("stub"), LightUp("log"), SHORT)
    assert box.play(ResumeRest())[0].burning_out == ("stub",)


def test_rest_from_the_beginning_sets_0(table, of):
    """`rest from the beginning` sets 0 and rests again."""
    box = table([SAFE, 6, *[SAFE] * 6], [1])
    box.play(SHORT)
    told = box.play(RestartRest())
    assert (told[0].kind, told[0].total) == ("short_rest", 6)
    assert told[0].chance == pytest.approx(0.665, abs=0.0005)
    assert len(of(told, events.TurnEnded)) == 6
    assert (box.state.completed, box.state.activity) == (8, None)


def test_abandon_rest_gives_it_up(table):
    """Abandon rest."""
    box = table([6], [1])
    box.play(SHORT)
    assert box.play(AbandonRest()) == (events.ActivityAbandoned("short_rest", 1, 6, "command"),)
    assert box.state.activity is None


def test_on_danger_restart_begins_the_paused_rest_at_0(table):
    """`rest.on_danger: restart`."""
    box = table([SAFE, 6, *[SAFE] * 6], [1], rest={"on_danger": "restart"})
    told = box.play(SHORT)
    assert told[-2:] == (events.ActivityRestarted("short_rest", 6), events.ActivityPaused("short_rest", 0, 6, "danger"))
    box.play(ResumeRest())
    assert box.state.completed == 8


def test_on_danger_fail_ends_the_rest(table):
    """`rest.on_danger: fail`, in its last turn too."""
    box = table([SAFE, 6, *[SAFE] * 5, 6], [1, 1], rest={"on_danger": "fail"})
    assert box.play(SHORT)[-1] == events.ActivityAbandoned("short_rest", 2, 6, "danger")
    assert box.play(SHORT)[-1] == events.ActivityAbandoned("short_rest", 6, 6, "danger")
    assert box.state.activity is None


def test_danger_in_the_last_rest_turn_leaves_nothing_to_resume(table, of):
    """K is spent: a rest whose last turn was played is complete though danger came."""
    box = table([*[SAFE] * 5, 6], [1])
    assert of(box.play(SHORT), events.ActivityCompleted)
    assert box.state.activity is None


def test_while_paused_other_turns_may_be_played(table):
    """While paused other turns may be played."""
    box = table([SAFE, 6, SAFE, SAFE, SAFE], [1])
    box.play(SHORT)
    paused = box.state.activity
    box.play(TakeAction("search"), RestOneTurn(), TakeAction("talk"))
    assert box.state.activity == paused


def test_a_move_abandons_a_paused_rest_and_says_so(table):
    """A move abandons it and says so."""
    box = table([SAFE, 6, SAFE], [1])
    box.play(SHORT)
    assert box.play(MOVE)[0] == events.ActivityAbandoned("short_rest", 2, 6, "move")
    assert box.state.activity is None


@pytest.mark.parametrize("command", [SHORT, LONG[0], BeginRitual(), TakeAction("talk", turns=2)])
@pytest.mark.parametrize("begun", [SHORT, BeginRitual(3)])
def test_while_one_is_paused_a_new_activity_is_refused(table, begun, command):
    """A new activity is refused while one is paused; the way on is named."""
    box = table([6], [1])
    box.play(begun)
    refusal = box.refuse(command)
    assert refusal.reason == "activity_waits"
    assert "resume rest" in refusal.say or "continue the ritual" in refusal.say


def test_resuming_never_asks(table):
    """Resuming never asks, a long rest neither."""
    box = table([SAFE, 6, *[SAFE] * 46], [1])
    box.play(*LONG)
    assert box.state.activity == Activity("long_rest", 2, 48, paused=True)
    box.play(ResumeRest())
    assert (box.state.asking, box.state.completed, box.state.activity) == (None, 48, None)


@pytest.mark.parametrize("command", [ResumeRest(), RestartRest(), AbandonRest()])
def test_with_no_rest_paused_there_is_nothing_to_resume(table, command):
    """Resume, restart and abandon need a paused rest; a ritual is none."""
    assert table().refuse(command).reason == "no_rest"
    box = table([6], [1])
    box.play(BeginRitual(3))
    assert box.refuse(command).reason == "no_rest"


@pytest.mark.parametrize("kind", ["nap", "", None, 6, ["short_rest"]])
def test_a_rest_is_short_or_long(table, kind):
    """Other rests are refused."""
    assert table().refuse(BeginRest(kind)).reason == "unknown"


def test_a_long_rest_stops_after_the_turn_in_which_the_last_lit_light_goes_out(table, of):
    """A long rest also stops after the turn in which the last lit light goes out."""
    box = table([SAFE] * 48)
    box.play(LightUp("torch"))
    told = box.play(*LONG)
    assert told[-1] == events.ActivityPaused("long_rest", 6, 48, "darkness")
    assert len(of(told, events.TurnEnded)) == 6
    box.play(ResumeRest())
    assert box.state.completed == 48


def test_a_short_rest_goes_on_in_the_dark(table):
    """Only a long rest stops in the dark."""
    box = table([SAFE] * 7)
    box.play(LightUp("torch"), MOVE, SHORT)
    assert box.state.completed == 7


def test_the_chance_told_for_a_long_rest_counts_all_its_turns(table):
    """The chance is that of the whole rest, though it will stop in the dark."""
    box = table()
    box.play(LightUp("torch"))
    assert box.play(LONG[0])[0].chance == pytest.approx(1 - (5 / 6) ** 48)


# -- the secured area -------------------------------------------------------------------------------


def test_rest_turns_in_a_secured_area_make_no_roll(table, of):
    """Secured area: rest turns there make no roll (`rest.secured: skip`)."""
    box = table([SAFE])
    box.play(TakeAction("secure"))
    told = box.play(SHORT)
    assert of(told, events.DangerRolled) == []
    assert of(told, events.RollSkipped)[0] == events.RollSkipped(2, "secured")
    assert told[0].chance is None
    assert box.state.area.secured
    box.play(RestOneTurn())


def test_halve_rolls_in_even_rest_turns_only(table, of):
    """`halve`: only even rest turns roll."""
    box = table([SAFE] * 4, rest={"secured": "halve"})
    box.play(TakeAction("secure"))
    told = box.play(SHORT)
    assert [roll.turn for roll in of(told, events.DangerRolled)] == [3, 5, 7]
    assert told[0].chance == pytest.approx(0.421, abs=0.0005)
    box.play(RestOneTurn())


def test_other_turns_in_a_secured_area_roll(table, of):
    """Only rest turns are safe."""
    box = table([SAFE] * 2)
    box.play(TakeAction("secure"))
    assert of(box.play(TakeAction("investigate")), events.DangerRolled)


# -- rituals ----------------------------------------------------------------------------------------


def test_a_ritual_takes_its_default_turns(table):
    """Ritual: `ritual.default_turns: 2`."""
    box = table([SAFE] * 5)
    box.play(BeginRitual())
    assert box.state.completed == 2
    longer = table([SAFE] * 3, ritual={"default_turns": 3})
    longer.play(BeginRitual())
    assert longer.state.completed == 3
    box.play(BeginRitual(3))


@pytest.mark.parametrize("turns", [0, -2, 49, "two", 1.5, True])
def test_a_ritual_is_of_1_to_48_turns(table, turns):
    """Ritual 1–48 turns."""
    refusal = table().refuse(BeginRitual(turns))
    assert (refusal.reason, refusal.values["high"]) == ("out_of_bounds", 48)


def test_a_ritual_marks_1_box_in_its_first_turn_if_bright_light_is_on(table, of):
    """Ritual: 1 box in its first turn if bright light is on."""
    box = table([SAFE] * 6)
    box.play(SetBrightLight(on=True))
    assert of(box.play(BeginRitual(3)), events.BoxMarked) == [events.BoxMarked("ritual", 2)]
    box.play(SetBrightLight(on=False))
    assert of(box.play(BeginRitual(3)), events.BoxMarked) == []


def test_a_continued_ritual_has_no_first_turn_again(table, of):
    """Its first turn is played once."""
    box = table([6, SAFE, SAFE], [1])
    box.play(SetBrightLight(on=True), BeginRitual(3))
    assert of(box.play(ContinueRitual()), events.BoxMarked) == []


def test_danger_in_a_ritual_pauses_it_and_continue_plays_the_rest(table):
    """Danger in a ritual, `ask`: it pauses; `continue the ritual` plays the rest."""
    box = table([SAFE, 6, SAFE], [1])
    assert box.play(BeginRitual(3))[-1] == events.ActivityPaused("ritual", 2, 3, "danger")
    told = box.play(ContinueRitual())
    assert told[0] == events.ActivityResumed("ritual", 2, 3)
    assert told[-1] == events.ActivityCompleted("ritual", 3)
    assert box.state.completed == 3


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AbandonRitual(), "command"),
        (TakeAction("search"), "turn"),
        (TakeAction("talk"), "turn"),
        (MOVE, "move"),
        (RestOneTurn(), "turn"),
        (Suspend("combat"), "combat"),
        (Suspend("chase"), "chase"),
    ],
)
def test_abandoning_any_other_turn_combat_or_a_chase_loses_the_ritual(table, of, command, reason):
    """`abandon the ritual`, any other turn, combat or a chase loses it. Turns stay spent."""
    box = table([6, SAFE] if isinstance(command, TakeAction | RestOneTurn) else [6], [1])
    box.play(BeginRitual(3))
    assert of(box.play(command), events.ActivityAbandoned) == [events.ActivityAbandoned("ritual", 1, 3, reason)]
    assert box.state.activity is None
    assert box.state.completed >= 1


def test_roleplay_leaves_a_paused_ritual(table):
    """Only combat or a chase loses it; a scene replaced by combat does too."""
    box = table([6], [1])
    box.play(BeginRitual(3), Suspend("roleplay"))
    assert box.state.activity is not None
    box.play(Suspend("combat"))
    assert box.state.activity is None


def test_on_danger_lose_loses_the_ritual_at_once(table):
    """`ritual.on_danger: lose` does so at once; turns stay spent."""
    box = table([6, 6], [1, 1], ritual={"on_danger": "lose"})
    assert box.play(BeginRitual(3))[-1] == events.ActivityAbandoned("ritual", 1, 3, "danger")
    assert box.play(BeginRitual(1))[-1] == events.ActivityAbandoned("ritual", 1, 1, "danger")
    assert (box.state.activity, box.state.completed) == (None, 2)


def test_on_danger_keep_keeps_the_ritual_whatever_comes_between(table):
    """`ritual.on_danger: keep`: other turns and a fight lose nothing; a move leaves it behind."""
    box = table([6, SAFE, SAFE, SAFE, 6, SAFE], [1, 1], ritual={"on_danger": "keep"}, combat={"aftermath": "never"})
    box.play(BeginRitual(2), TakeAction("search"), TakeNextTurn(), Suspend("combat"), EndSuspension("combat"))
    assert box.state.activity == Activity("ritual", 1, 2, paused=True)
    assert box.play(ContinueRitual())[-1] == events.ActivityCompleted("ritual", 2)
    box.play(BeginRitual(3))
    assert box.play(MOVE)[0] == events.ActivityAbandoned("ritual", 1, 3, "move")


def test_a_continued_ritual_waits_for_the_tables_dice(table):
    """Each turn left asks for its die."""
    box = table([], [1], danger={"roll": "table"})
    box.play(BeginRitual(4), TellDice((6,)), ContinueRitual())
    assert (box.state.pending.turns_after, box.state.activity.done) == (2, 1)


def test_danger_in_the_last_ritual_turn_completes_it(table):
    """Nothing is left to play."""
    box = table([SAFE, 6], [1])
    assert box.play(BeginRitual(2))[-1] == events.ActivityCompleted("ritual", 2)


@pytest.mark.parametrize("command", [ContinueRitual(), AbandonRitual()])
def test_with_no_ritual_paused_there_is_nothing_to_continue(table, command):
    """Continue and abandon need a paused ritual; a rest is none."""
    assert table().refuse(command).reason == "no_ritual"
    box = table([6], [1])
    box.play(SHORT)
    assert box.refuse(command).reason == "no_ritual"


# -- talk -------------------------------------------------------------------------------------------


def test_a_long_talk_is_an_activity_and_danger_ends_it(table):
    """Danger ends a long talk; a danger talked away stays rolled."""
    box = table([SAFE, 6], [1])
    told = box.play(TakeAction("talk", turns=4))
    assert told[0] == events.ActivityBegan("talk", 4)
    assert told[-1] == events.ActivityAbandoned("talk", 2, 4, "danger")
    assert (box.state.activity, box.state.last_danger.danger) == (None, True)


def test_a_long_talk_comes_to_its_end(table, of):
    """All its turns, one after the other, lingering like single ones."""
    box = table([SAFE] * 3)
    told = box.play(TakeAction("talk", turns=3))
    assert told[-1] == events.ActivityCompleted("talk", 3)
    assert [marked.escalation for marked in of(told, events.BoxMarked)] == [1, 2]


# -- fatigue ----------------------------------------------------------------------------------------

OLD = {"rest": {"fatigue_every": 6}}


def test_the_sixth_turn_must_be_a_rest(table, of):
    """Warned once in step 5 of the fourth; if the sixth is not rest, fatigue is marked in its step 5."""
    box = table([SAFE] * 13, **OLD)
    told = [box.play(MOVE) for _ in range(13)]
    assert [turn for turn, each in enumerate(told, 1) if of(each, events.FatigueWarned)] == [4]
    assert [turn for turn, each in enumerate(told, 1) if of(each, events.ConditionMarked)] == [6]
    assert box.state.conditions[0].name == "fatigue"


def test_any_rest_turn_clears_fatigue_and_starts_the_count_again(table, of):
    """Any rest turn clears it and starts the count again."""
    box = table([SAFE] * 11, **OLD)
    box.play(*[MOVE] * 6)
    assert of(box.play(RestOneTurn()), events.ConditionCleared) == [events.ConditionCleared("fatigue", None)]
    warned = [bool(of(box.play(MOVE), events.FatigueWarned)) for _ in range(4)]
    assert warned == [False, False, False, True]


def test_a_rest_in_the_sixth_turn_marks_nothing(table):
    """After five turns without rest the sixth is one."""
    box = table([SAFE] * 6, **OLD)
    box.play(*[MOVE] * 5, RestOneTurn())
    assert box.state.conditions == ()
    assert box.state.turns_without_rest == 0


def test_a_turn_of_a_short_rest_is_a_rest_turn(table):
    """Any rest turn, though the rest is paused by danger."""
    box = table([SAFE] * 6 + [6], [1], **OLD)
    box.play(*[MOVE] * 6, SHORT)
    assert box.state.conditions == ()


def test_fatigue_marked_already_is_not_marked_again(table, of):
    """A condition is there once; one of a single holder is another."""
    box = table([SAFE] * 6, **OLD)
    box.play(MarkCondition("Fatigue"))
    assert all(not of(box.play(MOVE), events.ConditionMarked) for _ in range(6))


def test_the_holders_own_fatigue_is_not_the_partys(table):
    """What was marked on somebody is cleared for him."""
    box = table([SAFE] * 7, **OLD)
    box.play(MarkCondition("fatigue", "mira"), *[MOVE] * 6, RestOneTurn())
    assert [(each.name, each.holder) for each in box.state.conditions] == [("fatigue", "mira")]
    box.play(ClearCondition("fatigue", "Mira"))


def test_fatigue_is_off_by_default(table):
    """`rest.fatigue_every: 0` (off)."""
    box = table([SAFE] * 8)
    box.play(MarkCondition("fatigue"), *[MOVE] * 7, RestOneTurn())
    assert [each.name for each in box.state.conditions] == ["fatigue"]


def test_noise_on_the_way_through_a_secured_rest_makes_the_rest_roll_again(table, of):
    """Secured is lost by noise: the resumed rest rolls."""
    box = table([SAFE, *[SAFE] * 42])
    box.play(TakeAction("secure"), LightUp("torch"), *LONG)
    assert box.state.activity.done == 6
    box.play(AddMarks("noise"))
    assert len(of(box.play(ResumeRest()), events.DangerRolled)) == 42
