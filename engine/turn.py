"""One dungeon turn: the five steps, what decides them, and the only place that makes a State.

`decide` answers a command with events or a refusal and changes nothing; `evolve` folds an event into
a state. Dice fall in `decide` alone and stand inside the events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from . import activities, danger, declaring, drawing, lights, marks, questions, situation, suspending
from . import commands as c
from . import events as e
from .actions import ACTIONS, BREAKS
from .changes import CHANGES
from .dice import Dice
from .draft import Draft
from .refusal import Refusal, RefusedError, refuse
from .rules import Rules
from .state import PendingTurn, State, running
from .tables import NO_TABLES, Tables

# -- states -----------------------------------------------------------------------------------------


def new_state(rules: Rules) -> State:
    """The state at the start of a delve."""
    return State(mode=rules.mode, stock=rules.lights.stock or (), ammunition=rules.ammunition)


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`; the given one stays as it was."""
    changes = CHANGES[type(event)](state, event)
    return _changed(state, changes) if changes else state


def with_kept_dice(state: State, present: State) -> State:
    """`state` with the table's kept dice of `present`: they stand outside undo and redo."""
    if state.kept_dice == present.kept_dice:
        return state
    return _changed(state, {"kept_dice": present.kept_dice})


def _changed(state: State, changes: Mapping[str, Any]) -> State:
    # A frozen copy by its dictionary: dataclasses.replace takes ten times as long.
    after = object.__new__(State)
    fields = after.__dict__
    fields.update(state.__dict__)
    fields.update(changes)
    return after


# -- deciding ---------------------------------------------------------------------------------------


def decide(
    state: State, command: c.Command, rules: Rules, dice: Dice, tables: Tables = NO_TABLES
) -> tuple[e.Event, ...] | Refusal:
    """What happens when the table asks for `command`: its events in order, or why not.

    Raises:
        TypeError: not a command of the engine; undo and redo are the delve's.
    """
    made = decide_whole(state, command, rules, dice, tables)
    return made if isinstance(made, Refusal) else made[0]


def decide_whole(
    state: State, command: c.Command, rules: Rules, dice: Dice, tables: Tables = NO_TABLES
) -> tuple[tuple[e.Event, ...], State] | Refusal:
    """`decide`, with the state that the events lead to, so that nobody has to fold them twice."""
    draft = _TurnDraft(state, rules, dice, tables)
    try:
        _answer(draft, command)
    except RefusedError as refused:
        return refused.refusal
    return tuple(draft.events), draft.state


def _answer(draft: Draft, command: c.Command) -> None:
    state, kind = draft.state, type(command)
    if kind not in _ANSWERS:
        raise TypeError(f"{kind.__name__} is no command of the engine: undo and redo are answered by a Delve")
    if state.closed:
        refuse("delve_closed", "this delve is over: begin a new delve")
    if state.asking == "roll" and kind not in (c.TellDice, c.RollForUs):
        refuse("roll_asked", "the box waits for the danger die: say rolled and its number, or roll for us")
    if state.suspended is not None and kind in _NEEDS_PLAY:
        title, over = BREAKS[state.suspended].title, suspending.OVER[state.suspended]
        refuse("suspended", f"{title}: say {over} first", kind=state.suspended)
    questions.close_for(draft, command)
    _ANSWERS[kind](draft, command)


_ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        **declaring.ANSWERS,
        **activities.ANSWERS,
        **marks.ANSWERS,
        **lights.ANSWERS,
        **situation.ANSWERS,
        **suspending.ANSWERS,
        **drawing.ANSWERS,
        **questions.ANSWERS,
    }
)
"""What answers each command; a test holds that none is missing."""

_NEEDS_PLAY = frozenset({*declaring.ANSWERS, *activities.ANSWERS, c.SetMode} - {c.AbandonRest, c.AbandonRitual})
"""Refused while play is suspended."""


# -- the five steps of a turn -----------------------------------------------------------------------


class _TurnDraft(Draft):
    """A draft whose events are folded and whose turns are played here."""

    def add(self, event: e.Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def play_turns(self, action: str, *, loud: bool = False, turns: int = 1) -> None:
        for turns_after in range(turns - 1, -1, -1):
            if not self._play_turn(PendingTurn(action, loud, turns_after)):
                return

    def _play_turn(self, turn: PendingTurn) -> bool:
        """The five steps, in order. Returns whether the command's next turn may follow."""
        _declare(self, turn)  # step 1
        _resolve(self, turn)  # step 2
        _consume(self)  # step 3
        if not _check_danger(self, turn):  # step 4
            return False  # the table rolls: the turn stops here until it tells
        _update(self, turn)  # step 5
        return _goes_on(self)

    def finish_turn(self, turn: PendingTurn, *, by_device: bool) -> None:
        _check_danger(self, turn, by_device=by_device)  # step 4
        _update(self, turn)  # step 5
        if _goes_on(self) and turn.turns_after:
            self.play_turns(turn.action, loud=turn.loud, turns=turn.turns_after)

    def survey(self) -> Draft:
        ahead = _TurnDraft(self.state, self.rules, self.dice, self.tables)
        ahead.chances = []
        return ahead


def _declare(draft: Draft, turn: PendingTurn) -> None:
    """Step 1: one primary action."""
    draft.danger = draft.dark = draft.rolled = False
    state, activity = draft.state, running(draft.state)
    place, total = (activity.done + 1, activity.total) if activity else (None, None)
    draft.add(e.TurnBegan(state.completed + 1, turn.action, turn.loud, _fast(state), place, total))


def _resolve(draft: Draft, turn: PendingTurn) -> None:
    """Step 2: what the action does by itself, and the marks that it makes."""
    state, rules, action = draft.state, draft.rules, turn.action
    if action == "move":
        draft.add(e.AreaEntered())
    elif action == "search":
        draft.add(e.AreaSearched(state.area.searches + 1))
        marks.again(draft, "repeat", state.area.searches, rules.search.repeat_mark)
    elif action == "lookout":
        draft.add(e.LookoutKept(state.area.lookouts + 1))
        marks.again(draft, "lookout", state.area.lookouts, 1)
    elif action == "ritual":
        activity = running(state)
        if state.bright and activity and not activity.done:
            marks.add_risk(draft, "ritual", 1)
    elif ACTIONS[action].lingers:
        over = state.area.lingered - rules.danger.linger_free_turns
        marks.again(draft, "linger", over + 1, 1)
    if turn.loud:
        marks.make_noise(draft)


def _consume(draft: Draft) -> None:
    """Step 3: lights burn down and spells tick, and what is on in each turn marks its boxes."""
    lights.consume(draft, 2 if _fast(draft.state) else 1)
    marks.each_turn(draft)


def _check_danger(draft: Draft, turn: PendingTurn, *, by_device: bool = False) -> bool:
    """Step 4: the danger roll. Returns False when the table has to tell its die first."""
    fast = _fast(draft.state)
    reason = danger.skip_reason(draft, fast=fast)
    if reason is not None:
        draft.add(e.RollSkipped(draft.state.completed + 1, reason))
        draft.note_chance(0.0)
    else:
        waits = danger.roll(draft, fast=fast, by_device=by_device)
        if waits is not None:
            draft.add(e.QuestionAsked("roll", waits, (), turn.action, turn.loud, turn.turns_after))
            return False
    draft.rolled = True
    return True


def _update(draft: Draft, turn: PendingTurn) -> None:
    """Step 5: time passes; what waited fills, what is used up ends, what ends soon is told."""
    fast = _fast(draft.state)
    marks.fill_waiting_noise(draft)
    lights.put_out(draft)
    lights.warn(draft, 2 if fast else 1)
    if turn.action == "secure" and not turn.turns_after:
        draft.add(e.AreaSecured())
    situation.update_fatigue(draft, turn.action)
    completed = draft.state.completed + 1
    if completed % 10 == 0:
        draft.add(e.RowFilled("turns"))
    draft.add(e.TurnEnded(completed, draft.state.elapsed_minutes + (20 if fast else 10)))


def _goes_on(draft: Draft) -> bool:
    """After a turn: whether the command plays on; an activity completes, pauses or ends here."""
    activity = running(draft.state)
    return not draft.danger if activity is None else activities.after_turn(draft, activity)


def _fast(state: State) -> bool:
    """Turns of an activity are normal turns."""
    return state.mode == "fast" and running(state) is None


# -- looking ahead ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ahead:
    """A plan played as long as no danger comes: each turn's chance (0–1) given that, and what happened."""

    chances: tuple[float, ...]
    events: tuple[e.Event, ...]


def look_ahead(state: State, rules: Rules, dice: Dice, plan: Sequence[c.Command]) -> Ahead | Refusal:
    """Play `plan` from `state` without danger; nothing is rolled.

    A suspension or question of the state is left aside; a turn that waits for its die passes first.
    """
    draft = _TurnDraft(state, rules, dice, NO_TABLES)
    draft.chances = []
    if state.suspended is not None:
        draft.add(e.PlayResumed(state.suspended))
    if state.asking is not None:
        draft.add(e.QuestionClosed(state.asking, "no"))
    if state.pending is not None:
        draft.finish_turn(state.pending, by_device=False)
    draft.events, draft.chances = [], []
    for command in plan:
        draft.overflowed = False
        try:
            _answer(draft, command)
        except RefusedError as refused:
            return refused.refusal
    chances = (*draft.chances, 1.0) if draft.certain else tuple(draft.chances)
    return Ahead(chances, tuple(draft.events))
