"""The loop: one thread owns the delve; inputs only put messages on its queue.

Whatever a person does – a press, a spoken or typed phrase – becomes an intent of the one phrasebook,
then an engine command or a request to the box. Outputs never call back into the session.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Mapping

from ..engine.commands import Answer, Command, TakeAction
from ..engine.events import DangerRolled
from ..engine.records import Entry
from ..engine.refusal import Refusal
from ..engine.state import State
from .clock import Clock
from .debate import DebateClock
from .inputs.gestures import Gesture, Gestures
from .inputs.speech.verdict import Context, judge
from .journal import JournalError
from .messages import (
    Cue,
    Edge,
    Fact,
    Heard,
    Intent,
    ListeningChanged,
    Message,
    Ordered,
    PartChanged,
    Played,
    Refused,
    SpeakingChanged,
    Stop,
    Told,
    Troubled,
    Typed,
    Utterance,
    Verdict,
    Works,
)
from .news import News
from .outputs.narration import Narration
from .outputs.pages import Page, View, goodbye_of, page_of
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
    """The one owner of the delve. `put` is for every thread, the rest for the thread that runs it."""

    def __init__(
        self,
        *,
        delve: RecordedDelve,
        phrasebook: Phrasebook,
        narration: Narration,
        buttons: Mapping[str, Button],
        gestures: Gestures,
        clock: Clock,
        observe: Callable[[Fact], None],
    ) -> None:
        """Put the loop together; `observe` is told every fact once it is durable, on the loop's thread."""
        self._delve = delve
        self._phrasebook = phrasebook
        self._narration = narration
        self._buttons = buttons
        self._gestures = gestures
        self._clock = clock
        self._observe = observe
        self._queue: queue.Queue[Message] = queue.Queue(QUEUE_SIZE)
        self._stopping = False
        self._muted = self._speaking = self._listening = False
        self._troubles: dict[str, str] = {}
        self._news = News()
        self._asked_at_seconds: float | None = None
        self._question: str | None = None
        self._last_cues: list[Cue] = []
        debate = delve.rules.debate
        self._debate = DebateClock(None if debate.mode == "off" else debate.minutes * 60.0, clock.now_seconds())
        self._page: Page | None = None
        self._box_intents: dict[str, Callable[[], None]] = {
            "repeat": self._repeat,
            "stop": self._cut,
            "be_quiet": self._cut,
            "mute": lambda: self._mute(muted=True),
            "listen_again": lambda: self._mute(muted=False),
            "louder": lambda: self._change_volume(VOLUME_STEP),
            "softer": lambda: self._change_volume(-VOLUME_STEP),
        }

    def start(self, parts: Parts) -> None:
        """Take the parts, show the first page, and say where a resumed delve stands."""
        self._parts = parts
        if self._delve.resumed:
            self._tell(self._narration.box("resumed", turn=self.state.completed + 1))
            if self._delve.rules_changed:
                self._tell(self._narration.box("rules_changed"))
        if self.state.asking:
            self._asked_at_seconds = self._clock.now_seconds()
        self._show()

    # -- for every thread -----------------------------------------------------------------------------

    def put(self, message: Message) -> None:
        """Queue a message; from any thread, never blocking.

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
            self.tick()

    def drain(self) -> None:
        """Handle all that waits and all that is due now; for a script that moves the clock itself."""
        while not (self._stopping or self._queue.empty()):
            self._handle(self._queue.get_nowait())
        self.tick()

    @property
    def deadline_seconds(self) -> float | None:
        """When the next timer is due on the run's clock; None while only a message can change anything."""
        waits = (
            self._gestures.deadline_seconds,
            self._question_deadline_seconds,
            self._news.until_seconds,
            self._debate.deadline_seconds,
        )
        return min((each for each in waits if each is not None), default=None)

    def tick(self) -> None:
        """Do what is due now, and show what came of it."""
        now = self._clock.now_seconds()
        for gesture in self._gestures.poll(now):
            self._gesture(gesture)
        if self._question_deadline_seconds is not None and now >= self._question_deadline_seconds:
            self._asked_at_seconds = None
            self._play(Answer(yes=False, lapsed=True))
        self._news.expire(now)
        self._debate.hold(self._table_is_busy, now)
        if self._debate.due(now):
            self._debated()
        self._show()

    @property
    def stopping(self) -> bool:
        """Whether a `Stop` was handled."""
        return self._stopping

    @property
    def state(self) -> State:
        """The state now."""
        return self._delve.state

    @property
    def page(self) -> Page:
        """The page that the panel shows now."""
        return self._page or page_of(self.view)

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
                self._listening = is_open
            case SpeakingChanged(speaking):
                self._speaking = speaking
                self._parts.listener.set_speaking(speaking)
                if self._asked_at_seconds is not None:
                    self._asked_at_seconds = self._clock.now_seconds()
            case PartChanged():
                self._part_changed(message)
            case Stop(reason):
                log.info("stopping: %s", reason)
                self._stopping = True
                self._parts.screen.show(goodbye_of(self.view))

    def _gesture(self, gesture: Gesture) -> None:
        log.info("button %s: %s", gesture.button, gesture.kind)
        button = self._buttons[gesture.button]
        if gesture.kind == "release":
            if button.hold_to_talk:
                self._parts.listener.close_window()
            return
        self._cut()
        if gesture.kind == "hold" and button.hold_to_talk:
            self._parts.listener.open_window()
            return
        phrase = ANSWERS.get(gesture.button) if self.state.asking and gesture.kind == "press" else None
        phrase = phrase or {"press": button.press, "double": button.double, "hold": button.hold}[gesture.kind]
        if phrase is not None:
            self._phrase(phrase, f"button {gesture.button}")

    def _phrase(self, text: str, source: str) -> None:
        intent = self._phrasebook.match(text)
        if intent is None:
            self._rejected(Verdict("reject", "not a phrase", text), source)
        else:
            self._accepted(Verdict("accept", "phrase", intent.text, intent), intent, source)

    def _utterance(self, utterance: Utterance) -> None:
        context = Context(
            asking=self.state.asking, table_rolls=self._delve.rules.danger.roll == "table", speaking=self._speaking
        )
        verdict = judge(utterance, self._phrasebook, context)
        log.info("heard %r: %s, %s", verdict.text, verdict.verdict, verdict.reason)
        if utterance.trouble is not None:
            self._trouble(utterance.trouble)
        if verdict.intent is not None:
            self._accepted(verdict, verdict.intent, utterance.way)
        else:
            self._rejected(verdict, utterance.way)

    def _accepted(self, verdict: Verdict, intent: Intent, source: str) -> None:
        self._observe(Heard(verdict, source))
        if not source.startswith("button"):
            self._news.heard(verdict.text, self._clock.now_seconds())
        self._parts.lamp.show("understood")
        command = command_for(intent)
        if command is not None:
            self._play(command)
        elif intent.name in self._box_intents:
            self._box_intents[intent.name]()
        elif intent.name in BOX_INTENTS:
            self._tell(self._narration.answer(intent.name, self.state, self._delve.rules))
        else:
            self._trouble(f"the phrase {verdict.text!r} means {intent.name!r}, which this box does not know")

    def _rejected(self, verdict: Verdict, source: str) -> None:
        self._observe(Heard(verdict, source))
        if source == "open":  # always listening: most of what is said is not for the box
            return
        self._parts.lamp.show("not_understood")
        cue = self._narration.rejected(verdict)
        if cue is not None:
            self._news.message(cue.text, self._clock.now_seconds())
            self._tell(cue)

    def _part_changed(self, change: PartChanged) -> None:
        known = self._troubles.pop(change.part, None)
        if change.working:
            self._observe(Works(change.part))
            return
        self._troubles[change.part] = change.sentence
        if known != change.sentence:
            self._trouble(change.sentence)

    # -- the delve ------------------------------------------------------------------------------------

    def _play(self, command: Command) -> None:
        played_before = self.state.played
        try:
            outcome = self._delve.play(command)
        except JournalError as error:
            self._troubles["journal"] = str(error)
            self._trouble(str(error))
            self._tell(self._narration.box("not_recorded"))
            return
        self._troubles.pop("journal", None)
        if isinstance(outcome, Refusal):
            self._observe(Refused(outcome))
            cue = self._narration.refusal(outcome)
            self._news.message(cue.text, self._clock.now_seconds())
            self._tell(cue)
            return
        if self.state.played != played_before:
            self._debate.restart(self._clock.now_seconds())
        self._announce(outcome)

    def _announce(self, entry: Entry) -> None:
        self._observe(Played(entry))
        now = self._clock.now_seconds()
        self._news.played()
        if any(isinstance(event, DangerRolled) and event.danger for event in entry.events):
            self._news.danger(self.state.last_danger, now)
            self._parts.lamp.show("danger")
        cues = self._narration.cues(entry, self.state, self._delve.rules)
        asking = self.state.asking
        self._asked_at_seconds = now if asking and asking != "roll" else None
        self._question = next((cue.text for cue in cues if cue.topic == "question"), None) if asking else None
        for cue in cues:
            self._tell(cue)

    def _debated(self) -> None:
        debate = self._delve.rules.debate
        if debate.mode == "spend":
            self._play(TakeAction("talk"))
        else:
            self._tell(self._narration.box("debate", minutes=debate.minutes))

    @property
    def _table_is_busy(self) -> bool:
        return bool(self.state.suspended or self.state.activity or self._muted)

    @property
    def _question_deadline_seconds(self) -> float | None:
        if self._asked_at_seconds is None or self._speaking:
            return None
        return self._asked_at_seconds + QUESTION_SECONDS

    # -- the box --------------------------------------------------------------------------------------

    def _tell(self, cue: Cue) -> None:
        self._last_cues = [*self._last_cues[-3:], cue]
        self._parts.narrator.say(cue)
        self._observe(Told(cue))

    def _trouble(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self._observe(Troubled(sentence))

    def _repeat(self) -> None:
        last = self._last_cues[-1:] or [self._narration.box("nothing_said")]
        self._tell(last[0])

    def _cut(self) -> None:
        self._parts.narrator.cut()

    def _mute(self, *, muted: bool) -> None:
        self._muted = muted
        self._parts.listener.set_muted(muted)
        self._tell(self._narration.box("muted" if muted else "listening"))

    def _change_volume(self, points: int) -> None:
        volume = self._parts.narrator.change_volume(points)
        self._tell(self._narration.box("volume", percent=volume))

    @property
    def view(self) -> View:
        """All that the panel can show now."""
        return View(
            state=self.state,
            rules=self._delve.rules,
            heard=self._news.heard_text,
            message=self._news.message_text,
            trouble=next(iter(self._troubles.values()), None),
            question=self._question,
            last_turn=self._news.last_roll,
            listening=self._listening,
            muted=self._muted,
            speaking=self._speaking,
        )

    @property
    def _lasting_pattern(self) -> str:
        """What the lamp shows for as long as it is so."""
        warn = self._delve.rules.lights.warn_turns
        if self._listening:
            return "listening"
        if self.state.asking:
            return "asking"
        if self._troubles:
            return "fault"
        ending = (
            light.lit and light.turns_left is not None and light.turns_left <= warn for light in self.state.lights
        )
        return "low_light" if any(ending) else "rest"

    def _show(self) -> None:
        self._parts.lamp.show(self._lasting_pattern)
        page = page_of(self.view)
        if page != self._page and not self._stopping:
            self._page = page
            self._parts.screen.show(page)
