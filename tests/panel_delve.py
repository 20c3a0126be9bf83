"""A delve as the panel shows it, turn after turn: what the bytes on the wire are counted over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.kept_rows import KeptRows
from delvebox.device.outputs.pages import View, page_of
from delvebox.engine import Delve, Rules, commands
from delvebox.engine.commands import Command
from delvebox.engine.state import State

NAME = "Barrow of the Moon"
TURNS = (
    commands.TakeAction("move"),
    commands.TakeAction("search"),
    commands.TakeAction("move"),
    commands.TakeAction("investigate"),
    commands.TakeAction("obstacle", loud=True),
    commands.TakeAction("lookout"),
    commands.TakeAction("search"),
)


PARTIES: Mapping[str, tuple[Command, ...]] = {
    "torch": (commands.LightUp("torch"),),
    "lantern": (commands.LightUp("lantern"),),
    "three lights": (commands.LightUp("torch"), commands.LightUp("candle"), commands.LightUp("lantern")),
    "each a torch": tuple(commands.LightUp("torch", holder) for holder in ("Anna", "Bryn", "Cid", "Dora")),
    "six torches": tuple(
        commands.LightUp("torch", holder) for holder in ("Anna", "Bryn", "Cid", "Dora", "Emil", "Finn")
    ),
    "two lights, two spells": (
        commands.LightUp("torch", "Anna"),
        commands.LightUp("lantern", "Bryn"),
        commands.StartEffect("bless", 6),
        commands.StartEffect("detect magic", 3),
    ),
}
"""What a party keeps going, by what the party is called."""


class Shown(NamedTuple):
    """A picture of the delve: its pixels, whether it is a tracker after a tracker, and whether a turn made it."""

    frame: bytes
    same_page: bool
    of_turn: bool


def frames_of_delve(
    turns: int, height: int = 64, party: Sequence[Command] = PARTIES["torch"], seed: int = 7
) -> Iterator[Shown]:
    """Each picture of a delve of so many turns.

    Each light is lit again in the turn after it has gone out, and each spell begun again; danger has its page and then
    gives way to the tracker.
    """
    rules = Rules()
    delve, rows = Delve(rules, seed), KeptRows()
    before = ""
    for action in islice(cycle(TURNS), turns):
        for command in (*(each for each in party if not _goes_on(each, delve.state)), action):
            delve.play(command)
            roll = delve.state.last_danger if _was_danger(delve) else None
            for last_turn in (roll, None) if roll else (None,):
                page = page_of(View(delve.state, rules, rows.follow(delve.events), last_turn=last_turn, delve=NAME))
                yield Shown(draw_page(page, 128, height), page.name == before == "tracker", command is action)
                before = page.name


def _goes_on(command: Command, state: State) -> bool:
    if isinstance(command, commands.LightUp):
        return any((light.kind, light.holder) == (command.kind, command.holder) for light in state.lights)
    return any(effect.name == getattr(command, "name", "") for effect in state.effects)


def _was_danger(delve: Delve) -> bool:
    return any(getattr(event, "danger", False) for event in delve.entries[-1].events)
