"""Lights and timed spells: burning down, warnings, darkness, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import commands as c
from . import events as e
from .draft import Draft
from .refusal import changed, flag, holder_name, one_of, refuse, room, text, whole
from .state import Light, State

LONGEST_EFFECT = 144
MOST_CORRECTED = 36
MOST_SPARES = 999
MOST_LIGHTS = MOST_EFFECTS = 200
"""At once, lit and doused, in a delve."""

# -- in a turn --------------------------------------------------------------------------------------


def consume(draft: Draft, ticks: int) -> None:
    """Step 3: lit lights and effects tick; between the ticks of a fast turn what is used up goes out."""
    for tick in range(ticks):
        if tick:
            put_out(draft)
        state = draft.state
        lights = tuple(
            (each.number, each.turns_left - 1) for each in state.lights if each.lit and each.turns_left is not None
        )
        effects = tuple((each.name, each.turns_left - 1) for each in state.effects if each.turns_left is not None)
        if lights or effects:
            draft.add(e.ResourcesConsumed(lights, effects))


def put_out(draft: Draft) -> None:
    """Step 5: lights and effects that are used up end."""
    state = draft.state
    burnt = [each for each in state.lights if each.turns_left == 0]
    for light in burnt:
        draft.add(e.LightWentOut(light.number, light.kind, light.holder))
        draft.add(e.RowFilled("light", light.kind))
    if burnt and not _lit(draft.state):
        draft.dark = True
        draft.add(e.DarknessFell())
    for effect in state.effects:
        if effect.turns_left == 0:
            draft.add(e.EffectEnded(effect.name, "time"))
            draft.add(e.RowFilled("effect", effect.name))


def warn(draft: Draft, ticks: int) -> None:
    """Step 5: lights that serve `lights.warn_turns` more turns are told, once each."""
    limit = draft.rules.lights.warn_turns * ticks
    for light in draft.state.lights:
        left = light.turns_left
        if light.lit and not light.warned and left is not None and left <= limit:
            draft.add(e.LightWarned(light.number, light.kind, light.holder, left))


def burning_out(state: State, turns: int) -> tuple[str, ...]:
    """The kinds of the lit lights that would burn out within `turns` normal turns."""
    return tuple(
        each.kind for each in state.lights if each.lit and each.turns_left is not None and each.turns_left <= turns
    )


def _lit(state: State) -> bool:
    return any(each.lit for each in state.lights)


# -- commands ---------------------------------------------------------------------------------------


def _light_up(draft: Draft, command: c.LightUp) -> None:
    kind, holder, state = _kind(draft, command.kind), holder_name(command.holder), draft.state
    room(len(state.lights) + 1, MOST_LIGHTS, "lights", "light a doused one again, or let one burn out")
    stock = None
    if draft.rules.lights.stock is not None:
        stock = dict(state.stock).get(kind, 0)
        if not stock:
            refuse("no_spares", f"no spare {kind} is left: say spare {kind} plus one, or light another kind", kind=kind)
    draft.add(e.LightLit(state.lights_lit + 1, kind, holder, draft.rules.lights.full_turns(kind)))
    if stock is not None:
        draft.add(e.StockChanged(kind, stock - 1))


def _douse(draft: Draft, command: c.Douse) -> None:
    kind, holder = _kind(draft, command.kind), holder_name(command.holder)
    light = _ends_first(each for each in _of(draft.state, kind, holder, command.number) if each.lit)
    if light is None:
        refuse(
            "no_light",
            f"no {_whose(kind, holder)} is lit: {_instead(kind, holder)}",
            kind=kind,
            holder=holder,
            what="lit",
        )
    draft.add(e.LightDoused(light.number, light.kind, light.holder, light.turns_left))
    if not _lit(draft.state):
        draft.add(e.DarknessFell())


def _relight(draft: Draft, command: c.Relight) -> None:
    kind, holder = _kind(draft, command.kind), holder_name(command.holder)
    light = _ends_first(each for each in _of(draft.state, kind, holder, command.number) if not each.lit)
    if light is None:
        refuse(
            "no_light",
            f"no {_whose(kind, holder)} is doused: {_instead(kind, holder)}",
            kind=kind,
            holder=holder,
            what="doused",
        )
    draft.add(e.LightLit(light.number, light.kind, light.holder, light.turns_left, relit=True))


def _adjust_light(draft: Draft, command: c.AdjustLight) -> None:
    kind, holder, turns = _kind(draft, command.kind), holder_name(command.holder), command.turns
    whole(abs(turns) if type(turns) is int else turns, 1, MOST_CORRECTED, "turns of light", f"{kind} plus two")
    light = _ends_first(_of(draft.state, kind, holder, command.number))
    if light is None:
        refuse(
            "no_light",
            f"there is no {_whose(kind, holder)}: {_instead(kind, holder)}",
            kind=kind,
            holder=holder,
            what="there",
        )
    if light.turns_left is None:
        refuse(
            "no_light",
            f"the {kind} never burns down: say douse the {kind} to end it",
            kind=kind,
            holder=holder,
            what="endless",
        )
    left = max(1, light.turns_left + turns)
    if left == light.turns_left:
        refuse("already", f"the {kind} has one turn left: say douse the {kind} to end it", kind=kind, holder=holder)
    draft.add(e.LightCorrected(light.number, light.kind, light.holder, left))


def _adjust_stock(draft: Draft, command: c.AdjustStock) -> None:
    kind, count = _kind(draft, command.kind), command.count
    if draft.rules.lights.stock is None:
        refuse("stock_off", "spares are not counted: turn lights.stock on in the rules", kind=kind)
    whole(abs(count) if type(count) is int else count, 1, 99, "spares", f"spare {kind} plus two")
    left = changed(dict(draft.state.stock).get(kind, 0), count, MOST_SPARES, f"spares of {kind}")
    draft.add(e.StockChanged(kind, left))


def _start_effect(draft: Draft, command: c.StartEffect) -> None:
    name = effect_name(draft.state, text(command.name, 80, "a spell"))
    unlimited, turns, say = (
        flag(command.unlimited, "without limit"),
        command.turns,
        f"start the spell {name} for six turns",
    )
    if turns is not None:
        whole(turns, 1, LONGEST_EFFECT, "turns of a spell", say)
    elif not unlimited:
        refuse("for_how_many_turns", f"for how many turns? say {say}, or without limit", name=name)
    more = all(each.name != name for each in draft.state.effects)
    room(len(draft.state.effects) + more, MOST_EFFECTS, "spells", "end another spell first")
    draft.add(e.EffectStarted(name, None if unlimited else turns))


def _end_effect(draft: Draft, command: c.EndEffect) -> None:
    name = effect_name(draft.state, text(command.name, 80, "a spell"))
    if all(each.name != name for each in draft.state.effects):
        running = ", ".join(each.name for each in draft.state.effects)
        instead = f"the running spells are {running}" if running else f"say start the spell {name} for six turns"
        refuse("no_effect", f"no spell {name} is running: {instead}", name=name)
    draft.add(e.EffectEnded(name, "command"))


def effect_name(state: State, name: str) -> str:
    """The running effect of this name whatever its capitals, else the name itself."""
    return next((each.name for each in state.effects if each.name.casefold() == name.casefold()), name)


def _kind(draft: Draft, kind: object) -> str:
    known = draft.rules.lights.known()
    return one_of(kind, known, "light", f"no such light: the kinds are {', '.join(known)}")


def _of(state: State, kind: str, holder: str | None, number: int | None) -> list[Light]:
    return [
        each
        for each in state.lights
        if each.kind == kind
        and (number is None or (type(number) is int and number == each.number))
        and (holder is None or (each.holder is not None and each.holder.casefold() == holder.casefold()))
    ]


def _ends_first(lights: Any) -> Light | None:
    """Of these, all of a kind, the lit before the doused, then the one with least left, then the oldest."""

    def order(light: Light) -> tuple[bool, int, int]:
        return (not light.lit, light.turns_left or 0, light.number)

    return min(lights, key=order, default=None)


def _whose(kind: str, holder: str | None) -> str:
    return kind if holder is None else f"{kind} of {holder}"


def _instead(kind: str, holder: str | None) -> str:
    return f"say light a {kind}" if holder is None else f"say light a {kind} for {holder}"


ANSWERS: Mapping[type[c.Command], Callable[[Draft, Any], None]] = MappingProxyType(
    {
        c.LightUp: _light_up,
        c.Douse: _douse,
        c.Relight: _relight,
        c.AdjustLight: _adjust_light,
        c.AdjustStock: _adjust_stock,
        c.StartEffect: _start_effect,
        c.EndEffect: _end_effect,
    }
)
