"""The likeliest phrases of a moment, pure: from the state alone, each one understood and none of them refused.

What is likely stands here as data, the likeliest first; what the engine would refuse now is left out by
asking it, so that the data cannot be wrong about a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ..engine.dice import FixedDice
from ..engine.refusal import Refusal
from ..engine.rules import Rules
from ..engine.state import State
from ..engine.turn import decide
from .messages import Intent, Slot
from .phrasebook import Phrasebook
from .translate import command_for

SHOWN = 3
"""Phrases at once: as many as a small panel has rows for, and as somebody remembers."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody may want: an intent of the phrasebook and its slots."""

    intent: str
    slots: Mapping[str, Slot] = field(default_factory=dict)


def _wishes(*intents: str) -> Callable[[State, Rules], Iterator[Wish]]:
    return lambda _state, _rules: map(Wish, intents)


def _end_of_it(state: State, _rules: Rules) -> Iterator[Wish]:
    yield Wish("end_suspension", {"kind": state.suspended or ""})


def _light(state: State, rules: Rules) -> Iterator[Wish]:
    """The lights that were put out first, then new ones."""
    for light in state.lights:
        yield Wish("relight", {"kind": light.kind} | ({"holder": light.holder} if light.holder else {}))
    for kind in _kinds(rules):
        yield Wish("light", {"kind": kind})


def _kinds(rules: Rules) -> Iterator[str]:
    """What a party carries most of comes first: not the lantern."""
    yield from (kind for kind, _ in rules.lights.kinds)
    yield "lantern"


def _rest_or_ritual(state: State, _rules: Rules) -> Iterator[Wish]:
    ritual = state.activity is not None and state.activity.kind == "ritual"
    yield from map(Wish, ("continue_ritual", "abandon_ritual") if ritual else ("resume_rest", "abandon_rest"))


def _their_die(_state: State, _rules: Rules) -> Iterator[Wish]:
    yield from (Wish("rolled", {"n": 4}), Wish("roll_for_us"))


def _fight(_state: State, _rules: Rules) -> Iterator[Wish]:
    yield Wish("suspend", {"kind": "combat"})


def _danger_came(state: State) -> bool:
    """In the turn that was just played."""
    last = state.last_danger
    return last is not None and last.danger and last.turn == state.completed


_Moment = Callable[[State], object]
MOMENTS: tuple[tuple[_Moment, Callable[[State, Rules], Iterator[Wish]]], ...] = (
    (lambda state: state.asking == "roll", _their_die),
    (lambda state: state.asking, _wishes("yes", "no", "repeat")),
    (lambda state: state.suspended, _end_of_it),
    (_danger_came, _fight),
    (lambda state: state.activity, _rest_or_ritual),
    (lambda state: not any(light.lit for light in state.lights), _light),
    (lambda state: state.area.secured, _wishes("short_rest", "long_rest")),
    (lambda _state: True, _wishes("next_turn", "search", "move", "how_much_light", "status", "how_dangerous")),
)
"""When, and what is likely then; the rows that hold follow each other."""


def likely_phrases(
    state: State, rules: Rules, phrasebook: Phrasebook, words: Callable[[str, Mapping[str, Slot]], str]
) -> tuple[str, ...]:
    """The three likeliest phrases now, the likeliest first; fewer only where a phrasebook lacks their intents.

    Args:
        state: The delve as it is.
        rules: What it is played by.
        phrasebook: What is understood; a table's own may want other words than `words` gives.
        words: A phrase as people say it, by intent and slots.
    """
    found: dict[str, None] = {}
    for holds, wishes in MOMENTS:
        for wish in wishes(state, rules) if holds(state) else ():
            phrase = _phrase(wish, phrasebook, words(wish.intent, wish.slots))
            if phrase is not None and _is_played(wish, state, rules):
                found[phrase] = None
            if len(found) == SHOWN:
                return tuple(found)
    return tuple(found)


def _phrase(wish: Wish, phrasebook: Phrasebook, usual: str) -> str | None:
    """The usual words where they are understood as what is wished, else the phrasebook's own; None: it has none."""
    intent = phrasebook.match(usual)
    if intent is not None and (intent.name, intent.slots) == (wish.intent, wish.slots):
        return usual
    return phrasebook.phrase_with(wish.intent, wish.slots)


def _is_played(wish: Wish, state: State, rules: Rules) -> bool:
    """Whether the engine plays it; questions to the box are always answered."""
    command = command_for(Intent(wish.intent, wish.slots))
    return command is None or not isinstance(decide(state, command, rules, FixedDice(0)), Refusal)
