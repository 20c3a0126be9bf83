"""A stretch of the stream that is one utterance: its sound, its levels, and its words in time. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...messages import Alternatives, Word
from .gate import FRAME_BYTES, FRAME_SECONDS, SpeechGate
from .near_voice import below_peak, table_db, with_levels

SILENT_FRAME = bytes(FRAME_BYTES)
_SILENT_DB = -90.0


@dataclass
class Stretch:
    """The utterance that is going on; positions in frames of the stream."""

    way: str
    start: int
    """Its first frame."""
    opened_at: int
    """Where its window was opened, or speech began: some frames before it are kept."""
    padding_seconds: float = 0.0
    """Silence put before the first frame, where the stream had begun too late."""
    frames: list[tuple[bytes, float | None]] = field(default_factory=list)
    """What was heard, each with its level; None for silence that stands for what must not be heard."""
    close_at: int | None = None
    gate: SpeechGate | None = None
    """Finds the end of what is said in a tapped window."""
    speech_at: int | None = None
    """Where speech began, by that gate."""
    spoken: bool = True
    """Whether there is speech in it, so far."""
    woken_at: int | None = None
    """Where the wake phrase was heard while it went on."""

    @property
    def padding(self) -> bytes:
        """The silence before the first frame."""
        return SILENT_FRAME * round(self.padding_seconds / FRAME_SECONDS)

    @property
    def sound(self) -> bytes:
        """What was heard, without the padding."""
        return b"".join(frame for frame, _ in self.frames)

    @property
    def heard_levels(self) -> list[float]:
        """The levels of what may be heard."""
        return [level for _, level in self.frames if level is not None]

    def beside_peak(self) -> tuple[float, ...]:
        """The level of every frame beside the near voice."""
        return below_peak([_SILENT_DB if level is None else level for _, level in self.frames])

    def table_db(self, levels: Sequence[float]) -> float | None:
        """How loud the table was before the window opened, beside the near voice."""
        return table_db(levels, 0 if self.padding_seconds else self.opened_at - self.start)

    def part(self, way: str, first_frame: int, padding_seconds: float) -> Stretch:
        """What was heard from one of its frames on, for a way to talk, with silence before it."""
        frames = self.frames[first_frame:]
        return Stretch(way, self.start + first_frame, self.opened_at, padding_seconds, frames)

    def timed(self, alternatives: Alternatives, levels: Sequence[float]) -> Alternatives:
        """The words as recognised, padding and all, timed from the first frame, with their levels."""
        return tuple(retimed(words, -self.padding_seconds, levels) for words in alternatives)


def retimed(words: Sequence[Word], by_seconds: float, levels: Sequence[float]) -> tuple[Word, ...]:
    """The words so much later, or earlier, with their levels there."""
    moved = (
        replace(
            word, start_seconds=_moved(word.start_seconds, by_seconds), end_seconds=_moved(word.end_seconds, by_seconds)
        )
        for word in words
    )
    return with_levels(moved, levels)


def _moved(at_seconds: float, by_seconds: float) -> float:
    return max(0.0, round(at_seconds + by_seconds, 2))
