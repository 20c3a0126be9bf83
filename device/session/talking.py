"""Talking with the box: the talk button, who is heard while the box speaks, mute, and how loud and fast it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..announcing.announcer import Announcer
from ..kept import KeptVoice
from ..phrasebook import Phrasebook
from ..ports import Parts
from ..settings import Button

VOLUME_STEP = 10
"""Louder and softer, in points of 100."""
RATE_STEP = 20
"""Faster and slower, in words a minute."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The gesture of a button that ends a mute; None where no button does."""

    button: str | None = None
    gesture: str | None = None


def unmuting_hand(buttons: Mapping[str, Button], phrasebook: Phrasebook) -> Hand:
    """By what the buttons say: the one that mutes also ends it."""
    for name, button in buttons.items():
        for gesture in ("press", "double", "hold"):
            phrase = getattr(button, gesture)
            intent = phrasebook.match(phrase) if phrase else None
            if intent is not None and intent.name in {"mute", "listen_again"}:
                return Hand(name, gesture)
    return Hand()


class Talking:
    """The box's ear and voice as the table handles them. Used by the session's thread alone, after `start`."""

    def __init__(self, announcer: Announcer, kept: KeptVoice, unmuting: Hand) -> None:
        """Nobody talks; mute is as it was `kept`, and ended by `unmuting`."""
        self._announcer = announcer
        self._kept = kept
        self._how_to_end = {"button": unmuting.button, "gesture": unmuting.gesture}
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
        """Take the parts; a mute and a silent voice that were kept are told, with what ends them."""
        self._listener, self._narrator = parts.listener, parts.narrator
        if self._kept.trouble:
            self._announcer.trouble(self._kept.trouble)
        if self._kept.volume == 0:
            self._announcer.acknowledge("volume", percent=0)
        if self._kept.muted:
            self._set_muted(muted=True)
            self._announcer.acknowledge("still_muted", **self._how_to_end)

    @property
    def goes_on(self) -> bool:
        """Whether the box speaks, or somebody to it by the button."""
        return self._announcer.signs.speaking or self.by_button

    def begin(self) -> None:
        """The talk button is held; who talks to a muted box is told so."""
        if self._announcer.signs.muted:
            self._announcer.not_heard("still_muted", **self._how_to_end)
        else:
            self.by_button = True
            self._listener.open_window()

    def tap(self) -> None:
        """The talk button was pressed shortly."""
        if not self._announcer.signs.muted:
            self._listener.tap()

    def end(self) -> None:
        """The talk button was let go."""
        self.by_button = False
        self._listener.close_window()

    def ear_opened(self, *, is_open: bool, always: bool) -> None:
        """The ear opened or closed: lamp and panel show it, a tone tells who opened it."""
        self._announcer.signs.listening = is_open
        if is_open and not always:
            self._narrator.tone("open")

    def box_speaks(self, *, speaking: bool, tone: bool) -> None:
        """The narrator began or stopped: the ear is closed to it."""
        self._announcer.signs.speaking = speaking and not tone  # too short to be worth a drawing
        self._listener.set_speaking(speaking, tone=tone)

    def change_voice(self, volume: int | None, rate: int | None) -> None:
        """So loud (0–100) and fast (words a minute) from now; None: as it is."""
        if volume is not None:
            self._change_volume(volume - self._kept.volume)
        if rate is not None:
            self._change_rate(rate - self._kept.rate)

    def _mute(self, *, muted: bool) -> None:
        self._set_muted(muted=muted)
        self._keep(muted=muted)  # before it is told, as with all that is
        if muted:
            self._announcer.acknowledge("muted", **self._how_to_end)
        else:
            self._announcer.acknowledge("listening")

    def _set_muted(self, *, muted: bool) -> None:
        self._announcer.signs.muted = muted
        self._listener.set_muted(muted)

    def _change_volume(self, points: int) -> None:
        percent = self._narrator.change_volume(points)
        self._keep(volume=percent)
        self._announcer.acknowledge("volume", percent=percent)

    def _change_rate(self, words: int) -> None:
        rate = self._narrator.change_rate(words)
        self._keep(rate=rate)
        self._announcer.acknowledge("rate", words=rate)

    def _keep(self, *, muted: bool | None = None, volume: int | None = None, rate: int | None = None) -> None:
        if trouble := self._kept.keep(muted=muted, volume=volume, rate=rate):
            self._announcer.trouble(trouble)
