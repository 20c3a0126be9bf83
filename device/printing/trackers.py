"""The sheet's trackers: boxes in rows, empty or as a delve stands."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from ...engine.delve import Delve
from ...engine.events import EffectStarted, LightLit
from ...engine.rules import Rules
from ...engine.state import BOXES, Light, State
from .blocks import Block, BoxRow, Heading, Listed, Text, WritingLines
from .layout import Flow
from .words import Words

ROW_TURNS, SIX = 10, 6
MOST_LISTED, MOST_CONDITIONS, LATEST_NOTES = 60, 24, 12
"""What one page has room for, all of them with the longest names; the rest is counted."""
LONGEST_NOTE = 200
"""Characters; the evening's record has it whole."""
_MANY = 7
"""From so many lights or spells on they are a list without boxes, over the whole width."""


def turn_rows(rows: int | None, state: State | None, say: Words) -> Iterator[BoxRow]:
    """Rows of ten turns with their starting minutes: two, or so many, or as many as the delve needs."""
    done = 0 if state is None else state.completed
    count = max(rows or 2, 1 + done // ROW_TURNS if state is not None else 1)
    captions = tuple(str(10 * place) for place in range(ROW_TURNS))
    for row in range(count):
        first = row * ROW_TURNS
        label = say("Turn {first}–{last}", first=first + 1, last=first + ROW_TURNS)
        yield BoxRow(label, ROW_TURNS, min(max(done - first, 0), ROW_TURNS), captions, wide=True)


def trackers(rules: Rules, delve: Delve | None, say: Words) -> Iterator[Block]:
    """The column of escalation, lights, spells, supplies, rest and conditions."""
    state = delve.state if delve else None
    die, classic = rules.danger.die, rules.danger.mode == "classic"
    if classic:
        yield Heading(say("Noise"), say("1d{die}: 1 is danger, each box one more", die=die))
    else:
        yield Heading(say("Danger escalation"), say("1d{die} + escalation: {die} or more is danger", die=die))
    captions = tuple(f"1–{box + 1}" if classic else f"+{box}" for box in range(1, BOXES + 1))
    yield BoxRow(say("Noise" if classic else "Escalation"), BOXES, state.escalation if state else 0, captions)
    lantern = say.turns(ceil(rules.lights.lantern_turns / SIX))
    yield from _few(say("Light"), say("a box is a turn; of a lantern {turns}", turns=lantern), _lights(delve, say), say)
    about = "a box is a turn of 10 minutes" if delve is None else "a box is a sixth of its turns"
    yield from _few(say("Spells"), say(about), _spells(delve, say), say)
    yield Heading(say("Rations, water"))
    yield BoxRow(say("Rations"), SIX, SIX - state.rations if state else 0)
    yield BoxRow(say("Water"), SIX, SIX - state.water if state else 0)
    if state is not None and state.ammunition is not None:
        yield Text(say("Ammunition: {count}", count=state.ammunition))
    activity = state.activity if state else None
    done = activity.done if activity and activity.kind == "short_rest" else 0
    yield Heading(say("Short rest"), say("6 turns; the benefit comes with the last"))
    yield BoxRow(say("Rest turns"), SIX, done, tuple(str(10 * turn) for turn in range(1, SIX + 1)))
    yield from _conditions(state, say)


def many(delve: Delve | None, say: Words) -> Iterator[Block]:
    """Lights and spells over the whole width, where there are many."""
    for head, rows in (("Light", _lights(delve, say)), ("Spells", _spells(delve, say))):
        if len(rows) >= _MANY:
            yield Heading(say(head), f"{len(rows)}")
            listed = [Listed(row.label, row.note) for row in rows[:MOST_LISTED]]
            if len(rows) > MOST_LISTED:
                listed.append(Listed(say("and {count} more", count=len(rows) - MOST_LISTED), ""))
            yield Flow(tuple(listed), 3, gap=5.0)


def notes(state: State | None, say: Words) -> Iterator[Block]:
    """The latest notes, or lines to write them on."""
    yield Heading(say("Notes"))
    if state is None or not state.notes:
        yield WritingLines(3)
        return
    latest = state.notes[-LATEST_NOTES:]
    if len(latest) < len(state.notes):
        before = len(state.notes) - len(latest)
        yield Text(say("{count} earlier ones are in the evening's record", count=before), grey=True)
    short = (note if len(note) <= LONGEST_NOTE else f"{note[:LONGEST_NOTE]}…" for note in latest)
    yield Flow(tuple(Text(note, 7.5, bullet="–") for note in short), 2)


def _conditions(state: State | None, say: Words) -> Iterator[Block]:
    yield Heading(say("Conditions"))
    if state is None:
        yield WritingLines(2)
        return
    shown = state.conditions[:MOST_CONDITIONS]
    told = [f"{say(each.name)} ({each.holder})" if each.holder else say(each.name) for each in shown]
    if len(shown) < len(state.conditions):
        told.append(say("and {count} more", count=len(state.conditions) - len(shown)))
    yield Text(", ".join(told) or say("none"), bold=bool(told), grey=not told)


def _few(head: str, about: str, rows: list[BoxRow], say: Words) -> Iterator[Block]:
    if len(rows) < _MANY:
        yield Heading(head, about)
        yield from rows
    else:
        yield Heading(head, say("{count}, listed below", count=len(rows)))


def _lights(delve: Delve | None, say: Words) -> list[BoxRow]:
    if delve is None:
        return [BoxRow(say.head(kind), SIX, line=True) for kind in ("torch",) * 4 + ("lantern",) * 2]
    lit = {event.number: event.turns_left for event in delve.events if isinstance(event, LightLit) and not event.relit}
    rows = [_light(each, max(lit.get(each.number) or 0, each.turns_left or 0), say) for each in delve.state.lights]
    return rows or [BoxRow(say.head("torch"), SIX, line=True)]


def _light(light: Light, full: int, say: Words) -> BoxRow:
    label = " ".join(filter(None, (say.head(light.kind), light.holder)))
    left = _left(light.turns_left, say)
    note = left if light.lit else say("doused, {left}", left=left)
    return BoxRow(label, SIX, _used(light.turns_left, full), note=note)


def _spells(delve: Delve | None, say: Words) -> list[BoxRow]:
    effects = delve.state.effects if delve else ()
    begun = {each.name: each.turns for each in (delve.events if delve else ()) if isinstance(each, EffectStarted)}
    rows = [
        BoxRow(each.name, SIX, _used(each.turns_left, begun.get(each.name) or 0), note=_left(each.turns_left, say))
        for each in effects
    ]
    return rows + [BoxRow("", SIX, line=True)] * max(0, 4 - len(rows))


def _left(turns: int | None, say: Words) -> str:
    return say("no limit") if turns is None else say.turns(turns)


def _used(left: int | None, full: int) -> int:
    """Of six boxes those that are used up: each is a sixth of the full length."""
    return 0 if left is None or not full else min(SIX, int(SIX * (full - left) / full))
