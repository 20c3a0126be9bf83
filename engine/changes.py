"""What each event changes in a state, as data for `turn.evolve`: one small function an event.

A function takes the state and the event and gives the fields that are different afterwards. It needs
neither rules nor dice, since the event holds every result. Events that only tell change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from . import events as e
from .state import (
    NOTHING_TALLIED,
    Activity,
    Area,
    Condition,
    Effect,
    LastAction,
    LastRoll,
    Light,
    PendingTurn,
    State,
    TablesSoFar,
)

Changes = dict[str, Any]


def _nothing(_state: State, _event: Any) -> Changes:
    return {}


# -- the five steps of a turn -----------------------------------------------------------------------


def _turn_began(state: State, event: e.TurnBegan) -> Changes:
    changes: Changes = {}
    last = state.last_action
    if last is None or last.action != event.action or last.loud != event.loud:
        changes["last_action"] = LastAction(event.action, event.loud)
    area = state.area
    if area.lookouts and event.action != "lookout":
        changes["area"] = Area(area.searches, area.lingered, area.secured)
    return changes


def _area_entered(_state: State, _event: e.AreaEntered) -> Changes:
    return {"area": Area()}


def _area_searched(state: State, event: e.AreaSearched) -> Changes:
    area = state.area
    return {"area": Area(event.search, area.lingered, area.secured, area.lookouts)}


def _lookout_kept(state: State, event: e.LookoutKept) -> Changes:
    area = state.area
    return {"area": Area(area.searches, area.lingered, area.secured, event.lookout)}


def _box_marked(state: State, event: e.BoxMarked) -> Changes:
    if event.waited:
        return {"escalation": event.escalation, "waiting_marks": state.waiting_marks[1:]}
    return {"escalation": event.escalation}


def _mark_delayed(state: State, event: e.MarkDelayed) -> Changes:
    if event.until == "clearing":
        return {"waiting_marks": (*state.waiting_marks, event.cause)}
    return {"tally": replace(state.tally, noise=state.tally.noise + 1)}


def _risk_counted(state: State, event: e.RiskCounted) -> Changes:
    return {"tally": replace(state.tally, risk=state.tally.risk + event.count)}


def _resources_consumed(state: State, event: e.ResourcesConsumed) -> Changes:
    changes: Changes = {}
    if event.lights:
        left = dict(event.lights)
        changes["lights"] = tuple(
            Light(each.number, each.kind, each.holder, left[each.number], each.lit, each.warned)
            if each.number in left
            else each
            for each in state.lights
        )
    if event.effects:
        turns = dict(event.effects)
        changes["effects"] = tuple(
            Effect(each.name, turns[each.name]) if each.name in turns else each for each in state.effects
        )
    return changes


def _danger_rolled(state: State, event: e.DangerRolled) -> Changes:
    changes: Changes = {"last_danger": LastRoll(event.turn, event.die, event.total, event.danger, event.kind)}
    if event.told:
        changes["kept_dice"] = state.kept_dice[1:]
    if event.kind is not None:
        changes["tally"] = replace(state.tally, kinds=state.tally.kinds + 1)
    return changes


def _boxes_cleared(_state: State, _event: e.BoxesCleared) -> Changes:
    return {"escalation": 0}


def _light_warned(state: State, event: e.LightWarned) -> Changes:
    return _light(
        state, event.number, lambda old: Light(old.number, old.kind, old.holder, old.turns_left, old.lit, warned=True)
    )


def _light_went_out(state: State, event: e.LightWentOut) -> Changes:
    return {"lights": tuple(each for each in state.lights if each.number != event.number)}


def _effect_ended(state: State, event: e.EffectEnded) -> Changes:
    return {"effects": tuple(each for each in state.effects if each.name != event.name)}


def _turn_ended(state: State, event: e.TurnEnded) -> Changes:
    action, area, activity = state.last_action, state.area, state.activity
    changes: Changes = {
        "completed": event.turn,
        "elapsed_minutes": event.elapsed_minutes,
        "played": state.played + 1,
        "tally": NOTHING_TALLIED,
        "turns_without_rest": 0 if action and action.action == "rest" else state.turns_without_rest + 1,
    }
    if not (action and action.action == "move"):  # the turn of a move is not counted
        changes["area"] = Area(area.searches, area.lingered + 1, area.secured, area.lookouts)
    if activity and not activity.paused:
        changes["activity"] = Activity(activity.kind, activity.done + 1, activity.total)
    return changes


# -- activities and suspending ----------------------------------------------------------------------


def _activity_began(_state: State, event: e.ActivityBegan) -> Changes:
    return {"activity": Activity(event.kind, 0, event.total)}


def _activity_paused(_state: State, event: e.ActivityPaused) -> Changes:
    return {"activity": Activity(event.kind, event.done, event.total, paused=True)}


def _activity_resumed(_state: State, event: e.ActivityResumed) -> Changes:
    return {"activity": Activity(event.kind, event.done, event.total)}


def _activity_restarted(_state: State, event: e.ActivityRestarted) -> Changes:
    return {"activity": Activity(event.kind, 0, event.total)}


def _activity_over(_state: State, _event: e.ActivityAbandoned | e.ActivityCompleted) -> Changes:
    return {"activity": None}


def _play_suspended(state: State, event: e.PlaySuspended) -> Changes:
    fought = state.tally.fought or event.kind == "combat"
    return {"suspended": event.kind, "tally": replace(state.tally, fought=fought)}


def _play_resumed(state: State, _event: e.PlayResumed) -> Changes:
    return {"suspended": None, "tally": replace(state.tally, fought=False)}


# -- danger tables ----------------------------------------------------------------------------------


def _table_drawn(state: State, event: e.TableDrawn) -> Changes:
    tally, drawn = state.tally, dict(state.tables.drawn)
    for table, entry, _, _, came in event.draws:
        if came is not None:
            drawn[table] = (entry,) if came == 1 else (*drawn.get(table, ()), entry)
    thrown = event.thrown
    return {
        "tally": replace(tally, asked_dice=tally.asked_dice + thrown)
        if event.asked
        else replace(tally, danger_dice=tally.danger_dice + thrown),
        "tables": TablesSoFar(state.tables.region, tuple(drawn.items())),
    }


def _region_entered(state: State, event: e.RegionEntered) -> Changes:
    return {"tables": TablesSoFar(event.region, state.tables.drawn)}


# -- free changes -----------------------------------------------------------------------------------


def _light_lit(state: State, event: e.LightLit) -> Changes:
    if event.relit:
        return _light(
            state,
            event.number,
            lambda old: Light(old.number, old.kind, old.holder, event.turns_left, lit=True, warned=old.warned),
        )
    light = Light(event.number, event.kind, event.holder, event.turns_left, lit=True)
    return {"lights": (*state.lights, light), "lights_lit": event.number}


def _light_doused(state: State, event: e.LightDoused) -> Changes:
    return _light(
        state,
        event.number,
        lambda old: Light(old.number, old.kind, old.holder, event.turns_left, lit=False, warned=old.warned),
    )


def _light_corrected(state: State, event: e.LightCorrected) -> Changes:
    def corrected(old: Light) -> Light:
        more = old.turns_left is None or event.turns_left > old.turns_left
        return Light(old.number, old.kind, old.holder, event.turns_left, old.lit, old.warned and not more)

    return _light(state, event.number, corrected)


def _light(state: State, number: int, change: Callable[[Light], Light]) -> Changes:
    return {"lights": tuple(change(each) if each.number == number else each for each in state.lights)}


def _stock_changed(state: State, event: e.StockChanged) -> Changes:
    return {"stock": tuple((dict(state.stock) | {event.kind: event.left}).items())}


def _effect_started(state: State, event: e.EffectStarted) -> Changes:
    started = Effect(event.name, event.turns)
    if any(each.name == event.name for each in state.effects):
        return {"effects": tuple(started if each.name == event.name else each for each in state.effects)}
    return {"effects": (*state.effects, started)}


def _supply_changed(_state: State, event: e.SupplyUsed | e.SupplyCorrected) -> Changes:
    return {event.supply: event.left}


def _bright_light_changed(_state: State, event: e.BrightLightChanged) -> Changes:
    return {"bright": event.on}


def _party_split(_state: State, _event: e.PartySplit) -> Changes:
    return {"split": True}


def _party_rejoined(_state: State, _event: e.PartyRejoined) -> Changes:
    return {"split": False}


def _area_secured(state: State, _event: e.AreaSecured) -> Changes:
    area = state.area
    return {"area": Area(area.searches, area.lingered, secured=True, lookouts=area.lookouts)}


def _area_unsecured(state: State, _event: e.AreaUnsecured) -> Changes:
    area = state.area
    return {"area": Area(area.searches, area.lingered, lookouts=area.lookouts)}


def _boxes_set(_state: State, event: e.BoxesCalmed | e.BoxesCorrected) -> Changes:
    return {"escalation": event.escalation}


def _condition_marked(state: State, event: e.ConditionMarked) -> Changes:
    return {"conditions": (*state.conditions, Condition(event.name, event.holder))}


def _condition_cleared(state: State, event: e.ConditionCleared) -> Changes:
    gone = Condition(event.name, event.holder)
    return {"conditions": tuple(each for each in state.conditions if each != gone)}


def _note_added(state: State, event: e.NoteAdded) -> Changes:
    return {"notes": (*state.notes, event.text)}


def _mode_changed(_state: State, event: e.ModeChanged) -> Changes:
    return {"mode": event.mode}


def _dice_told(state: State, event: e.DiceTold) -> Changes:
    return {"kept_dice": state.kept_dice + event.dice}


# -- corrections and questions ----------------------------------------------------------------------


def _turn_corrected(_state: State, event: e.TurnCorrected) -> Changes:
    return {"completed": event.completed, "elapsed_minutes": event.elapsed_minutes}


def _question_asked(_state: State, event: e.QuestionAsked) -> Changes:
    if event.action is None:
        return {"asking": event.question}
    return {"asking": event.question, "pending": PendingTurn(event.action, event.loud, event.turns_after)}


def _question_closed(_state: State, _event: e.QuestionClosed) -> Changes:
    return {"asking": None, "pending": None}


def _delve_closed(_state: State, _event: e.DelveClosed) -> Changes:
    return {"closed": True}


CHANGES: Mapping[type[e.Event], Callable[[State, Any], Changes]] = MappingProxyType(
    {
        e.TurnBegan: _turn_began,
        e.AreaEntered: _area_entered,
        e.AreaSearched: _area_searched,
        e.LookoutKept: _lookout_kept,
        e.BoxMarked: _box_marked,
        e.RiskCounted: _risk_counted,
        e.MarkLost: _nothing,
        e.MarkDelayed: _mark_delayed,
        e.ResourcesConsumed: _resources_consumed,
        e.DangerRolled: _danger_rolled,
        e.RollSkipped: _nothing,
        e.BoxesCleared: _boxes_cleared,
        e.LightWarned: _light_warned,
        e.LightWentOut: _light_went_out,
        e.DarknessFell: _nothing,
        e.EffectEnded: _effect_ended,
        e.FatigueWarned: _nothing,
        e.RowFilled: _nothing,
        e.TurnEnded: _turn_ended,
        e.ActivityBegan: _activity_began,
        e.ActivityPaused: _activity_paused,
        e.ActivityResumed: _activity_resumed,
        e.ActivityRestarted: _activity_restarted,
        e.ActivityAbandoned: _activity_over,
        e.ActivityCompleted: _activity_over,
        e.RationsReminded: _nothing,
        e.PlaySuspended: _play_suspended,
        e.PlayResumed: _play_resumed,
        e.TableDrawn: _table_drawn,
        e.RegionEntered: _region_entered,
        e.LightLit: _light_lit,
        e.LightDoused: _light_doused,
        e.LightCorrected: _light_corrected,
        e.StockChanged: _stock_changed,
        e.EffectStarted: _effect_started,
        e.SupplyUsed: _supply_changed,
        e.SupplyCorrected: _supply_changed,
        e.BrightLightChanged: _bright_light_changed,
        e.PartySplit: _party_split,
        e.PartyRejoined: _party_rejoined,
        e.AreaSecured: _area_secured,
        e.AreaUnsecured: _area_unsecured,
        e.BoxesCalmed: _boxes_set,
        e.ConditionMarked: _condition_marked,
        e.ConditionCleared: _condition_cleared,
        e.NoteAdded: _note_added,
        e.ModeChanged: _mode_changed,
        e.DiceTold: _dice_told,
        e.BoxesCorrected: _boxes_set,
        e.TurnCorrected: _turn_corrected,
        e.QuestionAsked: _question_asked,
        e.QuestionClosed: _question_closed,
        e.DelveClosed: _delve_closed,
    }
)
"""The change of every event; a test holds that none is missing."""
