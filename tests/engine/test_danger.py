"""The danger roll: both modes, any die, which turns roll, the kind, and fast turns."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AddMarks,
    BeginRest,
    BeginRitual,
    Calm,
    LightUp,
    RestOneTurn,
    SetBoxes,
    SetBrightLight,
    SetMode,
    SplitParty,
    StartEffect,
    TakeAction,
)

SAFE = 1
LOUD = TakeAction("obstacle", loud=True)
MOVE = TakeAction("move")
CLASSIC = {"mode": "classic"}


def rolled(box, command):
    """The roll of the turn that `command` plays."""
    return next(event for event in box.play(command) if isinstance(event, events.DangerRolled))


# -- escalation -------------------------------------------------------------------------------------


@pytest.mark.parametrize("boxes", range(6))
@pytest.mark.parametrize("die", range(1, 7))
def test_escalation_mode_die_plus_boxes_of_6_or_more_is_danger(table, boxes, die):
    """`escalation`: die + boxes ≥ die's size is danger (d6: 6 or more); chance min(1, (boxes+1)/die)."""
    danger = die + boxes >= 6
    box = table([die], [1] if danger else [])
    box.play(*[SetBoxes(boxes)] * (boxes > 0))
    roll = rolled(box, MOVE)
    assert (roll.die, roll.total, roll.danger, roll.modifier) == (die, die + boxes, danger, boxes)
    assert roll.chance == pytest.approx((boxes + 1) / 6)
    assert box.state.escalation == (0 if danger else boxes)


@pytest.mark.parametrize(("sides", "boxes"), [(4, 3), (4, 5), (6, 5)])
def test_a_chance_of_1_is_rolled_all_the_same(table, sides, boxes):
    """A chance of 1 is told as certain (5 boxes on a d6, 3 on a d4) and rolled all the same."""
    box = table([1], [1], danger={"die": sides})
    box.play(SetBoxes(boxes))
    roll = rolled(box, MOVE)
    assert (roll.chance, roll.danger, roll.die) == (1.0, True, 1)


@pytest.mark.parametrize("sides", [8, 20, 100])
def test_a_chance_of_1_is_never_on_a_d8(table, sides):
    """Never on a d8 outside fast turns."""
    box = table([1], danger={"die": sides})
    box.play(SetBoxes(5))
    roll = rolled(box, MOVE)
    assert (roll.chance, roll.sides, roll.danger) == (6 / sides, sides, False)


# -- classic ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", range(6))
@pytest.mark.parametrize("die", range(1, 7))
def test_classic_mode_die_of_1_plus_m_or_less_is_danger(table, held, die):
    """`classic`: die ≤ 1+m is danger; chance min(1, (m+1)/die); never both faces."""
    danger = die <= 1 + held
    box = table([die], [1] if danger else [], danger=CLASSIC)
    box.play(*[AddMarks("noise", held)] * (held > 0))
    roll = rolled(box, MOVE)
    assert (roll.die, roll.total, roll.danger, roll.modifier) == (die, die, danger, held)
    assert roll.chance == pytest.approx(min(1, (held + 1) / 6))


def test_classic_m_is_at_most_the_die_less_1(table):
    """M is the sum, at most die−1."""
    box = table([4], [1], danger={"mode": "classic", "die": 4})
    box.play(AddMarks("noise", 5))
    roll = rolled(box, MOVE)
    assert (roll.modifier, roll.chance) == (3, 1.0)


def test_classic_noise_said_between_turns_counts_in_the_next_turn(table, of):
    """Noise said between turns counts in the next turn played, and is used up by the roll."""
    box = table([6, 6], danger=CLASSIC)
    box.play(AddMarks("noise", 2))
    told = box.play(MOVE)
    assert of(told, events.DangerRolled)[0].modifier == 2
    assert of(told, events.BoxesCleared) == [events.BoxesCleared(2, "roll")]
    assert rolled(box, MOVE).modifier == 0


def test_classic_noise_of_a_turns_own_action_counts_in_the_turn_after(table):
    """Noise of a turn's own action counts in the turn after."""
    box = table([6] * 3, danger=CLASSIC)
    assert rolled(box, LOUD).modifier == 0
    assert box.state.escalation == 1
    assert rolled(box, MOVE).modifier == 1
    assert rolled(box, MOVE).modifier == 0


def test_classic_bright_light_adds_1_while_on(table):
    """Bright light adds 1 while on; no box is marked."""
    box = table([6] * 3, danger=CLASSIC)
    assert box.boxes(SetBrightLight(on=True)) == [0]
    assert [rolled(box, MOVE).modifier, rolled(box, MOVE).modifier] == [1, 1]
    box.play(SetBrightLight(on=False))
    assert rolled(box, MOVE).modifier == 0


def test_classic_bright_light_with_light_mark_off_adds_nothing(table):
    """`light_mark: off` holds in both modes."""
    box = table([6], danger={"mode": "classic", "light_mark": "off"})
    box.play(SetBrightLight(on=True))
    assert rolled(box, MOVE).modifier == 0


def test_classic_lingering_grows(table):
    """Lingering grows: the third turn in an area adds 2, the fourth 3."""
    box = table([6] * 5, danger=CLASSIC)
    box.play(MOVE)
    assert [rolled(box, TakeAction("heal")).modifier for _ in range(4)] == [0, 1, 2, 3]


def test_classic_the_kth_search_adds_k_less_1(table):
    """The k-th search of an area adds k−1."""
    box = table([6] * 4, danger=CLASSIC)
    assert [rolled(box, TakeAction("search")).modifier for _ in range(4)] == [0, 1, 2, 3]


def test_classic_search_repeat_mark_scales_and_0_is_off(table):
    """`search.repeat_mark` is the weight of a repeated search."""
    twice = table([6] * 3, danger=CLASSIC, search={"repeat_mark": 2})
    assert [rolled(twice, TakeAction("search")).modifier for _ in range(3)] == [0, 2, 4]
    off = table([6] * 2, danger=CLASSIC, search={"repeat_mark": 0})
    assert [rolled(off, TakeAction("search")).modifier for _ in range(2)] == [0, 0]


def test_classic_the_kth_lookout_in_a_row_adds_k_less_1(table):
    """The k-th lookout in a row k−1."""
    box = table([6] * 3, danger=CLASSIC)
    assert [rolled(box, TakeAction("lookout")).modifier for _ in range(3)] == [0, 1, 2]


def test_classic_what_the_turn_adds_is_told_and_forgotten(table, of):
    """What lingering adds is told with its cause and counts for this roll alone."""
    box = table([6] * 3, danger=CLASSIC)
    box.play(TakeAction("heal"))
    told = box.play(TakeAction("heal"))
    assert of(told, events.RiskCounted) == [events.RiskCounted("linger", 1)]
    assert box.state.escalation == 0
    assert rolled(box, MOVE).modifier == 0


def test_classic_m_is_the_sum(table):
    """M is the sum of what is held and what the turn adds."""
    box = table([6, 6], danger=CLASSIC)
    box.play(TakeAction("search"), AddMarks("noise"), SetBrightLight(on=True))
    assert rolled(box, TakeAction("search")).modifier == 3


def test_classic_escalation_shows_the_noise_held(table):
    """`escalation` shows the noise held, 0–5; calm lowers it, `boxes to` sets it."""
    box = table(danger=CLASSIC)
    assert box.boxes(AddMarks("noise", 3), Calm(1), SetBoxes(4), AddMarks("noise", 3)) == [3, 2, 4, 5]


def test_classic_noise_is_kept_over_a_turn_without_a_roll(table):
    """Noise is used up by the next roll, and kept over a turn without one."""
    box = table([6, 6], danger={"mode": "classic", "check_every": 2})
    box.play(AddMarks("noise", 2), LOUD)
    assert box.state.escalation == 3
    assert rolled(box, MOVE).modifier == 3
    assert box.state.escalation == 0
    box.play(MOVE)
    assert rolled(box, MOVE).modifier == 0


def test_classic_danger_clears_the_noise_with_its_reason(table, of):
    """On danger all boxes clear, with the reason told, and once only."""
    box = table([2], [1], danger=CLASSIC)
    box.play(AddMarks("noise", 2))
    assert of(box.play(MOVE), events.BoxesCleared) == [events.BoxesCleared(2, "danger")]


def test_classic_a_split_party_marks_as_noise_said_between_turns(table):
    """Splitting marks one, held until the next roll; each_turn in every turn."""
    once = table([6, 6], danger=CLASSIC)
    once.play(SplitParty())
    assert [rolled(once, MOVE).modifier, rolled(once, MOVE).modifier] == [1, 0]
    each = table([6, 6], danger={"mode": "classic", "split_mark": "each_turn"})
    each.play(SplitParty())
    assert [rolled(each, MOVE).modifier, rolled(each, MOVE).modifier] == [1, 1]


def test_classic_a_ritual_by_bright_light_adds_1_in_its_first_turn(table, of):
    """Ritual: 1 in its first turn if bright light is on, beside the light itself."""
    box = table([6, 6], danger=CLASSIC)
    box.play(SetBrightLight(on=True))
    told = box.play(BeginRitual(2))
    assert [roll.modifier for roll in of(told, events.DangerRolled)] == [2, 1]


# -- which turns roll -------------------------------------------------------------------------------


def test_a_turn_rolls_when_its_number_divides_by_check_every(table, of):
    """A turn rolls when its number (completed after it) divides by `danger.check_every`."""
    box = table([SAFE] * 2, danger={"check_every": 3})
    skipped = [of(box.play(MOVE), events.RollSkipped) for _ in range(6)]
    assert [bool(each) for each in skipped] == [True, True, False, True, True, False]
    assert skipped[0] == [events.RollSkipped(1, "check_every")]


def test_a_rest_turn_rolls_when_its_place_in_the_rest_divides(table, of):
    """A rest turn when its place in the rest divides by `rest.check_every`, whatever its number."""
    box = table([SAFE] * 3, danger={"check_every": 48}, rest={"check_every": 2})
    box.play(MOVE)
    told = box.play(BeginRest("short_rest"))
    assert [roll.turn for roll in of(told, events.DangerRolled)] == [3, 5, 7]
    assert of(told, events.RollSkipped)[0] == events.RollSkipped(2, "rest_check_every")


def test_every_third_turn_of_a_rest(table, of):
    """The places in the rest are counted from 1."""
    box = table([SAFE] * 2, rest={"check_every": 3})
    assert [roll.turn for roll in of(box.play(BeginRest("short_rest")), events.DangerRolled)] == [3, 6]


def test_the_die_is_the_first_draw_after_the_turns_played(table):
    """The device's die goes by turns played, purpose and draw."""
    box = table([SAFE] * 2)
    box.play(MOVE, MOVE)
    assert box.dice.asked == [(6, 0, "danger", 0), (6, 1, "danger", 0)]


def test_a_turn_without_a_roll_leaves_last_danger_alone(table):
    """`last_danger` is the latest roll, null before one."""
    box = table([SAFE], danger={"check_every": 2})
    box.play(MOVE)
    assert box.state.last_danger is None
    box.play(MOVE)
    assert box.state.last_danger.turn == 2
    box.play(MOVE)
    assert box.state.last_danger.turn == 2


# -- the kind ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "kind"),
    [(1, "encounter"), (3, "encounter"), (4, "hazard"), (5, "hazard"), (6, "complication")],
)
def test_the_kind_is_drawn_by_the_table_of_6(table, face, kind):
    """On danger: kind by `danger.table` (default of 6: encounter 3, hazard 2, complication 1)."""
    box = table([6], [face])
    assert rolled(box, MOVE).kind == kind
    assert box.state.last_danger.kind == kind
    assert box.dice.asked[-1][:3] == (6, 0, "kind")


def test_the_table_of_kinds_is_a_rule(table):
    """Weights and kinds by `danger.table`."""
    box = table([6], [4], danger={"table": {"omen": 3, "flood": 2}})
    assert rolled(box, MOVE).kind == "flood"


def test_no_kind_without_danger(table):
    """Without danger nothing is drawn."""
    box = table([SAFE])
    assert rolled(box, MOVE).kind is None


# -- fast turns -------------------------------------------------------------------------------------


def test_a_fast_turn_adds_one_turn_and_20_minutes(table, of):
    """A fast turn adds 1 and 20."""
    box = table([SAFE], profile="fast")
    assert of(box.play(MOVE), events.TurnBegan)[0].fast
    assert (box.state.completed, box.state.elapsed_minutes) == (1, 20)


@pytest.mark.parametrize("boxes", range(6))
@pytest.mark.parametrize("die", range(1, 7))
def test_fast_escalation_doubles_the_dangerous_faces(table, boxes, die):
    """Escalation: the top 2(boxes+1), at most all, so die 5 at no boxes is danger with total 5."""
    danger = die > 6 - min(6, 2 * (boxes + 1))
    box = table([die], [1] if danger else [], profile="fast")
    box.play(*[SetBoxes(boxes)] * (boxes > 0))
    roll = rolled(box, MOVE)
    assert (roll.danger, roll.total) == (danger, die + boxes)
    assert roll.chance == pytest.approx(min(1, 2 * (boxes + 1) / 6))


@pytest.mark.parametrize("held", range(4))
@pytest.mark.parametrize("die", range(1, 7))
def test_fast_classic_doubles_the_lowest_faces(table, held, die):
    """Classic: the lowest 2(m+1)."""
    danger = die <= 2 * (held + 1)
    box = table([die], [1] if danger else [], profile="fast", danger=CLASSIC)
    box.play(*[AddMarks("noise", held)] * (held > 0))
    assert rolled(box, MOVE).danger is danger


def test_a_fast_turn_counts_as_two_for_check_every(table, of):
    """A fast turn counts as two for this: with every second turn checked, every fast turn is."""
    box = table([SAFE] * 2, profile="fast", danger={"check_every": 2})
    box.play(MOVE)
    box.play(MOVE)
    third = table([SAFE] * 2, profile="fast", danger={"check_every": 3})
    assert [bool(of(third.play(MOVE), events.DangerRolled)) for _ in range(3)] == [False, True, True]


def test_a_fast_turn_moves_the_count_of_the_normal_turns_after_it_by_two(table, of):
    """Fast and normal turns mixed: checked are the twenty-minute marks."""
    box = table([SAFE] * 2, danger={"check_every": 2})
    box.play(MOVE, SetMode("fast"))
    assert of(box.play(MOVE), events.DangerRolled)
    box.play(SetMode("normal"))
    assert of(box.play(MOVE), events.DangerRolled)


def test_turns_of_an_activity_are_normal_turns_and_fast_goes_on_after_them(table, of):
    """Turns of an activity are normal turns; fast goes on after them."""
    box = table([SAFE] * 7, profile="fast")
    told = box.play(BeginRest("short_rest"))
    assert not any(event.fast for event in of(told, events.TurnBegan))
    assert box.state.elapsed_minutes == 60
    box.play(MOVE)
    assert box.state.elapsed_minutes == 80


def test_fast_is_switched_between_turns(table):
    """Switched by command, back and forth; said twice is refused."""
    box = table([SAFE] * 2)
    assert box.play(SetMode("fast")) == (events.ModeChanged("fast"),)
    assert "normal turns" in box.refuse(SetMode("fast")).say
    box.play(MOVE, SetMode("normal"), MOVE)
    assert box.state.elapsed_minutes == 30
    assert box.refuse(SetMode("slow")).reason == "unknown"


def test_a_light_with_1_turn_left_goes_out_between_the_ticks(table, of):
    """Two ticks, one roll: a light with 1 turn left goes out between the ticks, before the roll."""
    box = table([SAFE], profile="fast", lights={"kinds": {"taper": 1}})
    box.play(LightUp("taper"), LightUp("torch"))
    told = box.play(MOVE)
    assert [type(event) for event in told[1:7]] == [
        events.AreaEntered,
        events.ResourcesConsumed,
        events.LightWentOut,
        events.RowFilled,
        events.ResourcesConsumed,
        events.DangerRolled,
    ]
    assert of(told, events.ResourcesConsumed)[1].lights == ((2, 4),)


def test_a_light_with_2_turns_left_serves_the_roll(table):
    """One with 2 serves the roll and goes out in step 5."""
    box = table([SAFE], profile="fast", lights={"kinds": {"taper": 2}})
    box.play(LightUp("taper"))
    kinds = [type(event) for event in box.play(MOVE)]
    assert kinds.index(events.LightWentOut) > kinds.index(events.DangerRolled)


def test_in_fast_turns_a_light_is_warned_with_2_left(table, of):
    """Warned with 2 left."""
    box = table([SAFE] * 3, profile="fast")
    box.play(LightUp("torch"))
    warned = [of(box.play(MOVE), events.LightWarned) for _ in range(3)]
    assert warned == [[], [events.LightWarned(1, "torch", None, 2)], []]


def test_in_fast_turns_a_light_of_odd_length_is_warned_with_1_left(table, of):
    """The turn before its last, in which it goes out between the ticks."""
    box = table([SAFE] * 3, profile="fast", lights={"kinds": {"stub": 5}})
    box.play(LightUp("stub"))
    warned = [of(box.play(MOVE), events.LightWarned) for _ in range(3)]
    assert warned == [[], [events.LightWarned(1, "stub", None, 1)], []]


def test_an_effect_with_1_turn_left_ends_between_the_ticks(table):
    """An effect ticks twice as well, and ends when it is used up."""
    box = table([SAFE], profile="fast")
    box.play(StartEffect("bless", 1), StartEffect("shield", 2))
    told = box.play(MOVE)
    ended = [event.name for event in told if isinstance(event, events.EffectEnded)]
    roll = [type(event) for event in told].index(events.DangerRolled)
    assert ended == ["bless", "shield"]
    assert told.index(events.EffectEnded("bless", "time")) < roll < told.index(events.EffectEnded("shield", "time"))


def test_rest_one_turn_is_fast_in_fast_turns(table):
    """A turn of rest by itself is no activity."""
    box = table([SAFE], profile="fast")
    box.play(RestOneTurn())
    assert box.state.elapsed_minutes == 20


@pytest.mark.parametrize(("mode", "modifier", "total"), [("escalation", 5, 6), ("classic", 3, 1)])
def test_five_boxes_on_a_d4(table, mode, modifier, total):
    """Escalation adds every box to the die, also where fewer were certain; classic m is at most the die less one."""
    box = table([1], [1], danger={"mode": mode, "die": 4})
    box.play(AddMarks("noise", 5))
    roll = rolled(box, MOVE)
    assert (roll.modifier, roll.total, roll.chance, roll.danger) == (modifier, total, 1.0, True)
