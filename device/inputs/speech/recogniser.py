"""The recogniser as the box sees it: sound in, words out, in a child process that may hang or crash.

Used by one thread, which must live as long as the recogniser (see `child`). Loading goes on beside it:
sound is kept until the child is ready. A child that crashes, hangs or grows is ended and started anew
between utterances.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...child import Child, ChildError, ChildSilent, python_child
from ...frames import Header
from ...messages import Word
from ...speech_models import ModelError
from .audio import RATE_HZ, SAMPLE_BYTES, seconds_of

log = logging.getLogger(__name__)

Alternatives = tuple[tuple[Word, ...], ...]
"""What was perhaps said, the likeliest first; none has no word."""

FEED_BYTES = RATE_HZ * SAMPLE_BYTES // 5
"""Vosk decodes in steps of 0.2 s: sound is fed so, that file and microphone give the same words."""
LOAD_SECONDS = 60.0
"""The model is read from a slow card: 0.3 s here."""
LOAD_TRIES = 3
"""A child that ends while it loads may be chance, such as a machine short of memory: so often is a bad model."""
ANSWER_SECONDS = 5.0
"""After the end of an utterance; 5–30 ms here."""
READY_SECONDS = 8.0
"""An utterance waits so long for a model that is still loading: later nobody expects it any more."""
MEMORY_BYTES = 220 << 20
"""157 MB with a grammar, and flat (measured); Vosk has been seen to grow to 690."""
LONGEST_PAUSE_SECONDS = 60.0

STILL_LOADING = "the speech model is still loading: say it again in a moment"
SAY_AGAIN = "the recogniser had to be started anew: say it again"

_CHILD = "delvebox.device.inputs.speech.recogniser_child"


class RecogniserError(Exception):
    """An utterance could not be recognised; the text is a sentence for the table."""


class Recogniser:
    """Recognises utterances by grammars that are fixed for its life.

    Args:
        find_model: Gives the folder of a speech model or raises `ModelError`, such as `speech_models.find`; asked
            again at every start, so that a model installed later is taken up.
        grammars: By way to talk (hold, open), the sentences that can be said in it.
        on_change: Told "" when it works, else a sentence with the cause and the cure; on the caller's thread.
        argv: The child's command line (for tests).
        most_memory_bytes: A child that has grown beyond it is renewed.
        answer_seconds: A child that takes longer than this, and the utterance's own length, hangs.
    """

    def __init__(
        self,
        find_model: Callable[[], Path],
        grammars: Mapping[str, Sequence[str]],
        on_change: Callable[[str], None] = lambda _trouble: None,
        *,
        argv: Sequence[str] | None = None,
        most_memory_bytes: int = MEMORY_BYTES,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.unknown_words: tuple[str, ...] = ()
        """Words of the grammars that the model does not know; sentences with them are left out. Known once ready."""
        self.memory_bytes = 0
        """The child's resident memory after its last answer."""
        self._find_model = find_model
        self._grammars = {way: list(sentences) for way, sentences in grammars.items()}
        self._on_change = on_change
        self._argv = list(argv) if argv is not None else python_child(_CHILD)
        self._most_memory_bytes = most_memory_bytes
        self._answer_seconds = answer_seconds
        self._child: Child | None = None
        self._ready = False
        self._told: str | None = None
        self._load_by = self._ready_at = self._retry_at = 0.0
        self._failures = self._load_losses = 0
        self._way = ""
        self._begun = False
        """The child knows of the present utterance."""
        self._lost = False
        """The present utterance went down with a child."""
        self._aborted = threading.Event()
        self._unfed = bytearray()
        self._utterance_seconds = 0.0

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._ready

    @property
    def trouble(self) -> str:
        """Why it cannot recognise and what to do, "" while it works or is still loading."""
        return self._told or ""

    def poll(self) -> None:
        """Start or restart the child when it is due, see whether it is ready or has ended; never waits for it."""
        if self._child is None:
            if time.monotonic() >= self._retry_at and not self._aborted.is_set():
                self._start()
        elif not self._ready:
            self._look_for_ready(self._child, 0.0)
        elif not self._child.alive:
            self._lose(f"recogniser: process {self._child.pid} ended by itself")

    def wait_ready(self, timeout_seconds: float = LOAD_SECONDS) -> None:
        """Wait until the model is loaded.

        Raises:
            RecogniserError: It does not load, or not in time.
        """
        end = time.monotonic() + timeout_seconds
        while not (self._ready or self._aborted.is_set()):
            self.poll()
            left = end - time.monotonic()
            if left <= 0 or (self._child is None and self.trouble):
                break
            if self._child is None:
                self._aborted.wait(min(left, max(0.0, self._retry_at - time.monotonic())))
            elif not self._ready:
                self._look_for_ready(self._child, left)
        if not self._ready:
            raise RecogniserError(self.trouble or STILL_LOADING)

    def begin(self, way: str) -> None:
        """An utterance begins, heard with the grammar of `way`; one that was going on is forgotten."""
        self.cancel()
        self._way, self._lost, self._utterance_seconds = way, False, 0.0

    def feed(self, pcm: bytes) -> None:
        """Sound of the utterance, 16 kHz mono 16-bit; recognised while it arrives."""
        if self._lost:
            return
        self._utterance_seconds += seconds_of(pcm)
        self._unfed += pcm
        if self._ready:
            try:
                self._send_steps()
            except ChildError as error:
                self._lose(str(error))

    def finish(self) -> Alternatives:
        """The utterance is over: its words.

        Raises:
            RecogniserError: It could not be recognised; the child is started anew.
        """
        try:
            answer = self._answer()
        except ChildError as error:
            self._lose(str(error))
            raise RecogniserError(SAY_AGAIN) from error
        finally:
            self._forget()
        self._failures = 0
        self.memory_bytes = answer["memory_bytes"]
        if self.memory_bytes > self._most_memory_bytes:
            log.info("recogniser: renewed at %d MB", self.memory_bytes >> 20)
            self._end_child()
            self.poll()
        words = (tuple(Word(*word) for word in each) for each in answer["alternatives"])
        return tuple(each for each in words if each)

    def words_so_far(self) -> str:
        """The likeliest words up to now, "" where it cannot say: for the end of speech alone, never to act on."""
        if not self._ready or self._lost:
            return ""
        try:
            child = self._send_steps()
            child.send({"do": "partial"}, bytes(self._unfed))
            self._unfed.clear()
            answer, _ = child.receive(self._answer_seconds)
        except ChildError as error:
            self._lose(str(error))
            return ""
        return str(answer["partial"])

    def cancel(self) -> None:
        """Forget the utterance that is going on, if any."""
        if self._begun and self._child is not None:
            try:
                self._child.send({"do": "cancel"})
            except ChildError as error:
                self._lose(str(error))
        self._forget()

    def recognise(self, pcm: bytes, way: str) -> Alternatives:
        """The words of a whole utterance, waiting for the model where it is still loading.

        Raises:
            RecogniserError: It could not be recognised.
        """
        self.begin(way)
        self.feed(pcm)
        return self.finish()

    def abort(self) -> None:
        """End everything at once and start nothing more; from any thread, and wakes the one that waits."""
        self._aborted.set()
        if (child := self._child) is not None:
            child.kill()

    def close(self) -> None:
        """End the child in order. The recogniser may be used again: it starts anew."""
        if self._child is not None:
            self._child.close()
        self._child, self._ready, self._begun = None, False, False

    def _start(self) -> None:
        try:
            model = self._find_model()
            self._child = Child(self._argv, "recogniser")
            self._child.send({"do": "load", "model": str(model), "grammars": self._grammars})
        except (ModelError, ChildError) as error:
            self._fail(str(error))
        else:
            self._load_by = time.monotonic() + LOAD_SECONDS

    def _look_for_ready(self, child: Child, timeout_seconds: float) -> None:
        left = self._load_by - time.monotonic()
        try:
            answer, _ = child.receive(max(0.0, min(timeout_seconds, left)))
        except ChildSilent as error:
            if left <= timeout_seconds:
                self._fail(f"the speech model did not load ({error})")
            return
        except ChildError as error:
            self._load_losses += 1
            if self._load_losses >= LOAD_TRIES:
                self._fail(f"the speech model did not load ({error}): install it again")
            else:
                log.warning("%s: it is started anew", error)
                self._end_child()
            return
        if "failed" in answer:
            self._fail(answer["failed"])
            return
        self.unknown_words = tuple(answer["unknown_words"])
        if self.unknown_words:
            told = ", ".join(self.unknown_words)
            log.warning("the speech model does not know %s: phrases with it are not heard, use other words", told)
        self.memory_bytes = answer["memory_bytes"]
        self._most_memory_bytes = max(self._most_memory_bytes, self.memory_bytes * 5 // 4)  # a larger model than ours
        self._ready, self._ready_at, self._load_losses = True, time.monotonic(), 0
        self._tell("")

    def _answer(self) -> Header:
        if self._lost:
            raise RecogniserError(SAY_AGAIN)
        self.wait_ready(READY_SECONDS)
        child = self._send_steps()
        child.send({"do": "feed"}, bytes(self._unfed))
        child.send({"do": "finish"})
        answer, _ = child.receive(self._answer_seconds + self._utterance_seconds)
        return answer

    def _send_steps(self) -> Child:
        assert self._child is not None  # noqa: S101 - only called when it is ready
        if not self._begun:
            self._child.send({"do": "begin", "way": self._way})
            self._begun = True
        if whole := len(self._unfed) // FEED_BYTES * FEED_BYTES:
            self._child.send({"do": "feed"}, bytes(self._unfed[:whole]))
            del self._unfed[:whole]
        return self._child

    def _forget(self) -> None:
        self._begun = False
        self._unfed.clear()

    def _lose(self, why: str) -> None:
        """A child that had loaded is no more: the next starts at once, after losses in a row with a pause."""
        log.warning("%s: it is started anew", why)
        now = time.monotonic()
        if now - self._ready_at > LONGEST_PAUSE_SECONDS:
            self._failures = 0
        self._retry_at = now + self._pause_seconds() if self._failures else now
        self._failures += 1
        self._lost = True
        self._end_child()
        self.poll()

    def _fail(self, sentence: str) -> None:
        """It cannot be started: told once, and tried again after growing pauses."""
        self._retry_at = time.monotonic() + self._pause_seconds()
        self._failures += 1
        self._end_child()
        self._tell(sentence)

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.kill()
        self._child, self._ready, self._begun = None, False, False

    def _pause_seconds(self) -> float:
        return float(min(LONGEST_PAUSE_SECONDS, 2.0**self._failures))

    def _tell(self, trouble: str) -> None:
        if self._told != trouble:
            self._told = trouble
            self._on_change(trouble)
