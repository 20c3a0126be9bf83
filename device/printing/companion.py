"""The page of actions beside the reference: what each is by itself, its check, advantages and notes.

The texts are the engine's own (`engine.actions`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.actions import ACTIONS, BREAKS, PRINCIPLE, Action
from .blocks import Block, Heading, Text, Title
from .layout import Flow, Together, fill
from .pen import Pen


def companion(pen: Pen) -> None:
    """Draw the page."""
    actions = [_action(action) for action in ACTIONS.values()]
    breaks = [_entry(each.title, "no turn", "", each.advantages, each.notes) for each in BREAKS.values()]
    fill(
        pen,
        [
            Title("Dungeon turn actions"),
            Text(f"{PRINCIPLE}.".capitalize(), grey=True, above=1.5),
            Flow((*actions, *breaks), 2),
        ],
    )


def _action(action: Action) -> Block:
    turns = "1 turn" if action.most_turns == 1 else f"1 to {action.most_turns} turns"
    by_itself = ["lingers"] if action.lingers else []
    by_itself += ["may be loud"] if action.may_be_loud else []
    return _entry(action.title, ", ".join([turns, *by_itself]), action.check, action.advantages, action.notes)


def _entry(title: str, note: str, check: str, advantages: tuple[str, ...], notes: tuple[str, ...]) -> Block:
    return Together(tuple(_lines(title, note, check, advantages, notes)))


def _lines(title: str, note: str, check: str, advantages: tuple[str, ...], notes: tuple[str, ...]) -> Iterator[Block]:
    yield Heading(title.capitalize(), note)
    if check:
        yield Text(f"check: {check}", 7.5, grey=True)
    for advantage in advantages:
        yield Text(advantage, bullet="+")
    for each in notes:
        yield Text(each, bullet="–")
