"""Nothing in the engine is out of reach: for every command and every value of its fields there is a line to play.

What a line can say a person can type; but for notes and several dice at once it is a phrase, so that a button can be
bound to it and a voice can say it. That every phrase means what it says is held by `phrases/test_en.py`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from delvebox.device.phrasebook import Phrasebook
from delvebox.device.script import Dice, Note, Say, read_step
from delvebox.device.translate import command_for
from delvebox.engine import ACTIONS, commands
from delvebox.engine.activities import LONGEST
from delvebox.engine.commands import Command
from delvebox.engine.lights import LONGEST_EFFECT, MOST_CORRECTED
from delvebox.engine.situation import LAST_TURN, SUPPLY_BOXES

KINDS = ("torch", "lantern", "candle", "glowstone")
HOLDERS = (None, "Bryn", "Old Tom")
TABLES, REGIONS = ("crypt things", "omens"), ("crypt", "level two")
BOOK = Phrasebook.load(
    lists={
        "characters": HOLDERS[1:],
        "lights": KINDS,
        "conditions": ("fear", "blood poisoning"),
        "tables": TABLES,
        "regions": REGIONS,
    }
)
COMMANDS = [
    kind
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
]

ACTION_SAID = {
    "move": "move on",
    "lost": "we are lost",
    "search": "search the room",
    "investigate": "investigate the statue",
    "obstacle": "quietly force the door",
    "heal": "treat wounds",
    "gear": "manage gear",
    "cleanup": "clean up",
    "other": "something else",
    "talk": "talk quietly",
    "lookout": "stand guard",
    "secure": "secure the area",
}
BREAK_SAID = {"combat": "combat", "chase": "chase", "roleplay": "scene"}


def change(number: int) -> str:
    """A correction as it is said."""
    return f"plus {number}" if number > 0 else f"minus {-number}"


def of(holder: str | None, word: str = "of") -> str:
    """Whose it is, as it is said."""
    return f" {word} {holder}" if holder else ""


def action(command: commands.TakeAction) -> str:
    """The phrase of an action."""
    if command.turns > 1:
        return f"{command.turns} turn {'argument' if command.loud else 'talk'}"
    if command.loud:
        return "we argue loudly" if command.action == "talk" else "force the door"
    return ACTION_SAID[command.action]


def spell(command: commands.StartEffect) -> str:
    """The phrase of a spell."""
    length = " without limit" if command.unlimited else f" for {command.turns} turns" if command.turns else ""
    return f"start the spell {command.name}{length}"


SAID: dict[type[Command], Callable[[Any], str]] = {
    commands.TakeAction: action,
    commands.TakeNextTurn: lambda _: "next turn",
    commands.RestOneTurn: lambda _: "rest one turn",
    commands.BeginRest: lambda it: it.kind.replace("_", " "),
    commands.ResumeRest: lambda _: "resume rest",
    commands.RestartRest: lambda _: "rest from the beginning",
    commands.AbandonRest: lambda _: "abandon rest",
    commands.BeginRitual: lambda it: f"{it.turns} turn ritual" if it.turns else "begin a ritual",
    commands.ContinueRitual: lambda _: "continue the ritual",
    commands.AbandonRitual: lambda _: "abandon the ritual",
    commands.AddMarks: lambda it: f"{it.cause} {it.count}",
    commands.Calm: lambda it: f"calm {it.count}" if it.count else "all calm",
    commands.SetBrightLight: lambda it: "bright light on" if it.on else "dim the light",
    commands.SplitParty: lambda _: "split the party",
    commands.RejoinParty: lambda _: "we are together again",
    commands.UnsecureArea: lambda _: "area no longer safe",
    commands.TellDice: lambda it: f"rolled {it.dice[0]}" if len(it.dice) == 1 else f"die {' '.join(map(str, it.dice))}",
    commands.RollForUs: lambda _: "roll for us",
    commands.LightUp: lambda it: f"light a {it.kind}{of(it.holder, 'for')}",
    commands.Douse: lambda it: f"douse the {it.kind}{of(it.holder)}",
    commands.Relight: lambda it: f"light the {it.kind}{of(it.holder)} again",
    commands.AdjustLight: lambda it: f"{it.kind}{of(it.holder)} {change(it.turns)}",
    commands.StartEffect: spell,
    commands.EndEffect: lambda it: f"the spell {it.name} ends",
    commands.UseSupply: lambda it: "eat rations" if it.supply == "rations" else "drink water",
    commands.AdjustSupply: lambda it: f"{it.supply} {change(it.boxes)}",
    commands.AdjustStock: lambda it: f"spare {it.kind} {change(it.count)}",
    commands.MarkCondition: lambda it: f"mark {it.name}{of(it.holder, 'on')}",
    commands.ClearCondition: lambda it: f"clear {it.name}{of(it.holder, 'on')}",
    commands.AddNote: lambda it: f"note {it.text}",
    commands.Suspend: lambda it: BREAK_SAID[it.kind],
    commands.EndSuspension: lambda it: f"{BREAK_SAID[it.kind]} over",
    commands.RollOnTable: lambda it: f"roll on the {it.table} table",
    commands.EnterRegion: lambda it: f"we are in the {it.region}" if it.region else "we leave the crypt",
    commands.SetMode: lambda it: f"{it.mode} turns",
    commands.SetBoxes: lambda it: f"boxes to {it.boxes}",
    commands.SetTurn: lambda it: f"turn to {it.turn}",
    commands.AskNewDelve: lambda _: "new delve",
    commands.AskEndDelve: lambda _: "end the delve",
    commands.Answer: lambda it: "yes" if it.yes else "no",
    commands.Undo: lambda _: "undo",
    commands.Redo: lambda _: "redo",
}
"""The line for any command; what is no script word is said."""


def both_ways(most: int) -> list[int]:
    """Every change that is no larger."""
    return [number for number in range(-most, most + 1) if number]


VALUES: dict[str, Iterator[Command]] = {
    "action": (
        commands.TakeAction(name, loud)
        for name, loud in product(ACTION_SAID, (False, True))
        if not loud or ACTIONS[name].may_be_loud
    ),
    "talk": (commands.TakeAction("talk", loud, n) for loud, n in product((False, True), range(1, LONGEST + 1))),
    "rest": (commands.BeginRest(kind) for kind in ("short_rest", "long_rest")),
    "ritual": (commands.BeginRitual(n) for n in (None, *range(1, LONGEST + 1))),
    "marks": (commands.AddMarks(cause, n) for cause, n in product(("noise", "attention"), range(1, 6))),
    "calm": (commands.Calm(n) for n in (None, *range(1, 6))),
    "bright light": (commands.SetBrightLight(on) for on in (True, False)),
    "a die": (commands.TellDice((n,)) for n in range(1, 101)),
    "dice": (commands.TellDice(dice) for dice in ((1, 2), (6, 6, 6), (1,) * 100)),
    "light": (
        kind(light, holder)
        for kind, light, holder in product((commands.LightUp, commands.Douse, commands.Relight), KINDS, HOLDERS)
    ),
    "light corrected": (
        commands.AdjustLight(kind, n, holder) for kind, n, holder in product(KINDS, both_ways(MOST_CORRECTED), HOLDERS)
    ),
    "spell": (commands.StartEffect("bless", n) for n in (None, *range(1, LONGEST_EFFECT + 1))),
    "spell without limit": iter([commands.StartEffect("detect magic", unlimited=True)]),
    "spell ended": (commands.EndEffect(name) for name in ("bless", "detect magic")),
    "supply": (commands.UseSupply(supply) for supply in ("rations", "water")),
    "supply corrected": (
        commands.AdjustSupply(supply, n) for supply, n in product(("rations", "water"), both_ways(SUPPLY_BOXES))
    ),
    "ammunition": (commands.AdjustSupply("ammunition", n) for n in both_ways(100)),  # more by saying it again
    "spares": (commands.AdjustStock(kind, n) for kind, n in product(KINDS, both_ways(99))),
    "condition": (
        kind(name, holder)
        for kind, name, holder in product(
            (commands.MarkCondition, commands.ClearCondition), ("fear", "blood poisoning"), HOLDERS
        )
    ),
    "note": (commands.AddNote(text) for text in ("a door", "Die Tür: „wer da?“ ⚔", "x" * 500)),
    "break": (kind(name) for kind, name in product((commands.Suspend, commands.EndSuspension), BREAK_SAID)),
    "table": (commands.RollOnTable(table) for table in TABLES),
    "region": (commands.EnterRegion(region) for region in (*REGIONS, None)),
    "mode": (commands.SetMode(mode) for mode in ("fast", "normal")),
    "boxes": (commands.SetBoxes(n) for n in range(6)),
    "turn": (commands.SetTurn(n) for n in (*range(1, 200), *range(200, LAST_TURN, 97), LAST_TURN)),
    "answer": (commands.Answer(yes) for yes in (True, False)),
    "no value": (kind() for kind in COMMANDS if not dataclasses.fields(kind)),
}
"""Every value of every field that the rules take, by what it is; an answer lapses by `wait 6`."""


@pytest.mark.parametrize("what", VALUES)
def test_every_value_of_every_command_is_a_line(what: str) -> None:
    """The line, read as `delvebox play` reads it, is that very command."""
    for wanted in VALUES[what]:
        line = SAID[type(wanted)](wanted)
        step = read_step(line if line.split()[0] in {"note", "die"} else f"say {line}")
        match step:
            case Say(text):
                intent = BOOK.match(text)
                assert intent is not None, line
                assert command_for(intent) == wanted, line
            case Note(text):
                assert commands.AddNote(text) == wanted
            case Dice(dice):
                assert commands.TellDice(dice) == wanted
            case _:
                pytest.fail(f"{line} is no line for {wanted}")


def test_no_command_and_no_action_is_left_out() -> None:
    """By reflection: a new command or action needs its line."""
    assert set(SAID) == set(COMMANDS)
    assert set(ACTION_SAID) == set(ACTIONS) - {"ritual", "rest"}
