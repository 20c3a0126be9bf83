"""What the engine says no to: a typed refusal that changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from .shown import is_blank, is_unreadable

REASONS = (
    "activity_waits",  # a paused rest or ritual stands in the way
    "already",  # it is so already
    "ammunition_off",  # ammunition is not counted
    "bad_name",  # a name or text is blank, too long or unreadable
    "delve_closed",  # the delve is over
    "for_how_many_turns",  # a spell without a length
    "no_condition",  # nobody has it
    "no_effect",  # no such spell runs
    "no_light",  # no such light to do this with
    "no_rest",  # no rest is paused
    "no_ritual",  # no ritual is paused
    "no_spares",  # the stock of this light is used up
    "no_such_region",  # no table names such a region
    "no_such_table",  # there is no danger table of this name
    "not_loud",  # this action has no loud manner
    "not_so",  # it is not so, and cannot be ended
    "nothing_asked",  # no question is open
    "nothing_to_calm",  # no box is filled
    "nothing_to_redo",
    "nothing_to_undo",
    "one_turn",  # this action is played a turn at a time
    "other_suspended",  # another kind of suspension is open
    "out_of_bounds",  # a number is too small, too large or none
    "roll_asked",  # the box waits for the table's die
    "stock_off",  # spares are not counted
    "supply_empty",
    "suspended",  # combat, a chase or roleplay is on
    "too_many",  # more of a thing than a delve holds at once
    "unknown",  # no action, kind, cause or supply of this name
)
"""Every reason a refusal may have."""


@dataclass(frozen=True)
class Refusal:
    """Why a command cannot be played now.

    `reason` is one of `REASONS`; `say` is a lower-case sentence with the reason and what can be said
    instead; `values` holds what the sentence was made from.
    """

    reason: str
    say: str
    values: Mapping[str, object] = field(default_factory=dict)


class RefusedError(Exception):
    """Carries a refusal out of the middle of a decision; never leaves the engine."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.say)
        self.refusal = refusal


def refuse(reason: str, say: str, **values: object) -> NoReturn:
    """End the decision with a refusal."""
    raise RefusedError(Refusal(reason, say, values))


def whole(value: object, low: int, high: int, thing: str, example: str) -> int:
    """`value` when it is a whole number within `low`–`high`, else a refusal that names the bounds."""
    if type(value) is int and low <= value <= high:
        return value
    told = value if type(value) is int and abs(value) < 10**9 else None
    refuse(
        "out_of_bounds",
        f"{thing}: {'that' if told is None else told} is not within {low} to {high}: say {example}",
        thing=thing,
        value=told,
        low=low,
        high=high,
    )


def flag(value: object, thing: str) -> bool:
    """`value` when it is true or false, else a refusal."""
    if value is True or value is False:
        return value
    refuse("out_of_bounds", f"{thing} is true or false", thing=thing)


def one_of(value: object, allowed: Iterable[str], thing: str, say: str) -> str:
    """`value` when it is one of the words, else a refusal that names them."""
    words = tuple(allowed)
    if isinstance(value, str) and value in words:
        return value
    refuse("unknown", say, thing=thing, known=words)


def changed(had: int, by: int, high: int, thing: str) -> int:
    """`had` + `by` when it is within 0–`high`, else a refusal."""
    left = had + by
    if 0 <= left <= high:
        return left
    change = f"{had} {'plus' if by > 0 else 'minus'} {abs(by)}"
    refuse(
        "out_of_bounds",
        f"{thing}: {change} is not within 0 to {high}: say a smaller change",
        thing=thing,
        value=left,
        low=0,
        high=high,
    )


def room(count: int, most: int, things: str, cure: str) -> None:
    """A refusal where `count` things are more than `most`: no table has so many, and no program fills the memory."""
    if count > most:
        refuse("too_many", f"{most} {things} are the most at once: {cure}", thing=things, high=most)


def text(value: object, longest: int, thing: str, *, lines: bool = False) -> str:
    """`value` without outer blanks when it is readable text of 1–`longest` characters, else a refusal.

    `lines` allows line breaks.
    """
    clean = value.strip() if isinstance(value, str) else ""
    if is_blank(clean):
        trouble = "is blank"
    elif len(clean) > longest:
        trouble = f"of {len(clean)} characters is too long"
    elif any(is_unreadable(letter) and not (lines and letter == "\n") for letter in clean):
        trouble = "has characters that cannot be shown"
    else:
        return clean
    say = f"{thing} {trouble}: give 1 to {longest} readable characters"
    refuse("bad_name", say, thing=thing, longest=longest)


def holder_name(holder: object) -> str | None:
    """A holder's name, None where nobody is named."""
    return None if holder is None else text(holder, 80, "a name")
