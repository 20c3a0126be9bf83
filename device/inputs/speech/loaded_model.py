"""A child process with the speech model loaded, kept alive: started beside the box, and anew when it is lost.

Used by one thread, which must live as long as the child (see `child`).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from ...child import Child, ChildError, ChildSilent, python_child
from ...speech_models import ModelError
from .phrase_graph import PhraseGraph

log = logging.getLogger(__name__)

LOAD_SECONDS = 60.0
"""The model is read from a slow card: 0.3 s here."""
LOAD_TRIES = 3
"""A child that ends while it loads may be chance, such as a machine short of memory: so often is a bad model."""
MEMORY_BYTES = 220 << 20
"""157 MB with a grammar, 117 with the graph of phrases in place of the model's own language, and flat (measured); Vosk
has been seen to grow to 690."""
LONGEST_PAUSE_SECONDS = 60.0

STILL_LOADING = "the speech model is still loading: say it again in a moment"

_CHILD = "delvebox.device.inputs.speech.recogniser_child"


class RecogniserError(Exception):
    """An utterance could not be recognised; the text is a sentence for the table."""


class LoadedModel:
    """The recogniser's child process; the arguments are those of `Recogniser`."""

    def __init__(
        self,
        find_model: Callable[[], Path],
        grammars: Mapping[str, Sequence[str]],
        on_change: Callable[[str], None],
        argv: Sequence[str] | None = None,
        most_memory_bytes: int = MEMORY_BYTES,
        *,
        graph: PhraseGraph | None = None,
    ) -> None:
        self.ready = False
        """The model is loaded: `child` is there."""
        self.unknown_words: tuple[str, ...] = ()
        self.memory_bytes = 0
        self.has_phrases = False
        """The model could take up the graph of phrases."""
        self._find_model = find_model
        self._grammars = {way: list(sentences) for way, sentences in grammars.items()}
        self._graph = graph and asdict(graph)
        self._on_change = on_change
        self._argv = list(argv) if argv is not None else python_child(_CHILD)
        self._most_memory_bytes = most_memory_bytes
        self._child: Child | None = None
        self._told: str | None = None
        self._load_by = self._ready_at = self._retry_at = 0.0
        self._losses = self._load_losses = 0
        """In a row, since an utterance was understood, and since the model was loaded."""
        self._aborted = threading.Event()

    @property
    def child(self) -> Child:
        """The child, while `ready`."""
        assert self._child is not None  # noqa: S101 - the caller has looked
        return self._child

    @property
    def trouble(self) -> str:
        """Why there is none and what to do, "" while it works or is still loading."""
        return self._told or ""

    def poll(self) -> bool:
        """Start the child when it is due, see whether it is ready; never waits for it. False: one was lost."""
        if self._child is None:
            if time.monotonic() >= self._retry_at and not self._aborted.is_set():
                self._start()
        elif not self.ready:
            self._look_for_ready(self._child, 0.0)
        elif not self._child.alive:
            self.lose(f"recogniser: process {self._child.pid} ended by itself")
            return False
        return True

    def wait_ready(self, timeout_seconds: float) -> None:
        """Wait until the model is loaded.

        Raises:
            RecogniserError: It does not load, or not in time.
        """
        end = time.monotonic() + timeout_seconds
        while not (self.ready or self._aborted.is_set()):
            self.poll()
            left = end - time.monotonic()
            if left <= 0 or (self._child is None and self.trouble):
                break
            if self._child is None:
                self._aborted.wait(min(left, max(0.0, self._retry_at - time.monotonic())))
            elif not self.ready:
                self._look_for_ready(self._child, left)
        if not self.ready:
            raise RecogniserError(self.trouble or STILL_LOADING)

    def lose(self, why: str) -> None:
        """A child that had loaded is no more: the next starts at once, after losses in a row with a pause."""
        log.warning("%s: it is started anew", why)
        now = time.monotonic()
        if now - self._ready_at > LONGEST_PAUSE_SECONDS:
            self._losses = 0
        self._retry_at = now + self._pause_seconds() if self._losses else now
        self._losses += 1
        self._end_child()
        self.poll()

    def answered(self, memory_bytes: int) -> None:
        """An utterance was recognised: the row of losses is over, and a child that has grown is renewed."""
        self._losses = 0
        self.memory_bytes = memory_bytes
        if memory_bytes > self._most_memory_bytes:
            log.info("recogniser: renewed at %d MB", memory_bytes >> 20)
            self._end_child()
            self.poll()

    def abort(self) -> None:
        """End it at once and start nothing more; from any thread, and wakes the one that waits."""
        self._aborted.set()
        if (child := self._child) is not None:
            child.kill()

    def close(self) -> None:
        """End it in order; `poll` starts it anew.

        One that is still loading would hear of it only afterwards, and has nothing to lose: it is ended at once.
        """
        if self._child is not None and self.ready:
            self._child.close()
        self._end_child()

    def _start(self) -> None:
        try:
            model = self._find_model()
            self._child = Child(self._argv, "recogniser")
            self._child.send({"do": "load", "model": str(model), "grammars": self._grammars, "graph": self._graph})
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
        self.has_phrases = answer.get("phrases", False)
        self.memory_bytes = answer["memory_bytes"]
        self._most_memory_bytes = max(self._most_memory_bytes, self.memory_bytes * 5 // 4)  # a larger model than ours
        self.ready, self._ready_at, self._load_losses = True, time.monotonic(), 0
        self._tell("")

    def _fail(self, sentence: str) -> None:
        """It cannot be started: told once, and tried again after growing pauses."""
        self._retry_at = time.monotonic() + self._pause_seconds()
        self._losses += 1
        self._end_child()
        self._tell(sentence)

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.kill()
        self._child, self.ready = None, False

    def _pause_seconds(self) -> float:
        return float(min(LONGEST_PAUSE_SECONDS, 2.0**self._losses))

    def _tell(self, trouble: str) -> None:
        if self._told != trouble:
            self._told = trouble
            self._on_change(trouble)
