"""A few moments of a delve, to hear a narration by. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine import commands as c
from ....engine.delve import Delve
from ....engine.records import Entry
from ....engine.rules import Rules
from ...messages import Cue
from . import Narration

_SEED = 7
_QUIET, _DANGER = 1, 6
_NO_ROLL = None
_MOVE, _SEARCH = c.TakeAction("move"), c.TakeAction("search")
_MOMENTS: tuple[tuple[c.Command, int | None], ...] = (
    (c.LightUp("torch"), _NO_ROLL),
    (_SEARCH, _QUIET),
    (_SEARCH, _QUIET),
    (c.TakeAction("obstacle", loud=True), _QUIET),
    (c.AddMarks("noise"), _NO_ROLL),
    (_MOVE, _QUIET),
    (_MOVE, _DANGER),
    (_MOVE, _QUIET),
    (c.AddNote("a door with a face"), _NO_ROLL),
    (c.BeginRest("long_rest"), _NO_ROLL),
)
"""What is done, and the die of its roll."""


def moments(narration: Narration) -> Iterator[list[Cue]]:
    """What is told of each."""
    delve = Delve(Rules(), _SEED)
    for command, die in _MOMENTS:
        if die is not None:
            delve.play(c.TellDice((die,)))
        entry = delve.play(command)
        if not isinstance(entry, Entry):
            raise TypeError(f"{command} is refused ({entry.say}): the moments must be playable")
        yield narration.cues(entry, delve.state, delve.rules, delve.events)
    yield [narration.answer("how_much_light", delve.state, delve.rules)]
