"""A delve as the panel shows it, turn after turn: what the bytes on the wire are counted over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import View, page_of
from delvebox.engine import Delve, Rules, commands

TURNS = (
    commands.TakeAction("move"),
    commands.TakeAction("search"),
    commands.TakeAction("move"),
    commands.TakeAction("investigate"),
    commands.TakeAction("obstacle", loud=True),
    commands.TakeAction("lookout"),
    commands.TakeAction("search"),
)


def frames_of_delve(
    turns: int, height: int = 64, lights: Sequence[str] = ("torch",), seed: int = 7
) -> Iterator[tuple[str, str, bytes]]:
    """Each picture of a delve of so many turns: the page's name, that of the page before, and its pixels.

    Each light is lit again as soon as it has gone out; danger has its page and then gives way to the tracker.
    """
    rules = Rules()
    delve = Delve(rules, seed)
    before = ""
    for action in islice(cycle(TURNS), turns):
        burning = {light.kind for light in delve.state.lights}
        for command in (*(commands.LightUp(kind) for kind in lights if kind not in burning), action):
            delve.play(command)
            roll = delve.state.last_danger if _was_danger(delve) else None
            for last_turn in (roll, None) if roll else (None,):
                page = page_of(View(delve.state, rules, last_turn=last_turn))
                yield page.name, before, draw_page(page, 128, height)
                before = page.name


def _was_danger(delve: Delve) -> bool:
    return any(getattr(event, "danger", False) for event in delve.entries[-1].events)
