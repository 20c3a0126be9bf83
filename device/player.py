"""Plays a script's lines on a whole box: mock pins, a clock moved by hand, everything else real."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..engine.commands import AddNote, TellDice
from ..engine.delve import event_to_dict
from ..engine.state import as_dict
from . import script
from .bootstrap import Box
from .clock import VirtualClock
from .mailbox import Mailbox
from .messages import Fact, Heard, Ordered, Played, Refused, Told, Troubled, Typed
from .script import ScriptError, read_step
from .wishes import Wishes

PRESS_SECONDS = 0.08
"""How long a scripted press is down, and some more where the settings debounce for as long: a quick finger."""
FLUSH_SECONDS = 60.0
"""A line's panel and speech are done within this, or the line says so."""


@dataclass
class Report:
    """What came of one line; of the start, which no line asked for, as line 0."""

    line: int
    input: str
    heard: list[dict[str, Any]] = field(default_factory=list)
    """What was said or typed, in order: a recording may hold several utterances."""
    events: list[dict[str, Any]] = field(default_factory=list)
    refusal: dict[str, str] | None = None
    spoken: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    panel: list[str] | None = None
    latency_ms: dict[str, float | None] | None = None
    state: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The line's JSON object."""
        return dict(vars(self))

    def as_text(self) -> list[str]:
        """The line for a person: what was put in and what came of it."""
        heading = self.input if self.input.startswith("#") else f"> {self.input}"
        told = [heading] if self.input else []
        for each in self.heard:
            if each["verdict"] != "accept":
                told.append(f"  heard: {each['text'] or 'nothing'} ({each['reason']})")
            elif self.input.startswith("hear"):
                told.append(f"  heard: {each['text']}")
        told += [f"  said: {sentence}" for sentence in self.spoken]
        told += [f"  trouble: {sentence}" for sentence in self.troubles]
        if self.input == "show":
            told += [f"  | {row}" for row in (self.panel or ["dark"] if self.panel is not None else ["no panel"])]
        return told


class Player:
    """A box that is played line by line; `with` closes it in order."""

    def __init__(self, wishes: Wishes, warn: Callable[[str], None]) -> None:
        """Build the box; `warn` is told what does not work.

        Raises:
            BoxError: there can be no box (another runs on this state, the journal cannot be written).
        """
        self._wishes = wishes
        self._warn = warn
        self._begin(0, "")
        self._box = self._build()
        self.opening = self._finish()
        """What the box did by itself as it started: a resumed delve says where it stands, a missing part is told."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._box.close()

    def play(self, number: int, line: str) -> Report:
        """Play one line and wait until its panel is drawn and its sentences are said.

        Raises:
            ScriptError: the line cannot be read, or names a button that there is not.
        """
        step = read_step(line)
        self._begin(number, line.strip())
        self._do(step)
        return self._finish()

    def _begin(self, number: int, line: str) -> None:
        self._report = Report(number, line)
        self._started = time.perf_counter()
        self._drawn: float | None = None

    def _finish(self) -> Report:
        self._settle()
        self._report.panel = self._box.announcer.panel.page.lines()
        self._report.state = as_dict(self._box.session.state)
        sounded = self._box.narrator.take_first_sound()
        if self._drawn is not None or sounded is not None:
            self._report.latency_ms = {"panel": self._since_start(self._drawn), "sound": self._since_start(sounded)}
        return self._report

    def _since_start(self, at: float | None) -> float | None:
        return None if at is None else round((at - self._started) * 1000, 3)

    def _on_frame(self) -> None:
        if self._drawn is None:
            self._drawn = time.perf_counter()

    # -- steps ----------------------------------------------------------------------------------------

    def _do(self, step: script.Step) -> None:
        match step:
            case script.Say(text):
                self._box.mailbox.put(Typed(text, "script"))
            case script.Note(text):
                self._box.mailbox.put(Ordered(AddNote(text)))
            case script.Press(button):
                self._hold(button, self._press_seconds)
            case script.Double(button):
                self._double(button)
            case script.HoldDown(button, seconds):
                self._hold(button, seconds)
            case script.HearFile(path):
                for utterance in self._box.hearing.recognise_file(Path(path)):
                    self._box.mailbox.offer(utterance)
            case script.Wait(seconds):
                self._advance(seconds)
            case script.Dice(dice):
                self._box.mailbox.put(Ordered(TellDice(dice)))
            case script.Cut():
                self._box.close()
                self._box = self._build()
            case script.Show() | script.Comment():
                pass

    def _hold(self, name: str, seconds: float) -> None:
        self._move(name, seconds)
        self._until_decided()

    def _double(self, name: str) -> None:
        times = self._box.settings.gestures
        self._move(name, self._press_seconds)
        self._advance((times.debounce_ms / 1000 + times.double_seconds) / 2)
        self._move(name, self._press_seconds)
        self._until_decided()

    @property
    def _press_seconds(self) -> float:
        return max(PRESS_SECONDS, 1.5 * self._box.settings.gestures.debounce_ms / 1000)

    def _move(self, name: str, seconds: float) -> None:
        """Press a button and let it go."""
        buttons = self._box.buttons
        if name not in buttons.names:
            raise ScriptError(f"no button {script.shown(name)}: there are {', '.join(buttons.names) or 'none'}")
        buttons.drive(name, pressed=True)
        self._advance(seconds)
        buttons.drive(name, pressed=False)
        self._box.session.drain()

    def _until_decided(self) -> None:
        while (due := self._box.gestures.deadline_seconds) is not None:
            self._advance(max(0.0, due - self._clock.now_seconds()))

    def _advance(self, seconds: float) -> None:
        """Move the clock, doing on the way what comes due, in order."""
        session, target = self._box.session, self._clock.now_seconds() + seconds
        while True:
            self._settle()
            due = session.deadline_seconds
            if due is None or due > target:
                break
            self._clock.advance(max(0.0, due - self._clock.now_seconds()))
        self._clock.advance(max(0.0, target - self._clock.now_seconds()))
        session.drain()

    def _settle(self) -> None:
        """Let everything that waits be handled, drawn and said."""
        self._box.session.drain()
        if not self._box.screen.flush(FLUSH_SECONDS) or not self._box.narrator.flush(FLUSH_SECONDS):
            self._warn(f"the panel or the voice was not done after {FLUSH_SECONDS:.0f} s")
        self._box.session.drain()

    # -- the box --------------------------------------------------------------------------------------

    def _build(self) -> Box:
        self._clock = VirtualClock()
        box = Box(self._wishes, self._clock, Mailbox(), self._observe, self._on_frame)
        for problem in box.problems:
            self._warn(problem)
        box.start()
        return box

    def _observe(self, fact: Fact) -> None:
        match fact:
            case Heard(verdict, source):
                if not source.startswith("button"):
                    self._report.heard.append(
                        {"text": verdict.text, "verdict": verdict.verdict, "reason": verdict.reason}
                    )
            case Played(entry):
                self._report.events += [event_to_dict(event) for event in entry.events]
            case Refused(refusal):
                self._report.refusal = {"reason": refusal.reason, "say": refusal.say}
            case Told(cue, channels) if "voice" in channels:
                self._report.spoken.append(cue.text)
            case Troubled(sentence):
                self._report.troubles.append(sentence)
