"""The reference on one page: trackers with boxes, empty or as a delve stands, and the turn in short.

The facts and labels are the source sheet's, the sentences are not; numbers are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from ...engine.actions import PRINCIPLE, STEPS
from ...engine.delve import Delve
from ...engine.events import EffectStarted, LightLit
from ...engine.rules import Rules
from ...engine.state import BOXES, Light, State
from .blocks import Block, BoxRow, Heading, Listed, Text, Title, WritingLines
from .companion import companion
from .layout import Columns, Flow, Together, fill
from .pen import Pen

ROWS_ON_FIRST, ROWS_ON_MORE = 6, 40
ROW_TURNS, SIX = 10, 6
MOST_LISTED, MOST_CONDITIONS, LATEST_NOTES = 60, 24, 12
"""What one page has room for, all of them with the longest names; the rest is counted."""
LONGEST_NOTE = 200
"""Characters; the evening's record has it whole."""
_TITLE = "Dungeon turn reference"
_MANY = 7
"""From so many lights or spells on they are a list without boxes, over the whole width."""


def sheet(paper: str, rules: Rules, *, rows: int | None = None, delve: Delve | None = None, name: str = "") -> bytes:
    """The PDF: the reference, the page of actions, and pages for the rows of turns that the first has no room for.

    Args:
        paper: A key of `pen.PAPERS`.
        rules: Whose numbers stand on it; a delve has its own.
        rows: Rows of ten turns, 1 upwards; None: two, or as many as the delve needs.
        delve: Fills the boxes; None leaves them empty.
        name: The delve's, in the title.

    Raises:
        PrintMissingError: fpdf2 is not installed.
    """
    rules = delve.rules if delve else rules
    state = delve.state if delve else None
    turn_rows = tuple(_turn_rows(rows, state))
    first = 0 if state is None else max(0, min(state.completed // ROW_TURNS, len(turn_rows)) - ROWS_ON_FIRST + 1)
    shown = turn_rows[first : first + ROWS_ON_FIRST]
    pen = Pen(paper, f"{_TITLE}: {name}" if name else _TITLE)
    where = ""
    if state is not None:
        where = f"turn {state.completed + 1}, {_clock(state.elapsed_minutes)}"
    trackers = Together(tuple(_trackers(rules, delve)))
    page: list[Block] = [
        Title(_TITLE, " – ".join(filter(None, (where, name)))),
        Heading("Turns", "a box is a turn of 10 minutes"),
        *shown,
        Columns((trackers, Together(tuple(_reference(rules)))), (0.56, 0.44)),
        *_many(delve),
        *_notes(state),
    ]
    fill(pen, page, footer="Fill boxes from the left. When a row is full, something must change.")
    companion(pen)
    rest = turn_rows[:first] + turn_rows[first + len(shown) :]
    for start in range(0, len(rest), ROWS_ON_MORE):
        fill(pen, [Title("More turns", name), *rest[start : start + ROWS_ON_MORE]])
    return pen.pdf()


def _turn_rows(rows: int | None, state: State | None) -> Iterator[BoxRow]:
    done = 0 if state is None else state.completed
    count = max(rows or 2, 1 + done // ROW_TURNS if state is not None else 1)
    captions = tuple(str(10 * place) for place in range(ROW_TURNS))
    for row in range(count):
        first = row * ROW_TURNS
        filled = min(max(done - first, 0), ROW_TURNS)
        yield BoxRow(f"Turn {first + 1}–{first + ROW_TURNS}", ROW_TURNS, filled, captions, wide=True)


# -- trackers ---------------------------------------------------------------------------------------


def _trackers(rules: Rules, delve: Delve | None) -> Iterator[Block]:
    state = delve.state if delve else None
    die = rules.danger.die
    if rules.danger.mode == "escalation":
        yield Heading("Danger escalation", f"1d{die} + escalation: {die} or more is danger")
        captions = tuple(f"+{box}" for box in range(1, BOXES + 1))
    else:
        yield Heading("Noise", f"1d{die}: 1 is danger, each box one more")
        captions = tuple(f"1–{box + 1}" for box in range(1, BOXES + 1))
    yield BoxRow(
        "Escalation" if rules.danger.mode == "escalation" else "Noise",
        BOXES,
        state.escalation if state else 0,
        captions,
    )
    yield from _few(
        "Light", "a box is a turn; of a lantern " + _turns(ceil(rules.lights.lantern_turns / SIX)), _lights(delve)
    )
    about = "a box is a turn of 10 minutes" if delve is None else "a box is a sixth of its turns"
    yield from _few("Spells", about, _spells(delve))
    yield Heading("Rations, water")
    yield BoxRow("Rations", SIX, SIX - state.rations if state else 0)
    yield BoxRow("Water", SIX, SIX - state.water if state else 0)
    if state is not None and state.ammunition is not None:
        yield Text(f"Ammunition: {state.ammunition}")
    activity = state.activity if state else None
    done = activity.done if activity and activity.kind == "short_rest" else 0
    yield Heading("Short rest", "6 turns; the benefit comes with the last")
    yield BoxRow("Rest turns", SIX, done, tuple(str(10 * turn) for turn in range(1, SIX + 1)))
    yield from _conditions(state)


def _few(head: str, about: str, rows: list[BoxRow]) -> Iterator[Block]:
    if len(rows) < _MANY:
        yield Heading(head, about)
        yield from rows
    else:
        yield Heading(head, f"{len(rows)}, listed below")


def _many(delve: Delve | None) -> Iterator[Block]:
    for head, rows in (("Light", _lights(delve)), ("Spells", _spells(delve))):
        if len(rows) >= _MANY:
            yield Heading(head, f"{len(rows)}")
            listed = [Listed(row.label, row.note) for row in rows[:MOST_LISTED]]
            if len(rows) > MOST_LISTED:
                listed.append(Listed(f"and {len(rows) - MOST_LISTED} more", ""))
            yield Flow(tuple(listed), 3, gap=5.0)


def _lights(delve: Delve | None) -> list[BoxRow]:
    if delve is None:
        return [BoxRow(kind, SIX, line=True) for kind in ("Torch",) * 4 + ("Lantern",) * 2]
    lit = {event.number: event.turns_left for event in delve.events if isinstance(event, LightLit) and not event.relit}
    rows = [_light(each, max(lit.get(each.number) or 0, each.turns_left or 0)) for each in delve.state.lights]
    return rows or [BoxRow("Torch", SIX, line=True)]


def _light(light: Light, full: int) -> BoxRow:
    label = " ".join(filter(None, (light.kind.capitalize(), light.holder)))
    left = "no limit" if light.turns_left is None else _turns(light.turns_left)
    return BoxRow(label, SIX, _used(light.turns_left, full), note=left if light.lit else f"doused, {left}")


def _spells(delve: Delve | None) -> list[BoxRow]:
    effects = delve.state.effects if delve else ()
    begun = {each.name: each.turns for each in (delve.events if delve else ()) if isinstance(each, EffectStarted)}
    rows = []
    for effect in effects:
        left = "no limit" if effect.turns_left is None else _turns(effect.turns_left)
        rows.append(BoxRow(effect.name, SIX, _used(effect.turns_left, begun.get(effect.name) or 0), note=left))
    return rows + [BoxRow("", SIX, line=True)] * max(0, 4 - len(rows))


def _used(left: int | None, full: int) -> int:
    """Of six boxes those that are used up: each is a sixth of the full length."""
    return 0 if left is None or not full else min(SIX, int(SIX * (full - left) / full))


# -- words ------------------------------------------------------------------------------------------


def _reference(rules: Rules) -> Iterator[Block]:
    yield Heading("A turn, every 10 minutes")
    for step in STEPS:
        yield Text(step.title.capitalize(), bold=True, bullet=f"{step.number}", above=0.9)
        for reminder in step.reminders:
            yield Text(reminder, 7.5, bullet=" ", above=0.0)
    yield Heading("Danger")
    kinds = ", ".join(f"{kind} {weight}" for kind, weight in rules.danger.table)
    yield _point(f"kinds by weight: {kinds}")
    yield _point("danger clears every box")
    if rules.danger.check_every > 1:
        yield _point(f"a roll every {rules.danger.check_every} turns")
    yield Heading("What fills a box")
    yield _point("loud actions: combat, a door smashed, shouting")
    if rules.danger.light_mark != "off":
        yield _point("bright light in darkness")
    free = rules.danger.linger_free_turns
    yield _point(f"each turn that lingers in an area, from the {_nth(free + 1)} on")
    yield _point("searching an area again; a second watch in a row")
    if rules.danger.split_mark != "off":
        yield _point("splitting the party")
    yield Heading("Rests")
    yield _point("short: 1 hour, 6 turns, each with its roll")
    yield _point("long: 8 hours, 48 turns; without shelter danger is all but certain")
    if rules.rest.fatigue_every:
        yield _point(f"one turn in {rules.rest.fatigue_every} is a rest, or fatigue")
    yield Heading("The turn waits")
    yield _point("for combat, a chase, a scene; it goes on right after")
    yield _point("a failed navigation check is a lost turn")
    yield _point(PRINCIPLE)
    yield Heading("Fast turns")
    yield _point("20 minutes where little threatens: resources and dangerous faces count twice")


def _conditions(state: State | None) -> Iterator[Block]:
    yield Heading("Conditions")
    if state is None:
        yield WritingLines(2)
    else:
        shown = state.conditions[:MOST_CONDITIONS]
        told = [f"{each.name} ({each.holder})" if each.holder else each.name for each in shown]
        if len(shown) < len(state.conditions):
            told.append(f"and {len(state.conditions) - len(shown)} more")
        yield Text(", ".join(told) or "none", bold=bool(told), grey=not told)


def _notes(state: State | None) -> Iterator[Block]:
    yield Heading("Notes")
    if state is None or not state.notes:
        yield WritingLines(3)
        return
    latest = state.notes[-LATEST_NOTES:]
    if len(latest) < len(state.notes):
        yield Text(f"{len(state.notes) - len(latest)} earlier ones are in the evening's record", grey=True)
    yield Flow(tuple(Text(_short(note), 7.5, bullet="–") for note in latest), 2)


def _short(note: str) -> str:
    return note if len(note) <= LONGEST_NOTE else f"{note[:LONGEST_NOTE]}…"


def _point(text: str) -> Text:
    return Text(text, 7.5, bullet="–", above=0.3)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"
