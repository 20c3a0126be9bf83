"""Every command in every state: what makes no sense there is refused by its reason, all else is played."""

from __future__ import annotations

from typing import Any

import pytest

from delvebox.engine import REASONS, Entry
from delvebox.engine.commands import (
    AbandonRest,
    AbandonRitual,
    AddMarks,
    AddNote,
    AdjustLight,
    AdjustStock,
    AdjustSupply,
    Answer,
    AskEndDelve,
    AskNewDelve,
    BeginRest,
    BeginRitual,
    Calm,
    ClearCondition,
    Command,
    ContinueRitual,
    Douse,
    EndEffect,
    EndSuspension,
    EnterRegion,
    LightUp,
    MarkCondition,
    Redo,
    RejoinParty,
    Relight,
    RestartRest,
    RestOneTurn,
    ResumeRest,
    RollForUs,
    RollOnTable,
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
    Undo,
    UnsecureArea,
    UseSupply,
)

from .conftest import table_after
from .test_invariants import KINDS

TABLE_ROLLS = {"danger": {"roll": "table"}}
DANGER = TellDice((6,))
"""Danger comes in the next turn that rolls."""

SAID: dict[str, Command] = {
    "move on": TakeAction("move"),
    "search here": TakeAction("search"),
    "two turn talk": TakeAction("talk", turns=2),
    "secure the area": TakeAction("secure"),
    "clean up": TakeAction("cleanup"),
    "next turn": TakeNextTurn(),
    "rest one turn": RestOneTurn(),
    "short rest": BeginRest("short_rest"),
    "long rest": BeginRest("long_rest"),
    "resume rest": ResumeRest(),
    "rest from the beginning": RestartRest(),
    "abandon rest": AbandonRest(),
    "begin a ritual": BeginRitual(),
    "continue the ritual": ContinueRitual(),
    "abandon the ritual": AbandonRitual(),
    "make some noise": AddMarks("noise"),
    "draw attention": AddMarks("attention"),
    "all calm": Calm(),
    "bright light on": SetBrightLight(on=True),
    "dim the light": SetBrightLight(on=False),
    "split the party": SplitParty(),
    "we are together again": RejoinParty(),
    "area no longer safe": UnsecureArea(),
    "rolled one": TellDice((1,)),
    "roll for us": RollForUs(),
    "light a torch": LightUp("torch"),
    "douse the torch": Douse("torch"),
    "light the torch again": Relight("torch"),
    "torch plus one": AdjustLight("torch", 1),
    "start the spell bless for three": StartEffect("bless", 3),
    "the spell bless ends": EndEffect("bless"),
    "eat rations": UseSupply("rations"),
    "water minus one": AdjustSupply("water", -1),
    "ammunition plus one": AdjustSupply("ammunition", 1),
    "spare torch plus one": AdjustStock("torch", 1),
    "mark fear": MarkCondition("fear"),
    "clear fear": ClearCondition("fear"),
    "note a door": AddNote("a door"),
    "roll on the omens": RollOnTable("omens"),
    "roll on the raven": RollOnTable("raven"),
    "we are in the crypt": EnterRegion("crypt"),
    "we are in the moor": EnterRegion("moor"),
    "we leave the region": EnterRegion(None),
    "combat": Suspend("combat"),
    "chase": Suspend("chase"),
    "scene": Suspend("roleplay"),
    "combat over": EndSuspension("combat"),
    "chase over": EndSuspension("chase"),
    "scene over": EndSuspension("roleplay"),
    "fast turns": SetMode("fast"),
    "normal turns": SetMode("normal"),
    "boxes to two": SetBoxes(2),
    "boxes to zero": SetBoxes(0),
    "turn to nine": SetTurn(9),
    "new delve": AskNewDelve(),
    "end the delve": AskEndDelve(),
    "yes": Answer(yes=True),
    "no": Answer(yes=False),
    "undo": Undo(),
    "redo": Redo(),
}

AT_THE_START = {
    "no_rest": {"resume rest", "rest from the beginning", "abandon rest"},
    "no_ritual": {"continue the ritual", "abandon the ritual"},
    "nothing_to_calm": {"all calm"},
    "not_so": {
        *("dim the light", "we are together again", "area no longer safe"),
        *("combat over", "chase over", "scene over", "we leave the region"),
    },
    "no_such_table": {"roll on the raven"},
    "no_such_region": {"we are in the moor"},
    "nothing_asked": {"roll for us", "yes", "no"},
    "no_light": {"douse the torch", "light the torch again", "torch plus one"},
    "no_effect": {"the spell bless ends"},
    "ammunition_off": {"ammunition plus one"},
    "stock_off": {"spare torch plus one"},
    "no_condition": {"clear fear"},
    "already": {"normal turns", "boxes to zero"},
    "nothing_to_undo": {"undo"},
    "nothing_to_redo": {"redo"},
}
"""What makes no sense in a new delve, by the reason; the states below say what is different in them."""
NOTHING: dict[str, set[str]] = {reason: set() for reason in AT_THE_START}
NEEDS_PLAY = {
    *("move on", "search here", "two turn talk", "secure the area", "clean up", "next turn", "rest one turn"),
    *("short rest", "long rest", "resume rest", "rest from the beginning"),
    *("begin a ritual", "continue the ritual", "fast turns", "normal turns"),
}
IN_A_BREAK = {"suspended": NEEDS_PLAY, "no_rest": {"abandon rest"}, "no_ritual": {"abandon the ritual"}}
STILL_NOT_SO = {"dim the light", "we are together again", "area no longer safe", "we leave the region"}
ASKED = {"nothing_asked": {"roll for us"}, "nothing_to_undo": set()}

STATES: dict[str, tuple[dict[str, Any], list[Command], dict[str, set[str]]]] = {
    "a new delve": ({}, [], {}),
    "combat": (
        {},
        [Suspend("combat")],
        IN_A_BREAK
        | {
            "not_so": STILL_NOT_SO,
            "already": {"combat", "boxes to zero"},
            "other_suspended": {"chase over", "scene over"},
            "nothing_to_undo": set(),
        },
    ),
    "a chase": (
        {},
        [Suspend("chase")],
        IN_A_BREAK
        | {
            "not_so": STILL_NOT_SO,
            "already": {"chase", "boxes to zero"},
            "other_suspended": {"combat over", "scene over"},
            "nothing_to_undo": set(),
        },
    ),
    "a scene": (
        {},
        [Suspend("roleplay")],
        IN_A_BREAK
        | {
            "not_so": STILL_NOT_SO,
            "already": {"scene", "boxes to zero"},
            "other_suspended": {"combat over", "chase over"},
            "nothing_to_undo": set(),
        },
    ),
    "a rest is paused": (
        {},
        [DANGER, BeginRest("short_rest")],
        {
            "no_rest": set(),
            "activity_waits": {"two turn talk", "short rest", "long rest", "begin a ritual"},
            "nothing_to_undo": set(),
        },
    ),
    "a ritual is paused": (
        {},
        [DANGER, BeginRitual(3)],
        {
            "no_ritual": set(),
            "activity_waits": {"two turn talk", "next turn", "short rest", "long rest", "begin a ritual"},
            "nothing_to_undo": set(),
        },
    ),
    "a rest is paused and a fight is on": (
        {},
        [DANGER, BeginRest("short_rest"), Suspend("combat")],
        IN_A_BREAK
        | {
            "no_rest": set(),
            "not_so": STILL_NOT_SO,
            "already": {"combat", "boxes to zero"},
            "other_suspended": {"chase over", "scene over"},
            "nothing_to_undo": set(),
        },
    ),
    "a long rest is asked for": ({}, [BeginRest("long_rest")], ASKED),
    "the end is asked for": ({}, [AskEndDelve()], ASKED),
    "a new delve is asked for": ({}, [AskNewDelve()], ASKED),
    "the cleanup is asked for": (
        {},
        [Suspend("combat"), EndSuspension("combat")],
        ASKED | {"nothing_to_calm": set(), "already": {"normal turns"}},
    ),
    "the die is asked for": (
        TABLE_ROLLS,
        [TakeAction("search")],
        NOTHING
        | {
            "roll_asked": set(SAID) - {"rolled one", "roll for us", "undo", "redo"},
            "nothing_to_redo": {"redo"},
        },
    ),
    "the delve is over": (
        {},
        [AskEndDelve(), Answer(yes=True)],
        NOTHING | {"delve_closed": set(SAID)},
    ),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("said", SAID)
def test_every_command_in_every_state(state, said):
    """What makes no sense now changes nothing and says why; all else is played."""
    rules, before, different = STATES[state]
    wanted = [reason for reason, phrases in (AT_THE_START | different).items() if said in phrases]
    assert len(wanted) <= 1
    box = table_after(rules, before)
    if wanted:
        refusal = box.refuse(SAID[said])
        assert [refusal.reason] == wanted
        assert refusal.reason in REASONS
        assert refusal.say
    else:
        assert isinstance(box.delve.play(SAID[said]), Entry)


def test_every_kind_of_command_is_asked_in_every_state():
    """No command class is left out of the table."""
    assert {type(command) for command in SAID.values()} == set(KINDS)
