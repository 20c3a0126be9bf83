"""Which page the panel shows in what light, pure: when nothing new comes for long it sleeps until something does."""

from __future__ import annotations

from ..settings import Panel
from .awake import Awake, Light
from .pages import ASLEEP, Look, Page, View, goodbye_of, page_of


class Showing:
    """What the panel shows now, on the run's clock."""

    def __init__(self, panel: Panel, now_seconds: float) -> None:
        """Nothing is shown yet; it is awake."""
        self._look = Look(panel.height, panel.numbers)
        self._says_goodbye = panel.last == "goodbye"
        self._awake = Awake(panel, now_seconds)
        self._page: Page | None = None
        self._light: Light | None = None
        self._awake_page: Page | None = None
        """What is shown, or would be if it did not sleep."""

    def change(self, view: View, now_seconds: float, *, grew_old: bool) -> tuple[Page, Light] | None:
        """The page to show from now and its light; None where they are as they were.

        Args:
            view: All that can be shown.
            now_seconds: The run's clock.
            grew_old: What changed is that news are none any more, which wakes nobody.
        """
        page = page_of(view, self._look)
        if page != self._awake_page:
            self._awake_page = page
            if not grew_old:
                self._awake.touch(now_seconds)
        light = self._awake.light(now_seconds)
        page = ASLEEP if light == "dark" else page
        if (page, light) == (self._page, self._light):
            return None
        self._page, self._light = page, light
        return page, light

    def page(self, view: View) -> Page:
        """The page that is shown; before any is, the one that `view` calls for."""
        return self._page or page_of(view, self._look)

    def last_page(self, view: View) -> Page | None:
        """The page that stays when the box is closed; None for a dark panel."""
        return goodbye_of(view, self._look) if self._says_goodbye else None

    def asleep(self, now_seconds: float) -> bool:
        """Whether it is dark because nothing happened for long."""
        return self._awake.light(now_seconds) == "dark"

    def wake(self, now_seconds: float) -> None:
        """Somebody is there: it is bright."""
        self._awake.touch(now_seconds)

    def next_change_seconds(self, now_seconds: float) -> float | None:
        """When it dims or sleeps next if nothing happens; None for never."""
        return self._awake.next_change_seconds(now_seconds)
