"""The voice of the box: cues said one at a time, the weightiest first, cut whenever somebody acts; and its tones.

One thread owns the child that makes the sound and the place where it goes. What does not work is told
once by a `PartChanged`, looked at again with growing pauses, and told when it works again; the box runs
on without it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from ..messages import Cue, PartChanged, SpeakingChanged
from ..settings import FASTEST, SLOWEST
from ..settings import Voice as VoiceSettings
from .breaths import breaths
from .samples import Sound
from .sinks import Sink, SinkError
from .tones import TONES, Tone, sound_of
from .voice import Voice, VoiceError
from .waiting import MOST_WAITING, Waiting, interrupts

LOOK_SECONDS = (2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""Pauses between two looks at what does not work; the last one stays."""
STUCK_SECONDS = 45.0
"""A thread that has not moved for so long hangs in the sound system: a long sentence, made three times, takes less."""
IDLE_SECONDS = 2.0
"""Pause between two looks at a child that has nothing to do."""

Put = Callable[[SpeakingChanged | PartChanged], None]

log = logging.getLogger(__name__)


class Narrator:
    """Says cues into `sink` (None: nowhere); `say`, `cut` and the rest may come from any thread.

    Args:
        settings: words a minute, volume 0 (silent, tones too) to 100, and whether there are tones.
        put: takes `SpeakingChanged` and `PartChanged`, on the narrator's thread.
        sink: where the sentences go; it is closed with the narrator.
        make_voice: for tests that bring a voice of their own.
    """

    def __init__(
        self,
        settings: VoiceSettings,
        put: Put,
        sink: Sink | None,
        make_voice: Callable[[Callable[[str], None]], Voice] = Voice,
    ) -> None:
        self._rate = settings.rate
        self._volume = settings.volume
        self._tones = settings.tones and sink is not None and sink.takes_tones
        self._put = put
        self._sink = sink
        self._voice = make_voice(lambda trouble: put(PartChanged("voice", not trouble, trouble)))
        self._changed = threading.Condition()
        self._waiting = Waiting()
        self._busy = sink is not None  # until the voice and the device have been looked at
        self._told = SpeakingChanged(speaking=False)
        self._closing = False
        self._moved_at = time.monotonic()
        self._cuts = 0
        self._telling: tuple[Cue, int] | None = None
        """The cue that is being said, and the cuts before it; another number since then, and it is as good as over."""
        self._first_sound: float | None = None
        self._made_seconds = self._spoken_seconds = 0.0
        self._spoken_cues = 0
        """Of the last cue, and of all that were heard, for the log; a sentence that is cut counts whole."""
        self._sink_trouble = ""
        self._looks = 0
        self._thread = threading.Thread(target=self._run, name="narrator", daemon=True)
        self._thread.start()

    # -- for every thread -----------------------------------------------------------------------------

    def say(self, cue: Cue) -> None:
        """Queue a cue by its priority; a waiting one of its topic is stale, and danger cuts what weighs less."""
        with self._changed:
            if self._sink is None or self._volume == 0 or self._closing:
                return
            present = self._present
            if present is not None and interrupts(cue, present):
                log.info("not said to its end: %r", present.text)
                self._waiting.forget(present.topic)  # the rest of it
                self._cuts += 1
                self._sink.cut()  # while the thread cannot take the next one, which would be cut too
            most = MOST_WAITING + (self._present is None)  # with nothing being said, the first one goes at once
            for dropped in self._waiting.add(cue, most):
                log.info("not said: %r", dropped.text)
            if self._busy and time.monotonic() - self._moved_at > STUCK_SECONDS:
                self._sink_works(self._sink, "the sound system does not answer: start the sound service anew")
            self._changed.notify_all()

    def tone(self, name: str) -> None:
        """Let a tone of `TONES` be heard before what waits; one that still waits gives way to it."""
        with self._changed:
            if self._tones and self._volume and not self._closing:
                self._waiting.tone = TONES[name]
                self._changed.notify_all()

    def cut(self) -> None:
        """Stop the present sentence within 50 ms and drop what waits."""
        with self._changed:
            self._waiting.clear()
            self._cuts += 1
            self._changed.notify_all()
        if self._sink is not None:
            self._sink.cut()

    def change_volume(self, percent: int) -> int:
        """Louder or softer by `percent` points, from the next sentence on; answers the volume now, 0–100."""
        with self._changed:
            self._volume = min(100, max(0, self._volume + percent))
            return self._volume

    def change_rate(self, words: int) -> int:
        """Faster or slower by so many words a minute, from the next sentence on; answers the rate now."""
        with self._changed:
            self._rate = min(FASTEST, max(SLOWEST, self._rate + words))
            return self._rate

    def flush(self, timeout_seconds: float) -> bool:
        """Wait until nothing waits and nothing is being said; False when the time is over first."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._busy or self._waiting), timeout_seconds)

    def take_first_sound(self) -> float | None:
        """The `time.perf_counter` seconds of the first sound since the last call, None where there was none."""
        with self._changed:
            first, self._first_sound = self._first_sound, None
            return first

    def close(self, timeout_seconds: float = 1.0) -> None:
        """Cut, end the child and let go of the device."""
        with self._changed:
            self._closing = True
        self.cut()
        self._thread.join(timeout_seconds)
        if self._thread.is_alive():
            log.warning("the narrator did not end within %g s: its device or child hangs", timeout_seconds)

    # -- the narrator's thread ------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._sink is not None:
                self._voice.start()
                self._look(self._sink)
                self._rest()
                while (taken := self._take(self._sink)) is not None:
                    self._tell(self._sink, *taken)
                    self._rest()
        except Exception:  # a thread's last resort: the box must learn that its voice has ended
            log.exception("the narrator failed")
            self._put(
                PartChanged("voice", working=False, sentence="the voice failed: see the log, start the box again")
            )
        finally:
            with self._changed:
                self._closing = True
                self._waiting.clear()
            self._rest()
            self._voice.close()
            if self._sink is not None:
                self._sink.close()
                minutes, seconds = divmod(round(self._spoken_seconds), 60)
                log.info("spoke for %d min %d s, in %d announcements", minutes, seconds, self._spoken_cues)

    def _take(self, sink: Sink) -> tuple[Cue | Tone, int] | None:
        """Wait for what comes next; gives it and the number of cuts before it. Looks meanwhile at what fails."""
        while True:
            pause = self._pause_seconds
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing, pause or IDLE_SECONDS)
                if self._closing:
                    return None
                said = self._waiting.take(self._rate)
                if said is not None:
                    self._moved_at = time.monotonic()
                    self._busy, self._telling = True, (said, self._cuts) if isinstance(said, Cue) else None
                    return said, self._cuts
            if pause is None:
                self._voice.look_after()
            else:
                self._look(sink)

    @property
    def _present(self) -> Cue | None:
        """The cue that is being said and was not cut."""
        return self._telling[0] if self._telling is not None and self._telling[1] == self._cuts else None

    def _tell(self, sink: Sink, said: Cue | Tone, cuts: int) -> None:
        """Let it be heard; a device that was lost on the way gets it once more from its beginning."""
        first: float | None = None
        try:
            try:
                first = sink.say(self._pieces(said, cuts))
            except SinkError as error:
                if error.heard:
                    raise
                log.info("%s; trying once more", error)
                sink.look()
                first = sink.say(self._pieces(said, cuts))
        except SinkError as error:
            self._sink_works(sink, str(error))
        except VoiceError as error:
            log.warning("not said: %s: %s", said, error)
        else:
            self._sink_works(sink, "")
        with self._changed:
            if isinstance(said, Cue):
                self._first_sound = self._first_sound or first
                if first is not None:
                    self._spoken_seconds += self._made_seconds
                    self._spoken_cues += 1

    def _pieces(self, said: Cue | Tone, cuts: int) -> Iterator[Sound]:
        self._made_seconds = 0.0
        # sentence by sentence: the first sounds while the next is made
        for part in (said,) if isinstance(said, Tone) else breaths(said.text, self._rate):
            if self._cuts != cuts:
                return
            if isinstance(part, Tone):
                sound = sound_of(part, self._volume)
            else:
                sound = self._voice.make(part, self._rate, self._volume)
            if self._cuts != cuts:
                return
            self._made_seconds += len(sound.pcm) / 2 / sound.rate_hz
            self._moved_at = time.monotonic()
            self._tell_speaking(SpeakingChanged(speaking=True, tone=isinstance(part, Tone)))
            yield sound

    def _rest(self) -> None:
        """A cue is done: unless another waits, the box speaks no more."""
        with self._changed:
            more = bool(self._waiting)
        if not more:
            self._tell_speaking(SpeakingChanged(speaking=False))
        with self._changed:
            self._busy, self._telling = False, None
            self._changed.notify_all()

    def _tell_speaking(self, change: SpeakingChanged) -> None:
        if change != self._told:
            self._told = change
            self._put(change)

    # -- what does not work ---------------------------------------------------------------------------

    @property
    def _pause_seconds(self) -> float | None:
        if self._voice.works and not self._sink_trouble:
            return None
        return LOOK_SECONDS[min(self._looks, len(LOOK_SECONDS) - 1)]

    def _look(self, sink: Sink) -> None:
        """See whether voice and device work, and tell what changed."""
        self._looks += 1
        if not self._voice.works:
            self._voice.start()
        try:
            sink.look()
        except SinkError as error:
            self._sink_works(sink, str(error))
        else:
            self._sink_works(sink, "")

    def _sink_works(self, sink: Sink, trouble: str) -> None:
        if trouble != self._sink_trouble:
            self._sink_trouble = trouble
            self._looks = 0
            self._put(PartChanged(sink.part, not trouble, trouble))
