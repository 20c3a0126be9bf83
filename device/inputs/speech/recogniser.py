"""The recogniser as the box sees it: sound in, words out, in a child process that may hang or crash.

Used by one thread, which must live as long as the recogniser (see `child`). Loading goes on beside it:
sound is kept until the child is ready. A child that crashes or hangs costs the present utterance, and is
started anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...child import Child, ChildError
from ...frames import Header
from ...messages import Alternatives, Scored, Word
from .audio import RATE_HZ, SAMPLE_BYTES, seconds_of
from .loaded_model import LOAD_SECONDS, MEMORY_BYTES, LoadedModel, RecogniserError
from .phrase_graph import PhraseGraph

__all__ = ["FEED_BYTES", "SAY_AGAIN", "Recogniser", "RecogniserError"]

FEED_BYTES = RATE_HZ * SAMPLE_BYTES // 5
"""Vosk decodes in steps of 0.2 s: sound is fed so, that file and microphone give the same words."""
ANSWER_SECONDS = 5.0
"""After the end of an utterance; 5–30 ms here."""
READY_SECONDS = 8.0
"""An utterance waits so long for a model that is still loading: later nobody expects it any more."""

SAY_AGAIN = "the recogniser had to be started anew: say it again"


class Recogniser:
    """Recognises utterances by grammars that are fixed for its life.

    Args:
        find_model: Gives the folder of a speech model or raises `ModelError`, such as `speech_models.find`; asked
            again at every start, so that a model installed later is taken up.
        grammars: By way to talk (hold, tap, open), the sentences that can be said in it.
        on_change: Told "" when it works, else a sentence with the cause and the cure; on the caller's thread.
        on_words: Told the words so far after each step, on the caller's thread: to be looked at, never to act on. It
            costs an answer of the child each time; None does without.
        argv: The child's command line (for tests).
        most_memory_bytes: A child that has grown beyond it is renewed between two utterances.
        answer_seconds: A child that takes longer than this, and the utterance's own length, hangs.
        graph: Of the phrases, for `recognise_phrases`.
    """

    def __init__(
        self,
        find_model: Callable[[], Path],
        grammars: Mapping[str, Sequence[str]],
        on_change: Callable[[str], None] = lambda _trouble: None,
        *,
        on_words: Callable[[str], None] | None = None,
        argv: Sequence[str] | None = None,
        most_memory_bytes: int = MEMORY_BYTES,
        answer_seconds: float = ANSWER_SECONDS,
        graph: PhraseGraph | None = None,
    ) -> None:
        self._loaded = LoadedModel(find_model, grammars, on_change, argv, most_memory_bytes, graph=graph)
        self._answer_seconds = answer_seconds
        self._on_words = on_words
        self._way = ""
        self._begun = False
        """The child knows of the present utterance."""
        self._lost = False
        """The present utterance went down with a child."""
        self._unfed = bytearray()
        self._utterance_seconds = 0.0

    @property
    def ready(self) -> bool:
        """Whether the model is loaded."""
        return self._loaded.ready

    @property
    def trouble(self) -> str:
        """Why it cannot recognise and what to do, "" while it works or is still loading."""
        return self._loaded.trouble

    @property
    def unknown_words(self) -> tuple[str, ...]:
        """Words of the grammars that the model does not know; sentences with them are left out. Known once ready."""
        return self._loaded.unknown_words

    @property
    def memory_bytes(self) -> int:
        """The child's resident memory after its last answer."""
        return self._loaded.memory_bytes

    def poll(self) -> None:
        """Start or restart the child when it is due, see whether it is ready or has ended; never waits for it."""
        if not self._loaded.poll():
            self._lost = True
            self._forget()

    def wait_ready(self, timeout_seconds: float = LOAD_SECONDS) -> None:
        """Wait until the model is loaded.

        Raises:
            RecogniserError: It does not load, or not in time.
        """
        self._loaded.wait_ready(timeout_seconds)

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
        if self.ready:
            try:
                self._send_steps()
            except ChildError as error:
                self._lose(error)
                return
            if self._on_words is not None and not self._unfed:  # else the steps would be others than without
                self._on_words(self.words_so_far())

    @property
    def has_phrases(self) -> bool:
        """Whether `recognise_phrases` can be asked: not of a model that is made in another way than the small ones."""
        return self._loaded.has_phrases

    def finish(self) -> Alternatives:
        """The utterance is over: its words.

        Raises:
            RecogniserError: It could not be recognised; the child is started anew.
        """
        try:
            answer = self._answer()
        except ChildError as error:
            self._lose(error)
            raise RecogniserError(SAY_AGAIN) from error
        finally:
            self._forget()
        self._loaded.answered(answer["memory_bytes"])
        words = (tuple(Word(*word) for word in each) for each in answer["alternatives"])
        return tuple(each for each in words if each)

    def words_so_far(self) -> str:
        """The likeliest words up to now, "" where it cannot say: for the end of speech alone, never to act on."""
        if not self.ready or self._lost:
            return ""
        try:
            child = self._send_steps()
            child.send({"do": "partial"}, bytes(self._unfed))
            self._unfed.clear()
            answer, _ = child.receive(self._answer_seconds)
        except ChildError as error:
            self._lose(error)
            return ""
        return str(answer["partial"])

    def cancel(self) -> None:
        """Forget the utterance that is going on, if any."""
        if self._begun and self.ready:
            try:
                self._loaded.child.send({"do": "cancel"})
            except ChildError as error:
                self._lose(error)
        self._forget()

    def recognise(self, pcm: bytes, way: str) -> Alternatives:
        """The words of a whole utterance, waiting for the model where it is still loading.

        Raises:
            RecogniserError: It could not be recognised.
        """
        self.begin(way)
        self.feed(pcm)
        return self.finish()

    def recognise_phrases(self, sounds: Sequence[bytes]) -> tuple[tuple[Scored, ...], ...]:
        """Which whole phrases each of the sounds may be, the likeliest first; it is always one, whatever was said.

        Raises:
            RecogniserError: They could not be recognised, or no model is loaded.
        """
        seconds = sum(map(seconds_of, sounds))
        if not self.has_phrases or not self.ready:
            raise RecogniserError(self.trouble or SAY_AGAIN)
        try:
            child = self._loaded.child
            child.send({"do": "phrases", "sizes": [len(each) for each in sounds]}, b"".join(sounds))
            answer, _ = child.receive(self._answer_seconds + seconds)
        except ChildError as error:
            self._lose(error)
            raise RecogniserError(SAY_AGAIN) from error
        self._loaded.answered(answer["memory_bytes"])
        return tuple(
            tuple(Scored(tuple(Word(*word) for word in words), score) for words, score in heard if words)
            for heard in answer["phrases"]
        )

    def abort(self) -> None:
        """End everything at once and start nothing more; from any thread, and wakes the one that waits."""
        self._loaded.abort()

    def close(self) -> None:
        """End the child in order. The recogniser may be used again: it starts anew."""
        self._loaded.close()
        self._forget()

    def _answer(self) -> Header:
        if self._lost:
            raise RecogniserError(SAY_AGAIN)
        self._loaded.wait_ready(READY_SECONDS)
        child = self._send_steps()
        child.send({"do": "feed"}, bytes(self._unfed))
        child.send({"do": "finish"})
        answer, _ = child.receive(self._answer_seconds + self._utterance_seconds)
        return answer

    def _send_steps(self) -> Child:
        """Feed whole steps of what is unfed."""
        child = self._loaded.child
        if not self._begun:
            child.send({"do": "begin", "way": self._way})
            self._begun = True
        if whole := len(self._unfed) // FEED_BYTES * FEED_BYTES:
            child.send({"do": "feed"}, bytes(self._unfed[:whole]))
            del self._unfed[:whole]
        return child

    def _lose(self, error: ChildError) -> None:
        self._loaded.lose(str(error))
        self._lost = True
        self._forget()

    def _forget(self) -> None:
        self._begun = False
        self._unfed.clear()
