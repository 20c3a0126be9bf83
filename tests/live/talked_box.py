"""A whole box in this process that is talked to at file speed: its microphone is the test's, all else is real.

Buttons are on mock pins, recogniser and narrator run in their own processes, the journal is on the disk, and what the
box says is written as WAV files. `talk` holds the talk button, lets a sound be heard, and gives what came of it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from delvebox.device.bootstrap import Box
from delvebox.device.clock import RealClock
from delvebox.device.inputs.speech.listener import MOST_BLOCKS, Listener
from delvebox.device.lent_sound import LentSound
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Fact, Heard, Stop, Told, Troubled, Verdict, Works
from delvebox.device.wishes import Wishes

from .live_box import STEP_SECONDS, wait_until

RECOGNISER, NARRATOR = "recogniser_child", "narrator_child"
BLOCK_BYTES = 960
"""30 ms at 16 kHz."""
QUIET = bytes(32_000)


class Air:
    """A microphone at 16 kHz that hears what `sound` is given, as fast as it is given."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self._on_block: Callable[[bytes, int, int], None] = lambda *_block: None

    def open(self, _name: str | None, on_block: Callable[[bytes, int, int], None]) -> Air:
        """As `sound.open_input`."""
        self._on_block = on_block
        self.opened.set()
        return self

    def check(self) -> None:
        """As the stream's."""

    def close(self) -> None:
        """As the stream's."""

    def sound(self, pcm: bytes) -> None:
        """Let it be heard."""
        for at in range(0, len(pcm), BLOCK_BYTES):
            self._on_block(pcm[at : at + BLOCK_BYTES], 16_000, 1)


@dataclass
class Outcome:
    """What came of one utterance."""

    verdict: Verdict | None = None
    troubles: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    files: int = 0
    """Sentences written."""
    seconds: float = 0.0
    """From letting go of the button to the verdict."""

    @property
    def is_told_trouble(self) -> bool:
        """It was lost, and the table was told so."""
        return self.verdict is not None and self.verdict.reason == "trouble" and bool(self.troubles)


class TalkedBox:
    """The box, started and ended with the `with`."""

    def __init__(self, folder: Path, settings: str = "", on_frame: Callable[[], object] | None = None) -> None:
        """`settings` are lines of a settings file; `on_frame` is the box's own."""
        folder.mkdir(parents=True, exist_ok=True)
        self.wavs = folder / "wavs"
        file = folder / "delvebox.yaml"
        file.write_text(settings or "{}")
        self._wishes = Wishes(folder / "state", settings_file=file, seed=1, pins="mock", wav_folder=self.wavs)
        self._on_frame = on_frame
        self._air = Air()
        self._not_ours = frozenset(children())
        self._facts: list[Fact] = []
        self._changed = threading.Condition()

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._run, name="session")
        self._thread.start()
        assert self._air.opened.wait(STEP_SECONDS)
        self.hear(QUIET)
        self.until(lambda facts: Works("speech") in facts, "the recogniser is ready")
        assert self.box.narrator.flush(STEP_SECONDS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.box.mailbox.put(Stop("the test is over"))
        self._thread.join(STEP_SECONDS)
        assert not self._thread.is_alive(), "the box does not close"

    def _run(self) -> None:
        """The session's thread: the journal belongs to it."""
        lent = LentSound(self._air.open)
        self.box = Box(self._wishes, RealClock(), Mailbox(), self._observe, self._on_frame, lent=lent)
        try:
            self.box.start()
            self.box.session.run()
        finally:
            self.box.close()

    def _observe(self, fact: Fact) -> None:
        with self._changed:
            self._facts.append(fact)
            self._changed.notify_all()

    @property
    def recogniser_ready(self) -> bool:
        """Whether its model is loaded."""
        return self.box._listener._recogniser.ready  # type: ignore[union-attr]

    @property
    def talks_by_button(self) -> bool:
        """Whether the box knows that the talk button is held."""
        return self.box.session._talking.by_button

    @property
    def children(self) -> dict[int, str]:
        """Its living children, number and command line."""
        return {pid: command for pid, command in children().items() if pid not in self._not_ours}

    def send(self, number: signal.Signals, module: str) -> bool:
        """Send a signal to the child that runs `module`: whether there was one."""
        for pid, command in self.children.items():
            if module in command:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
                return True
        return False

    @property
    def facts(self) -> list[Fact]:
        """All up to now."""
        with self._changed:
            return list(self._facts)

    def until(self, holds: Callable[[list[Fact]], bool], what: str, since: int = 0) -> None:
        """Wait until something holds of the facts from `since` on."""
        with self._changed:
            done = self._changed.wait_for(lambda: holds(self._facts[since:]), STEP_SECONDS)
            assert done, f"not within {STEP_SECONDS:g} s: {what}; since then: {self._facts[since:]}"

    def until_settled(self) -> None:
        """Wait until ear and session are done with all that came, the box has spoken, and hears again."""
        mailbox, listener = self.box.mailbox, self.box._listener
        assert isinstance(listener, Listener)
        for _ in range(2):  # what was heard is said, and that it was said is heard of
            wait_until(lambda: not listener._inbox._items and mailbox.awaited and not len(mailbox), "the box is done")
            assert self.box.narrator.flush(STEP_SECONDS), "the box is not done speaking"
        wait_until(lambda: not listener._speaking and time.monotonic() > listener._tail_until, "the box hears again")

    def hear(self, pcm: bytes) -> None:
        """Let the microphone hear 16 kHz mono sound, no faster than the ear takes it."""
        for at in range(0, len(pcm), len(QUIET)):
            wait_until(lambda: self.box._listener._inbox._blocks < MOST_BLOCKS / 2, "the ear takes sound")  # type: ignore[union-attr]
            self._air.sound(pcm[at : at + len(QUIET)])

    def talk(self, pcm: bytes, at: Callable[[float], None] = lambda _moment: None) -> Outcome:
        """Hold the talk button while `pcm` sounds, with quiet around it; ends when all is said.

        Args:
            pcm: 16 kHz mono.
            at: Called before the press (−1), at every tenth of the sound (0 to 0.9), at the letting go (1), and when
                the sound is over (2).
        """
        since, files = len(self.facts), self.written()
        self.hear(QUIET)
        at(-1)
        self.box.buttons.drive("talk", pressed=True)
        wait_until(lambda: self.talks_by_button and self.box.announcer.signs.listening, "the ear opens")
        tenth = len(pcm) // 20 * 2
        for number in range(10):
            at(number / 10)
            self.hear(pcm[number * tenth : (number + 1) * tenth if number < 9 else None])
        at(1)
        self.box.buttons.drive("talk", pressed=False)
        wait_until(
            lambda: not self.box.announcer.signs.listening,
            "the ear closes",
            meanwhile=lambda: self.hear(QUIET[:BLOCK_BYTES]),
        )
        let_go = time.monotonic()
        self.hear(QUIET)
        at(2)
        self.until(lambda facts: any(isinstance(fact, Heard) for fact in facts), "something was heard", since)
        outcome = Outcome(seconds=time.monotonic() - let_go)
        self.until_settled()
        for fact in self.facts[since:]:
            match fact:
                case Heard(verdict, "hold"):
                    assert outcome.verdict is None, f"heard twice: {self.facts[since:]}"
                    outcome.verdict = verdict
                case Troubled(sentence):
                    outcome.troubles.append(sentence)
                case Told(cue):
                    outcome.said.append(cue.text)
        outcome.files = self.written() - files
        return outcome

    def written(self) -> int:
        """Sentences up to now."""
        return len(list(self.wavs.glob("*.wav")))


def children() -> dict[int, str]:
    """Living children of this process: number and command line."""
    found = {}
    for file in Path("/proc/self/task").glob("*/children"):
        for child in file.read_text().split():
            try:
                command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # ended meanwhile
            if command:
                found[int(child)] = command
    return found
