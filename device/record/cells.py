"""A turn as the cells of a table, in the table's words. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.events import DangerRolled
from ...engine.rules import Rules
from ...engine.state import Light
from ..outputs.narration import Narration
from ..outputs.narration.record_fields import COLUMNS
from ..outputs.trackers import clock_time
from .rows import TurnRow

NO_END = "∞"


def heads(told: Narration) -> dict[str, str]:
    """What stands over each column."""
    return {column: told.record(f"column_{column}") for column in COLUMNS}


def cells_of(row: TurnRow, rules: Rules, told: Narration) -> dict[str, str]:
    """The cells of a row by column; each is one line."""
    rolls = [roll_of(roll, rules, told) for roll in row.rolls]
    if row.skipped is not None:
        rolls.append(told.event(row.skipped)[0])
    dangers = [told.word(roll.kind or "danger") for roll in row.rolls if roll.danger]
    why = dict.fromkeys(f"{told.word(mark.cause, 'cause')}: {told.rule(mark.rule)}" for mark in row.marks)
    cells: Mapping[str, str] = {
        "turn": "" if row.turn is None else str(row.turn),
        "time": clock_time(row.minutes),
        "action": _action(row, told),
        "marks": ", ".join(
            told.record(mark.outcome, cause=told.word(mark.cause, "cause"), count=mark.count) for mark in row.marks
        ),
        "roll": "; ".join(filter(None, rolls)),
        "danger": ", ".join(dangers),
        "boxes": str(row.boxes),
        "lights": ", ".join(_light(light, told) for light in row.lights),
        "more": "; ".join(dict.fromkeys(filter(None, (told.event(event)[0] for event in row.rest)))),
        "notes": "; ".join(row.notes),
        "why": "; ".join(why),
    }
    return {column: " ".join(cells[column].split()) for column in COLUMNS}


def _action(row: TurnRow, told: Narration) -> str:
    began = row.began
    if began is None:
        return ""
    action = told.word(row.action)
    if began.place is not None and began.total is not None:
        action = told.record("place", action=action, place=began.place, total=began.total)
    return told.record("fast", action=action) if began.fast else action


def roll_of(roll: DangerRolled, rules: Rules, told: Narration) -> str:
    """What was rolled, with what was added to it."""
    if roll.die is None or roll.total is None:
        return told.record("sixth_box")
    classic = rules.danger.mode == "classic"
    text = told.record("roll", die=roll.die, modifier=roll.modifier, total=roll.total, classic=classic)
    return told.record("own_roll", roll=text) if roll.told else text


def _light(light: Light, told: Narration) -> str:
    left = NO_END if light.turns_left is None else str(light.turns_left)
    text = " ".join(filter(None, (told.word(light.kind), light.holder, left)))
    return text if light.lit else f"({text})"
