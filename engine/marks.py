"""Marks and what fills them: boxes, the three ways over five, noise, calm, bright light, a split party."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import commands as c
from . import drawing
from . import events as e
from .draft import Draft
from .refusal import flag, one_of, refuse, whole
from .state import BOXES

MOST_WAITING = 100
"""Marks that wait for a clearing (overflow `carry`); no table comes near."""


def mark(draft: Draft, cause: str) -> None:
    """One mark fills one box now, or goes over the last box in the way of `danger.overflow`."""
    state = draft.state
    if draft.overflowed:
        draft.add(e.MarkLost(cause))
    elif state.escalation < BOXES:
        _fill(draft, cause, waited=False)
    elif draft.rules.danger.overflow == "carry" and len(state.waiting_marks) < MOST_WAITING:
        draft.add(e.MarkDelayed(cause, "clearing"))
    elif draft.rules.danger.overflow == "immediate":
        overflow(draft)
    else:
        draft.add(e.MarkLost(cause))


def overflow(draft: Draft) -> None:
    """A mark over the last box is danger at once: no die, all boxes clear, the command's other marks are lost."""
    state = draft.state
    draft.overflowed = True
    draft.danger = not draft.surveying
    if draft.surveying:
        draft.note_certain()
    kind = draft.draw_kind() if draft.danger else None
    sides = draft.rules.danger.die
    draft.add(e.DangerRolled(state.completed + 1, None, None, draft.danger, kind, sides, state.escalation, 1.0))
    if kind is not None:
        drawing.draw_for_danger(draft, kind)
    clear(draft, "overflow")


def add_risk(draft: Draft, cause: str, count: int) -> None:
    """What the turn itself adds to its danger: boxes, or in classic mode `count` for this roll alone."""
    if draft.rules.danger.mode == "classic":
        draft.add(e.RiskCounted(cause, count))
    else:
        for _ in range(count):
            mark(draft, cause)


def again(draft: Draft, cause: str, before: int, boxes: int) -> None:
    """The same for the `before` + 1-th time: `boxes` from the second on, in classic mode more each time."""
    if before > 0 and boxes:
        add_risk(draft, cause, before * boxes if draft.rules.danger.mode == "classic" else boxes)


def make_noise(draft: Draft) -> None:
    """The turn's own action is loud: one box, now or in step 5."""
    lose_security(draft, "noise")
    timing = draft.rules.danger
    if (timing.mode == "classic" or timing.noise_timing == "next") and not draft.overflowed:
        draft.add(e.MarkDelayed("noise", "step_5"))
    else:
        mark(draft, "noise")


def fill_waiting_noise(draft: Draft) -> None:
    """Step 5: boxes for the turn's own noise that waited for the roll."""
    for _ in range(draft.state.tally.noise):
        mark(draft, "noise")


def clear(draft: Draft, reason: str) -> None:
    """All boxes clear, and the marks that waited for it fill."""
    if draft.state.escalation:
        draft.add(e.BoxesCleared(draft.state.escalation, reason))
    while draft.state.waiting_marks and draft.state.escalation < BOXES:
        _fill(draft, draft.state.waiting_marks[0], waited=True)


def lose_security(draft: Draft, reason: str) -> None:
    """A secured area is secured no more."""
    if draft.state.area.secured:
        draft.add(e.AreaUnsecured(reason))


def each_turn(draft: Draft) -> None:
    """Step 3: what bright light and a split party mark in each turn."""
    state, rules = draft.state, draft.rules.danger
    if state.bright:
        if rules.mode == "classic":
            if rules.light_mark != "off":
                draft.add(e.RiskCounted("light", 1))
        elif rules.light_mark == "each_turn":
            mark(draft, "light")
    if state.split and rules.split_mark == "each_turn":
        mark(draft, "split")


def _fill(draft: Draft, cause: str, *, waited: bool) -> None:
    filled = draft.state.escalation + 1
    draft.add(e.BoxMarked(cause, filled, waited))
    if filled == BOXES:
        draft.add(e.RowFilled("escalation"))


# -- commands ---------------------------------------------------------------------------------------


def _add_marks(draft: Draft, command: c.AddMarks) -> None:
    causes = ("noise", "attention")
    why = "marks are for noise or attention: say make some noise, or draw attention"
    cause = one_of(command.cause, causes, "cause", why)
    count = whole(command.count, 1, 5, "marks", "noise two")
    if cause == "noise":
        lose_security(draft, "noise")
    for _ in range(count):
        mark(draft, cause)


def _calm(draft: Draft, command: c.Calm) -> None:
    count = BOXES if command.count is None else whole(command.count, 1, 5, "calm", "calm two")
    filled = draft.state.escalation
    if not filled:
        refuse("nothing_to_calm", "all is calm, no box is filled: say what the party does")
    taken = min(count, filled)
    draft.add(e.BoxesCalmed(taken, filled - taken))


def _set_boxes(draft: Draft, command: c.SetBoxes) -> None:
    boxes = whole(command.boxes, 0, BOXES, "boxes", "boxes to two")
    if boxes == draft.state.escalation:
        say = f"the boxes are at {boxes} already: say boxes to another number"
        refuse("already", say, thing="boxes", value=boxes)
    draft.add(e.BoxesCorrected(boxes))
    if boxes == BOXES:
        draft.add(e.RowFilled("escalation"))


def _set_bright_light(draft: Draft, command: c.SetBrightLight) -> None:
    on = flag(command.on, "bright light")
    if on == draft.state.bright:
        if on:
            refuse("already", "the bright light is on already: say dim the light to turn it off", thing="bright light")
        refuse("not_so", "no bright light is on: say bright light on first", thing="bright light")
    draft.add(e.BrightLightChanged(on))
    rules = draft.rules.danger
    if on and rules.light_mark == "on_change" and rules.mode != "classic":
        mark(draft, "light")


def _split(draft: Draft, _command: c.SplitParty) -> None:
    if draft.state.split:
        refuse("already", "the party is split already: say we are together again first", thing="split")
    draft.add(e.PartySplit())
    if draft.rules.danger.split_mark == "once":
        mark(draft, "split")


def _rejoin(draft: Draft, _command: c.RejoinParty) -> None:
    if not draft.state.split:
        refuse("not_so", "the party is together: say split the party first", thing="split")
    draft.add(e.PartyRejoined())


def _unsecure(draft: Draft, _command: c.UnsecureArea) -> None:
    if not draft.state.area.secured:
        refuse("not_so", "the area is not secured: say secure the area first", thing="secured")
    draft.add(e.AreaUnsecured("command"))


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        c.AddMarks: _add_marks,
        c.Calm: _calm,
        c.SetBoxes: _set_boxes,
        c.SetBrightLight: _set_bright_light,
        c.SplitParty: _split,
        c.RejoinParty: _rejoin,
        c.UnsecureArea: _unsecure,
    }
)
