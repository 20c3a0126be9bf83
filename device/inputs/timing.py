"""What a gesture is, and the times that tell one from another. Pure."""

from __future__ import annotations

from dataclasses import dataclass

TALK_HOLD_SECONDS = 0.2
"""Hold time of a talk button: sooner than other holds, since somebody is already speaking. What is kept of
the sound from before a hold must reach back this much further."""
REPEAT_SECONDS = 0.5
"""A button that repeats says its hold again after each of these: slow enough to let go at the right number."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How one button is read; every time in seconds, above 0."""

    debounce_seconds: float = 0.025
    hold_seconds: float | None = None
    """Time down that makes a hold; None where no hold is bound, so that a press need not wait for it."""
    double_seconds: float | None = None
    """Time from release to the second press; None where no double is bound."""
    repeat_seconds: float | None = None
    """Time from a hold to its repeat and from each to the next; None where it comes once."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and not 0 < value < float("inf"):
                raise ValueError(f"{name} is {value}: give seconds above 0")


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a hand did to `button`: `kind` is press, double, hold, repeat (of a hold) or release (which ends it)."""

    button: str
    kind: str
    at_seconds: float
    """When it was decided."""
    edge_seconds: float
    """When the hand moved: the (first) press, for release the letting go."""


def timing_for(
    *,
    double: bool,
    hold: bool,
    hold_to_talk: bool = False,
    repeat: bool = False,
    debounce_seconds: float = 0.025,
    hold_seconds: float = 0.6,
    double_seconds: float = 0.3,
) -> Timing:
    """The timing of a button by what is bound to it; a talk button holds after `TALK_HOLD_SECONDS`."""
    hold_time = min(hold_seconds, TALK_HOLD_SECONDS) if hold_to_talk else hold_seconds
    return Timing(
        debounce_seconds,
        hold_time if hold or hold_to_talk else None,
        double_seconds if double else None,
        REPEAT_SECONDS if repeat and hold else None,
    )
