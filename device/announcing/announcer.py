"""What came of it, told in every way the box has: panel, voice, lamp, and whoever observes.

Nothing here changes the delve; it is only called with what the journal holds already.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...engine.records import Entry
from ...engine.refusal import Refusal
from ..clock import Clock
from ..inputs.speech.ways import WAYS
from ..messages import Fact, Heard, PartChanged, Played, Refused, Troubled, Verdict, Works
from ..outputs.hints import tells_count, without_numbers
from ..outputs.narration import Narration
from ..outputs.patterns import Doing, lasting_pattern
from ..ports import Parts
from ..recorded import RecordedDelve
from ..settings import Settings
from .news import News
from .on_panel import OnPanel, Signs
from .outcome import Outcome, brought_danger
from .teller import Teller
from .troubles import Troubles

log = logging.getLogger(__name__)

MASTERS_INTENTS = frozenset({"roll_on_table"})
"""What players are not to read: which table is asked for."""
SPOKEN_TROUBLES = {"tables": "tables_left_out"}
"""What does not work and is said too: nobody looks at the panel for it."""
SILENT_WAYS = frozenset({"open"})
"""Ways to talk in which most of what is heard is not for the box: it does not answer what it rejects."""


class Announcer:
    """Tells the table about `delve`. Used by the session's thread alone, after `start`."""

    def __init__(
        self,
        delve: RecordedDelve,
        narration: Narration,
        clock: Clock,
        observe: Callable[[Fact], None],
        settings: Settings,
    ) -> None:
        """Tell nothing yet; `observe` is told every fact, and what is told where is the settings' choice."""
        self._delve = delve
        self._narration = narration
        self._clock = clock
        self._observe = observe
        self._numbers = settings.panel.numbers
        self._news = News()
        self._troubles = Troubles()
        self._teller = Teller(settings, narration, self._news, clock, observe)
        self.panel = OnPanel(
            settings.panel, delve=delve, narration=narration, clock=clock, news=self._news, troubles=self._troubles
        )
        self._outcome = Outcome(
            delve,
            narration,
            self._teller,
            panel=self.panel,
            news=self._news,
            clock=clock,
            prompts=settings.announce.prompts,
        )

    @property
    def signs(self) -> Signs:
        """What the box itself does now; who does it says so here."""
        return self.panel.signs

    @property
    def narration(self) -> Narration:
        """What the table is told, in its language."""
        return self._narration

    def start(self, parts: Parts) -> None:
        """Take the parts, and say where a resumed delve stands and what it asks."""
        self._parts = parts
        self._teller.start(parts.narrator)
        self._narration.look(self._delve.state, self._delve.events)
        if self._delve.mended:
            self.say("mended")
        if self._delve.resumed:
            self._welcome_back()
            if self._delve.rules_changed:
                self.say("rules_changed")
            self._teller.tell(*self._outcome.open_question())

    def _welcome_back(self) -> None:
        cue = self._narration.box("resumed", turn=self._delve.state.completed + 1)
        self._teller.tell_of_delve(cue, shows=self._numbers != "hidden")

    # -- facts ----------------------------------------------------------------------------------------

    def heard(self, verdict: Verdict, source: str) -> None:
        """Something was said, typed or pressed, and understood or not."""
        self._observe(Heard(verdict, source))
        if verdict.verdict == "accept":
            self._sign("understood", source)
            self._show_heard(verdict, source)
        elif source not in SILENT_WAYS and verdict.reason != "window closed":
            self._sign("not_understood", source)
            cue = self._narration.rejected(verdict)
            if cue is not None:
                self._teller.tell(cue, shows=True)
            elif verdict.verdict == "none":  # to say so would disturb; lamp and tone need their sign
                self.write("nothing_heard")

    def _show_heard(self, verdict: Verdict, source: str) -> None:
        """What the table said; where the counts are the game master's, neither numbers nor what was only typed."""
        text = verdict.text
        if verdict.intent is not None and verdict.intent.name in MASTERS_INTENTS:
            text = ""  # what came of it stands there at once, where it may
        elif self._numbers != "exact":
            text = without_numbers(text, self._narration.language) if source in WAYS else ""
        if text and not source.startswith("button"):
            self._news.heard(text, self._clock.now_seconds())

    def _sign(self, what: str, source: str) -> None:
        """Whether it was understood: the lamp to whoever presses, types or talks, a tone to who talked alone."""
        self._parts.lamp.show(what)
        if source in WAYS:
            self._parts.narrator.tone(what)

    def played(self, entry: Entry) -> None:
        """An entry is in the journal."""
        self._observe(Played(entry))
        if "journal" in self._troubles:
            self.part_changed(PartChanged("journal", working=True))
        self._news.played()
        self.panel.follow_delve()
        if brought_danger(entry):
            self._parts.lamp.show("danger")
        self._outcome.tell(entry)

    def refused(self, refusal: Refusal) -> None:
        """The engine said no."""
        cue = self._narration.refusal(refusal)
        self._observe(Refused(refusal, cue.text))
        if self._numbers != "exact" and tells_count(refusal.reason, refusal.values):
            self._teller.show(replace(cue, text=self._narration.panel.say("not_now")))
            self._teller.tell_of_delve(cue)
        else:
            self._teller.tell_of_delve(cue, shows=True)

    def not_recorded(self, sentence: str) -> None:
        """The journal could not be written: nothing was played."""
        self.part_changed(PartChanged("journal", working=False, sentence=sentence))
        self._teller.tell_of_delve(self._narration.box("not_recorded"))

    def part_changed(self, change: PartChanged) -> None:
        """A part of the box came or went; the same trouble is told once until the part works again."""
        if change.working:
            for sentence in self._troubles.works(change.part):
                self._news.works(sentence, self._clock.now_seconds())
            self._observe(Works(change.part))
            return
        is_new = self._troubles.fails(change.part, change.sentence)
        if is_new and change.sentence != self._news.trouble_text:  # who was speaking may have been told just now
            self.trouble(change.sentence, change.part)
        if is_new and change.part in SPOKEN_TROUBLES:
            self._teller.tell(self._narration.box(SPOKEN_TROUBLES[change.part]))

    def trouble(self, sentence: str, part: str = "fault") -> None:
        """Something does not work: a part, what somebody said ("hearing"), or the box itself."""
        log.warning("%s", sentence)
        if part != "fault":
            self._troubles.told(part, sentence)
        self._news.trouble(sentence, self._clock.now_seconds())
        self._observe(Troubled(sentence))

    # -- the voice ------------------------------------------------------------------------------------

    def say(self, message: str, **values: object) -> None:
        """What the box says of the delve by itself, by its key in the narration; on the panel too."""
        self._teller.tell_of_delve(self._narration.box(message, **values), shows=True)

    def acknowledge(self, message: str, **values: object) -> None:
        """As `say`, of the box itself: "louder, repeat that" repeats what was said before it."""
        self._teller.tell(self._narration.box(message, **values), shows=True)

    def write(self, message: str, **values: object) -> None:
        """As `acknowledge`, on the panel alone."""
        self._teller.show(self._narration.box(message, **values))

    def show_code(self, digits: str, until_seconds: float) -> None:
        """A phone asks to be let in; without digits, no more."""
        self._news.show_code(digits, until_seconds)
        if digits:
            self.panel.wake()

    def not_heard(self, message: str, **values: object) -> None:
        """As `acknowledge`, to who talked to an ear that is closed."""
        self._parts.lamp.show("not_understood")
        self._parts.narrator.tone("not_understood")
        self.acknowledge(message, **values)

    def answer(self, question: str) -> None:
        """Answer a question to the box about the delve; the panel has pages for two of them."""
        if question in {"status", "how_much_light"} and self._teller.channels.shows():
            self._news.answer(question, self._clock.now_seconds())
        self._teller.tell_of_delve(self._narration.answer(question, self._delve.state, self._delve.rules))

    def suggest(self, phrases: Sequence[str], *, aloud: bool) -> None:
        """Show what can be said now, on a page of its own or below an open question; `aloud` for the voice too."""
        cue = self._narration.box("can_say", phrases=tuple(phrases))
        self.panel.phrases = tuple(phrases)
        if self._delve.state.asking:
            self._teller.show(cue)
        elif self._teller.channels.shows():
            below = None if aloud else self._narration.box("nothing_heard").text
            self._news.answer("help", self._clock.now_seconds(), below)
        if aloud:
            self._teller.tell(cue)

    def repeat(self) -> None:
        """Say again what was said last of the delve, the danger with its turn."""
        self._teller.repeat()

    def cut(self) -> None:
        """Be quiet now."""
        self._parts.narrator.cut()

    # -- panel and lamp -------------------------------------------------------------------------------

    def show(self) -> None:
        """Bring panel and lamp up to date."""
        self._parts.lamp.show(self._lasting_pattern)
        change = self.panel.change()
        if change is not None:
            self._parts.screen.show(*change)

    @property
    def _lasting_pattern(self) -> str:
        """What the lamp shows for as long as it is so."""
        signs = self.signs
        doing = Doing(signs.counts_down, signs.listening, signs.muted, bool(self._troubles), self.panel.asleep)
        return lasting_pattern(self._delve.state, self._delve.rules, self._numbers, doing)
