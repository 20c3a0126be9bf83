"""What the panel can show now, gathered from the delve, the news and what does not work, and which page that is."""

from __future__ import annotations

from dataclasses import dataclass

from ..clock import Clock
from ..outputs.awake import Light
from ..outputs.kept_rows import KeptRows
from ..outputs.narration import Narration
from ..outputs.pages import Page, View
from ..outputs.showing import Showing
from ..recorded import RecordedDelve
from ..settings import Panel
from .news import News
from .troubles import Troubles


@dataclass(slots=True)
class Signs:
    """What the box itself does now, as panel and lamp show it."""

    listening: bool = False
    muted: bool = False
    speaking: bool = False
    counts_down: bool = False
    """The buttons that switch it off are held."""
    off: bool = False
    """It was switched off by hand."""


class OnPanel:
    """Knows the page and its light. Used by the session's thread alone."""

    def __init__(
        self, panel: Panel, *, delve: RecordedDelve, narration: Narration, clock: Clock, news: News, troubles: Troubles
    ) -> None:
        """Nothing is shown yet; the pages are for the settings' `panel`, in the words of `narration`."""
        self._showing = Showing(panel, clock.now_seconds())
        self._delve = delve
        self._narration = narration
        self._clock = clock
        self._news = news
        self._troubles = troubles
        self._rows = KeptRows()
        self.signs = Signs()
        self.question: str | None = None
        """What the delve asks now."""
        self.phrases: tuple[str, ...] = ()
        """What can be said, for who asked."""
        self.summary: tuple[str, ...] = ()
        """What the delve that was ended came to."""
        self.follow_delve()

    def follow_delve(self) -> None:
        """Something happened in it."""
        self._kept = self._rows.follow(self._delve.events)

    @property
    def changes_seconds(self) -> float | None:
        """When it changes by itself: news grows old, or nothing happens for long."""
        times = (self._news.until_seconds, self._showing.next_change_seconds(self._clock.now_seconds()))
        return min((each for each in times if each is not None), default=None)

    @property
    def asleep(self) -> bool:
        """Whether it is dark because nothing happened for long; one that is lost hides nothing by that."""
        return self._showing.asleep(self._clock.now_seconds()) and "panel" not in self._troubles

    def wake(self) -> None:
        """Somebody pressed, or talks: it is bright."""
        self._showing.wake(self._clock.now_seconds())

    def change(self) -> tuple[Page, Light] | None:
        """The page to show from now and its light; None where they are as they were."""
        now = self._clock.now_seconds()
        grew_old = self._news.expire(now)
        return self._showing.change(self.view, now, grew_old=grew_old)

    @property
    def page(self) -> Page:
        """The page that it shows now."""
        return self._showing.page(self.view)

    @property
    def last_page(self) -> Page | None:
        """The page that stays when the box is closed; None for a dark panel."""
        return self._showing.last_page(self.view)

    @property
    def view(self) -> View:
        """All that it can show now."""
        news, troubles, signs = self._news, self._troubles, self.signs
        return View(
            state=self._delve.state,
            rules=self._delve.rules,
            kept=self._kept,
            heard=news.heard_text,
            message=news.message_text,
            trouble=self._in_words(troubles.sentence("journal") or news.trouble_text),
            question=self.question,
            delve=self._delve.name,
            last_turn=news.last_roll,
            listening=signs.listening,
            muted=signs.muted,
            speaking=signs.speaking,
            texts=self._narration.panel,
            health=tuple(map(self._in_words, troubles.sentences)) if news.asked == "status" else None,
            lights_asked=news.asked == "how_much_light",
            phrases=self.phrases if news.asked == "help" else (),
            summary=self.summary if news.asked == "summary" else (),
            drawn=news.drawn,
            masters=news.masters,
            off=signs.off,
            code=news.code,
        )

    def _in_words(self, trouble: str | None) -> str:
        """What does not work, in the table's language."""
        return self._narration.trouble(self._troubles.part_of(trouble), trouble) if trouble else ""
