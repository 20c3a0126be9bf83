"""The trackers of a state as rows, pure: danger, lights, spells, supplies, activity, signs."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import danger
from ...engine.rules import Rules
from ...engine.state import BOXES, Activity, Light, State
from . import hints
from .hints import NO_LIMIT, Numbers
from .page import Boxes, DangerRow, Item, More, Pair, Row, Signs

LIGHT_BOXES = 6
"""Boxes of the sheet's resource rows."""
SUPPLY_BOXES = 6
CONDITIONS_SHOWN = 4
DICE_SHOWN = 3


def duration(minutes: int) -> str:
    """Minutes in words: "40 min", "2 h", "2 h 10 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def clock_time(minutes: int) -> str:
    """Minutes as the tracker has them, which change by a digit and take little room: "0:40", "2:10"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}"


def danger_row(state: State, rules: Rules, numbers: Numbers) -> DangerRow:
    """The escalation boxes with the faces that are danger, or how near danger is in a word."""
    if numbers == "exact":
        return DangerRow("boxes", state.escalation, BOXES, f"danger {danger_faces(state, rules)}")
    return DangerRow("danger", 0, 0, hints.of_danger(_dangerous(state, rules) / rules.danger.die))


def danger_faces(state: State, rules: Rules) -> str:
    """The faces that are danger in a turn that marks nothing: "6", "4-6", in classic mode "1-2", or "certain"."""
    faces, die = _dangerous(state, rules), rules.danger.die
    if faces == die:
        return "certain"
    low = 1 if rules.danger.mode == "classic" else die - faces + 1
    high = low + faces - 1
    return str(low) if low == high else f"{low}-{high}"


def _dangerous(state: State, rules: Rules) -> int:
    return danger.dangerous_faces(rules, danger.modifier(state, rules), fast=state.mode == "fast")


def activity_row(activity: Activity, numbers: Numbers = "exact") -> Boxes:
    """The countdown of a rest, ritual or long talk."""
    name, mark = activity.kind.replace("_", " "), "paused" if activity.paused else ""
    if numbers == "exact":
        return Boxes(name, activity.done, activity.total, f"{activity.total - activity.done} left", mark)
    return Boxes(name, 0, 0, hints.of_activity(activity.done, activity.total) if numbers == "hints" else "", mark)


def signs_of(state: State, numbers: Numbers = "exact") -> str:
    """What lies over the party, in words: bright, split, secured, fast, what waits, conditions, notes; may be empty."""
    flags = {
        "bright": state.bright,
        "split": state.split,
        "secured": state.area.secured,
        "fast": state.mode == "fast",
    }
    signs = [sign for sign, on in flags.items() if on]
    if numbers == "exact":
        signs += _counted_signs(state)
    conditions = [f"{each.name} {each.holder}" if each.holder else each.name for each in state.conditions]
    signs += conditions[:CONDITIONS_SHOWN]
    if len(conditions) > CONDITIONS_SHOWN:
        signs.append(f"+{len(conditions) - CONDITIONS_SHOWN} more")
    if state.notes:
        signs.append(_counted(len(state.notes), "note", "notes") if numbers == "exact" else "notes")
    return ", ".join(signs)


def _counted_signs(state: State) -> list[str]:
    """The table's own dice that wait, and the marks that wait for a clearing."""
    signs = []
    if state.kept_dice:
        dice = " ".join(map(str, state.kept_dice[:DICE_SHOWN]))
        more = len(state.kept_dice) - DICE_SHOWN
        signs.append(f"rolled {dice}, +{more} more" if more > 0 else f"rolled {dice}")
    if state.waiting_marks:
        signs.append(_counted(len(state.waiting_marks), "mark waits", "marks wait"))
    return signs


def items_of(state: State, rules: Rules, numbers: Numbers = "exact") -> list[Item]:
    """What runs out: lights by who holds them, spells, supplies that have been used, what else is counted.

    A light that is lit again so has the row that it had before.
    """
    lights = sorted(
        state.lights, key=lambda light: (light.holder is None, light.holder or "", light.kind, light.number)
    )
    items = [_light_item(light, rules, numbers) for light in lights]
    for effect in state.effects:
        left = effect.turns_left
        told = {"exact": NO_LIMIT if left is None else str(left), "hints": hints.of_spell(left), "hidden": ""}
        items.append(Item("spell", effect.name, told[numbers]))
    return items if numbers == "hidden" else items + _stores(state, numbers)


def _stores(state: State, numbers: Numbers) -> list[Item]:
    supplies = {"rations": state.rations, "water": state.water}
    counted = {name: left for name, left in supplies.items() if left < SUPPLY_BOXES}
    if state.ammunition is not None:
        counted["ammunition"] = state.ammunition
    counted |= {f"spare {kind}": left for kind, left in state.stock}
    if numbers == "hints":
        return [Item("supply", name, hints.of_stock(left)) for name, left in counted.items()]
    return [
        Item("supply", name, str(left), filled=SUPPLY_BOXES - left, total=SUPPLY_BOXES)
        if name in supplies
        else Item("supply", name, str(left))
        for name, left in counted.items()
    ]


def _light_item(light: Light, rules: Rules, numbers: Numbers) -> Item:
    holder, doused, left = light.holder or "", not light.lit, light.turns_left
    # A correction may have given it more turns than a fresh one has.
    fresh = rules.lights.full_turns(light.kind) if light.kind in rules.lights.known() else None
    full = max(left or 1, fresh or 0)
    if numbers != "exact":
        return Item(light.kind, holder, hints.of_light(left, full) if numbers == "hints" else "", doused)
    if left is None:
        return Item(light.kind, holder, NO_LIMIT, doused)
    return Item(light.kind, holder, str(left), doused, (full - left) * LIGHT_BOXES // full, LIGHT_BOXES)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def rows_needed(items: int) -> int:
    """Rows that show `items` items, two in each."""
    return (items + 1) // 2


def item_rows(items: Sequence[Item], signs: str, room: int) -> list[Row]:
    """Lay items and signs into at most `room` rows: an item a row where they all fit, else two; the rest is counted.

    Signs have a row of their own, except where that would leave none for the items.
    """
    if not items or not signs or room > 1:
        line: list[Row] = [Signs(signs)] if signs and room > 0 else []
        return [*_laid(items, room - len(line), 0), *line]
    return _laid(items, room, 1)


def _laid(items: Sequence[Item], room: int, more: int) -> list[Row]:
    """`more` counts what is left out already."""
    if room < 1:
        return []
    if len(items) + more <= room:
        return list(items)
    cells: list[Item | More] = list(items)
    if len(cells) + bool(more) > 2 * room:
        kept = 2 * room - 1
        more += len(cells) - kept
        cells = cells[:kept]
    if more:
        cells.append(More(more))
    return [Pair(*cells[start : start + 2]) for start in range(0, len(cells), 2)]
