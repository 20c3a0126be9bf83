"""What the phrases ask of the engine: intents of the phrasebook → commands, as one table. Pure."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType

from ..engine.commands import (
    AbandonRest,
    AbandonRitual,
    AddMarks,
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
from .messages import Intent
from .phrasebook import Phrasebook

BOX_INTENTS = frozenset(
    (
        # questions to the box, which the narration answers
        *("status", "how_much_light", "how_dangerous", "what_time", "repeat", "help"),
        # its own voice and ear
        *("stop", "be_quiet", "mute", "listen_again", "louder", "softer", "faster", "slower"),
    )
)
"""Intents that the box answers itself; none of them changes the engine's state."""

COMMANDS: Mapping[str, Callable[..., Command]] = MappingProxyType(
    {
        "move": lambda: TakeAction("move"),
        "lost": lambda: TakeAction("lost"),
        "search": lambda: TakeAction("search"),
        "investigate": lambda: TakeAction("investigate"),
        "obstacle_loud": lambda: TakeAction("obstacle", loud=True),
        "obstacle_quiet": lambda: TakeAction("obstacle"),
        "heal": lambda: TakeAction("heal"),
        "gear": lambda: TakeAction("gear"),
        "talk": lambda: TakeAction("talk"),
        "talk_turns": lambda n: TakeAction("talk", turns=n),
        "talk_loud": lambda n=1: TakeAction("talk", loud=True, turns=n),
        "lookout": lambda: TakeAction("lookout"),
        "secure": lambda: TakeAction("secure"),
        "unsecure": UnsecureArea,
        "begin_ritual": lambda n=None: BeginRitual(n),
        "continue_ritual": ContinueRitual,
        "abandon_ritual": AbandonRitual,
        "cleanup": lambda: TakeAction("cleanup"),
        "other": lambda: TakeAction("other"),
        "next_turn": TakeNextTurn,
        "noise": lambda n=1: AddMarks("noise", n),
        "attention": lambda n=1: AddMarks("attention", n),
        "calm": lambda n=None: Calm(n),
        "bright_light": lambda: SetBrightLight(on=True),
        "dim_light": lambda: SetBrightLight(on=False),
        "split_party": SplitParty,
        "rejoin_party": RejoinParty,
        "roll_on_table": RollOnTable,
        "enter_region": EnterRegion,
        "leave_region": lambda region: EnterRegion(None),  # noqa: ARG005 - which one it was is a word of the phrase
        "light": LightUp,
        "douse": Douse,
        "relight": Relight,
        "light_plus": lambda kind, n, holder=None: AdjustLight(kind, n, holder),
        "light_minus": lambda kind, n, holder=None: AdjustLight(kind, -n, holder),
        "stock_plus": lambda kind, n: AdjustStock(kind, count=n),
        "stock_minus": lambda kind, n: AdjustStock(kind, count=-n),
        "spell": lambda name, n=None: StartEffect(name, n),
        "spell_unlimited": lambda name: StartEffect(name, unlimited=True),
        "spell_ends": EndEffect,
        "use_supply": UseSupply,
        "supply_plus": lambda supply, n: AdjustSupply(supply, boxes=n),
        "supply_minus": lambda supply, n: AdjustSupply(supply, boxes=-n),
        "mark_condition": MarkCondition,
        "clear_condition": ClearCondition,
        "short_rest": lambda: BeginRest("short_rest"),
        "long_rest": lambda: BeginRest("long_rest"),
        "rest_one_turn": RestOneTurn,
        "resume_rest": ResumeRest,
        "restart_rest": RestartRest,
        "abandon_rest": AbandonRest,
        "suspend": Suspend,
        "end_suspension": EndSuspension,
        "set_mode": SetMode,
        "rolled": lambda n: TellDice((n,)),
        "roll_for_us": RollForUs,
        "boxes": lambda n: SetBoxes(boxes=n),
        "turn": lambda n: SetTurn(turn=n),
        "undo": Undo,
        "redo": Redo,
        "yes": lambda: Answer(yes=True),
        "no": lambda: Answer(yes=False),
        "cancel": lambda: Answer(yes=False),
        "new_delve": AskNewDelve,
        "end_delve": AskEndDelve,
    }
)
"""The command of each intent, made of its slots: `n` is a whole number, all else text."""


def command_for(intent: Intent) -> Command | None:
    """Give the command that `intent` asks for, its numbers as they were said.

    None for what is no matter of the engine: one of `BOX_INTENTS`, or an intent of a phrasebook made for
    something else.

    Raises:
        TypeError: a slot is missing or too many, which `misfits` tells beforehand.
    """
    make = COMMANDS.get(intent.name)
    return None if make is None else make(**intent.slots)


def misfits(phrasebook: Phrasebook) -> tuple[str, ...]:
    """Tell why the box could not act on a phrasebook: unknown intents, missing, unknown and wrong slots."""
    told: list[str] = []
    for intent in phrasebook.intents:
        slots = phrasebook.slots_of(intent)
        if intent in BOX_INTENTS:
            wanted: Mapping[str, inspect.Parameter] = {}
        elif intent in COMMANDS:
            wanted = inspect.signature(COMMANDS[intent]).parameters
        else:
            told.append(f"intent {intent} is not one that the box knows")
            continue
        if intent not in phrasebook.sayable:
            continue
        told += [f"intent {intent} has no use for the slot {slot}" for slot in slots if slot not in wanted]
        for slot, parameter in wanted.items():
            use = slots.get(slot)
            if parameter.default is parameter.empty and (use is None or not use.always):
                told.append(f"intent {intent} needs the slot {slot} in every phrase")
            if use is not None and use.numeric != (slot == "n"):
                told.append(f"intent {intent} needs {'whole numbers' if slot == 'n' else 'text'} in the slot {slot}")
    return tuple(told)
