"""Cues on their way out: each where it belongs, no sentence twice in a row, and what was told last once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..clock import Clock
from ..messages import Cue, Fact, Told
from ..outputs.narration import Narration
from ..outputs.narration.row import Row
from ..ports import Narrator
from ..settings import Settings
from .channels import Channels
from .news import News


class Teller:
    """Tells cues. Used by the session's thread alone, after `start`."""

    def __init__(
        self, settings: Settings, narration: Narration, news: News, clock: Clock, observe: Callable[[Fact], None]
    ) -> None:
        """Tell nothing yet; where and how much is the settings' choice."""
        self.channels = Channels(settings)
        self._narration = narration
        self._row = Row(narration.again)
        self._news = news
        self._clock = clock
        self._observe = observe
        self._last: tuple[Cue, ...] = ()
        """Told last of the delve."""

    def start(self, narrator: Narrator) -> None:
        """Take the voice."""
        self._narrator = narrator

    def tell(self, *cues: Cue, shows: bool = False) -> None:
        """Tell them of the box itself; `shows`: for a moment they stand on the panel too."""
        self._tell(cues, shows=shows)

    def tell_of_delve(self, *cues: Cue, shows: bool = False) -> None:
        """As `tell`; these are what is told again to who asks for it."""
        told = self._tell(cues, shows=shows)
        self._last = tuple(cue for cue in told if cue.audience == "table" or self._is_heard(cue)) or self._last

    def show(self, cue: Cue) -> None:
        """Tell it on the panel alone, if what is told stands there at all."""
        if "panel" in self.channels.of(cue):
            self._news.message(cue.text, self._clock.now_seconds(), masters=cue.audience == "master")

    def repeat(self) -> None:
        """Tell again what was told last of the delve, word for word."""
        for place, cue in enumerate(self._last or (self._narration.box("nothing_said"),)):
            self._row.told(cue.text)
            self._send(Told(cue, self.channels.of(cue, asked=True), goes_on=place > 0))

    def _tell(self, cues: tuple[Cue, ...], *, shows: bool) -> tuple[Cue, ...]:
        told: list[Cue] = []
        for cue in filter(lambda each: each.text, cues):  # of an answer a theme may say nothing
            channels = self.channels.of(cue)
            fresh = replace(cue, text=self._row.next(cue.text)) if "voice" in channels else cue
            if shows:
                self.show(fresh)
            self._send(Told(fresh, channels, goes_on=bool(told)))
            told.append(fresh)
        return tuple(told)

    def _is_heard(self, cue: Cue) -> bool:
        """Whether who asks to hear it again hears it: what is for the game master's eyes takes nothing's place."""
        return "voice" in self.channels.of(cue, asked=True)

    def _send(self, told: Told) -> None:
        if "voice" in told.channels:
            self._narrator.say(told.cue)
        self._observe(told)
