"""The owner's side of the voice: sentences as sound, whatever happens to the child that makes them.

A child that hangs or crashes is replaced and the sentence made again; one that pyttsx3 loses twice is
made by espeak-ng itself. Sentences are kept, so that what is said often costs nothing.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence

from ..child import Child, ChildError, Frame, python_child
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
ATTEMPTS = ("pyttsx3", "pyttsx3", "espeak-ng")

log = logging.getLogger(__name__)


class VoiceError(Exception):
    """The sentence cannot be said; the text says why and the cure."""


class Voice:
    """Makes sentences; used by one thread, which lives as long as its child is wanted.

    `tell` is given a sentence when the voice is not as it should be, and an empty one when it is again;
    `language` is what it speaks.
    """

    def __init__(self, tell: Callable[[str], None], argv: Sequence[str] = CHILD, language: str = "en") -> None:
        self._tell = tell
        self._argv = [*argv, language]
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
        self._say_trouble(self._speechless() or self._lacks["pyttsx3"])

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
        for engine in ATTEMPTS:
            try:
                answer, pcm = self._ask(engine, text, rate, volume)
            except (ChildError, VoiceError) as error:
                log.warning("%s", error)
                troubles.append(str(error))
                continue
            seconds = answer["made_seconds"]
            is_all = engine == "espeak-ng" and 0 < seconds <= 1.1 * max(lengths, default=0.0)
            if seconds >= least_seconds(text, rate) or is_all:  # an odd text that is as short by both is whole
                self._works = True
                by_itself = engine == "espeak-ng" and not is_all
                self._say_trouble(f"spoken by espeak-ng itself, since {troubles[0]}" if by_itself else "")
                return Sound(pcm, answer["rate_hz"])
            lengths.append(seconds)
            troubles.append(f"{engine} made {seconds:.2f} s of sound of {text!r}")
            log.warning("%s; making it again", troubles[-1])
        self._works = False
        self._say_trouble(self._speechless() or f"the voice fails: {troubles[0]}")
        raise VoiceError(self._trouble)

    def _ask(self, engine: str, text: str, rate: int, volume: int) -> Frame:
        """One try; a child that hangs or crashes is dropped."""
        try:
            child = self._running()
            if self._lacks[engine]:
                raise VoiceError(self._lacks[engine])
            child.send({"text": text, "rate": rate, "volume": volume, "engine": engine})
            answer, pcm = child.receive(SENTENCE_SECONDS + len(text) * SECONDS_A_LETTER)
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
        lacks = list(dict.fromkeys(self._lacks.values()))
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


def least_seconds(text: str, rate: int) -> float:
    """The shortest that `text` can last at `rate` words a minute; 0 where nothing in it is sure to be spoken."""
    letters = sum(letter.isascii() and letter.isalnum() for letter in text)
    return letters / _LETTERS_A_WORD * 60 / rate * _LEAST_OF_DUE
