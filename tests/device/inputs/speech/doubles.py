"""A stand-in for the recogniser, in this process."""

from __future__ import annotations

from delvebox.device.inputs.speech.audio import seconds_of
from delvebox.device.inputs.speech.recogniser import RecogniserError
from delvebox.device.messages import Alternatives, Word


class ScriptedRecogniser:
    """Answers with what `say` was given, in turn; keeps what it was fed."""

    def __init__(self) -> None:
        self.trouble = ""
        self.ready = True
        self.ways: list[str] = []
        self.heard: list[bytes] = []
        """The sound of each finished utterance."""
        self.cancelled = 0
        self.closed = False
        self.has_phrases = False
        self.so_far = ""
        self.fails = ""
        self.heard_again: list[tuple[bytes, str]] = []
        """Sound that was given whole, with its way."""
        self.near: Alternatives = ()
        """What that sound is recognised as."""
        self._words: list[str] = []
        self._sound: bytearray | None = None

    def say(self, *words: str) -> None:
        """The words of the next utterances."""
        self._words += words

    def poll(self) -> None:
        """Nothing to load."""

    def wait_ready(self) -> None:
        """Always ready."""

    def begin(self, way: str) -> None:
        """As the recogniser's."""
        self.cancel()
        self.ways.append(way)
        self._sound = bytearray()

    def feed(self, pcm: bytes) -> None:
        """As the recogniser's."""
        assert self._sound is not None
        self._sound += pcm

    def words_so_far(self) -> str:
        """As the recogniser's."""
        return self.so_far

    def finish(self) -> Alternatives:
        """As the recogniser's."""
        assert self._sound is not None
        self.heard.append(bytes(self._sound))
        self._sound = None
        if self.fails:
            raise RecogniserError(self.fails)
        words = self._words.pop(0).split() if self._words else []
        return (tuple(Word(word, 0.5, seconds_of(self.heard[-1])) for word in words),) if words else ()

    def recognise(self, pcm: bytes, way: str) -> Alternatives:
        """As the recogniser's."""
        self.heard_again.append((pcm, way))
        return self.near

    def cancel(self) -> None:
        """As the recogniser's."""
        self.cancelled += self._sound is not None
        self._sound = None

    def abort(self) -> None:
        """As the recogniser's."""

    def close(self) -> None:
        """As the recogniser's."""
        self.closed = True
