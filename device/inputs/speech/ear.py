"""From a stream of 16 kHz sound to utterances: the same for microphone and file, hold and open.

Hold: what lies between a window's opening and its closing, with some sound from before and after. Tap: a
window that closes by itself at the end of speech, or when nobody speaks. Open: what the speech gate finds.
Wake: the same, of which only what follows the wake phrase is meant; said alone, it opens a window as a tap does.
One utterance at a time; a window that opens ends what open mode heard.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection

from ...messages import Alternatives, Scored, Utterance
from .detection import Detector, detect
from .endings import AFTER_SECONDS, close_soon, is_over
from .gate import (
    FRAME_BYTES,
    FRAME_SECONDS,
    LEAST_SPEECH_SECONDS,
    Change,
    SpeechGate,
    speech_seconds,
)
from .hearings import Hearings
from .hum import HumFreeLevels
from .near_voice import peak_db
from .recogniser import Recogniser, RecogniserError
from .stretch import SILENT_FRAME, Stretch
from .wake import Wake
from .ways import WAKE_PHRASE, WINDOW_WAYS

BEFORE_SECONDS = 0.5
"""Kept from before a window opens or speech begins: the first word is lost without."""


class Ear:
    """Hears one stream.

    Args:
        recogniser: Used by this ear alone.
        ways: hold, tap, wake and open; hold needs `open_window` and `close_window`, tap needs `tap`.
        goes_on: Whether words are the beginning of a longer phrase: open mode then waits longer.
        before_seconds: Kept from before a window opens: 0.5 and what the button's gesture takes.
        is_phrase: Whether words are a whole phrase: a window in which none was heard is heard again, muted.
        wake_phrase: In normalised words.
        detector: Says what is speech, of what is loud; without one all of it is.
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
        detector: Detector | None = None,
    ) -> None:
        self._recogniser = recogniser
        self._hearings = Hearings(recogniser, is_phrase)
        self._wake = Wake(self._hearings, wake_phrase)
        self._by_speech = next((way for way in ("open", "wake") if way in ways), None)
        """The way of what the speech gate finds; open needs no wake phrase, and takes it for none of the words."""
        self._may_wake = "wake" in ways
        self._levels = HumFreeLevels()
        self._gate = SpeechGate(among_others=self._by_speech == "wake")
        self._detector = detector
        self._goes_on = goes_on
        self._is_phrase = is_phrase
        self._kept_frames = round(max(before_seconds, BEFORE_SECONDS) / FRAME_SECONDS)
        self._kept: list[tuple[bytes, float | None]] = []
        """The last frames and their levels; None for silence that stands for what must not be heard."""
        self._position = 0
        self._taken = 0
        """Frames before it belong to an utterance that is over, and to no other."""
        self._rest = b""
        self._stretch: Stretch | None = None
        """What is being heard."""

    @property
    def window_open(self) -> bool:
        """Whether a window is open, or was closed just now and its end is still to come."""
        return self._stretch is not None and self._stretch.way in WINDOW_WAYS

    @property
    def window_waits(self) -> bool:
        """Whether a window is open whose closing is still to come."""
        return self._stretch is not None and self._stretch.way in WINDOW_WAYS and self._stretch.close_at is None

    @property
    def seconds(self) -> float:
        """How much of the stream has passed."""
        return round(self._position * FRAME_SECONDS, 2)

    def open_window(self) -> None:
        """Everything from a little before now belongs to one utterance."""
        self._begin("hold", self._kept_frames)

    def tap(self) -> None:
        """As `open_window`, but the window closes by itself; a second tap closes it."""
        if self._stretch is not None and self._stretch.way == "tap":
            close_soon(self._stretch, self._position)
        else:
            self._open_tapped()

    def _open_tapped(self) -> SpeechGate:
        stretch = self._begin("tap", self._kept_frames)
        gate = stretch.gate = SpeechGate()
        for level in stretch.heard_levels:
            gate.step(level)
        gate.end()  # what the table said before is not what is waited for
        return gate

    def close_window(self) -> None:
        """The utterance ends a little after now."""
        if self._stretch is not None and self._stretch.way == "hold":
            close_soon(self._stretch, self._position)

    def feed(self, pcm: bytes, *, tone: bool = False) -> list[Utterance]:
        """Hear the next 16 kHz mono 16-bit sound; the utterances that ended in it.

        With a tone of the box in it, it is heard, but nobody begins or ends to speak in it.
        """
        sound = self._rest + pcm
        whole = len(sound) // FRAME_BYTES * FRAME_BYTES
        self._rest = sound[whole:]
        found = []
        for at, level in zip(range(0, whole, FRAME_BYTES), self._levels.of(sound), strict=True):
            if utterance := self._hear(sound[at : at + FRAME_BYTES], level, tone=tone):
                found.append(utterance)
        return found

    def skip(self, pcm: bytes) -> list[Utterance]:
        """Time passes but this sound must not be heard, as it is the box's own voice: a window has silence instead.

        It ends what was going on without a window.
        """
        sound = self._rest + pcm
        self._rest = sound[len(sound) // FRAME_BYTES * FRAME_BYTES :]
        if not self.window_open:
            self.forget()
        frames = range(len(sound) // FRAME_BYTES)
        return [each for each in (self._hear(SILENT_FRAME, None) for _ in frames) if each]

    def forget(self) -> None:
        """Drop the utterance that is going on."""
        if self._stretch is not None:
            self._recogniser.cancel()
            self._stretch = None
        self._gate.end()

    def finish(self) -> list[Utterance]:
        """The stream is over: the utterance that was going on."""
        found = self.feed(bytes(-len(self._rest) % FRAME_BYTES)) if self._rest else []
        if self._stretch is not None:
            self._recogniser.feed(SILENT_FRAME * round(AFTER_SECONDS / FRAME_SECONDS))
            found += [each for each in (self._end(self._stretch),) if each]
            self.forget()  # the wake phrase alone has opened a window that nobody speaks into
        return found

    def _keep(self, frame: bytes, level: float | None) -> None:
        self._position += 1
        self._kept.append((frame, level))
        if len(self._kept) > 2 * self._kept_frames:
            del self._kept[: self._kept_frames]

    def _hear(self, frame: bytes, level: float | None, *, tone: bool = False) -> Utterance | None:
        self._keep(frame, level)
        spoken = None if tone else level
        """Of what the table may be saying; None for what is the box's own."""
        change = self._gate.step(spoken) if self._by_speech and spoken is not None else None
        stretch = self._stretch
        if stretch is None:
            trouble = self._recogniser.trouble  # that was told, and is not told again
            if self._by_speech and change is Change.BEGINS and not trouble:
                self._begin(self._by_speech, round(BEFORE_SECONDS / FRAME_SECONDS))
            return None
        stretch.frames.append((frame, level))
        self._recogniser.feed(frame)
        if self._wake.is_due(stretch) and self._wake.is_said(self._recogniser.words_so_far()):
            stretch.woken_at = self._position
            self._gate.listen_to(self._wake.level_db(stretch))
        if spoken is None:
            stretch.opened_at = self._position  # the time to begin counts from the end of what the box said
        else:
            change = stretch.gate.step(spoken) if stretch.gate is not None else change
            change = detect(self._detector, stretch, frame, change) if self._detector is not None else change
        return self._end(stretch) if is_over(stretch, change, self._position, self._may_go_on) else None

    def _may_go_on(self) -> bool:
        words = self._recogniser.words_so_far()
        if self._may_wake:
            words = self._wake.command_in(words)
        return self._goes_on(words) or not self._is_phrase(words)

    def _begin(self, way: str, frames: int) -> Stretch:
        before = self._kept[max(0, len(self._kept) - min(frames, self._position - self._taken)) :]
        padding_seconds = (frames - len(before)) * FRAME_SECONDS
        stretch = Stretch(way, self._position - len(before), self._position, padding_seconds, list(before))
        self._stretch = stretch
        if self._detector is not None:
            self._detector.begin()
            stretch.spoken = way != "tap" and self._detector.hears(stretch.sound)
        self._recogniser.begin(way)
        self._recogniser.feed(stretch.padding + stretch.sound)
        return stretch

    def _end(self, stretch: Stretch) -> Utterance | None:
        """The utterance that was going on, or None where open mode heard no speech in it."""
        self._stretch = None
        self._taken = self._position
        ended_at = time.monotonic()
        self._gate.end()
        # a fan that was switched on is above its own beginning
        table_db = -math.inf if stretch.way in WINDOW_WAYS else self._gate.floor_db
        speech = speech_seconds(stretch.heard_levels, table_db) if stretch.spoken else 0.0
        if stretch.way not in WINDOW_WAYS and speech < LEAST_SPEECH_SECONDS:
            self._recogniser.cancel()
            return None
        trouble = None
        plain: Alternatives = ()
        near: Alternatives = ()
        phrases: tuple[tuple[Scored, ...], ...] = ()
        way, woken, others = stretch.way, True, False
        levels = stretch.beside_peak()
        try:
            plain = self._hearings.first(stretch, levels)
            if way in WINDOW_WAYS and speech >= LEAST_SPEECH_SECONDS:
                phrases = self._hearings.phrases(stretch, levels, plain)
                near = () if self._recogniser.has_phrases else self._hearings.again(stretch, levels, plain)
            elif way == "open" and self._may_wake:
                plain = self._wake.without(plain)
            elif way == "wake":
                found = self._wake.find(stretch, plain)
                woken = found is not None
                others = found is not None and found.others
                if found is not None:
                    stretch, levels, plain, near = found.command, found.levels, found.plain, found.near
                    phrases = found.phrases
                    if not plain:
                        self._open_tapped().listen_to(found.wake_db)
                        return None
        except RecogniserError as error:
            trouble = str(error)
        start, end = stretch.start * FRAME_SECONDS, self._position * FRAME_SECONDS
        peak = peak_db(stretch.heard_levels) if stretch.heard_levels else 0.0
        return Utterance(
            plain,
            way,
            round(start, 2),
            round(end, 2),
            round(speech, 2),
            trouble,
            near,
            levels,
            peak,
            woken,
            others,
            phrases,
            stretch.table_db(levels) if way in WINDOW_WAYS else None,
            recognising_ms=(time.monotonic() - ended_at) * 1000,
            ended_at=ended_at,
            sound=stretch.sound,
        )
