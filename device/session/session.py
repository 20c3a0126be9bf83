"""The loop: one thread owns the delve; inputs only put messages on its queue.

Whatever a person does – a press, a spoken or typed phrase – becomes an intent of the one phrasebook,
then an engine command or a request to the box. Outputs never call back into the session.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ...engine.state import State
from ..announcing.announcer import Announcer
from ..clock import Clock
from ..inputs.chord import Chord
from ..inputs.dial import LINES
from ..inputs.gestures import Gesture, Gestures
from ..inputs.speech.report import log_line, record_of
from ..inputs.speech.verdict import Context, judge
from ..mailbox import Mailbox
from ..messages import (
    CodeDrawn,
    Edge,
    Intent,
    ListeningChanged,
    Message,
    Ordered,
    Paired,
    PartChanged,
    SpeakingChanged,
    Stop,
    Typed,
    Utterance,
    Verdict,
    VoiceWished,
)
from ..phrasebook import Phrasebook, TypedPhrases
from ..ports import Parts
from ..recorded import RecordedDelve
from ..settings import Button, Dial
from ..translate import BOX_INTENTS, command_for
from .helping import Helping
from .playing import Playing
from .pressing import Pressing
from .switching_off import SwitchingOff
from .talking import Talking
from .turning import Turning

log = logging.getLogger(__name__)


class Session:
    """The one owner of the delve; used by the one thread that runs it. All others use its mailbox."""

    def __init__(
        self,
        *,
        mailbox: Mailbox,
        delve: RecordedDelve,
        announcer: Announcer,
        phrasebook: Phrasebook,
        buttons: Mapping[str, Button],
        dial: Dial,
        gestures: Gestures,
        chord: Chord,
        talking: Talking,
        clock: Clock,
        keep_clip: Callable[[Mapping[str, Any], bytes], None],
    ) -> None:
        """Put the loop together; it handles nothing before `start`. `keep_clip` must return at once."""
        self._mailbox = mailbox
        self._delve = delve
        self._announcer = announcer
        self._phrasebook, self._typed = phrasebook, TypedPhrases(phrasebook)
        self._gestures = gestures
        self._down = gestures.down
        self._switching_off = SwitchingOff(chord, gestures, announcer)
        self._clock = clock
        self._keep_clip = keep_clip
        self._stopping = False
        self._talking = talking
        self._playing = Playing(delve, announcer, talking, gestures, clock)
        self._pressing = Pressing(
            buttons, delve=delve, phrasebook=phrasebook, announcer=announcer, talking=talking, playing=self._playing
        )
        self._turning = Turning(dial, announcer)
        self._helping = Helping(delve, phrasebook, announcer)
        self._requests = {**talking.requests, "help": self._helping.tell}
        """What the table can ask of the box itself, by intent."""

    def start(self, parts: Parts) -> None:
        """Take the parts and show the first page; a question that was open is open again."""
        self._announcer.start(parts)
        self._talking.start(parts)
        self._switching_off.start(parts)
        self._playing.wait_for_answer()
        self._safely(self._announcer.show)

    # -- the loop -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Handle messages and timers until a `Stop`."""
        while not self._stopping:
            deadline = self.deadline_seconds
            self._mailbox.wait(None if deadline is None else max(0.0, deadline - self._clock.now_seconds()))
            self.drain()

    def drain(self) -> None:
        """Handle what waits, then what was due before: a gesture must know every edge before time decides it.

        What comes meanwhile waits its turn, so that no flood of messages can keep a timer waiting.
        """
        now = self._clock.now_seconds()
        for _ in range(len(self._mailbox)):
            if self._stopping:
                log.info("%d messages come too late", len(self._mailbox))
                break
            self._safely(self._handle, self._mailbox.take())
            self._safely(self._announcer.show)
        self._tick(now)

    @property
    def deadline_seconds(self) -> float | None:
        """When the next timer is due on the run's clock; None while only a message can change anything."""
        waits = (
            self._gestures.deadline_seconds,
            self._switching_off.deadline_seconds,
            self._announcer.panel.changes_seconds,
            *self._playing.deadlines_seconds,
        )
        return min((each for each in waits if each is not None), default=None)

    @property
    def state(self) -> State:
        """The state now."""
        return self._delve.state

    def _tick(self, seen_seconds: float) -> None:
        """Do what is due; every edge before `seen_seconds` was handled."""
        self._hand(self._gestures.poll(seen_seconds))
        self._safely(self._playing.lapse, seen_seconds)
        self._safely(self._playing.debated)
        self._safely(self._announcer.show)

    def _safely(self, act: Callable[..., None], *arguments: object) -> None:
        """No fault of one act ends the evening: what the journal holds has happened, and nothing else has."""
        try:
            act(*arguments)
        except Exception as error:
            log.exception("a fault of the box: %s%r", act.__name__, arguments)
            self._announcer.trouble(f"a fault of the box ({error!r}): see its log; what was played is kept")

    # -- messages -------------------------------------------------------------------------------------

    def _handle(self, message: Message) -> None:
        match message:
            case Edge(button) if button in LINES.values():
                self._said_by_hand(self._turning.feed(message), "dial")
            case Edge():
                self._hand(self._gestures.feed(message))
            case Typed(text, source):
                self._phrase(text, self._typed.match(text), source)
            case Ordered(command):
                self._playing.play(command)
            case Utterance():
                self._utterance(message)
            case ListeningChanged(is_open, always):
                self._talking.ear_opened(is_open=is_open, always=always)
                self._playing.give_time()  # who taps to answer has the time to
            case SpeakingChanged(speaking, tone):
                self._talking.box_speaks(speaking=speaking, tone=tone)
                self._playing.give_time()
            case PartChanged():
                self._announcer.part_changed(message)
            case CodeDrawn(digits, until_seconds):
                self._announcer.show_code(digits, until_seconds)
            case Paired(grant):
                self._announcer.acknowledge("paired", grant=grant)
            case VoiceWished(volume, rate):
                self._talking.change_voice(volume, rate)
            case Stop(reason):
                log.info("stopping: %s", reason)
                self._stopping = True

    def _hand(self, gestures: Iterable[Gesture]) -> None:
        """A finger that comes down cuts the voice, long before it is known what it means."""
        before, self._down = self._down, self._gestures.down
        if self._down - before:
            self._announcer.cut()
        self._safely(self._switching_off.look, self._clock.now_seconds())
        for gesture in gestures:
            self._safely(self._gesture, gesture)

    def _gesture(self, gesture: Gesture) -> None:
        self._said_by_hand(self._pressing.feed(gesture), gesture.button)

    def _said_by_hand(self, phrase: str | None, button: str) -> None:
        """Say what is bound to it, if anything."""
        if phrase is not None:
            intent = self._phrasebook.match(phrase)
            if intent is not None and intent.name == "mute" and self._announcer.signs.muted:
                intent = replace(intent, name="listen_again")  # nothing hears these words then
            self._phrase(phrase, intent, f"button {button}")

    def _phrase(self, text: str, intent: Intent | None, source: str) -> None:
        if intent is None:
            self._announcer.heard(Verdict("reject", "not a phrase", text), source)
        else:
            self._understood(Verdict("accept", "phrase", intent.text, intent), intent, source)

    def _utterance(self, utterance: Utterance) -> None:
        table_rolls = self._delve.rules.danger.roll == "table"
        context = Context(self.state.asking, table_rolls, self._announcer.signs.speaking)
        verdict = judge(utterance, self._phrasebook, context)
        judged_at = time.monotonic()
        log.info("%s", log_line(utterance, verdict, judged_at))
        self._keep_clip(record_of(utterance, verdict, judged_at), utterance.sound)
        if utterance.trouble is not None:
            self._announcer.trouble(utterance.trouble, "hearing")
        if verdict.intent is not None:
            self._understood(verdict, verdict.intent, utterance.way)
        else:
            self._announcer.heard(verdict, utterance.way)
            if (utterance.way, verdict.reason) == ("hold", "silence"):
                self._helping.show()

    def _understood(self, verdict: Verdict, intent: Intent, source: str) -> None:
        self._announcer.heard(verdict, source)
        command = command_for(intent)
        if command is not None:
            self._playing.play(command)
        elif intent.name in self._requests:
            self._requests[intent.name]()
        elif intent.name in BOX_INTENTS:
            self._announcer.answer(intent.name)
