"""The panel: draws the newest page on a thread of its own and sends it to the display, which may come and go."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from ..messages import PartChanged
from ..settings import Panel
from .awake import SHIFTS, Light, shifted
from .display import Display, DisplayError, open_display
from .drawing import draw_page
from .page import Page

log = logging.getLogger(__name__)

BACKOFF_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Waits between tries to find a lost display; the last one goes on."""


class Screen:
    """Shows the newest page; an older one that is not drawn yet is dropped. Safe to use from every thread."""

    def __init__(
        self,
        panel: Panel,
        put: Callable[[PartChanged], object],
        kind: str = "auto",
        *,
        on_frame: Callable[[], object] | None = None,
        now_seconds: Callable[[], float] = time.monotonic,
        backoff_seconds: Sequence[float] = BACKOFF_SECONDS,
    ) -> None:
        """Start the thread; luma is imported and the display sought there.

        Args:
            panel: The settings' section.
            put: Told once when the display is lost, and once when it is found again.
            kind: What `display.open_display` takes: auto, wired or dummy.
            on_frame: Called on this thread after the picture or its light changed; it must be quick.
            now_seconds: The clock by which the picture moves against burning in.
            backoff_seconds: Waits between tries, the last one for all that follow.
        """
        self.width = panel.width
        self.height = panel.height
        self._panel = panel
        self._kind = kind
        self._put = put
        self._on_frame = on_frame
        self._backoff = backoff_seconds
        self._now_seconds = now_seconds
        self._changed = threading.Condition()
        self._page: Page | None = None
        self._asked = self._done = 0
        self._light: Light = "bright"
        self.light: Light = "bright"
        """The light of the last picture."""
        self._closing = False
        self.drawn: Page | None = None
        """The page of the last picture."""
        self._frame = bytes((self.width + 7) // 8 * self.height)
        self._display: Display | None = None
        self._sent: bytes | None = None
        self._shining: Light | None = None
        self._shift = 0
        self._shifted_seconds = now_seconds()
        self._shown_name = ""
        self._working = True
        self._tries = 0
        self._next_try_seconds = 0.0
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)
        self._thread.start()

    def show(self, page: Page, light: Light = "bright") -> None:
        """Show `page` in this light as soon as possible; never waits."""
        with self._changed:
            if not self._closing:
                self._page, self._light = page, light
                self._asked += 1
                self._changed.notify_all()

    def flush(self, timeout_seconds: float) -> bool:
        """Wait until the newest page is drawn, and sent where there is a display that works.

        Returns:
            False where that did not happen in time.
        """
        with self._changed:
            wanted = self._asked
            return self._changed.wait_for(lambda: self._done >= wanted, timeout_seconds)

    @property
    def working(self) -> bool:
        """Whether the display took its last frame; a dummy always does."""
        return self._working

    def image_bytes(self) -> bytes:
        """The last picture: one-bit rows from the top, padded to whole bytes, leftmost pixel highest, lit where 1."""
        return self._frame

    def close(self, last: Page | None = None, timeout_seconds: float = 1.0) -> None:
        """Show a last page that stays, or go dark; then let go of the bus.

        Args:
            last: The page that stays, None for a dark panel.
            timeout_seconds: A bus that hangs is left to itself after this.
        """
        with self._changed:
            if not self._closing:
                self._closing = True
                self._page = last or self._page
                self._light = "bright" if last else "dark"
                self._changed.notify_all()
        self._thread.join(timeout_seconds)
        if self._thread.is_alive():
            log.warning(
                "panel: the display did not take its last page within %.1f s and is left to itself", timeout_seconds
            )

    # -- on the screen's own thread -------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._done < self._asked, self._until_next_try())
                page, light, number, closing = self._page, self._light, self._asked, self._closing
            self._draw(page, light)
            self._send(page, light, closing=closing)
            with self._changed:
                self._done = number
                self._changed.notify_all()
            if closing:
                if self._display:
                    self._display.close()
                return

    def _until_next_try(self) -> float | None:
        if self._display is not None and self._working:
            return None
        return max(0.0, self._next_try_seconds - time.monotonic())

    def _draw(self, page: Page | None, light: Light) -> None:
        if page is None:
            return
        try:
            frame = draw_page(page, self.width, self.height)
            if (frame, light) != (self._frame, self.light):
                self._frame, self.light, self.drawn = frame, light, page
                if self._on_frame:
                    self._on_frame()
        except Exception:
            # One page that cannot be drawn must not end the thread that draws the next.
            log.exception("panel: the page %s could not be drawn: report its log", page.name)

    def _send(self, page: Page | None, light: Light, *, closing: bool) -> None:
        if closing and self._display is None:
            return
        # At the end a lost one is tried once more: it would show for the night what it showed when it was lost.
        waits = not closing and time.monotonic() < self._next_try_seconds
        if waits and (self._display is None or not self._working):
            return
        try:
            if self._display is None:
                self._display = open_display(self._panel, self._kind)
                self._display.connect()
            elif not self._working:
                self._display.connect()
            if page is not None and light != "dark":
                self._move(page)
                frame = shifted(self._frame, self.width, *SHIFTS[self._shift])
                if frame != self._sent:
                    self._display.show(frame)
                    self._sent = frame
            # The picture goes before the light: nobody sees what was there before the panel slept.
            if light != self._shining:
                self._display.shine(light)
                self._shining = light
        except ImportError as error:
            self._lose(f"{error}: run make setup again")
        except DisplayError as lost:
            self._lose(str(lost))
        except Exception as error:
            # What luma or Pillow may raise beside that must not end the thread that draws for the terminal.
            log.exception("panel: luma failed in a way not known to us: report its log")
            self._lose(f"luma failed ({error}): it is tried again")
        else:
            self._find()

    def _move(self, page: Page) -> None:
        """Move the picture by a pixel with another page, where it stood for long: never by itself."""
        minutes, now = self._panel.shift_minutes, self._now_seconds()
        if page.name != self._shown_name and minutes is not None and now >= self._shifted_seconds + minutes * 60:
            self._shift = (self._shift + 1) % len(SHIFTS)
            self._shifted_seconds = now
        self._shown_name = page.name

    def _lose(self, why: str) -> None:
        self._sent = self._shining = None
        self._next_try_seconds = time.monotonic() + self._backoff[min(self._tries, len(self._backoff) - 1)]
        self._tries += 1
        if self._working:
            self._working = False
            log.warning("panel: %s", why)
            self._put(PartChanged("panel", working=False, sentence=f"panel: {why}"))

    def _find(self) -> None:
        self._tries = 0
        if not self._working:
            self._working = True
            log.info("panel: the display is back")
            self._put(PartChanged("panel", working=True))
