"""What waits to be heard: a tone, then the weightiest cue, at most two, none that a later one made stale. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..messages import Cue
from .breaths import first_breath
from .tones import Tone

PRIORITIES = ("danger", "answer", "turn", "colour")
"""Said first to last."""
MOST_WAITING = 2


class Waiting:
    """The cues behind the one that is being said, and before them all at most one tone, the newest."""

    def __init__(self) -> None:
        self._cues: list[Cue] = []
        self.tone: Tone | None = None

    def __len__(self) -> int:
        return len(self._cues) + (self.tone is not None)

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

    def take(self, rate: int) -> Cue | Tone | None:
        """What is to be heard next, None when nothing waits.

        Of a cue that lasts longer than a breath at `rate` words a minute, the beginning; the rest waits before others
        of its weight, as a cue of its topic.
        """
        tone, self.tone = self.tone, None
        if tone or not self._cues:
            return tone
        cue = self._cues.pop(0)
        text, rest = first_breath(cue.text, rate)
        if rest:
            self._cues.insert(0, replace(cue, text=rest))
        return replace(cue, text=text) if rest else cue

    def forget(self, topic: str) -> Sequence[Cue]:
        """Let nothing of a topic wait any more; gives what did."""
        gone = [each for each in self._cues if each.topic == topic]
        self._cues = [each for each in self._cues if each.topic != topic]
        return gone

    def clear(self) -> None:
        """Drop all."""
        self._cues.clear()
        self.tone = None


def interrupts(cue: Cue, present: Cue) -> bool:
    """Whether it is said in the middle of the present one: nobody waits for the end of an answer to hear of danger."""
    return cue.priority == PRIORITIES[0] != present.priority


def _rank(cue: Cue) -> int:
    return PRIORITIES.index(cue.priority)
