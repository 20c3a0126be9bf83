"""What the box answers to its four questions, from the state alone. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ....engine.odds import danger_now
from ....engine.rules import Rules
from ....engine.situation import SUPPLY_BOXES
from ....engine.state import State
from .book import Book
from .telling import faces_in_words, percent_of


def what_time(state: State, _rules: Rules, book: Book) -> list[str]:
    """The turn that is next, and the time that has passed."""
    hours, minutes = divmod(state.elapsed_minutes, 60)
    time = book.say("parts", "duration", hours=hours, minutes=minutes)
    fast = state.mode == "fast"
    return [book.say("answers", "now", turn=state.completed + 1, completed=state.completed, time=time, fast=fast)]


def how_much_light(state: State, _rules: Rules, book: Book) -> list[str]:
    """Every light with its turns; that none burns comes first."""
    lights = sorted(state.lights, key=lambda light: not light.lit)
    said = [
        book.say("parts", "light", kind=light.kind, holder=light.holder, turns_left=light.turns_left, lit=light.lit)
        for light in lights
    ]
    return said if lights and lights[0].lit else [book.say("answers", "no_light"), *said]


def how_dangerous(state: State, rules: Rules, book: Book) -> list[str]:
    """The chance of a turn that marks nothing, and what staying would add."""
    now = danger_now(state, rules)
    return [
        book.say(
            "answers",
            "dangerous",
            boxes=state.escalation,
            faces=faces_in_words(now.chance, rules, book),
            percent=percent_of(now.chance),
            certain=now.chance == 1,
            staying=now.staying_adds,
            mode=rules.danger.mode,
        )
    ]


def status(state: State, rules: Rules, book: Book) -> list[str]:
    """Where the delve stands: time, what waits, danger, lights, spells, supplies, signs, notes."""
    told = what_time(state, rules, book)
    if state.suspended:
        told.append(book.say("answers", "suspended", kind=state.suspended))
    if state.activity:
        done, total = state.activity.done, state.activity.total
        told.append(book.say("answers", "activity", kind=state.activity.kind, done=done, total=total))
    if state.asking:
        told.append(book.say("answers", "asking", question=state.asking))
    told += [*how_dangerous(state, rules, book), *how_much_light(state, rules, book)]
    told += [book.say("answers", "effect", name=each.name, turns_left=each.turns_left) for each in state.effects]
    told += _stores(state, book)
    signs = {"bright": state.bright, "split": state.split, "secured": state.area.secured}
    told += [book.say("answers", sign) for sign, on in signs.items() if on]
    told += [book.say("answers", "condition", name=each.name, holder=each.holder) for each in state.conditions]
    if state.kept_dice:
        told.append(book.say("answers", "kept_dice", dice=state.kept_dice))
    if state.waiting_marks:
        told.append(book.say("answers", "waiting_marks", count=len(state.waiting_marks)))
    if state.notes:
        told.append(book.say("answers", "notes", count=len(state.notes)))
    return told


def _stores(state: State, book: Book) -> list[str]:
    """Supplies that have been used, and what else is counted."""
    supplies = {"rations": state.rations, "water": state.water}
    left = {supply: boxes for supply, boxes in supplies.items() if boxes < SUPPLY_BOXES}
    if state.ammunition is not None:
        left["ammunition"] = state.ammunition
    said = [book.say("answers", "supply", supply=supply, left=number) for supply, number in left.items()]
    return said + [book.say("answers", "spare", kind=kind, left=number) for kind, number in state.stock]


QUESTIONS: Mapping[str, Callable[[State, Rules, Book], list[str]]] = MappingProxyType(
    {
        "what_time": what_time,
        "how_much_light": how_much_light,
        "how_dangerous": how_dangerous,
        "status": status,
    }
)
"""Each question to the box by its intent."""
