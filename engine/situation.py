"""Supplies, conditions, notes, the kind of turn, and the correction of the turn's number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import commands as c
from . import events as e
from .draft import Draft
from .refusal import changed, holder_name, one_of, refuse, room, text, whole
from .state import Condition, State

SUPPLY_BOXES = 6
"""Boxes of rations and of water (sheet, "Light & Resource Tracker")."""

MOST_AMMUNITION = 999
LONGEST_NOTE = 500
MOST_NOTES = 1000
MOST_CONDITIONS = 200
LAST_TURN = 9999


def _supply(supply: object, known: tuple[str, ...]) -> str:
    return one_of(supply, known, "supply", f"no such supply: there are {', '.join(known)}")


def _use_supply(draft: Draft, command: c.UseSupply) -> None:
    supply = _supply(command.supply, ("rations", "water"))
    left: int = getattr(draft.state, supply)
    if not left:
        refuse("supply_empty", f"no {supply} left: say {supply} plus one when there is more", supply=supply)
    draft.add(e.SupplyUsed(supply, left - 1))
    if left == 1:
        draft.add(e.RowFilled(supply))


def _adjust_supply(draft: Draft, command: c.AdjustSupply) -> None:
    supply, boxes = _supply(command.supply, ("rations", "water", "ammunition")), command.boxes
    had: int | None = getattr(draft.state, supply)
    if had is None:
        refuse("ammunition_off", "ammunition is not counted: turn ammunition on in the rules")
    most = MOST_AMMUNITION if supply == "ammunition" else SUPPLY_BOXES
    whole(abs(boxes) if type(boxes) is int else boxes, 1, most, f"change of {supply}", f"{supply} plus two")
    left = changed(had, boxes, most, supply)
    draft.add(e.SupplyCorrected(supply, left))
    if not left and supply != "ammunition":
        draft.add(e.RowFilled(supply))


def find_condition(state: State, name: str, holder: str | None) -> Condition | None:
    """The condition of this name and holder, whatever their capitals."""
    for each in state.conditions:
        same_holder = (each.holder is None) if holder is None else (each.holder or "").casefold() == holder.casefold()
        if same_holder and each.name.casefold() == name.casefold():
            return each
    return None


def update_fatigue(draft: Draft, action: str) -> None:
    """Step 5: one turn in `rest.fatigue_every` must be a rest."""
    every = draft.rules.rest.fatigue_every
    if not every:
        return
    tired = find_condition(draft.state, "fatigue", None)
    without_rest = draft.state.turns_without_rest + 1
    if action == "rest":
        if tired:
            draft.add(e.ConditionCleared(tired.name, tired.holder))
    elif without_rest == every - 2:
        draft.add(e.FatigueWarned())
    elif without_rest == every and not tired:
        draft.add(e.ConditionMarked("fatigue", None))


def _mark_condition(draft: Draft, command: c.MarkCondition) -> None:
    name, holder = text(command.name, 80, "a condition"), holder_name(command.holder)
    if find_condition(draft.state, name, holder):
        say = f"{holder or 'the party'} has {name} already: say clear {_whose(name, holder)} to end it"
        refuse("already", say, name=name, holder=holder)
    room(len(draft.state.conditions) + 1, MOST_CONDITIONS, "conditions", "clear one first")
    draft.add(e.ConditionMarked(name, holder))


def _clear_condition(draft: Draft, command: c.ClearCondition) -> None:
    name, holder = text(command.name, 80, "a condition"), holder_name(command.holder)
    found = find_condition(draft.state, name, holder)
    if found is None:
        say = f"{holder or 'the party'} has no {name}: say mark {_whose(name, holder)} first"
        refuse("no_condition", say, name=name, holder=holder)
    draft.add(e.ConditionCleared(found.name, found.holder))


def _whose(name: str, holder: str | None) -> str:
    return name if holder is None else f"{name} on {holder}"


def _add_note(draft: Draft, command: c.AddNote) -> None:
    note = text(command.text, LONGEST_NOTE, "a note", lines=True)
    room(len(draft.state.notes) + 1, MOST_NOTES, "notes", "begin a new delve for more")
    draft.add(e.NoteAdded(note))


def _set_mode(draft: Draft, command: c.SetMode) -> None:
    modes = ("fast", "normal")
    mode = one_of(command.mode, modes, "mode", "turns are fast or normal: say fast turns, or normal turns")
    if mode == draft.state.mode:
        other = "normal" if mode == "fast" else "fast"
        refuse("already", f"turns are {mode} already: say {other} turns to change", thing="mode")
    draft.add(e.ModeChanged(mode))


def _set_turn(draft: Draft, command: c.SetTurn) -> None:
    state = draft.state
    completed = whole(command.turn, 1, LAST_TURN, "the turn", "turn to seven") - 1
    if completed == state.completed:
        say = f"it is turn {command.turn} already: say turn to another number"
        refuse("already", say, thing="turn", value=command.turn)
    elapsed = max(0, state.elapsed_minutes + 10 * (completed - state.completed))
    draft.add(e.TurnCorrected(completed, elapsed))


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        c.UseSupply: _use_supply,
        c.AdjustSupply: _adjust_supply,
        c.MarkCondition: _mark_condition,
        c.ClearCondition: _clear_condition,
        c.AddNote: _add_note,
        c.SetMode: _set_mode,
        c.SetTurn: _set_turn,
    }
)
