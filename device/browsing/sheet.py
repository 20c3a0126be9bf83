"""The paper sheet as plain values, exact: what the game master's screen draws. Pure.

Nothing here is for players: what they may see of it is the panel's business (`outputs.hints`).
"""

from __future__ import annotations

from typing import Any

from ...engine.commands import BeginRest, Command, ContinueRitual, ResumeRest
from ...engine.events import QuestionAsked
from ...engine.lights import burning_out
from ...engine.odds import PlanError, chance_of_danger, danger_now
from ...engine.rules import Rules
from ...engine.state import Light, State, as_dict
from ..outputs import hints
from ..outputs.narration import Narration, PanelTexts
from ..outputs.trackers import danger_faces, duration, full_turns


def sheet_of(state: State, rules: Rules, asked: QuestionAsked | None, narration: Narration) -> dict[str, Any]:
    """All trackers, the coming roll's odds and those of a rest: `state.as_dict` and what a page needs beside it.

    Names and sentences are the table's; chances go from 0 to 1.
    """
    texts, now, last = narration.panel, danger_now(state, rules), state.last_danger
    return {
        **as_dict(state),
        "turn": state.completed + 1,
        "time": duration(state.elapsed_minutes, texts),
        "lights": [_light(light, rules, texts) for light in sorted(state.lights, key=_by_holder)],
        "conditions": [
            {"name": each.name, "holder": each.holder, "word": texts.word(each.name)} for each in state.conditions
        ],
        "stock": [{"kind": kind, "word": texts.word(kind), "left": left} for kind, left in state.stock],
        "waiting_marks": [texts.word(cause, "cause") for cause in state.waiting_marks],
        "danger_word": texts.word(last.kind) if last and last.kind else None,
        "danger": {
            "mode": rules.danger.mode,
            "die": rules.danger.die,
            "faces": danger_faces(state, rules),
            "chance": now.chance,
            "near": None if now.chance is None else hints.of_danger(now.chance),
            "staying_adds": now.staying_adds,
        },
        "plans": [_plan(state, rules, name, command, narration) for name, command in _plans(state).items()],
        "question": None
        if asked is None
        else {
            "name": asked.question,
            "title": texts.find(f"title_{asked.question}"),
            "text": narration.asked(asked, rules),
        },
    }


def _by_holder(light: Light) -> tuple[bool, str, str, int]:
    return light.holder is None, light.holder or "", light.kind, light.number


def _light(light: Light, rules: Rules, texts: PanelTexts) -> dict[str, Any]:
    return {
        "number": light.number,
        "kind": light.kind,
        "word": texts.word(light.kind),
        "holder": light.holder,
        "turns_left": light.turns_left,
        "full_turns": None if light.turns_left is None else full_turns(light, rules),
        "lit": light.lit,
    }


def _plans(state: State) -> dict[str, Command]:
    """The rests that can be begun, or the activity that waits to go on."""
    activity = state.activity
    if activity is not None and activity.paused:
        return {f"resume_{activity.kind}": ContinueRitual() if activity.kind == "ritual" else ResumeRest()}
    return {kind: BeginRest(kind) for kind in ("short_rest", "long_rest")}


def _plan(state: State, rules: Rules, name: str, command: Command, narration: Narration) -> dict[str, Any]:
    try:
        odds = chance_of_danger(state, rules, (command,))
    except PlanError as error:
        return {"name": name, "refused": narration.why_not(error.refusal)}
    turns = len(odds.each_turn)
    return {
        "name": name,
        "turns": turns,
        "chance": odds.at_least_one,
        "expected_first": odds.expected_first,
        "burning_out": [narration.panel.word(kind) for kind in burning_out(state, turns)],
    }
