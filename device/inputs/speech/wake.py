"""The wake phrase: found while it is said and in what was heard, and the command that followed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...messages import Alternatives, Scored, Word
from .gate import FRAME_SECONDS, LEAST_SPEECH_SECONDS, LOWEST_DB
from .hearings import Hearings
from .loud_words import loud_seconds, others_talk, seconds_of
from .near_voice import loudest_db
from .stretch import Stretch, retimed
from .ways import WAKE_PHRASE

WAKE_MUTE_DB = 8.0
"""Below the loudest of the last seconds others are muted, to find the wake words among theirs."""
LONGEST_COMMAND_SECONDS = 8.5
"""Wake phrase and command, in one breath, lie within so much before the end of speech."""
BEFORE_BELOW_DB = 6.0
"""Words before the wake phrase that are not so far below it are the same voice's, or one as near."""
MOST_BEFORE_SECONDS = 0.12
"""Of such words: "I pivot" is heard as "I hey lantern"."""
RIGHT_BEFORE_SECONDS = (0.34, 0.1)
MOST_RIGHT_BEFORE_SECONDS = 0.08
"""Of any sound as loud between these times before the wake phrase: who means the box begins with it."""
COMMAND_WAY = "tap"
"""By whose grammar the command is heard by itself."""
_LOOK_FRAMES = 10
_WAKE_FRAMES = 50
_EDGE_SECONDS = 0.04
_PADDING_SECONDS = 0.5


@dataclass(frozen=True)
class Woken:
    """What came after the wake phrase."""

    command: Stretch
    levels: tuple[float, ...]
    """Of the command's frames, beside its own near voice."""
    wake_db: float
    """How loud the wake phrase was."""
    plain: Alternatives
    """What it is heard as; empty where the wake phrase was said alone."""
    near: Alternatives
    """What else, as for a window."""
    others: bool
    """Whether others were heard to talk."""
    phrases: tuple[tuple[Scored, ...], ...] = ()
    """Which whole phrases it may be where others cover it, as for a window."""


@dataclass(frozen=True)
class _Said:
    """Words around the wake phrase."""

    before: tuple[Word, ...]
    level_db: float
    start_seconds: float
    end_seconds: float
    """When the last of the wake words ends."""
    command: tuple[Word, ...]


class Wake:
    """Finds the wake phrase, and hears the command after it.

    Args:
        hearings: Hears what was not understood at first.
        phrase: In normalised words.
    """

    def __init__(self, hearings: Hearings, phrase: str = WAKE_PHRASE) -> None:
        self._hearings = hearings
        self._phrase = phrase

    def is_due(self, stretch: Stretch) -> bool:
        """Whether to look if it was said by now: five times a second, until it was."""
        waits = stretch.way == "wake" and stretch.spoken and stretch.woken_at is None
        return waits and len(stretch.frames) % _LOOK_FRAMES == 0

    def is_said(self, words_so_far: str) -> bool:
        """Whether it is among the words."""
        return f" {self._phrase} " in f" {words_so_far} "

    def level_db(self, stretch: Stretch, end_frame: int | None = None) -> float:
        """How loud it was said, up to a frame of the stretch."""
        frames = stretch.frames[:end_frame][-_WAKE_FRAMES:]
        levels = [level for _, level in frames if level is not None]
        return loudest_db(levels) if levels else LOWEST_DB

    def command_in(self, words_so_far: str) -> str:
        """What was said after the wake phrase so far."""
        return words_so_far.rpartition(self._phrase)[2].strip()

    def without(self, alternatives: Alternatives) -> Alternatives:
        """The alternatives without a wake phrase at their beginning."""
        wanted = self._phrase.split()
        begins = ([word.text for word in words[: len(wanted)]] == wanted for words in alternatives)
        rests = (words[len(wanted) :] if it else words for words, it in zip(alternatives, begins, strict=True))
        return tuple(words for words in rests if words)

    def find(self, stretch: Stretch, plain: Alternatives) -> Woken | None:
        """What followed the wake phrase; None where it was not said, or in the middle of somebody's sentence.

        A command that was not understood at first is heard again by itself, as what is said in a window.

        Raises:
            RecogniserError: It could not be recognised.
        """
        others = bool(plain) and others_talk(plain[0])
        said = self._said(plain[:1], stretch.beside_peak())
        if said and (not said[0].command or self._hearings.is_understood(said[0].command)):
            return self._woken(stretch, said, others=others)
        if not (said or others or stretch.woken_at is not None):
            return None
        last = stretch.part(stretch.way, max(0, len(stretch.frames) - _frames(LONGEST_COMMAND_SECONDS)), 0.0)
        levels = last.beside_peak()
        found = self._said(self._hearings.muted(last, levels, WAKE_MUTE_DB), levels)
        alone = found and loud_seconds(found[0].command) < LEAST_SPEECH_SECONDS
        if found and not (alone and stretch.woken_at is None):  # heard by one hearing of three, it opens nothing
            return self._woken(last, found, others=others)
        return self._woken(stretch, said, others=others) if said else None

    def _said(self, alternatives: Alternatives, levels: Sequence[float]) -> list[_Said]:
        found = (_split(words, self._phrase) for words in alternatives)
        return [each for each in found if each and not _within_a_sentence(each, levels)]

    def _woken(self, stretch: Stretch, said: Sequence[_Said], *, others: bool) -> Woken:
        first = max(0, _frames(said[0].end_seconds - _EDGE_SECONDS))
        command = stretch.part(COMMAND_WAY, first, _PADDING_SECONDS)
        levels = command.beside_peak()
        wake_db = self.level_db(stretch, first)
        joint = tuple(retimed(each.command, -first * FRAME_SECONDS, levels) for each in said if each.command)
        if loud_seconds(said[0].command) < LEAST_SPEECH_SECONDS:
            return Woken(command, levels, wake_db, (), (), others)
        if self._hearings.is_understood(joint[0]):
            return Woken(command, levels, wake_db, joint[:1], (), others)
        plain = self._hearings.anew(command, levels)
        phrases = self._hearings.phrases(command, levels, plain[:1], others=others)
        near = () if phrases else self._hearings.again(command, levels, plain)
        heard = (*plain[:1], *joint[1:], *plain[1:])
        return Woken(command, levels, wake_db, heard or joint[:1], (*near, *joint[:1]), others, phrases)


def _within_a_sentence(said: _Said, levels: Sequence[float]) -> bool:
    """Whether words nearly as loud stand before the wake phrase, or any sound as loud right before it."""
    loud_db = said.level_db - BEFORE_BELOW_DB
    loud = (seconds_of(word) for word in said.before if (word.level_db or 0.0) >= loud_db)
    first, last = (max(0, _frames(said.start_seconds - seconds)) for seconds in RIGHT_BEFORE_SECONDS)
    right_before = sum(level >= loud_db for level in levels[first:last]) * FRAME_SECONDS
    return sum(loud) > MOST_BEFORE_SECONDS or right_before > MOST_RIGHT_BEFORE_SECONDS


def _split(words: Sequence[Word], wake_phrase: str) -> _Said | None:
    """What came before and after the wake phrase, where it was last said."""
    wanted = wake_phrase.split()
    for first in range(len(words) - len(wanted), -1, -1):
        last = first + len(wanted)
        if [word.text for word in words[first:last]] == wanted:
            level_db = max(word.level_db or 0.0 for word in words[first:last])
            return _Said(
                tuple(words[:first]),
                level_db,
                words[first].start_seconds,
                words[last - 1].end_seconds,
                tuple(words[last:]),
            )
    return None


def _frames(seconds: float) -> int:
    return round(seconds / FRAME_SECONDS)
