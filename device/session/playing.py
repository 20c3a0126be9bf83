"""The delve as a session plays it: each command told, a question that lapses, and a debate that takes too long."""

from __future__ import annotations

from ...engine.commands import Answer, Command, TakeAction
from ...engine.refusal import Refusal
from ..announcing.announcer import Announcer
from ..clock import Clock
from ..inputs.gestures import Gestures
from ..journal import JournalError
from ..recorded import RecordedDelve
from .answering import AnswerTime
from .debate import DebateClock
from .talking import Talking


class Playing:
    """Plays what was asked, and what time decides. Used by the session's thread alone."""

    def __init__(
        self, delve: RecordedDelve, announcer: Announcer, talking: Talking, gestures: Gestures, clock: Clock
    ) -> None:
        """Tell the announcer what comes of it; an answer by voice or by a button may be on its way."""
        self._delve = delve
        self._announcer = announcer
        self._talking = talking
        self._gestures = gestures
        self._clock = clock
        self._answer_time = AnswerTime()
        self._debate = self._new_debate()

    def play(self, command: Command) -> None:
        """Play a command, and tell what came of it or why nothing did."""
        played, number = self._delve.state.played, self._delve.number
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
        elif self._delve.state.played != played:
            self._debate.restart(self._clock.now_seconds())
        self.wait_for_answer()
        self._announcer.played(outcome)

    # -- a question -----------------------------------------------------------------------------------

    def wait_for_answer(self) -> None:
        """The table's die is waited for as long as it takes, anything else for the time to answer."""
        if self._delve.state.asking in {None, "roll"}:
            self._answer_time.end()
        else:
            self._answer_time.begin(self._clock.now_seconds())

    def give_time(self) -> None:
        """Nobody could answer until now: an open question has its whole time again."""
        self._answer_time.begin_again(self._clock.now_seconds())

    def lapse(self, seen_seconds: float) -> None:
        """Take no for an answer where the time is over; every edge before `seen_seconds` was handled."""
        deadline = self._answer_deadline_seconds
        if deadline is not None and seen_seconds >= deadline:
            self._answer_time.end()
            self.play(Answer(yes=False, lapsed=True))

    @property
    def _answer_deadline_seconds(self) -> float | None:
        """None too while the answer may be on its way: the box still asks, a finger is down, somebody talks."""
        if self._talking.goes_on or self._gestures.undecided:
            return None
        return self._answer_time.deadline_seconds

    # -- the debate -----------------------------------------------------------------------------------

    def debated(self) -> None:
        """Tell a debate that takes too long, or play the turn that it is, as the rules say."""
        now, debate = self._clock.now_seconds(), self._delve.rules.debate
        state = self._delve.state
        declared = state.activity or state.asking == "roll"  # a turn that waits for its die is no debate
        quiet = self._announcer.signs.muted or self._talking.by_button
        self._debate.hold(bool(state.suspended or declared or quiet), now)
        if not self._debate.due(now):
            return
        if debate.mode == "spend":
            self.play(TakeAction("talk"))
        else:
            self._announcer.say("debate", minutes=debate.minutes)

    def _new_debate(self) -> DebateClock:
        debate = self._delve.rules.debate
        return DebateClock(None if debate.mode == "off" else debate.minutes * 60.0, self._clock.now_seconds())

    @property
    def deadlines_seconds(self) -> tuple[float | None, ...]:
        """When to `lapse` and to look at the debate next; None while time alone changes nothing there."""
        return self._answer_deadline_seconds, self._debate.deadline_seconds
