"""The owner's side of the voice: sentences as sound, whatever happens to the child that makes them.

A child that hangs or crashes is replaced and the sentence made again; one that pyttsx3 loses twice is
made by espeak-ng itself, and one that an engine of the table's own cannot make by them. Sentences are kept,
so that what is said often costs nothing.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

from ..child import Child, ChildError, Frame, python_child
from ..settings import FASTEST, Settings
from .own_engine import END_SECONDS, LIMIT_SECONDS, PROGRAM
from .samples import Sound

START_SECONDS = 10.0
"""A child that did not start within this is taken for dead (0.2 s here; a small Pi is ten times slower)."""
SENTENCE_SECONDS = 1.0
"""A child that did not make a sentence within this, and `SECONDS_A_LETTER`, is replaced (0.03 s here)."""
SECONDS_A_LETTER = 0.001
"""Ten times less here (400 letters in 0.07 s), so that with a new child all of it takes no more than 2 s."""
CACHE_BYTES = 8 << 20
"""About eighty sentences, in memory alone. Of the 355 of an evening of 150 random commands, 65 in a hundred were
there already: 58 with half of this, 67 with all that there is. A folder on the disk would have had 80 to 85, for 5 to
15 MB written an evening and a first sound that comes some hundredths of a second sooner."""
_LEAST_OF_DUE = 0.5
"""A sentence this much shorter than its letters are due was lost on the way. Of 359 sentences at 80, 165 and
400 words a minute, five letters a word, all but one nonsense phrase reached 0.86; that one 0.65."""
_LETTERS_A_WORD = 5

CHILD = python_child("delvebox.device.outputs.narrator_child")
BY_ITSELF = "spoken by espeak-ng itself, since {}"
INSTEAD = "spoken by espeak-ng, since {}"
"""What is told where the engine of one's own fails."""
ATTEMPTS = ("pyttsx3", "pyttsx3", "espeak-ng")
MOST_LEFT_OUT = 64
"""Sentences made without an engine of one's own that failed: 1 after its first failure, then 2, 4, 8 …"""

log = logging.getLogger(__name__)


class VoiceError(Exception):
    """The sentence cannot be said; the text says why and the cure."""


class Voice:
    """Makes sentences; used by one thread, which lives as long as its child is wanted.

    `tell` is given a sentence when the voice is not as it should be, and an empty one when it is again;
    `language` is what it speaks; `own`: by the engine of one's own, while that works.
    """

    def __init__(
        self, tell: Callable[[str], None], argv: Sequence[str] = CHILD, language: str = "en", *, own: bool = False
    ) -> None:
        self._tell = tell
        self._argv = [*argv, language]
        self._attempts = (PROGRAM, *ATTEMPTS) if own else ATTEMPTS
        self._left_out = self._failures = 0
        """Sentences still to be made without the engine of one's own, and how often in a row it failed."""
        self._own_trouble = ""
        self._child: Child | None = None
        self._lacks: dict[str, str] = {}
        self._trouble = ""
        self._works = True
        self._kept: OrderedDict[tuple[str, int, int], Sound] = OrderedDict()
        self._kept_bytes = 0
        self._asked = self._found = 0
        """Sentences since the start, and those of them that were kept ones."""

    @property
    def works(self) -> bool:
        """Whether the last start found an engine, and no sentence failed since."""
        return self._works

    def start(self) -> None:
        """Start a child now, so that the first sentence need not wait; what is wrong is told."""
        if not self._works:
            self._drop()  # what was missing may have been installed
        try:
            self._running()
        except ChildError as error:
            self._drop()
            self._works = False
            self._say_trouble(f"no voice: {error}")
            return
        self._works = not self._speechless()
        lack = self._lacks.get(self._attempts[0], "")
        if PROGRAM in self._attempts:
            self._own_trouble = lack and INSTEAD.format(lack)
        self._say_trouble(self._speechless() or self._own_trouble or lack)

    def look_after(self) -> None:
        """Replace a child that has died while nothing was said, so that the next sentence need not wait for one."""
        if self._works and self._child is not None and not self._child.alive:
            log.warning("the narrator's child has ended: starting another")
            self.start()

    def make(self, text: str, rate: int, volume: int) -> Sound:
        """The sound of `text` at `rate` words a minute and `volume` 0–100.

        Raises:
            VoiceError: no engine can make it now.
        """
        key = (text, rate, volume)
        self._asked += 1
        if key in self._kept:
            self._found += 1
            self._kept.move_to_end(key)
            return self._kept[key]
        sound = self._make(text, rate, volume)
        if not self._own_trouble:  # once it works again it is to make this one too
            self._keep(key, sound)
        return sound

    def close(self) -> None:
        """End the child."""
        if self._asked:
            log.info("%d of %d sentences were there already", self._found, self._asked)
        if self._child is not None:
            self._child.close()
            self._child = None

    def _make(self, text: str, rate: int, volume: int) -> Sound:
        troubles: list[str] = []
        lengths: list[float] = []
        for engine in self._engines():
            try:
                answer, pcm = self._ask(engine, text, rate, volume)
            except (ChildError, VoiceError) as error:
                log.warning("%s", error)
                self._failed(engine, str(error), troubles)
                continue
            seconds = answer["made_seconds"]
            is_all = engine == "espeak-ng" and 0 < seconds <= 1.1 * max(lengths, default=0.0)
            least = least_seconds(text, FASTEST if engine == PROGRAM else rate)  # its pace is its own
            if seconds >= least or is_all:  # an odd text that is as short by both is whole
                self._works = True
                if engine == PROGRAM:
                    self._failures, self._own_trouble = 0, ""
                by_itself = engine == "espeak-ng" and not is_all
                self._say_trouble(BY_ITSELF.format(troubles[0]) if by_itself else self._own_trouble)
                return Sound(pcm, answer["rate_hz"])
            if engine != PROGRAM:
                lengths.append(seconds)
            self._failed(engine, f"{engine} made {seconds:.2f} s of sound of {text!r}", troubles)
            log.warning("%s; making it again", troubles[-1])
        self._works = False
        self._say_trouble(self._speechless() or f"the voice fails: {troubles[0]}")
        raise VoiceError(self._trouble)

    def _engines(self) -> tuple[str, ...]:
        """Which to try, in this order: one of one's own that failed is left out for ever more sentences."""
        if not self._left_out:
            return self._attempts
        self._left_out -= 1
        return ATTEMPTS

    def _failed(self, engine: str, trouble: str, troubles: list[str]) -> None:
        troubles.append(trouble)
        if engine == PROGRAM:
            self._left_out = min(MOST_LEFT_OUT, 2**self._failures)
            self._failures += 1
            self._own_trouble = INSTEAD.format(trouble)

    def _ask(self, engine: str, text: str, rate: int, volume: int) -> Frame:
        """One try; a child that hangs or crashes is dropped."""
        try:
            child = self._running()
            if engine != PROGRAM and self._lacks[engine]:  # that one may have been put there meanwhile
                raise VoiceError(self._lacks[engine])
            child.send({"text": text, "rate": rate, "volume": volume, "engine": engine})
            limit = LIMIT_SECONDS + 2 * END_SECONDS if engine == PROGRAM else SENTENCE_SECONDS
            answer, pcm = child.receive(limit + len(text) * SECONDS_A_LETTER)
        except ChildError:
            self._drop()
            raise
        if not answer["ok"]:
            raise VoiceError(answer["trouble"])
        return answer, pcm

    def _running(self) -> Child:
        """The child, started if there is none; ChildError when it does not start."""
        if self._child is not None and not self._child.alive:
            self._drop()
        if self._child is None:
            self._child = Child(self._argv, "narrator")
            self._lacks, _ = self._child.receive(START_SECONDS)
        return self._child

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _speechless(self) -> str:
        """Why no engine is there at all; empty while one is."""
        lacks = list(dict.fromkeys(self._lacks.get(engine, "") for engine in self._attempts))
        return f"no voice: {'; '.join(lacks)}" if lacks and all(lacks) else ""

    def _say_trouble(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            self._tell(sentence)

    def _keep(self, key: tuple[str, int, int], sound: Sound) -> None:
        self._kept[key] = sound
        self._kept_bytes += len(sound.pcm)
        while self._kept_bytes > CACHE_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest.pcm)


def voice_of(settings: Settings) -> Callable[[Callable[[str], None]], Voice]:
    """Makes the voice that the settings want, of what it is to tell its troubles to."""
    return partial(Voice, language=settings.language, own=settings.voice.engine == "own")


def least_seconds(text: str, rate: int) -> float:
    """The shortest that `text` can last at `rate` words a minute; 0 where nothing in it is sure to be spoken."""
    letters = sum(letter.isascii() and letter.isalnum() for letter in text)
    return letters / _LETTERS_A_WORD * 60 / rate * _LEAST_OF_DUE
