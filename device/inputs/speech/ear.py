"""From a stream of 16 kHz sound to utterances: the same for microphone and file, hold and open.

Hold: what lies between a window's opening and its closing, with some sound from before and after. Tap: a
window that closes by itself at the end of speech, or when nobody speaks. Open: what the speech gate finds.
Wake: the same, of which only what follows the wake phrase is meant; said alone, it opens a window as a tap does.
One utterance at a time; a window that opens ends what open mode heard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from ...messages import Utterance, Word
from .gate import FRAME_BYTES, FRAME_SECONDS, LEAST_SPEECH_SECONDS, Change, SpeechGate, levels_db, speech_seconds
from .loud_words import MOST_OUTSIDE_SECONDS, loud_seconds
from .near_voice import MUTE_BELOW_PEAK_DB, below_peak, muted, peak_db, with_levels
from .recogniser import Alternatives, Recogniser, RecogniserError
from .ways import WAKE_PHRASE, WINDOW_WAYS, after_wake

BEFORE_SECONDS = 0.5
"""Kept from before a window opens or speech begins: the first word is lost without."""
AFTER_SECONDS = 0.2
"""Heard after a window closes: fingers are quicker than words."""
LONGEST_WINDOW_SECONDS = 30.0
"""A window held for longer is closed: something lies on the button."""
TAP_SECONDS = 6.0
"""Who has tapped begins to speak within this time."""
WAKE_MUTE_DB = 8.0
"""Below the wake words' own level others are muted (voice notes: 58 % instead of 8 in talk at 12 dB)."""
LONGEST_TAP_SECONDS = 8.0
"""From the beginning of speech: where others never pause, a tapped window closes all the same."""

_SILENT_FRAME = bytes(FRAME_BYTES)
_SILENT_DB = -90.0


@dataclass
class _Hearing:
    """The utterance that is going on; positions in frames of the stream."""

    way: str
    start: int
    """Its first frame."""
    padding_seconds: float = 0.0
    """Silence put before the first frame, where the stream had begun too late."""
    frames: list[tuple[bytes, float | None]] = field(default_factory=list)
    """What was heard, each with its level; None as in `Ear._kept`."""
    close_at: int | None = None
    gate: SpeechGate | None = None
    """Finds the end of what is said in a tapped window."""
    speech_at: int | None = None
    """Where speech began, by that gate."""

    @property
    def heard_levels(self) -> list[float]:
        """The levels of what may be heard."""
        return [level for _, level in self.frames if level is not None]

    @property
    def beside_peak(self) -> tuple[float, ...]:
        """The level of every frame beside the near voice."""
        return below_peak([_SILENT_DB if level is None else level for _, level in self.frames])


class Ear:
    """Hears one stream.

    Args:
        recogniser: Used by this ear alone.
        ways: hold, tap, wake and open; hold needs `open_window` and `close_window`, tap needs `tap`.
        goes_on: Whether words are the beginning of a longer phrase: open mode then waits longer.
        before_seconds: Kept from before a window opens: 0.5 and what the button's gesture takes.
        is_phrase: Whether words are a whole phrase: a window in which none was heard is heard again, muted.
        wake_phrase: In normalised words.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        ways: Collection[str] = ("hold",),
        goes_on: Callable[[str], bool] = lambda _text: False,
        before_seconds: float = BEFORE_SECONDS,
        is_phrase: Callable[[str], bool] = lambda _text: False,
        *,
        wake_phrase: str = WAKE_PHRASE,
    ) -> None:
        self._recogniser = recogniser
        self._is_phrase = is_phrase
        self._by_speech = next((way for way in ("open", "wake") if way in ways), None)
        """The way of what the speech gate finds."""
        self._gate = SpeechGate() if self._by_speech else None
        self._wake_phrase = wake_phrase
        self._goes_on = goes_on
        self._kept_frames = round(max(before_seconds, BEFORE_SECONDS) / FRAME_SECONDS)
        self._kept: list[tuple[bytes, float | None]] = []
        """The last frames and their levels; None for silence that stands for what must not be heard."""
        self._position = 0
        self._taken = 0
        """Frames before it belong to an utterance that is over, and to no other."""
        self._rest = b""
        self._hearing: _Hearing | None = None

    @property
    def window_open(self) -> bool:
        """Whether a window is open, or was closed just now and its end is still to come."""
        return self._hearing is not None and self._hearing.way in WINDOW_WAYS

    @property
    def window_waits(self) -> bool:
        """Whether a window is open whose closing is still to come."""
        return self._hearing is not None and self._hearing.way in WINDOW_WAYS and self._hearing.close_at is None

    @property
    def seconds(self) -> float:
        """How much of the stream has passed."""
        return round(self._position * FRAME_SECONDS, 2)

    def open_window(self) -> None:
        """Everything from a little before now belongs to one utterance."""
        self._begin("hold", self._kept_frames)

    def tap(self) -> None:
        """As `open_window`, but the window closes by itself; a second tap closes it."""
        if self._hearing is not None and self._hearing.way == "tap":
            self._close_soon(self._hearing)
            return
        hearing = self._begin("tap", self._kept_frames)
        hearing.gate = SpeechGate()
        for level in hearing.heard_levels:
            hearing.gate.step(level)
        hearing.gate.end()  # what the table said before is not what is waited for

    def close_window(self) -> None:
        """The utterance ends a little after now."""
        if self._hearing is not None and self._hearing.way == "hold":
            self._close_soon(self._hearing)

    def _close_soon(self, hearing: _Hearing) -> None:
        if hearing.close_at is None:
            hearing.close_at = self._position + round(AFTER_SECONDS / FRAME_SECONDS)

    def feed(self, pcm: bytes) -> list[Utterance]:
        """Hear the next 16 kHz mono 16-bit sound; the utterances that ended in it."""
        sound = self._rest + pcm
        whole = len(sound) // FRAME_BYTES * FRAME_BYTES
        self._rest = sound[whole:]
        found = []
        for at, level in zip(range(0, whole, FRAME_BYTES), levels_db(sound).tolist(), strict=True):
            if utterance := self._hear(sound[at : at + FRAME_BYTES], level):
                found.append(utterance)
        return found

    def skip(self, pcm: bytes) -> None:
        """Time passes but this sound must not be heard, as it is the box's own voice; ends what was going on."""
        sound = self._rest + pcm
        self._rest = sound[len(sound) // FRAME_BYTES * FRAME_BYTES :]
        self.forget()
        for _ in range(len(sound) // FRAME_BYTES):
            self._keep(_SILENT_FRAME, None)

    def forget(self) -> None:
        """Drop the utterance that is going on."""
        if self._hearing is not None:
            self._recogniser.cancel()
            self._hearing = None
        if self._gate is not None:
            self._gate.end()

    def finish(self) -> list[Utterance]:
        """The stream is over: the utterance that was going on."""
        found = self.feed(bytes(-len(self._rest) % FRAME_BYTES)) if self._rest else []
        if self._hearing is not None:
            self._recogniser.feed(_SILENT_FRAME * round(AFTER_SECONDS / FRAME_SECONDS))
            found += [each for each in (self._end(),) if each]
        return found

    def _keep(self, frame: bytes, level: float | None) -> None:
        self._position += 1
        self._kept.append((frame, level))
        if len(self._kept) > 2 * self._kept_frames:
            del self._kept[: self._kept_frames]

    def _hear(self, frame: bytes, level: float) -> Utterance | None:
        self._keep(frame, level)
        change = self._gate.step(level) if self._gate is not None else None
        hearing = self._hearing
        if hearing is None:
            trouble = self._recogniser.trouble  # that was told, and is not told again
            if self._by_speech and change is Change.BEGINS and not trouble:
                self._begin(self._by_speech, round(BEFORE_SECONDS / FRAME_SECONDS))
            return None
        hearing.frames.append((frame, level))
        self._recogniser.feed(frame)
        if hearing.gate is not None:
            change = hearing.gate.step(level)
        return self._end() if self._is_over(hearing, change) else None

    def _is_over(self, hearing: _Hearing, change: Change | None) -> bool:
        if hearing.way == "tap":
            return self._tap_is_over(hearing, change)
        if hearing.way not in WINDOW_WAYS:
            return self._speech_is_over(change)
        too_long = len(hearing.frames) * FRAME_SECONDS >= LONGEST_WINDOW_SECONDS
        return too_long or (hearing.close_at is not None and self._position >= hearing.close_at)

    def _speech_is_over(self, change: Change | None) -> bool:
        # the words so far cost the recogniser an answer, so they are asked for at a pause alone
        return change is Change.ENDS or (change is Change.PAUSES and not self._goes_on(self._command_so_far()))

    def _command_so_far(self) -> str:
        words = self._recogniser.words_so_far()
        return words.rpartition(self._wake_phrase)[2].strip() if self._by_speech == "wake" else words

    def _tap_is_over(self, hearing: _Hearing, change: Change | None) -> bool:
        if change is Change.BEGINS and hearing.speech_at is None:
            hearing.speech_at = self._position
        if hearing.close_at is not None and self._position >= hearing.close_at:
            return True
        if hearing.speech_at is None:
            opened_at = hearing.start + self._kept_frames - round(hearing.padding_seconds / FRAME_SECONDS)
            return (self._position - opened_at) * FRAME_SECONDS >= TAP_SECONDS
        too_long = (self._position - hearing.speech_at) * FRAME_SECONDS >= LONGEST_TAP_SECONDS
        return too_long or self._speech_is_over(change)

    def _begin(self, way: str, frames: int) -> _Hearing:
        before = self._kept[max(0, len(self._kept) - min(frames, self._position - self._taken)) :]
        missing = frames - len(before)
        hearing = self._hearing = _Hearing(way, self._position - len(before), missing * FRAME_SECONDS, list(before))
        self._recogniser.begin(way)
        self._recogniser.feed(_SILENT_FRAME * missing + b"".join(frame for frame, _ in before))
        return hearing

    def _end(self) -> Utterance | None:
        """The utterance that was going on, or None where open mode heard no speech in it."""
        hearing, self._hearing = self._hearing, None
        assert hearing is not None  # noqa: S101 - only called with one
        self._taken = self._position
        table_db = -math.inf
        if self._gate is not None:
            self._gate.end()
            if hearing.way not in WINDOW_WAYS:
                table_db = self._gate.floor_db  # a fan that was switched on is above its own beginning
        speech = speech_seconds(hearing.heard_levels, table_db)
        if hearing.way not in WINDOW_WAYS and speech < LEAST_SPEECH_SECONDS:
            self._recogniser.cancel()
            return None
        trouble = None
        plain: Alternatives = ()
        near: Alternatives = ()
        levels = hearing.beside_peak
        peak = peak_db(hearing.heard_levels) if hearing.heard_levels else 0.0
        try:
            plain = _with_levels(self._recogniser.finish(), hearing, levels)
            if hearing.way in WINDOW_WAYS and speech >= LEAST_SPEECH_SECONDS and not self._is_understood(plain):
                near = self._hear_muted(hearing, levels)
        except RecogniserError as error:
            trouble = str(error)
        woken = True
        if hearing.way == "wake" and trouble is None:
            woken, plain, near = self._after_wake(hearing, levels, plain)
            if woken and not plain:  # the wake phrase alone
                self.tap()
                return None
        start, end = hearing.start * FRAME_SECONDS, self._position * FRAME_SECONDS
        return Utterance(
            plain, hearing.way, round(start, 2), round(end, 2), round(speech, 2), trouble, near, levels, peak, woken
        )

    def _is_understood(self, alternatives: Alternatives) -> bool:
        return bool(alternatives) and self._is_phrase(" ".join(word.text for word in alternatives[0]))

    def _after_wake(
        self, hearing: _Hearing, levels: Sequence[float], plain: Alternatives
    ) -> tuple[bool, Alternatives, Alternatives]:
        """Whether the wake phrase was said, what followed it, and the same without what is quieter than it."""
        found = after_wake(plain[0], self._wake_phrase) if plain else None
        if found is None or loud_seconds(found[0]) > MOST_OUTSIDE_SECONDS:
            return False, plain, ()  # not said, or in the middle of somebody's sentence
        _, wake, command = found
        if not command or self._is_understood((command,)):
            return True, (command,) if command else (), ()
        wake_db = max(word.level_db or 0.0 for word in wake)
        near = self._hear_muted(hearing, levels, WAKE_MUTE_DB - wake_db)[:1]
        again = after_wake(near[0], self._wake_phrase) if near else None
        return True, (command,), (again[2],) if again and again[2] else ()

    def _hear_muted(
        self, hearing: _Hearing, levels: Sequence[float], below_db: float = MUTE_BELOW_PEAK_DB
    ) -> Alternatives:
        """The window's words once more, without what lies well below the near voice."""
        sound = b"".join(frame for frame, _ in hearing.frames)
        near = muted(sound, levels, below_db)
        if near == sound:
            return ()
        padding = _SILENT_FRAME * round(hearing.padding_seconds / FRAME_SECONDS)
        return _with_levels(self._recogniser.recognise(padding + near, hearing.way), hearing, levels)


def _with_levels(alternatives: Alternatives, hearing: _Hearing, levels: Sequence[float]) -> Alternatives:
    """Words timed from the utterance's first frame, with their levels."""
    moved = (tuple(_earlier(word, hearing.padding_seconds) for word in words) for words in alternatives)
    return tuple(with_levels(words, levels) for words in moved)


def _earlier(word: Word, seconds: float) -> Word:
    start, end = (max(0.0, round(at - seconds, 2)) for at in (word.start_seconds, word.end_seconds))
    return Word(word.text, start, end, word.level_db)
