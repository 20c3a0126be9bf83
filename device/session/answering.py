"""How a table answers what the box asks: with two buttons, within five seconds (rules, "Questions"). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ANSWER_SECONDS = 5.0
"""A question lapses as no after this, counted from the end of its sentence."""
ANSWERS: Mapping[str, str] = MappingProxyType({"turn": "yes", "rest": "no"})
"""The intent of a press of two buttons while the box asks."""


class AnswerTime:
    """The time that an open question has left, on the run's clock."""

    def __init__(self) -> None:
        """No question is open."""
        self._since_seconds: float | None = None

    def begin(self, now_seconds: float) -> None:
        """A question was asked: its time counts from now."""
        self._since_seconds = now_seconds

    def begin_again(self, now_seconds: float) -> None:
        """Nobody could answer until now: where a question is open, its time counts anew."""
        if self._since_seconds is not None:
            self._since_seconds = now_seconds

    def end(self) -> None:
        """No question is open any more."""
        self._since_seconds = None

    @property
    def deadline_seconds(self) -> float | None:
        """When the question lapses; None while none is open."""
        return None if self._since_seconds is None else self._since_seconds + ANSWER_SECONDS
