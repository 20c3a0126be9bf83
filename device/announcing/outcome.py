"""What is told of what was played: danger, what was drawn, the turn, what it asks, and what its steps remind of."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...engine.events import DangerRolled, DelveClosed, TableDrawn
from ...engine.records import Entry
from ..clock import Clock
from ..messages import Cue
from ..outputs.narration import Narration
from ..record import summary_of
from ..recorded import RecordedDelve
from .news import News
from .on_panel import OnPanel
from .teller import Teller


class Outcome:
    """Tells of entries that the journal holds. Used by the session's thread alone."""

    def __init__(
        self,
        delve: RecordedDelve,
        narration: Narration,
        teller: Teller,
        *,
        panel: OnPanel,
        news: News,
        clock: Clock,
        prompts: Collection[str],
    ) -> None:
        """Tell by `narration`; `prompts` are the steps of a turn that the game master is reminded of."""
        self._delve = delve
        self._narration = narration
        self._teller = teller
        self._panel = panel
        self._news = news
        self._clock = clock
        self._prompts = prompts

    def tell(self, entry: Entry) -> None:
        """An entry was played."""
        danger = brought_danger(entry)
        self._show(entry, danger=danger)
        cues = self._narration.cues(entry, self._delve.state, self._delve.rules, self._delve.events)
        question = self.open_question(cues)
        if any(isinstance(event, DelveClosed) for event in entry.events):
            cues += self._summed_up()
        if entry.kind != "command":
            cues += question  # undo and redo open it again
        self._teller.tell_of_delve(*cues)
        prompts = self._narration.prompts(entry, self._delve.state, self._prompts)
        if prompts is not None:
            self._teller.tell(prompts, shows=not danger)  # the danger stands longer there

    def open_question(self, told: Sequence[Cue] = ()) -> list[Cue]:
        """What the delve asks now, in the words in which it was just `told`; the panel shows it too."""
        asked = self._delve.asked
        cues = [cue for cue in told if cue.topic == "question"]
        if asked is not None and not cues:
            cues = [self._narration.question(asked, self._delve.rules)]
        self._panel.question = cues[0].text if asked is not None else None
        return cues if asked is not None else []

    def _show(self, entry: Entry, *, danger: bool) -> None:
        """What stands on the panel for a while."""
        channels, now = self._teller.channels, self._clock.now_seconds()
        if danger and channels.shows():
            self._news.danger(self._delve.state.last_danger, now)
        drawn = [event for event in entry.events if isinstance(event, TableDrawn)]
        if drawn and channels.shows("master"):
            self._news.draw(drawn[-1], now)

    def _summed_up(self) -> list[Cue]:
        """What the delve that was ended came to, if a turn was played in it; the panel shows it too."""
        closed = self._delve.closed
        summary = summary_of(closed.events if closed else ())
        if not summary.turns:
            return []
        cue, self._panel.summary = self._narration.summary(summary.counts, summary.minutes)
        if self._teller.channels.shows():
            self._news.summary(self._clock.now_seconds())
        return [cue]


def brought_danger(entry: Entry) -> bool:
    """Whether danger came in it."""
    return any(isinstance(event, DangerRolled) and event.danger for event in entry.events)
