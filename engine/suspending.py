"""Breaking the dungeon turn for combat, a chase or a scene, and what a fight leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import activities, marks
from . import commands as c
from . import events as e
from .actions import BREAKS
from .draft import Draft
from .refusal import one_of, refuse

OVER: Mapping[str, str] = MappingProxyType({"combat": "combat over", "chase": "chase over", "roleplay": "scene over"})
"""What is said to end each suspension."""


def _suspend(draft: Draft, command: c.Suspend) -> None:
    why = "play is suspended for combat, a chase or a scene: say one of them"
    kind = one_of(command.kind, OVER, "suspension", why)
    if kind == draft.state.suspended:
        refuse("already", f"{BREAKS[kind].title} is on already: say {OVER[kind]} to end it", kind=kind)
    draft.add(e.PlaySuspended(kind))
    if kind == "combat":
        marks.lose_security(draft, "noise")
    if kind != "roleplay":
        activities.lose_ritual(draft, kind)


def _end_suspension(draft: Draft, command: c.EndSuspension) -> None:
    present, fought = draft.state.suspended, draft.state.tally.fought
    kind = one_of(command.kind, OVER, "suspension", "combat, a chase or a scene can be over: say which")
    if present is None:
        title = BREAKS[kind].title
        refuse("not_so", f"no {title} is on: say {title} to begin one", kind=kind)
    if present != kind:
        refuse("other_suspended", f"{BREAKS[present].title} is on: say {OVER[present]}", kind=present)
    draft.add(e.PlayResumed(present))
    if not fought:
        return
    for _ in range(draft.rules.combat.mark):
        marks.mark(draft, "combat")
    if draft.rules.combat.aftermath == "ask":
        draft.add(e.QuestionAsked("cleanup"))
    elif draft.rules.combat.aftermath == "always":
        draft.play_turns("cleanup")


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {c.Suspend: _suspend, c.EndSuspension: _end_suspension}
)
