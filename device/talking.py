"""Talking with the box: the talk button, who is heard while the box speaks, mute, and how loud and fast it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .announcer import Announcer
from .ports import Parts

VOLUME_STEP = 10
"""Louder and softer, in points of 100."""
RATE_STEP = 20
"""Faster and slower, in words a minute."""


class Talking:
    """The box's ear and voice as the table handles them. Used by the session's thread alone, after `start`."""

    def __init__(self, announcer: Announcer) -> None:
        """Nobody talks."""
        self._announcer = announcer
        self.by_button = False
        """Somebody holds the talk button and is heard."""
        self.requests: Mapping[str, Callable[[], None]] = {
            "repeat": announcer.repeat,
            "stop": announcer.cut,
            "be_quiet": announcer.cut,
            "mute": lambda: self._mute(muted=True),
            "listen_again": lambda: self._mute(muted=False),
            "louder": lambda: self._change_volume(VOLUME_STEP),
            "softer": lambda: self._change_volume(-VOLUME_STEP),
            "faster": lambda: self._change_rate(RATE_STEP),
            "slower": lambda: self._change_rate(-RATE_STEP),
        }
        """What the table can ask of ear and voice, by intent."""

    def start(self, parts: Parts) -> None:
        """Take the parts."""
        self._listener, self._narrator = parts.listener, parts.narrator

    @property
    def goes_on(self) -> bool:
        """Whether the box speaks, or somebody to it by the button."""
        return self._announcer.speaking or self.by_button

    def begin(self) -> None:
        """The talk button is held; who talks to a muted box is told so."""
        if self._announcer.muted:
            self._announcer.acknowledge("still_muted")
        else:
            self.by_button = True
            self._listener.open_window()

    def tap(self) -> None:
        """The talk button was pressed shortly."""
        if not self._announcer.muted:
            self._listener.tap()

    def end(self) -> None:
        """The talk button was let go."""
        self.by_button = False
        self._listener.close_window()

    def ear_opened(self, *, is_open: bool, always: bool) -> None:
        """The ear opened or closed: lamp and panel show it, a tone tells who opened it."""
        self._announcer.listening = is_open
        if is_open and not always:
            self._narrator.tone("open")

    def box_speaks(self, *, speaking: bool, tone: bool) -> None:
        """The narrator began or stopped: the ear is closed to it."""
        self._announcer.speaking = speaking
        self._listener.set_speaking(speaking, tone=tone)

    def _mute(self, *, muted: bool) -> None:
        self._announcer.muted = muted
        self._listener.set_muted(muted)
        self._announcer.acknowledge("muted" if muted else "listening")

    def _change_volume(self, points: int) -> None:
        self._announcer.acknowledge("volume", percent=self._narrator.change_volume(points))

    def _change_rate(self, words: int) -> None:
        self._announcer.acknowledge("rate", words=self._narrator.change_rate(words))
