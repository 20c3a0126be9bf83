"""The trackers of a state as rows, pure: danger, lights, spells, supplies, activity, signs."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import danger
from ...engine.rules import Rules
from ...engine.state import BOXES, Activity, Effect, Light, State
from . import hints
from .hints import NO_LIMIT, Numbers
from .kept_rows import SPELL, KeptRow
from .narration import PanelTexts
from .page import Boxes, DangerRow, Item, More, Pair, Row, Signs, Word

LIGHT_BOXES = 6
"""Boxes of the sheet's resource rows."""
SUPPLY_BOXES = 6
CONDITIONS_SHOWN = 4
DICE_SHOWN = 3
LATELY_TURNS = 3
"""Turns for which what ran out keeps its place where rows are shared."""


def coded(code: str, texts: PanelTexts, field: str = "") -> Word:
    """A word in the table's language that keeps its picture."""
    return Word(texts.word(code, field), code)


def duration(minutes: int, texts: PanelTexts) -> str:
    """Minutes in words: "40 min", "2 h", "2 h 10 min"."""
    hours, rest = divmod(minutes, 60)
    return texts.say("duration", hours=hours, minutes=rest)


def clock_time(minutes: int) -> str:
    """Minutes as tracker, record and sheet have them, which change by a digit and take little room: "0:40"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}"


def danger_row(state: State, rules: Rules, texts: PanelTexts, numbers: Numbers) -> DangerRow:
    """The escalation boxes with the faces that are danger, or how near danger is in a word."""
    if numbers == "exact":
        told = texts.say("danger_on", faces=danger_faces(state, rules))
        return DangerRow(texts.say("boxes"), state.escalation, BOXES, told)
    near = hints.of_danger(danger_share(state, rules))
    return DangerRow(texts.say("danger"), 0, 0, texts.word(near, "hint"))


def danger_faces(state: State, rules: Rules) -> str | None:
    """The faces that are danger in a turn that marks nothing: "6", "4-6", in classic mode "1-2"; None: every one."""
    faces, die = _dangerous(state, rules), rules.danger.die
    if faces == die:
        return None
    low = 1 if rules.danger.mode == "classic" else die - faces + 1
    high = low + faces - 1
    return str(low) if low == high else f"{low}-{high}"


def danger_share(state: State, rules: Rules) -> float:
    """The share of the die's faces, 0 to 1, that are danger in a turn that marks nothing."""
    return _dangerous(state, rules) / rules.danger.die


def _dangerous(state: State, rules: Rules) -> int:
    return danger.dangerous_faces(rules, danger.modifier(state, rules), fast=state.mode == "fast")


def activity_row(activity: Activity, texts: PanelTexts, numbers: Numbers = "exact") -> Boxes:
    """The countdown of a rest, ritual or long talk."""
    name, mark = texts.word(activity.kind), coded("paused", texts) if activity.paused else ""
    if numbers == "exact":
        left = texts.say("left", left=activity.total - activity.done)
        return Boxes(name, activity.done, activity.total, left, mark, texts.word("of"))
    far = texts.word(hints.of_activity(activity.done, activity.total), "hint") if numbers == "hints" else ""
    return Boxes(name, 0, 0, far, mark)


def signs_of(state: State, texts: PanelTexts, numbers: Numbers = "exact") -> str:
    """What lies over the party, in words: bright, split, secured, fast, what waits, conditions, notes; may be empty."""
    flags = {
        "bright": state.bright,
        "split": state.split,
        "secured": state.area.secured,
        "fast": state.mode == "fast",
    }
    signs = [texts.say(sign) for sign, on in flags.items() if on]
    if numbers == "exact":
        signs += _counted_signs(state, texts)
    conditions = [" ".join(filter(None, (texts.word(each.name), each.holder))) for each in state.conditions]
    signs += conditions[:CONDITIONS_SHOWN]
    if len(conditions) > CONDITIONS_SHOWN:
        signs.append(texts.say("more", count=len(conditions) - CONDITIONS_SHOWN))
    if state.notes:
        signs.append(texts.say("notes", count=len(state.notes) if numbers == "exact" else None))
    return ", ".join(signs)


def _counted_signs(state: State, texts: PanelTexts) -> list[str]:
    """The table's own dice that wait, and the marks that wait for a clearing."""
    signs = []
    if state.kept_dice:
        dice = " ".join(map(str, state.kept_dice[:DICE_SHOWN]))
        signs.append(texts.say("kept_dice", dice=dice, more=max(0, len(state.kept_dice) - DICE_SHOWN)))
    if state.waiting_marks:
        signs.append(texts.say("waiting_marks", count=len(state.waiting_marks)))
    return signs


def items_of(
    state: State, rules: Rules, texts: PanelTexts, numbers: Numbers = "exact", kept: Sequence[KeptRow] = ()
) -> list[Item]:
    """What runs out: lights and spells in the rows kept for them, supplies that have been used, what else is counted.

    A kept row whose light burnt out, or whose spell ended, is an item with nothing left, except that a hidden spell has
    no way to show it; what has no kept row comes after those that have one.
    """
    lights = [(light.number, _light_item(light, rules, texts, numbers)) for light in state.lights]
    spells = [(effect.name, _spell_item(effect, texts, numbers)) for effect in state.effects]
    running = dict[int | str | None, Item]([*lights, *spells])
    keys = [row.number or row.name for row in kept]
    items = [
        running.get(key) or _spent_item(row, texts, numbers)
        for key, row in zip(keys, kept, strict=True)
        if key in running or (row.spent and (row.kind, numbers) != (SPELL, "hidden"))
    ]
    items += [item for key, item in [*lights, *spells] if key not in keys]
    return items if numbers == "hidden" else items + _stores(state, texts, numbers)


def full_turns(light: Light, rules: Rules) -> int:
    """How many turns a fresh light of its kind has, or this one where a correction gave it more; at least 1."""
    fresh = rules.lights.full_turns(light.kind) if light.kind in rules.lights.known() else None
    return max(light.turns_left or 1, fresh or 0)


def _spell_item(effect: Effect, texts: PanelTexts, numbers: Numbers) -> Item:
    left = effect.turns_left
    exact = coded(NO_LIMIT, texts) if left is None else str(left)
    told = {"exact": exact, "hints": coded(hints.of_spell(left), texts, "hint"), "hidden": ""}
    return Item(SPELL, effect.name, told[numbers])


def _spent_item(row: KeptRow, texts: PanelTexts, numbers: Numbers) -> Item:
    """What ran out, its boxes all full; where no number tells it, its picture does."""
    left = {"exact": "0", "hints": coded("none", texts, "hint"), "hidden": ""}[numbers]
    boxes = LIGHT_BOXES if row.kind != SPELL and numbers == "exact" else 0
    out = "" if left else texts.word("burnt out")
    return Item(coded(row.kind, texts), row.name or "", left, out, boxes, boxes, row.spent)


def _stores(state: State, texts: PanelTexts, numbers: Numbers) -> list[Item]:
    supplies = {"rations": state.rations, "water": state.water}
    counted = {name: left for name, left in supplies.items() if left < SUPPLY_BOXES}
    if state.ammunition is not None:
        counted["ammunition"] = state.ammunition
    named = [(texts.word(name), left, name in supplies) for name, left in counted.items()]
    named += [(texts.say("spare", kind=kind), left, False) for kind, left in state.stock]
    if numbers == "hints":
        return [Item("supply", name, coded(hints.of_stock(left), texts, "hint")) for name, left, _ in named]
    return [
        Item("supply", name, str(left), filled=SUPPLY_BOXES - left, total=SUPPLY_BOXES)
        if in_boxes
        else Item("supply", name, str(left))
        for name, left, in_boxes in named
    ]


def _light_item(light: Light, rules: Rules, texts: PanelTexts, numbers: Numbers) -> Item:
    kind, doused = coded(light.kind, texts), texts.word("doused") if not light.lit else ""
    holder, left = light.holder or "", light.turns_left
    full = full_turns(light, rules)
    if numbers != "exact":
        hint = coded(hints.of_light(left, full), texts, "hint") if numbers == "hints" else ""
        return Item(kind, holder, hint, doused)
    if left is None:
        return Item(kind, holder, coded(NO_LIMIT, texts), doused)
    return Item(kind, holder, str(left), doused, (full - left) * LIGHT_BOXES // full, LIGHT_BOXES)


def rows_needed(items: int) -> int:
    """Rows that show `items` items, two in each."""
    return (items + 1) // 2


def item_rows(items: Sequence[Item], signs: str, room: int, texts: PanelTexts) -> list[Row]:
    """Lay items and signs into at most `room` rows: an item a row where they all fit, else two; the rest is counted.

    Signs have a row of their own, except where that would leave none for the items.
    """
    if not items or not signs or room > 1:
        line: list[Row] = [Signs(signs)] if signs and room > 0 else []
        return [*_laid(items, room - len(line), 0, texts), *line]
    return _laid(items, room, 1, texts)


def _laid(items: Sequence[Item], room: int, more: int, texts: PanelTexts) -> list[Row]:
    """The first of a row each, the others beside them from the bottom up; `more` counts what is left out already.

    So a light more moves none but the one that it stands beside.
    """
    if room < 1:
        return []
    cells: list[Item | More] = list(_without_spent(items, room))
    if len(cells) + bool(more) > 2 * room:
        kept = 2 * room - 1
        more += len(cells) - kept
        cells = cells[:kept]
    if more:
        cells.insert(room, More(more, texts.word("more")))
    left, right = cells[:room], cells[room:]
    alone = len(left) - len(right)
    pairs = [Pair(*cell) for cell in zip(left[alone:], reversed(right), strict=True)]
    return [*left[:alone], *pairs]


def _without_spent(items: Sequence[Item], room: int) -> list[Item]:
    """Where not all have a row of their own, the last ones take the rows of what ran out, the longest ago first.

    What ran out lately stays for as long as there is room for two in a row: it may be lit again.
    """
    rows = list(items)
    while len(rows) > room:
        longest = max(rows, key=lambda row: row.spent)
        if longest.spent <= (LATELY_TURNS if len(rows) <= 2 * room else 0):
            break
        last = rows.pop()
        if last is not longest:
            rows[rows.index(longest)] = last
    return rows
