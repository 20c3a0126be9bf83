"""Step 4: whether a turn rolls, its chance, the roll, and what danger clears."""

from __future__ import annotations

from . import drawing, marks
from . import events as e
from .draft import Draft
from .rules import Rules
from .state import State


def modifier(state: State, rules: Rules) -> int:
    """What is added to the next roll: the boxes, or in classic mode m, at most the die − 1."""
    if rules.danger.mode == "escalation":
        return state.escalation
    return min(state.escalation + state.tally.risk, rules.danger.die - 1)


def dangerous_faces(rules: Rules, extra: int, *, fast: bool) -> int:
    """How many faces of the die are danger, 1 to all, at a modifier of `extra`."""
    return min((extra + 1) * (2 if fast else 1), rules.danger.die)


def is_danger(rules: Rules, die: int, faces: int) -> bool:
    """Whether this face is one of the dangerous: the highest `faces`, in classic mode the lowest."""
    if rules.danger.mode == "escalation":
        return die > rules.danger.die - faces
    return die <= faces


def skip_reason(draft: Draft, *, fast: bool) -> str | None:
    """Why this turn makes no roll, None when it does."""
    state, rules = draft.state, draft.rules
    if draft.danger or draft.certain:  # before step 4 only a mark over the last box can be danger
        return "overflow"
    if state.last_action and state.last_action.action == "rest":
        activity = state.activity
        place = activity.done + 1 if activity and not activity.paused else 1
        if state.area.secured and (rules.rest.secured == "skip" or place % 2):
            return "secured"
        return "rest_check_every" if place % rules.rest.check_every else None
    # Counted in turns of ten minutes, so that a fast turn counts as two: it rolls when either divides.
    number = state.elapsed_minutes // 10 + 1
    every = rules.danger.check_every
    return "check_every" if number % every and not (fast and (number + 1) % every == 0) else None


def roll(draft: Draft, *, fast: bool, by_device: bool) -> float | None:
    """Step 4 for a turn that rolls.

    Returns the chance (0–1) when the table has to tell its die first; None when the step is over.
    """
    state, rules = draft.state, draft.rules
    extra = modifier(state, rules)
    faces = dangerous_faces(rules, extra, fast=fast)
    sides = rules.danger.die
    chance = faces / sides
    told, die = False, None
    if draft.surveying:
        draft.note_chance(chance)
    elif state.kept_dice:
        told, die = True, state.kept_dice[0]
    elif rules.danger.roll == "table" and not by_device:
        return chance
    else:
        die = draft.throw(sides, "danger", 0)
    danger = die is not None and is_danger(rules, die, faces)
    kind = draft.draw_kind() if danger else None
    classic = rules.danger.mode == "classic"
    total = die if classic or die is None else die + extra
    draft.add(e.DangerRolled(state.completed + 1, die, total, danger, kind, sides, extra, chance, told))
    if kind is not None:
        drawing.draw_for_danger(draft, kind)
    if danger:
        draft.danger = True
        marks.clear(draft, "danger")
    elif classic:
        marks.clear(draft, "roll")
    return None
