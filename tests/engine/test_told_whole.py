"""Commands told whole: every event with every field, in order."""

from __future__ import annotations

import pytest

from delvebox.engine import events as e
from delvebox.engine.commands import (
    AddMarks,
    AdjustLight,
    AdjustSupply,
    AskNewDelve,
    BeginRest,
    Douse,
    LightUp,
    Relight,
    SetBrightLight,
    SetTurn,
    SplitParty,
    StartEffect,
    Suspend,
    TakeAction,
    TellDice,
    UseSupply,
)

from .conftest import Table

SEARCH, LOOKOUT, INVESTIGATE, MOVE = (TakeAction(name) for name in ("search", "lookout", "investigate", "move"))
LOUD = TakeAction("obstacle", loud=True)
EACH_TURN = {"danger": {"light_mark": "each_turn", "split_mark": "each_turn"}}
CLASSIC = {"profile": "sheet-classic"}


def began(turn, action, *, loud=False, fast=False):
    """Step 1."""
    return e.TurnBegan(turn, action, loud, fast)


def quiet(turn, modifier=0, faces=1):
    """Step 4 with a one on a d6 in escalation mode."""
    return e.DangerRolled(turn, 1, 1 + modifier, False, None, 6, modifier, faces / 6)


def classic(turn, modifier):
    """Step 4 with a six on a d6 in classic mode."""
    return e.DangerRolled(turn, 6, 6, False, None, 6, modifier, (modifier + 1) / 6)


@pytest.mark.parametrize(
    ("rules", "before", "command", "told"),
    [
        (
            {},
            [SEARCH],
            SEARCH,
            [began(2, "search"), e.AreaSearched(2), e.BoxMarked("repeat", 1), quiet(2, 1, 2), e.TurnEnded(2, 20)],
        ),
        (
            {},
            [LOOKOUT],
            LOOKOUT,
            [began(2, "lookout"), e.LookoutKept(2), e.BoxMarked("lookout", 1), quiet(2, 1, 2), e.TurnEnded(2, 20)],
        ),
        (
            {},
            [SEARCH],
            INVESTIGATE,
            [began(2, "investigate"), e.BoxMarked("linger", 1), quiet(2, 1, 2), e.TurnEnded(2, 20)],
        ),
        (
            {},
            [TakeAction("secure")],
            LOUD,
            [
                began(2, "obstacle", loud=True),
                e.BoxMarked("linger", 1),
                e.AreaUnsecured("noise"),
                e.BoxMarked("noise", 2),
                quiet(2, 2, 3),
                e.TurnEnded(2, 20),
            ],
        ),
        ({}, [TakeAction("secure")], Suspend("combat"), [e.PlaySuspended("combat"), e.AreaUnsecured("noise")]),
        ({}, [TakeAction("secure")], Suspend("chase"), [e.PlaySuspended("chase")]),
        ({}, [], SplitParty(), [e.PartySplit(), e.BoxMarked("split", 1)]),
        ({}, [], SetBrightLight(on=True), [e.BrightLightChanged(True), e.BoxMarked("light", 1)]),
        (
            EACH_TURN,
            [SplitParty(), SetBrightLight(on=True)],
            MOVE,
            [
                began(1, "move"),
                e.AreaEntered(),
                e.BoxMarked("light", 1),
                e.BoxMarked("split", 2),
                quiet(1, 2, 3),
                e.TurnEnded(1, 10),
            ],
        ),
        (
            {},
            [SetTurn(10)],
            MOVE,
            [began(10, "move"), e.AreaEntered(), quiet(10), e.RowFilled("turns"), e.TurnEnded(10, 100)],
        ),
        (
            {"mode": "fast"},
            [LightUp("torch", "Bryn"), StartEffect("bless", 2), AdjustLight("torch", -2)],
            MOVE,
            [
                began(1, "move", fast=True),
                e.AreaEntered(),
                e.ResourcesConsumed(((1, 3),), (("bless", 1),)),
                e.ResourcesConsumed(((1, 2),), (("bless", 0),)),
                quiet(1, 0, 2),
                e.EffectEnded("bless", "time"),
                e.RowFilled("effect", "bless"),
                e.LightWarned(1, "torch", "Bryn", 2),
                e.TurnEnded(1, 20),
            ],
        ),
        (
            {},
            [LightUp("torch", "Bryn"), AdjustLight("torch", -5)],
            MOVE,
            [
                began(1, "move"),
                e.AreaEntered(),
                e.ResourcesConsumed(((1, 0),), ()),
                quiet(1),
                e.LightWentOut(1, "torch", "Bryn"),
                e.RowFilled("light", "torch"),
                e.DarknessFell(),
                e.TurnEnded(1, 10),
            ],
        ),
        ({}, [LightUp("torch", "Bryn")], AdjustLight("torch", -2), [e.LightCorrected(1, "torch", "Bryn", 4)]),
        ({}, [LightUp("torch", "Bryn")], Douse("torch"), [e.LightDoused(1, "torch", "Bryn", 6), e.DarknessFell()]),
        (
            {},
            [LightUp("torch", "Bryn"), LightUp("torch", "Anna"), Douse("torch", "Anna"), Douse("torch", "Bryn")],
            Relight("torch", "Anna"),
            [e.LightLit(2, "torch", "Anna", 6, relit=True)],
        ),
        (
            {},
            [AdjustSupply("water", -5)],
            UseSupply("water"),
            [e.SupplyUsed("water", 0), e.RowFilled("water")],
        ),
        ({}, [], AdjustSupply("rations", -6), [e.SupplyCorrected("rations", 0), e.RowFilled("rations")]),
        (
            {},
            [AddMarks("noise", 4)],
            AddMarks("attention", 2),
            [e.BoxMarked("attention", 5), e.RowFilled("escalation"), e.MarkLost("attention")],
        ),
        ({}, [AskNewDelve()], AddMarks("noise"), [e.QuestionClosed("new_delve", "no"), e.BoxMarked("noise", 1)]),
    ],
)
def test_a_command_is_told_whole(rules, before, command, told):
    """Causes, holders, numbers and reasons are all there, and nothing else."""
    box = Table([1] * 20, **rules)
    box.play(*before)
    assert list(box.play(command)) == told


@pytest.mark.parametrize(
    ("before", "command", "told"),
    [
        ([SEARCH], SEARCH, [began(2, "search"), e.AreaSearched(2), e.RiskCounted("repeat", 1), classic(2, 1)]),
        ([LOOKOUT], LOOKOUT, [began(2, "lookout"), e.LookoutKept(2), e.RiskCounted("lookout", 1), classic(2, 1)]),
        ([SEARCH] * 3, INVESTIGATE, [began(4, "investigate"), e.RiskCounted("linger", 3), classic(4, 3)]),
        (
            [SetBrightLight(on=True)],
            MOVE,
            [began(1, "move"), e.AreaEntered(), e.RiskCounted("light", 1), classic(1, 1)],
        ),
        ([AddMarks("noise")], MOVE, [began(1, "move"), e.AreaEntered(), classic(1, 1), e.BoxesCleared(1, "roll")]),
    ],
)
def test_a_classic_turn_is_told_whole(before, command, told):
    """What the turn itself adds is told with its cause and number."""
    box = Table([6] * 20, **CLASSIC)
    box.play(*before)
    assert list(box.play(command))[:-1] == told


def test_a_rest_that_begins_again_is_told_whole():
    """`rest.on_danger: restart`: begun again with nothing spent, and paused there."""
    box = Table([1, 6], [1], rest={"on_danger": "restart"})
    told = box.play(BeginRest("short_rest"))
    assert told[-2:] == (e.ActivityRestarted("short_rest", 6), e.ActivityPaused("short_rest", 0, 6, "danger"))
    assert (box.state.activity.kind, box.state.activity.done) == ("short_rest", 0)


def test_kept_dice_told_before_are_not_doubled_by_undo():
    """Undo takes the events of its command alone, whatever dice were told before or after it."""
    box = Table()
    box.play(TellDice((1, 2)), StartEffect("bless", 2), TellDice((3,)), StartEffect("bless", 2))
    box.delve.undo()
    assert box.delve.events == (e.DiceTold((1, 2)), e.DiceTold((3,)))
