"""The live ear: one thread with an always open microphone, utterances onto the session's queue.

Half duplex: nothing is heard while the box speaks and a tail after. A window opened by hand hears at once, since
holding talk has cut the speech; what the box says into an open window is silence to it, and a tone is no speech.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection
from functools import partial

from ...messages import ListeningChanged, Message, PartChanged, Utterance
from ...sound import open_input
from .audio import Converter
from .detection import Detector
from .ear import BEFORE_SECONDS, Ear
from .inbox import Block, Inbox
from .microphone_care import MicrophoneCare, OpenMicrophone
from .recogniser import Recogniser
from .ways import WAKE_PHRASE

log = logging.getLogger(__name__)

TAIL_SECONDS = 0.3
"""Not heard after the box's own voice: the room's echo, and what the sound system still holds."""
TONE_TAIL_SECONDS = 0.1
"""The same after a tone, whose echo is too short for speech."""
MOST_BLOCKS = 400
"""Some twelve seconds of sound wait while the recogniser answers."""
CLOSE_SECONDS = 1.0
_TICK_SECONDS = 0.1


class Listener:
    """Listens from `start` to `close`. The orders are for any thread and never wait.

    Args:
        recogniser: Used by the listener's thread alone.
        put: Takes utterances, `ListeningChanged` and `PartChanged`; must not block.
        ways: hold, tap, wake and open, one or more.
        goes_on: Whether words are the beginning of a longer phrase (`Phrasebook.goes_on`).
        is_phrase: Whether words are a whole phrase (`Phrasebook.is_phrase`).
        wake_phrase: In normalised words.
        detector: Says what is speech, of what is loud; used by the listener's thread alone.
        microphone: Its name, None for the default.
        before_seconds: Kept from before a window opens: 0.5 and the time until a hold is known as one.
        open_microphone: As `sound.open_input`.
    """

    def __init__(
        self,
        recogniser: Recogniser,
        put: Callable[[Message], None],
        *,
        ways: Collection[str] = ("hold",),
        goes_on: Callable[[str], bool] = lambda _text: False,
        is_phrase: Callable[[str], bool] = lambda _text: False,
        wake_phrase: str = WAKE_PHRASE,
        microphone: str | None = None,
        before_seconds: float = BEFORE_SECONDS,
        open_microphone: OpenMicrophone = open_input,
        detector: Detector | None = None,
    ) -> None:
        self._recogniser = recogniser
        self._put = put
        self._always, self._by_button, self._by_tap = "open" in ways, "hold" in ways, "tap" in ways
        self._ear = Ear(
            recogniser, ways, goes_on, before_seconds, is_phrase, wake_phrase=wake_phrase, detector=detector
        )
        self._inbox = Inbox(MOST_BLOCKS)
        self._microphone = MicrophoneCare(open_microphone, microphone, self._on_block, put, self._lose_sound)
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._form = (0, 0)
        self._converter: Converter
        self._ended = self._muted = self._in_window = False
        self._told = ListeningChanged(open=False)
        self._speaking = self._tone = False
        """The box speaks, or lets a tone sound."""
        self._tail_until = 0.0
        self._told_dropped = 0

    def start(self) -> None:
        """Open the microphone and load the model, on the listener's own thread."""
        self._thread.start()

    def open_window(self) -> None:
        """The talk button is held: from a little before now on everything is one utterance."""
        self._inbox.put(self._open_window)

    def close_window(self) -> None:
        """The talk button was let go."""
        self._inbox.put(self._close_window)

    def tap(self) -> None:
        """The talk button was pressed shortly: what is said next is one utterance; nothing where tap is no way."""
        if self._by_tap:
            self._inbox.put(self._tap)

    def set_muted(self, muted: bool) -> None:
        """Hear nothing while muted."""
        self._inbox.put(self._mute if muted else self._unmute)

    def set_speaking(self, speaking: bool, *, tone: bool = False) -> None:
        """Hear nothing of the box's own voice and its echo; a tone of its is heard in a window, but is no speech."""
        self._inbox.put(partial(self._start_speaking, tone) if speaking else self._stop_speaking)

    def change_microphone(self, why: str) -> None:
        """`open_microphone` gives another one from now on; `why` is the sentence for who is just talking."""
        self._inbox.put(partial(self._microphone.change, why))

    def close(self) -> None:
        """Let go of microphone and model, within 2 s whatever hangs."""
        self._inbox.put(self._end)
        if self._thread.ident is None:
            return
        self._thread.join(CLOSE_SECONDS)
        self._recogniser.abort()
        self._thread.join(0.5)
        if self._thread.is_alive():
            log.error("the listener does not end: the sound system holds it")

    # -- the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._ended:
                item = self._inbox.take(_TICK_SECONDS)
                if isinstance(item, Block):
                    self._hear(item)
                elif item is not None:
                    item()
                self._look_after()
                self._tell_open()
        except Exception:
            log.exception("the listener ended")
            sentence = "the box stopped listening after a fault: start it again"
            self._put(PartChanged("microphone", working=False, sentence=sentence))
        finally:
            self._microphone.close()
            self._recogniser.close()

    def _end(self) -> None:
        self._ended = True

    def _hear(self, block: Block) -> None:
        self._microphone.gave_sound()
        if self._form != (block.rate_hz, block.channels):
            self._form = (block.rate_hz, block.channels)
            self._converter = Converter(block.rate_hz)
        pcm = self._converter.convert_block(block.pcm, block.channels)
        own = self._speaking or time.monotonic() < self._tail_until
        tone = own and self._tone and self._ear.window_open
        must_not_be_heard = self._muted or (own and not tone)
        for utterance in self._ear.skip(pcm) if must_not_be_heard else self._ear.feed(pcm, tone=tone):
            self._put(utterance)
        self._in_window = self._ear.window_waits

    def _open_window(self) -> None:
        if self._muted:
            return
        if not self._by_button:
            self._fail_utterance("holding a button to talk is not among the ways of speech in the settings: add hold")
        else:
            self._open("hold", self._ear.open_window)

    def _tap(self) -> None:
        if not self._muted:
            self._open("tap", self._ear.tap)

    def _open(self, way: str, opening: Callable[[], None]) -> None:
        if self._microphone.hears:
            self._in_window = True
            self._speaking, self._tail_until = False, 0.0  # the hand has cut it
            opening()
        else:
            trouble = self._microphone.trouble or "the microphone is not open yet: say it again in a moment"
            self._fail_utterance(trouble, way)

    def _close_window(self) -> None:
        self._in_window = False
        self._ear.close_window()

    def _mute(self) -> None:
        self._muted, self._in_window = True, False
        self._ear.forget()

    def _unmute(self) -> None:
        self._muted = False

    def _start_speaking(self, tone: bool) -> None:
        self._speaking, self._tone = True, tone

    def _stop_speaking(self) -> None:
        if self._speaking:
            self._speaking = False
            self._tail_until = time.monotonic() + (TONE_TAIL_SECONDS if self._tone else TAIL_SECONDS)

    def _fail_utterance(self, trouble: str, way: str = "hold") -> None:
        self._put(Utterance((), way, self._ear.seconds, self._ear.seconds, 0.0, trouble))

    def _tell_open(self) -> None:
        hears = self._microphone.hears and not self._muted
        always = hears and self._always and not self._speaking and not self._in_window
        change = ListeningChanged((hears and self._in_window) or always, always)
        if change != self._told:
            self._told = change
            self._put(change)

    def _look_after(self) -> None:
        if not self._microphone.look_after():
            return
        if self._microphone.hears:
            self._recogniser.poll()
        if self._inbox.dropped != self._told_dropped:
            log.warning("listener: %d blocks of sound dropped", self._inbox.dropped - self._told_dropped)
            self._told_dropped = self._inbox.dropped

    def _on_block(self, pcm: bytes, rate_hz: int, channels: int) -> None:
        self._inbox.put(Block(pcm, rate_hz, channels))

    def _lose_sound(self, trouble: str) -> None:
        if self._ear.window_open:
            self._fail_utterance(trouble)
        self._ear.forget()
        self._in_window = False
        self._form = (0, 0)
