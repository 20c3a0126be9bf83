"""The turn in short, for the sheet: its steps, what danger is and what calls it, by the rules in force."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.actions import PRINCIPLE, STEPS
from ...engine.rules import Rules
from .blocks import Block, Heading, Text
from .words import Words


def reference(rules: Rules, say: Words) -> Iterator[Block]:
    """The column of words beside the trackers."""
    yield Heading(say("A turn, every 10 minutes"))
    for step in STEPS:
        yield Text(say.head(step.title), bold=True, bullet=f"{step.number}", above=0.9)
        for reminder in step.reminders:
            yield Text(say(reminder), 7.5, bullet=" ", above=0.0)
    for head, points in _sections(rules, say):
        yield Heading(say(head))
        for point in points:
            yield Text(point, 7.5, bullet="–", above=0.3)


def _sections(rules: Rules, say: Words) -> Iterator[tuple[str, Iterator[str]]]:
    yield "Danger", _danger(rules, say)
    yield "What fills a box", _marks(rules, say)
    yield "Rests", _rests(rules, say)
    waits = (
        "for combat, a chase, a scene; it goes on right after",
        "a failed navigation check is a lost turn",
        PRINCIPLE,
    )
    yield "The turn waits", map(say, waits)
    fast = ("20 minutes where little threatens: resources and dangerous faces count twice",)
    yield "Fast turns", map(say, fast)


def _danger(rules: Rules, say: Words) -> Iterator[str]:
    kinds = ", ".join(f"{say(kind)} {weight}" for kind, weight in rules.danger.table)
    yield say("kinds by weight: {kinds}", kinds=kinds)
    yield say("danger clears every box")
    if rules.danger.check_every > 1:
        yield say("a roll every {count} turns", count=rules.danger.check_every)


def _marks(rules: Rules, say: Words) -> Iterator[str]:
    yield say("loud actions: combat, a door smashed, shouting")
    if rules.danger.light_mark != "off":
        yield say("bright light in darkness")
    free = rules.danger.linger_free_turns
    yield (
        say("lingering in an area, each turn after the first {count}", count=free)
        if free != 1
        else say("lingering in an area, each turn after the first")
    )
    yield say("searching an area again; a second watch in a row")
    if rules.danger.split_mark != "off":
        yield say("splitting the party")


def _rests(rules: Rules, say: Words) -> Iterator[str]:
    yield say("short: 1 hour, 6 turns, each with its roll")
    yield say("long: 8 hours, 48 turns; without shelter danger is all but certain")
    if rules.rest.fatigue_every:
        yield say("one turn in {count} is a rest, or fatigue", count=rules.rest.fatigue_every)
