"""The page of actions beside the reference: what each is by itself, its check, advantages and notes.

The texts are the engine's own (`engine.actions`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.actions import ACTIONS, BREAKS, PRINCIPLE, Action, Break
from .blocks import Block, Heading, Text, Title
from .layout import Flow, Together, fill
from .pen import Pen
from .words import Words


def companion(pen: Pen, say: Words) -> None:
    """Draw the page."""
    entries = (*(_action(each, say) for each in ACTIONS.values()), *(_break(each, say) for each in BREAKS.values()))
    principle = Text(f"{say.head(PRINCIPLE)}.", grey=True, above=1.5)
    fill(pen, [Title(say("Dungeon turn actions")), principle, Flow(entries, 2)])


def _action(action: Action, say: Words) -> Block:
    by_itself = [
        say.turns(1) if action.most_turns == 1 else say("1 to {count} turns", count=action.most_turns),
        *([say("lingers")] if action.lingers else []),
        *([say("may be loud")] if action.may_be_loud else []),
    ]
    check = (Text(say("check: {check}", check=say(action.check)), 7.5, grey=True),) if action.check else ()
    return Together((Heading(say.head(action.title), ", ".join(by_itself)), *check, *_points(action, say)))


def _break(each: Break, say: Words) -> Block:
    return Together((Heading(say.head(each.title), say("no turn")), *_points(each, say)))


def _points(of: Action | Break, say: Words) -> Iterator[Block]:
    for advantage in of.advantages:
        yield Text(say(advantage), bullet="+")
    for note in of.notes:
        yield Text(say(note), bullet="–")
