"""Exact chances over a plan, checked against the rules page and against playing it many times."""

from __future__ import annotations

import re

import pytest

from delvebox.engine import (
    DangerNow,
    Delve,
    PlanError,
    Rules,
    chance_of_danger,
    danger_now,
    events,
    evolve,
    new_state,
    quiet_turns,
)
from delvebox.engine.commands import (
    AddMarks,
    BeginRest,
    BeginRitual,
    LightUp,
    Redo,
    RestOneTurn,
    ResumeRest,
    SetBoxes,
    SetBrightLight,
    Suspend,
    TakeAction,
    Undo,
)
from delvebox.engine.odds import _NoDice
from delvebox.engine.shown import shown

LOUD = TakeAction("obstacle", loud=True)
SEARCH = TakeAction("search")
MOVE = TakeAction("move")


def odds(plan, **rules):
    """The odds of `plan` from a new delve."""
    made = Rules.from_mapping(rules)
    return chance_of_danger(new_state(made), made, plan)


@pytest.mark.parametrize(
    ("plan", "rules", "chance"),
    [
        (quiet_turns(6), {}, 0.665),
        ([BeginRest("short_rest")], {}, 0.665),
        (quiet_turns(6), {"danger": {"check_every": 2}}, 0.421),
        ([BeginRest("long_rest")], {}, 0.9998),
        ([SEARCH, SEARCH, LOUD], {}, 0.815),
    ],
)
def test_the_figures_of_the_rules_page(plan, rules, chance):
    """Six turns at 0 boxes 66.5 %; three checks 42.1 %; 48 turns 99.98 %; search, search, force the door 81.5 %."""
    assert odds(plan, **rules).at_least_one == pytest.approx(chance, abs=0.0005)


def test_chance_by_turn_and_expected_first():
    """1 − product of the misses by turn; expected first turn given that danger comes."""
    told = odds([SEARCH, SEARCH, LOUD])
    assert told.each_turn == pytest.approx((1 / 6, 2 / 6, 4 / 6))
    assert told.by_turn == pytest.approx((1 / 6, 1 - 20 / 36, 1 - 40 / 216))
    first = (1 / 6, 5 / 6 * 2 / 6, 20 / 36 * 4 / 6)
    assert told.expected_first == pytest.approx(sum(n * p for n, p in enumerate(first, 1)) / sum(first))


def test_boxes_are_what_the_plan_marks_as_long_as_no_danger_came():
    """Boxes are what the plan marks as long as no danger came."""
    assert odds([LOUD, LOUD, LOUD]).each_turn == pytest.approx((2 / 6, 4 / 6, 6 / 6))


def test_overflow_immediate_is_certain_danger():
    """Overflow `immediate` is certain danger, in a turn, before it, and in step 5."""
    at_once = {"overflow": "immediate", "die": 20}
    assert odds([AddMarks("noise", 4), LOUD, LOUD, MOVE], danger=at_once).each_turn == (6 / 20, 1.0, 1 / 20)
    assert odds([AddMarks("noise", 5), AddMarks("noise", 1), MOVE, MOVE], danger=at_once).each_turn == (1.0, 1 / 20)
    assert odds([AddMarks("noise", 5), AddMarks("noise", 1)], danger=at_once).each_turn == (1.0,)
    late = {**at_once, "noise_timing": "next"}
    assert odds([AddMarks("noise", 5), LOUD], danger=late).each_turn == (1.0,)


def test_a_plan_without_a_roll_has_no_expected_turn():
    """Nothing rolls: no chance, no expected turn."""
    told = odds([MOVE], danger={"check_every": 2})
    assert (told.at_least_one, told.by_turn, told.expected_first) == (0.0, (0.0,), None)
    assert odds([]).by_turn == ()


def test_odds_from_any_state(table):
    """A secured area, a paused rest, bright light, fast turns: the engine's own steps are asked."""
    box = table([1] * 2, [])
    box.play(TakeAction("secure"))
    assert chance_of_danger(box.state, box.rules, [BeginRest("short_rest")]).at_least_one == 0
    box.play(MOVE)
    fast = Rules.from_mapping({"profile": "fast"})
    assert chance_of_danger(new_state(fast), fast, [MOVE]).each_turn == (2 / 6,)
    paused = table([1, 6], [1])
    paused.play(BeginRest("short_rest"))
    assert len(chance_of_danger(paused.state, paused.rules, [ResumeRest()]).each_turn) == 4
    lit = Rules.from_mapping({"danger": {"mode": "classic"}})
    state = evolve(new_state(lit), events.BrightLightChanged(on=True))
    assert chance_of_danger(state, lit, [BeginRitual(2)]).each_turn == pytest.approx((3 / 6, 2 / 6))


def test_suspensions_and_questions_are_left_aside(table):
    """How dangerous it will be can be asked in a fight, and while a question is open."""
    box = table()
    box.play(Suspend("combat"))
    assert chance_of_danger(box.state, box.rules, quiet_turns(1)).at_least_one == pytest.approx(1 / 6)
    asking = table(danger={"roll": "table"})
    asking.play(TakeAction("heal"))
    assert chance_of_danger(asking.state, asking.rules, [TakeAction("heal")]).each_turn == pytest.approx((2 / 6,))


def test_kept_dice_do_not_change_the_odds(table):
    """The odds are those of a die that nobody has thrown."""
    from delvebox.engine.commands import TellDice

    box = table()
    box.play(TellDice((6, 6)))
    assert chance_of_danger(box.state, box.rules, quiet_turns(2)).each_turn == pytest.approx((1 / 6, 1 / 6))


def test_a_plan_that_makes_no_sense_raises_with_its_refusal():
    """A plan that the engine would refuse is no plan."""
    with pytest.raises(PlanError, match=r"cannot be played: no rest is paused") as caught:
        odds([ResumeRest()])
    assert caught.value.refusal.reason == "no_rest"


def test_looking_ahead_changes_nothing(table):
    """No die is rolled, no state changed."""
    box = table()
    box.play(LightUp("torch"))
    before = box.state
    chance_of_danger(box.state, box.rules, [BeginRest("long_rest")])
    assert (box.state, box.dice.asked) == (before, [])
    with pytest.raises(AssertionError, match="looking ahead"):
        _NoDice().roll(6, 0, "danger", 0)


@pytest.mark.parametrize(
    ("plan", "rules"),
    [
        ([SEARCH, SEARCH, LOUD], {}),
        ([LOUD, LOUD, MOVE, MOVE], {"profile": "sheet-classic"}),
        ([SetBrightLight(on=True), *quiet_turns(3)], {"danger": {"light_mark": "each_turn", "die": 12}}),
        ([SetBoxes(3), RestOneTurn(), LOUD, LOUD], {"danger": {"overflow": "immediate", "die": 20}}),
        ([TakeAction("heal")] * 4, {"profile": "old-school"}),
        (quiet_turns(3), {"profile": "fast", "danger": {"die": 20}}),
    ],
)
def test_the_odds_are_what_playing_shows(plan, rules):
    """Against simulation: 2,000 delves of their own seeds, within four standard errors."""
    made = Rules.from_mapping(rules)
    told = odds(plan, **rules)
    danger = 0
    for seed in range(2000):
        delve = Delve(made, seed)
        for command in plan:
            entry = delve.play(command)
            if any(isinstance(event, events.DangerRolled) and event.danger for event in entry.events):
                danger += 1
                break
    chance = told.at_least_one
    assert danger / 2000 == pytest.approx(chance, abs=4 * (chance * (1 - chance) / 2000) ** 0.5 + 1e-9)


@pytest.mark.parametrize("turns", [-1, 10_000, True, 2.0, "6", None, 10**5000], ids=range(7))
def test_quiet_turns_are_a_whole_number(turns):
    """A plan without end is told before it is made."""
    told = f"turns: {shown(turns)} is no whole number from 0 to 9999: give one, such as 6"
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        quiet_turns(turns)


def test_quiet_turns_may_be_none_and_many():
    """Both bounds are plans."""
    assert (quiet_turns(0), len(quiet_turns(9999))) == ((), 9999)


@pytest.mark.parametrize("step", [None, "move", Undo(), Redo()], ids=repr)
def test_a_plan_is_commands_of_the_engine(step):
    """What is no command cannot be planned: undo and redo belong to a delve's history."""
    with pytest.raises(TypeError, match="is no command of the engine"):
        odds([MOVE, step])


# -- how dangerous is it ----------------------------------------------------------------------------


def test_how_dangerous_answers_for_a_turn_that_marks_nothing_and_names_what_staying_adds(table):
    """How dangerous is it: answers for a turn that marks nothing, and names what staying would add."""
    box = table([1])
    assert (danger_now(box.state, box.rules).chance, danger_now(box.state, box.rules).staying_adds) == (1 / 6, 0)
    box.play(TakeAction("heal"), AddMarks("noise", 2))
    assert (danger_now(box.state, box.rules).chance, danger_now(box.state, box.rules).staying_adds) == (3 / 6, 1)


def test_how_dangerous_where_the_turn_makes_no_roll(table):
    """A turn without a check has no chance to tell."""
    box = table(danger={"check_every": 2})
    assert danger_now(box.state, box.rules).chance is None


def test_classic_staying_adds_more_each_turn(table):
    """Lingering grows in classic mode."""
    box = table([6] * 3, danger={"mode": "classic"})
    box.play(*[TakeAction("heal")] * 3)
    assert danger_now(box.state, box.rules).staying_adds == 3


def test_how_dangerous_in_a_closed_delve(table):
    """Nothing more is played: nothing to tell."""
    box = table()
    closed = evolve(box.state, events.DelveClosed("end_delve"))
    assert danger_now(closed, box.rules) == DangerNow(None, 0)


@pytest.mark.parametrize(
    ("before", "rules", "told"),
    [
        ([AddMarks("noise", 5)], {"overflow": "immediate"}, DangerNow(6 / 20, 1)),
        ([AddMarks("noise", 5)], {"overflow": "cap"}, DangerNow(6 / 20, 0)),
        ([AddMarks("noise", 5)], {"overflow": "carry"}, DangerNow(6 / 20, 0)),
        ([AddMarks("noise", 4)], {"overflow": "immediate"}, DangerNow(5 / 20, 1)),
        (
            [SetBrightLight(on=True), AddMarks("noise", 5)],
            {"overflow": "immediate", "light_mark": "each_turn"},
            DangerNow(1.0, 0),
        ),
    ],
)
def test_the_box_over_the_last_is_one_that_staying_adds(table, before, rules, told):
    """With five boxes full staying is danger at once where the rules say so, and else adds none."""
    box = table([1], danger={"die": 20} | rules)
    box.play(TakeAction("heal"), *before)
    assert danger_now(box.state, box.rules) == told
