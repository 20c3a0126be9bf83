"""Lights and effects: burning, warning, darkness, whose light is meant, corrections, stock."""

from __future__ import annotations

import pytest

from delvebox.engine import events
from delvebox.engine.commands import (
    AdjustLight,
    AdjustStock,
    BeginRest,
    Douse,
    EndEffect,
    LightUp,
    Relight,
    SetMode,
    StartEffect,
    TakeAction,
)

SAFE = 1
MOVE = TakeAction("move")
BRIEF = {"kinds": {"taper": 1, "stub": 2, "glowstone": "no limit"}}


def shown(box):
    """Every light as kind, holder, turns left, lit."""
    return [(each.kind, each.holder, each.turns_left, each.lit) for each in box.state.lights]


@pytest.mark.parametrize(("kind", "turns"), [("torch", 6), ("lantern", 36), ("candle", 6)])
def test_how_long_each_light_burns(table, kind, turns):
    """Torch 6, lantern `lights.lantern_turns: 36`, candle 6."""
    box = table()
    assert box.play(LightUp(kind)) == (events.LightLit(1, kind, None, turns),)


def test_more_kinds_by_settings_and_no_limit_never_burns_down(table):
    """More kinds by settings, "no limit" never burns down."""
    box = table([SAFE] * 2, lights=BRIEF)
    box.play(LightUp("glowstone"), LightUp("stub"), MOVE, MOVE)
    assert shown(box) == [("glowstone", None, None, True)]


def test_each_light_is_its_own_in_order_of_lighting(table):
    """Each is its own: kind, holder, turns left, lit or doused, in order of lighting."""
    box = table([SAFE])
    box.play(LightUp("torch", "mira"), MOVE, LightUp("candle"), LightUp("torch", "bo"))
    assert shown(box) == [("torch", "mira", 5, True), ("candle", None, 6, True), ("torch", "bo", 6, True)]


def test_a_torch_lit_before_turn_n_serves_turns_n_to_n_plus_5(table, of):
    """Serves turns N..N+5, ticks in step 3, serves its last danger roll, goes out in step 5."""
    box = table([SAFE] * 8)
    box.play(MOVE, MOVE, LightUp("torch"))
    went_out = [of(box.play(MOVE), events.LightWentOut) for _ in range(6)]
    assert went_out[:5] == [[]] * 5
    assert went_out[5] == [events.LightWentOut(1, "torch", None)]
    assert box.state.completed == 8
    assert box.state.lights == ()


def test_lighting_costs_no_turn_and_burns_from_the_next(table):
    """Lit between turns, costs no turn."""
    box = table()
    box.play(LightUp("torch"))
    assert shown(box) == [("torch", None, 6, True)]


def test_another_light_lit_beside_it_loses_nothing(table):
    """Another lit beside it loses nothing."""
    box = table([SAFE] * 2)
    box.play(LightUp("torch"), MOVE, LightUp("torch"), MOVE)
    assert [each.turns_left for each in box.state.lights] == [4, 5]


def test_step_3_tells_what_is_left(table, of):
    """Torches burn down, spell durations tick: what is left of each, by number and name."""
    box = table([SAFE])
    box.play(LightUp("torch"), LightUp("lantern"), StartEffect("bless", 3), StartEffect("light", unlimited=True))
    assert of(box.play(MOVE), events.ResourcesConsumed) == [
        events.ResourcesConsumed(((1, 5), (2, 35)), (("bless", 2),))
    ]


def test_a_light_is_warned_once_in_the_turn_before_its_last(table, of):
    """Warned once, in step 5 of the turn before its last."""
    box = table([SAFE] * 6)
    box.play(LightUp("torch", "mira"))
    warned = [of(box.play(MOVE), events.LightWarned) for _ in range(6)]
    assert warned == [[]] * 4 + [[events.LightWarned(1, "torch", "mira", 1)], []]


@pytest.mark.parametrize(("turns", "at"), [(0, None), (1, 5), (3, 3), (5, 1)])
def test_warn_turns_is_a_rule(table, of, turns, at):
    """`lights.warn_turns` turns before its end; 0 never warns."""
    box = table([SAFE] * 6, lights={"warn_turns": turns})
    box.play(LightUp("torch"))
    warned = [turn for turn in range(1, 7) if of(box.play(MOVE), events.LightWarned)]
    assert warned == ([] if at is None else [at])


def test_a_warned_light_is_not_warned_again_after_a_change_of_pace(table, of):
    """Once: a light warned in fast turns is not warned again in normal ones."""
    box = table([SAFE] * 3)
    box.play(LightUp("torch"), SetMode("fast"), MOVE)
    assert of(box.play(MOVE), events.LightWarned)
    box.play(SetMode("normal"))
    assert of(box.play(MOVE), events.LightWarned) == []


def test_a_warned_light_doused_and_lit_again_is_not_warned_again(table, of):
    """Once, though it was doused in between."""
    box = table([SAFE] * 6)
    box.play(LightUp("torch"), *[MOVE] * 5, Douse("torch"), Relight("torch"))
    assert of(box.play(MOVE), events.LightWarned) == []


def test_a_light_given_more_turns_is_warned_anew(table, of):
    """A plus begins anew: its new end is told once too."""
    box = table([SAFE] * 6)
    box.play(LightUp("torch"), *[MOVE] * 5, AdjustLight("torch", 1))
    assert of(box.play(MOVE), events.LightWarned)


def test_a_warned_light_given_fewer_turns_is_not_warned_again(table, of):
    """A minus brings no new end to tell."""
    box = table([SAFE] * 4, lights={"warn_turns": 3})
    box.play(LightUp("torch"), *[MOVE] * 3, AdjustLight("torch", -1))
    assert of(box.play(MOVE), events.LightWarned) == []


def test_the_last_lit_light_out_is_told_as_darkness(table, of):
    """The last lit light out is told as darkness."""
    box = table([SAFE] * 2, lights=BRIEF)
    box.play(LightUp("taper"), LightUp("stub"), LightUp("candle"), Douse("candle"))
    assert of(box.play(MOVE), events.DarknessFell) == []
    assert of(box.play(MOVE), events.DarknessFell) == [events.DarknessFell()]
    assert shown(box) == [("candle", None, 6, False)]


def test_dousing_the_last_lit_light_is_darkness_too(table, of):
    """Out is out."""
    box = table()
    box.play(LightUp("torch"), LightUp("candle"))
    assert box.play(Douse("torch")) == (events.LightDoused(1, "torch", None, 6),)
    assert events.DarknessFell() in box.play(Douse("candle"))


def test_doused_it_keeps_its_remainder(table):
    """Doused it keeps its remainder, and does not burn."""
    box = table([SAFE] * 3)
    box.play(LightUp("torch"), MOVE, MOVE, Douse("torch"), MOVE)
    assert shown(box) == [("torch", None, 4, False)]
    assert box.play(Relight("torch")) == (events.LightLit(1, "torch", None, 4, relit=True),)
    assert shown(box) == [("torch", None, 4, True)]


def test_a_burnt_out_light_leaves_the_list_and_fills_its_row(table, of):
    """A burnt-out light leaves the list; its row is full, told once."""
    box = table([SAFE], lights=BRIEF)
    box.play(LightUp("taper"))
    assert of(box.play(MOVE), events.RowFilled) == [events.RowFilled("light", "taper")]
    assert box.state.lights == ()


def test_numbers_of_lights_are_not_used_again(table):
    """A light's number names it in events: a later light gets another."""
    box = table([SAFE], lights=BRIEF)
    box.play(LightUp("taper"), MOVE, LightUp("taper"))
    assert box.state.lights[0].number == 2


# -- which light is meant ---------------------------------------------------------------------------


def three_torches(box):
    """Torches with 4 (mira), 5 (bo) and 6 (nobody) turns left."""
    box.play(LightUp("torch", "mira"), MOVE, LightUp("torch", "bo"), MOVE, LightUp("torch"))
    return box


def test_without_a_holder_douse_means_the_lit_one_that_ends_first(table):
    """Without a holder: douse means the lit one of that kind that ends first."""
    box = three_torches(table([SAFE] * 2))
    box.play(Douse("torch"))
    assert [each[3] for each in shown(box)] == [False, True, True]
    box.play(Douse("torch"))
    assert [each[3] for each in shown(box)] == [False, False, True]


def test_plus_and_minus_mean_the_lit_one_that_ends_first_lit_before_doused(table):
    """Without a holder plus and minus mean the lit one that ends first, lit before doused."""
    box = three_torches(table([SAFE] * 2))
    box.play(Douse("torch"), AdjustLight("torch", -3))
    assert [each[2] for each in shown(box)] == [4, 2, 6]
    box.play(Douse("torch"), Douse("torch"), AdjustLight("torch", 7))
    assert [each[2] for each in shown(box)] == [4, 9, 6]


def test_again_means_the_doused_one_with_least_left(table):
    """Again means the doused one with least left."""
    box = three_torches(table([SAFE] * 2))
    box.play(Douse("torch"), Douse("torch"), Douse("torch"), Relight("torch"))
    assert [each[3] for each in shown(box)] == [True, False, False]


def test_with_a_holder_the_holders_light_is_meant_whatever_the_capitals(table):
    """A holder's light is his, even if others end first."""
    box = three_torches(table([SAFE] * 2))
    box.play(Douse("torch", "Bo"), AdjustLight("torch", 1, "BO"))
    assert shown(box)[1] == ("torch", "bo", 6, False)
    box.play(Relight("torch", "bo"))
    assert shown(box)[1] == ("torch", "bo", 6, True)


def test_with_its_number_that_very_light_is_meant(table):
    """Who points at a light means it, though another of its kind ends first; there is no other of its number."""
    box = table([SAFE])
    box.play(LightUp("torch", "mira"), MOVE, LightUp("torch"), LightUp("torch"))
    box.play(AdjustLight("torch", 2, number=3), Douse("torch", number=2))
    assert shown(box) == [("torch", "mira", 5, True), ("torch", None, 6, False), ("torch", None, 8, True)]
    box.play(Relight("torch", number=2), Douse("torch", "mira", number=1))
    assert shown(box) == [("torch", "mira", 5, False), ("torch", None, 6, True), ("torch", None, 8, True)]
    for command in (Douse("torch", number=9), Douse("torch", "mira", number=2), AdjustLight("lantern", 1, number=1)):
        assert box.refuse(command).reason == "no_light"


def test_of_equals_the_oldest_is_meant(table):
    """Two that end together: the one lit first."""
    box = table()
    box.play(LightUp("torch"), LightUp("torch"), Douse("torch"))
    assert [each[3] for each in shown(box)] == [False, True]


def test_a_light_without_limit_is_the_last_to_be_meant(table):
    """What never ends, ends last."""
    box = table(lights={"kinds": {"torch": "no limit"}})
    box.play(LightUp("torch"), Douse("torch"))
    assert shown(box) == [("torch", None, None, False)]
    assert box.refuse(AdjustLight("torch", 2)).reason == "no_light"


def test_minus_never_goes_below_1(table):
    """Minus never below 1."""
    box = table()
    box.play(LightUp("torch"))
    assert box.play(AdjustLight("torch", -36)) == (events.LightCorrected(1, "torch", None, 1),)
    assert box.refuse(AdjustLight("torch", -1)).reason == "already"


def test_plus_may_exceed_the_full_length(table):
    """Plus may exceed the full length."""
    box = table()
    box.play(LightUp("torch"), AdjustLight("torch", 36))
    assert shown(box) == [("torch", None, 42, True)]


@pytest.mark.parametrize("turns", [0, 37, -37, 10**50, 1.0, "two", None, True])
def test_plus_and_minus_are_1_to_36(table, turns):
    """Corrections of a light are 1–36 turns."""
    box = table()
    box.play(LightUp("torch"))
    refusal = box.refuse(AdjustLight("torch", turns))
    assert refusal.reason == "out_of_bounds"
    assert "1 to 36" in refusal.say


@pytest.mark.parametrize("command", [Douse("torch"), Relight("torch"), AdjustLight("torch", 1), Douse("torch", "mira")])
def test_a_light_that_is_not_there_is_refused(table, command):
    """No such light: refused, with what can be said."""
    refusal = table().refuse(command)
    assert refusal.reason == "no_light"
    assert "light a torch" in refusal.say
    assert ("torch of mira" in refusal.say) is (command == Douse("torch", "mira"))


def test_dousing_twice_and_relighting_a_lit_one_are_refused(table):
    """Douse needs a lit one, again a doused one."""
    box = table()
    box.play(LightUp("torch"))
    assert box.refuse(Relight("torch")).reason == "no_light"
    box.play(Douse("torch"))
    assert box.refuse(Douse("torch")).reason == "no_light"


@pytest.mark.parametrize("kind", ["sun", "", None, 6, ["torch"]])
@pytest.mark.parametrize("command", [LightUp, Douse, Relight, lambda kind: AdjustLight(kind, 1)])
def test_an_unknown_kind_is_refused_with_the_list(table, command, kind):
    """A kind that the rules do not know."""
    refusal = table().refuse(command(kind))
    assert refusal.reason == "unknown"
    assert "lantern" in refusal.say


@pytest.mark.parametrize("holder", ["", "  ", "x" * 81, "\x00", "\ud800", 7, "bell\x07"])
def test_a_holders_name_is_readable_text_of_1_to_80_characters(table, holder):
    """Names are 1–80 readable characters."""
    assert table().refuse(LightUp("torch", holder)).reason == "bad_name"


@pytest.mark.parametrize("holder", ["Zoë", "龍", "👩‍👩‍👧", "o'brien the 3rd", "x" * 80, "نور"])
def test_names_may_be_any_words_of_any_script(table, holder):
    """Typed names may be any words."""
    box = table()
    box.play(LightUp("torch", f" {holder} "), Douse("torch", holder))
    assert shown(box) == [("torch", holder, 6, False)]


# -- stock ------------------------------------------------------------------------------------------


def test_lighting_uses_up_a_spare_and_none_left_is_refused(table, of):
    """Stock of spares: lighting uses one up, none left is refused."""
    box = table(lights={"stock": {"torch": 1}})
    assert of(box.play(LightUp("torch")), events.StockChanged) == [events.StockChanged("torch", 0)]
    assert box.refuse(LightUp("torch")).reason == "no_spares"
    assert box.refuse(LightUp("lantern")).reason == "no_spares"


def test_lighting_again_uses_no_spare(table):
    """A doused light is no spare."""
    box = table(lights={"stock": {"torch": 1}})
    box.play(LightUp("torch"), Douse("torch"), Relight("torch"))
    assert dict(box.state.stock) == {"torch": 0}


def test_the_stock_is_corrected_by_plus_and_minus(table):
    """Corrections of every tracker: spares too, never below none."""
    box = table(lights={"stock": "on"})
    assert box.play(AdjustStock("torch", 3)) == (events.StockChanged("torch", 3),)
    box.play(AdjustStock("torch", -1), AdjustStock("candle", 1))
    assert dict(box.state.stock) == {"torch": 2, "candle": 1}
    assert box.refuse(AdjustStock("torch", -3)).reason == "out_of_bounds"
    box.play(AdjustStock("torch", -2), *[AdjustStock("torch", 99)] * 10, AdjustStock("torch", 9))
    assert dict(box.state.stock)["torch"] == 999
    assert box.refuse(AdjustStock("torch", 1)).reason == "out_of_bounds"
    for count in (0, 100, "two", None):
        assert box.refuse(AdjustStock("torch", count)).reason == "out_of_bounds"


def test_stock_is_off_by_default(table):
    """`lights.stock: off`: nothing is counted."""
    box = table()
    box.play(*[LightUp("torch")] * 9)
    assert box.state.stock == ()
    assert box.refuse(AdjustStock("torch", 1)).reason == "stock_off"


# -- effects ----------------------------------------------------------------------------------------


def test_an_effect_ticks_in_step_3_and_ends_in_step_5_told(table, of):
    """Ticks in step 3, ends in step 5, told; its row is full."""
    box = table([SAFE] * 2)
    box.play(StartEffect("bless", 2), MOVE)
    assert [(each.name, each.turns_left) for each in box.state.effects] == [("bless", 1)]
    told = box.play(MOVE)
    assert of(told, events.EffectEnded) == [events.EffectEnded("bless", "time")]
    assert of(told, events.RowFilled) == [events.RowFilled("effect", "bless")]
    assert box.state.effects == ()


def test_an_effect_without_limit_never_ends_by_itself(table):
    """Number of turns, 1–144 or without limit."""
    box = table([SAFE] * 2)
    box.play(StartEffect("light", unlimited=True), MOVE, MOVE)
    assert [(each.name, each.turns_left) for each in box.state.effects] == [("light", None)]


@pytest.mark.parametrize("turns", [0, -6, 145, 10**20, "six", 2.5, True])
def test_an_effect_is_of_1_to_144_turns(table, turns):
    """1–144 turns."""
    refusal = table().refuse(StartEffect("bless", turns))
    assert refusal.reason == "out_of_bounds"
    assert "1 to 144" in refusal.say


def test_an_effect_without_a_length_is_refused_with_the_question(table):
    """No length: refused with "for how many turns?"."""
    refusal = table().refuse(StartEffect("bless"))
    assert refusal.reason == "for_how_many_turns"
    assert refusal.say.startswith("for how many turns?")


def test_the_same_name_again_takes_the_new_length(table):
    """The same name again takes the new length, in its place."""
    box = table([SAFE])
    box.play(StartEffect("bless", 3), StartEffect("shield", 2), MOVE)
    box.play(StartEffect("Bless", 9))
    assert [(each.name, each.turns_left) for each in box.state.effects] == [("bless", 9), ("shield", 1)]
    box.play(StartEffect("bless", unlimited=True))
    assert box.state.effects[0].turns_left is None


def test_an_effect_is_ended_by_command(table):
    """The spell ends."""
    box = table()
    box.play(StartEffect("bless", 3))
    assert box.play(EndEffect("BLESS")) == (events.EffectEnded("bless", "command"),)


def test_ending_an_effect_that_is_not_there_is_refused(table):
    """Ending one that is not there is refused; the running ones are named."""
    box = table()
    assert "say start the spell bless" in box.refuse(EndEffect("bless")).say
    box.play(StartEffect("shield", 3))
    refusal = box.refuse(EndEffect("bless"))
    assert (refusal.reason, "shield" in refusal.say) == ("no_effect", True)


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "x" * 10_000, None, 4])
def test_an_effects_name_is_1_to_80_characters(table, name):
    """Blank and endless names are refused."""
    assert table().refuse(StartEffect(name, 3)).reason == "bad_name"
    assert table().refuse(EndEffect(name)).reason == "bad_name"


@pytest.mark.parametrize("unlimited", [1, None, "yes"])
def test_without_limit_is_true_or_false(table, unlimited):
    """A flag is true or false."""
    assert table().refuse(StartEffect("bless", 2, unlimited)).reason == "out_of_bounds"


def test_lights_and_effects_burn_while_resting(table):
    """Lights and effects burn in a rest."""
    box = table([SAFE] * 6)
    box.play(LightUp("lantern"), StartEffect("bless", 10), BeginRest("short_rest"))
    assert (box.state.lights[0].turns_left, box.state.effects[0].turns_left) == (30, 4)


def test_a_full_delve_of_lights_and_spells_goes_on(table):
    """Two hundred at once are the most; what is there can be doused, lit again and given another length."""
    box = table()
    box.play(*[LightUp("torch")] * 200, *(StartEffect(f"spell {number}", 3) for number in range(200)))
    box.play(Douse("torch"), Relight("torch"), StartEffect("Spell 7", 9), StartEffect("spell 8", unlimited=True))
    assert box.state.effects[7].turns_left == 9
    assert box.refuse(StartEffect("spell 200", 3)).reason == "too_many"
    box.play(EndEffect("spell 0"), StartEffect("spell 200", 3))
