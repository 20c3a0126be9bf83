"""What came of it, told in every way the box has: panel, voice, lamp, and whoever observes.

Nothing here changes the delve; it is only called with what the journal holds already.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from ..engine.events import DangerRolled, DelveClosed
from ..engine.records import Entry
from ..engine.refusal import Refusal
from .clock import Clock
from .inputs.speech.ways import WAYS
from .messages import Cue, Fact, Heard, PartChanged, Played, Refused, Told, Troubled, Verdict, Works
from .news import News
from .outputs.hints import tells_count, without_numbers
from .outputs.kept_rows import KeptRows
from .outputs.narration import Narration
from .outputs.pages import Page, View
from .outputs.patterns import Doing, lasting_pattern
from .outputs.showing import Showing
from .ports import Parts
from .record import summary_of
from .recorded import RecordedDelve
from .settings import Panel

log = logging.getLogger(__name__)

PANEL = Panel()
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
        panel: Panel = PANEL,
    ) -> None:
        """Tell nothing yet; `observe` is told every fact, and the panel's pages are for the settings' `panel`."""
        self._delve = delve
        self._narration = narration
        self._clock = clock
        self._observe = observe
        self._showing = Showing(panel, clock.now_seconds())
        self._numbers = panel.numbers
        self._news = News()
        self._troubles: dict[str, str] = {}
        self._told: dict[str, set[str]] = {}
        """By part, all that was told of it since it worked last: one that does not work may say why in turns."""
        self._part_of: dict[str, str] = {}
        """What was told not to work, by the box's own sentence."""
        self._question: str | None = None
        self._last_cues: tuple[Cue, ...] = ()
        self._phrases: tuple[str, ...] = ()
        self._summary: tuple[str, ...] = ()
        self._rows = KeptRows()
        self._kept = self._rows.follow(delve.events)
        self.listening = self.muted = self.speaking = False
        self._counts_down = self._off = False

    @property
    def narration(self) -> Narration:
        """What the table is told, in its language."""
        return self._narration

    def start(self, parts: Parts) -> None:
        """Take the parts, and say where a resumed delve stands and what it asks."""
        self._parts = parts
        if self._delve.mended:
            self.say("mended")
        if self._delve.resumed:
            self._welcome_back()
            if self._delve.rules_changed:
                self.say("rules_changed")
            self._tell(*self._open_question())

    def _welcome_back(self) -> None:
        cue = self._narration.box("resumed", turn=self._delve.state.completed + 1)
        if self._numbers != "hidden":
            self._show_message(cue)
        self._tell_of_delve(cue)

    # -- facts ----------------------------------------------------------------------------------------

    def heard(self, verdict: Verdict, source: str) -> None:
        """Something was said, typed or pressed, and understood or not."""
        self._observe(Heard(verdict, source))
        if verdict.verdict == "accept":
            self._sign("understood", source)
            self._show_heard(verdict.text, source)
        elif source not in SILENT_WAYS and verdict.reason != "window closed":
            self._sign("not_understood", source)
            cue = self._narration.rejected(verdict)
            if cue is not None:
                self._show_message(cue)
                self._tell(cue)
            elif verdict.verdict == "none":  # to say so would disturb; lamp and tone need their sign
                self._show_message(self._narration.box("nothing_heard"))

    def _show_heard(self, text: str, source: str) -> None:
        """What the table said; where the counts are the game master's, neither numbers nor what was only typed."""
        if self._numbers != "exact":
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
        self._kept = self._rows.follow(self._delve.events)
        state = self._delve.state
        if any(isinstance(event, DangerRolled) and event.danger for event in entry.events):
            self._news.danger(state.last_danger, self._clock.now_seconds())
            self._parts.lamp.show("danger")
        cues, question = self._narration.cues(entry, state, self._delve.rules), self._open_question()
        if any(isinstance(event, DelveClosed) for event in entry.events):
            cues += self._summed_up()
        if entry.kind != "command":
            cues += question  # undo and redo open it again
        self._tell_of_delve(*cues)

    def _summed_up(self) -> list[Cue]:
        """What the delve that was ended came to, if a turn was played in it; the panel shows it too."""
        closed = self._delve.closed
        summary = summary_of(closed.events if closed else ())
        if not summary.turns:
            return []
        cue, self._summary = self._narration.summary(summary.counts, summary.minutes)
        self._news.summary(self._clock.now_seconds())
        return [cue]

    def refused(self, refusal: Refusal) -> None:
        """The engine said no."""
        self._observe(Refused(refusal))
        cue = self._narration.refusal(refusal)
        tells = self._numbers != "exact" and tells_count(refusal.reason, refusal.values)
        self._news.message(self._narration.panel.say("not_now") if tells else cue.text, self._clock.now_seconds())
        self._tell_of_delve(cue)

    def not_recorded(self, sentence: str) -> None:
        """The journal could not be written: nothing was played."""
        self.part_changed(PartChanged("journal", working=False, sentence=sentence))
        self._tell_of_delve(self._narration.box("not_recorded"))

    def part_changed(self, change: PartChanged) -> None:
        """A part of the box came or went; the same trouble is told once until the part works again."""
        self._troubles.pop(change.part, None)
        told = self._told.pop(change.part, set())
        if change.working:
            for sentence in told:
                self._news.works(sentence, self._clock.now_seconds())
            self._observe(Works(change.part))
            return
        self._troubles[change.part] = change.sentence
        self._told[change.part] = told | {change.sentence}
        if change.sentence not in {*told, self._news.trouble_text}:  # who was speaking may have been told just now
            self.trouble(change.sentence, change.part)

    def trouble(self, sentence: str, part: str = "fault") -> None:
        """Something does not work: a part, what somebody said ("hearing"), or the box itself."""
        log.warning("%s", sentence)
        if part != "fault":
            self._part_of[sentence] = part
        self._news.trouble(sentence, self._clock.now_seconds())
        self._observe(Troubled(sentence))

    # -- the voice ------------------------------------------------------------------------------------

    def say(self, message: str, **values: object) -> None:
        """What the box says of the delve by itself, by its key in the narration; on the panel too."""
        cue = self._narration.box(message, **values)
        self._show_message(cue)
        self._tell_of_delve(cue)

    def acknowledge(self, message: str, **values: object) -> None:
        """As `say`, of the box's own voice and ear: "louder, repeat that" repeats what was said before it."""
        cue = self._narration.box(message, **values)
        self._show_message(cue)
        self._tell(cue)

    def show_code(self, digits: str, until_seconds: float) -> None:
        """A phone asks to be let in; without digits, no more."""
        self._news.show_code(digits, until_seconds)
        if digits:
            self.wake()

    def not_heard(self, message: str, **values: object) -> None:
        """As `acknowledge`, to who talked to an ear that is closed."""
        self._parts.lamp.show("not_understood")
        self._parts.narrator.tone("not_understood")
        self.acknowledge(message, **values)

    def count_down(self, seconds_left: int, *, aloud: bool) -> None:
        """The buttons that switch the box off are to be held for so long yet; `aloud` for the voice too."""
        self._counts_down = True
        cue = self._narration.box("switches_off", seconds=seconds_left)
        self._show_message(cue)
        if aloud:
            self._tell(cue)

    def stay_on(self) -> None:
        """They were let go."""
        self._counts_down = False
        self.acknowledge("stays_on")

    def switch_off(self) -> None:
        """They were held to the end."""
        self._off = True
        self.acknowledge("switched_off")
        self._parts.power.off()

    def answer(self, question: str) -> None:
        """Answer a question to the box about the delve; the panel has pages for two of them."""
        if question in {"status", "how_much_light"}:
            self._news.answer(question, self._clock.now_seconds())
        self._tell_of_delve(self._narration.answer(question, self._delve.state, self._delve.rules))

    def suggest(self, phrases: Sequence[str], *, aloud: bool) -> None:
        """Show what can be said now, on a page of its own or below an open question; `aloud` for the voice too."""
        cue = self._narration.box("can_say", phrases=tuple(phrases))
        self._phrases = tuple(phrases)
        if self._delve.state.asking:
            self._show_message(cue)
        else:
            below = None if aloud else self._narration.box("nothing_heard").text
            self._news.answer("help", self._clock.now_seconds(), below)
        if aloud:
            self._tell(cue)

    def repeat(self) -> None:
        """Say again what was said last of the delve, the danger with its turn."""
        self._tell(*(self._last_cues or (self._narration.box("nothing_said"),)))

    def cut(self) -> None:
        """Be quiet now."""
        self._parts.narrator.cut()

    def _tell_of_delve(self, *cues: Cue) -> None:
        self._last_cues = cues or self._last_cues
        self._tell(*cues)

    def _tell(self, *cues: Cue) -> None:
        for cue in cues:
            self._parts.narrator.say(cue)
            self._observe(Told(cue))

    def _show_message(self, cue: Cue) -> None:
        self._news.message(cue.text, self._clock.now_seconds())

    def _open_question(self) -> list[Cue]:
        """What the delve asks now; the panel shows it too."""
        asked = self._delve.asked
        cues = [] if asked is None else [self._narration.question(asked, self._delve.rules)]
        self._question = cues[0].text if cues else None
        return cues

    # -- panel and lamp -------------------------------------------------------------------------------

    @property
    def panel_changes_seconds(self) -> float | None:
        """When the panel changes by itself: news grows old, or nothing happens for long."""
        times = (self._news.until_seconds, self._showing.next_change_seconds(self._clock.now_seconds()))
        return min((each for each in times if each is not None), default=None)

    @property
    def asleep(self) -> bool:
        """Whether the panel is dark because nothing happened for long; one that is lost hides nothing by that."""
        return self._showing.asleep(self._clock.now_seconds()) and "panel" not in self._troubles

    def wake(self) -> None:
        """Somebody pressed, or talks: the panel is bright."""
        self._showing.wake(self._clock.now_seconds())

    def show(self) -> None:
        """Bring panel and lamp up to date."""
        now = self._clock.now_seconds()
        grew_old = self._news.expire(now)
        self._parts.lamp.show(self._lasting_pattern)
        change = self._showing.change(self.view, now, grew_old=grew_old)
        if change is not None:
            self._parts.screen.show(*change)

    @property
    def page(self) -> Page:
        """The page that the panel shows now."""
        return self._showing.page(self.view)

    @property
    def last_page(self) -> Page | None:
        """The page that stays when the box is closed; None for a dark panel."""
        return self._showing.last_page(self.view)

    @property
    def view(self) -> View:
        """All that the panel can show now."""
        return View(
            state=self._delve.state,
            rules=self._delve.rules,
            kept=self._kept,
            heard=self._news.heard_text,
            message=self._news.message_text,
            trouble=self._in_words(self._troubles.get("journal") or self._news.trouble_text),
            question=self._question,
            delve=self._delve.name,
            last_turn=self._news.last_roll,
            listening=self.listening,
            muted=self.muted,
            speaking=self.speaking,
            texts=self._narration.panel,
            health=tuple(map(self._in_words, self._troubles.values())) if self._news.asked == "status" else None,
            lights_asked=self._news.asked == "how_much_light",
            phrases=self._phrases if self._news.asked == "help" else (),
            summary=self._summary if self._news.asked == "summary" else (),
            off=self._off,
            code=self._news.code,
        )

    def _in_words(self, trouble: str | None) -> str:
        """What does not work, in the table's language."""
        return self._narration.trouble(self._part_of.get(trouble, "fault"), trouble) if trouble else ""

    @property
    def _lasting_pattern(self) -> str:
        """What the lamp shows for as long as it is so."""
        doing = Doing(self._counts_down, self.listening, self.muted, bool(self._troubles), self.asleep)
        return lasting_pattern(self._delve.state, self._delve.rules, self._numbers, doing)
