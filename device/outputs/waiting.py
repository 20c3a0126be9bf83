"""Cues that wait to be said: the weightiest first, at most two, none that a later one made stale. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..messages import Cue

PRIORITIES = ("danger", "answer", "turn", "colour")
"""Said first to last."""
MOST_WAITING = 2


class Waiting:
    """The cues behind the one that is being said."""

    def __init__(self) -> None:
        self._cues: list[Cue] = []

    def __len__(self) -> int:
        return len(self._cues)

    def add(self, cue: Cue, most: int = MOST_WAITING) -> Sequence[Cue]:
        """Let `cue` wait; gives those that are dropped for it: of its topic, or the least beyond `most`."""
        stale = [each for each in self._cues if each.topic == cue.topic]
        self._cues = sorted([each for each in self._cues if each not in stale] + [cue], key=_rank)
        beyond: list[Cue] = []
        while len(self._cues) > most:
            # Of the least weight the oldest goes: what is newest is truest.
            least = _rank(self._cues[-1])
            oldest = next(each for each in self._cues if _rank(each) == least)
            self._cues.remove(oldest)
            beyond.append(oldest)
        return [*stale, *beyond]

    def take(self) -> Cue | None:
        """The next cue to say, None when nothing waits."""
        return self._cues.pop(0) if self._cues else None

    def clear(self) -> None:
        """Drop all."""
        self._cues.clear()


def _rank(cue: Cue) -> int:
    return PRIORITIES.index(cue.priority)
