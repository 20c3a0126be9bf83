"""The loop: one thread owns the delve; inputs only put messages on its queue.

Whatever a person does – a press, a spoken or typed phrase – becomes an intent of the one phrasebook,
then an engine command or a request to the box. Outputs never call back into the session.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Mapping

from ..engine.commands import Answer, Command, TakeAction
from ..engine.refusal import Refusal
from ..engine.state import State
from .announcer import Announcer
from .clock import Clock
from .debate import DebateClock
from .inputs.gestures import Gesture, Gestures
from .inputs.speech.verdict import Context, judge
from .journal import JournalError
from .messages import (
    Edge,
    Intent,
    ListeningChanged,
    Message,
    Ordered,
    PartChanged,
    SpeakingChanged,
    Stop,
    Typed,
    Utterance,
    Verdict,
)
from .phrasebook import Phrasebook
from .ports import Parts
from .recorded import RecordedDelve
from .settings import Button
from .translate import BOX_INTENTS, command_for

log = logging.getLogger(__name__)

QUEUE_SIZE = 256
"""Messages that may wait."""
QUESTION_SECONDS = 5.0
"""A question lapses as no after this, counted from the end of its sentence (rules, "Questions")."""
VOLUME_STEP = 10
"""Louder and softer, in points of 100."""
ANSWERS = {"turn": "yes", "rest": "no"}
"""What two buttons say while the box asks (rules, "Questions")."""


class Session:
    """The one owner of the delve. `put` and `offer` are for every thread, the rest for the one that runs it."""

    def __init__(
        self,
        *,
        delve: RecordedDelve,
        announcer: Announcer,
        phrasebook: Phrasebook,
        buttons: Mapping[str, Button],
        gestures: Gestures,
        clock: Clock,
    ) -> None:
        """Put the loop together; it handles nothing before `start`."""
        self._delve = delve
        self._announcer = announcer
        self._phrasebook = phrasebook
        self._buttons = buttons
        self._gestures = gestures
        self._clock = clock
        self._queue: queue.Queue[Message] = queue.Queue(QUEUE_SIZE)
        self._stopping = False
        self._asked_at_seconds: float | None = None
        self._debate = self._new_debate()
        self._requests: Mapping[str, Callable[[], None]] = {
            "repeat": announcer.repeat,
            "stop": announcer.cut,
            "be_quiet": announcer.cut,
            "mute": lambda: self._mute(muted=True),
            "listen_again": lambda: self._mute(muted=False),
            "louder": lambda: self._change_volume(VOLUME_STEP),
            "softer": lambda: self._change_volume(-VOLUME_STEP),
        }

    def start(self, parts: Parts) -> None:
        """Take the parts and show the first page; a question that was open is open again."""
        self._parts = parts
        self._announcer.start(parts)
        self._ask_again()
        self._announcer.show()

    # -- for every thread -----------------------------------------------------------------------------

    def put(self, message: Message) -> None:
        """Queue a message; never waits.

        Raises:
            queue.Full: `QUEUE_SIZE` messages wait already.
        """
        self._queue.put_nowait(message)

    def offer(self, message: Message) -> None:
        """Queue a message that nobody can wait with; a full queue drops it and the log says so."""
        try:
            self.put(message)
        except queue.Full:
            log.error("the queue of %d messages is full: dropped %r", QUEUE_SIZE, message)  # noqa: TRY400 - no trace of use

    # -- the loop -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handle messages and timers until a `Stop`."""
        while not self._stopping:
            deadline = self.deadline_seconds
            wait_seconds = None if deadline is None else max(0.0, deadline - self._clock.now_seconds())
            try:
                message = self._queue.get(timeout=wait_seconds)
            except queue.Empty:
                pass  # a timer is due
            else:
                self._handle(message)
            self.drain()

    def drain(self) -> None:
        """Handle all that waits, then what is due: a gesture must know every edge before time decides it."""
        while not (self._stopping or self._queue.empty()):
            self._handle(self._queue.get_nowait())
        self._tick()

    @property
    def deadline_seconds(self) -> float | None:
        """When the next timer is due on the run's clock; None while only a message can change anything."""
        waits = (
            self._gestures.deadline_seconds,
            self._question_deadline_seconds,
            self._announcer.news_until_seconds,
            self._debate.deadline_seconds,
        )
        return min((each for each in waits if each is not None), default=None)

    @property
    def state(self) -> State:
        """The state now."""
        return self._delve.state

    def _tick(self) -> None:
        now = self._clock.now_seconds()
        for gesture in self._gestures.poll(now):
            self._gesture(gesture)
        if self._question_deadline_seconds is not None and now >= self._question_deadline_seconds:
            self._asked_at_seconds = None
            self._play(Answer(yes=False, lapsed=True))
        self._debate.hold(bool(self.state.suspended or self.state.activity or self._announcer.muted), now)
        if self._debate.due(now):
            self._debated()
        self._announcer.show()

    # -- messages -------------------------------------------------------------------------------------

    def _handle(self, message: Message) -> None:
        match message:
            case Edge():
                for gesture in self._gestures.feed(message):
                    self._gesture(gesture)
            case Typed(text, source):
                self._phrase(text, source)
            case Ordered(command):
                self._play(command)
            case Utterance():
                self._utterance(message)
            case ListeningChanged(is_open):
                self._announcer.listening = is_open
            case SpeakingChanged(speaking):
                self._announcer.speaking = speaking
                self._parts.listener.set_speaking(speaking)
                if self._asked_at_seconds is not None:
                    self._ask_again()
            case PartChanged():
                self._announcer.part_changed(message)
            case Stop(reason):
                log.info("stopping: %s", reason)
                self._stopping = True

    def _gesture(self, gesture: Gesture) -> None:
        log.info("button %s: %s", gesture.button, gesture.kind)
        button = self._buttons[gesture.button]
        if gesture.kind == "release":
            if button.hold_to_talk:
                self._parts.listener.close_window()
            return
        self._announcer.cut()
        if gesture.kind == "hold" and button.hold_to_talk:
            self._parts.listener.open_window()
            return
        phrase = {"press": button.press, "double": button.double, "hold": button.hold}[gesture.kind]
        if self.state.asking and gesture.kind == "press":
            phrase = ANSWERS.get(gesture.button, phrase)
        if phrase is not None:
            self._phrase(phrase, f"button {gesture.button}")

    def _phrase(self, text: str, source: str) -> None:
        intent = self._phrasebook.match(text)
        if intent is None:
            self._announcer.heard(Verdict("reject", "not a phrase", text), source)
        else:
            self._understood(Verdict("accept", "phrase", intent.text, intent), intent, source)

    def _utterance(self, utterance: Utterance) -> None:
        table_rolls = self._delve.rules.danger.roll == "table"
        verdict = judge(utterance, self._phrasebook, Context(self.state.asking, table_rolls, self._announcer.speaking))
        log.info("heard %r: %s, %s", verdict.text, verdict.verdict, verdict.reason)
        if utterance.trouble is not None:
            self._announcer.trouble(utterance.trouble)
        if verdict.intent is not None:
            self._understood(verdict, verdict.intent, utterance.way)
        else:
            self._announcer.heard(verdict, utterance.way)

    def _understood(self, verdict: Verdict, intent: Intent, source: str) -> None:
        self._announcer.heard(verdict, source)
        command = command_for(intent)
        if command is not None:
            self._play(command)
        elif intent.name in self._requests:
            self._requests[intent.name]()
        elif intent.name in BOX_INTENTS:
            self._announcer.answer(intent.name)

    # -- the delve ------------------------------------------------------------------------------------

    def _play(self, command: Command) -> None:
        played, number = self.state.played, self._delve.number
        try:
            outcome = self._delve.play(command)
        except JournalError as error:
            self._announcer.not_recorded(str(error))
            return
        if isinstance(outcome, Refusal):
            self._announcer.refused(outcome)
            return
        if self._delve.number != number:
            self._debate = self._new_debate()
        elif self.state.played != played:
            self._debate.restart(self._clock.now_seconds())
        self._asked_at_seconds = None
        self._ask_again()
        self._announcer.played(outcome)

    def _ask_again(self) -> None:
        """The time to answer counts from now. The table's die is waited for as long as it takes."""
        if self.state.asking not in {None, "roll"}:
            self._asked_at_seconds = self._clock.now_seconds()

    @property
    def _question_deadline_seconds(self) -> float | None:
        if self._asked_at_seconds is None or self._announcer.speaking:
            return None
        return self._asked_at_seconds + QUESTION_SECONDS

    def _new_debate(self) -> DebateClock:
        debate = self._delve.rules.debate
        return DebateClock(None if debate.mode == "off" else debate.minutes * 60.0, self._clock.now_seconds())

    def _debated(self) -> None:
        debate = self._delve.rules.debate
        if debate.mode == "spend":
            self._play(TakeAction("talk"))
        else:
            self._announcer.say("debate", minutes=debate.minutes)

    # -- the box --------------------------------------------------------------------------------------

    def _mute(self, *, muted: bool) -> None:
        self._announcer.muted = muted
        self._parts.listener.set_muted(muted)
        self._announcer.say("muted" if muted else "listening")

    def _change_volume(self, points: int) -> None:
        self._announcer.say("volume", percent=self._parts.narrator.change_volume(points))
