"""What the session needs of the parts around it, and what stands in for a part that is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .messages import Cue, Utterance
from .outputs.awake import Light
from .outputs.pages import Page


class Screen(Protocol):
    """Shows the newest page; never blocks the caller."""

    def show(self, page: Page, light: Light = "bright") -> None:
        """Show `page` in this light; an older one that is not drawn yet is dropped."""


class Narrator(Protocol):
    """Says cues, one sentence at a time; never blocks the caller."""

    def say(self, cue: Cue) -> None:
        """Queue a cue by its priority."""

    def tone(self, name: str) -> None:
        """Let a tone be heard before what waits: open, understood or not_understood."""

    def cut(self) -> None:
        """Stop the present sentence within 50 ms and drop what waits."""

    def change_volume(self, percent: int) -> int:
        """Louder or softer by `percent` points; answers the volume now, 0–100."""

    def change_rate(self, words: int) -> int:
        """Faster or slower by so many words a minute; answers the rate now."""


class Listener(Protocol):
    """Hears the microphone and puts utterances on the session's queue."""

    def open_window(self) -> None:
        """The talk button is held: listen, half a second before now included."""

    def close_window(self) -> None:
        """The talk button was let go: what was said is an utterance."""

    def tap(self) -> None:
        """The talk button was pressed shortly: listen until somebody has spoken, where that is a way to talk."""

    def set_muted(self, muted: bool) -> None:
        """Hear nothing while muted."""

    def set_speaking(self, speaking: bool, *, tone: bool = False) -> None:
        """Hear nothing of the box's own voice, and take its tones for no speech."""


class Lamp(Protocol):
    """Shows a pattern of light."""

    def show(self, pattern: str) -> None:
        """Show a pattern by its name until the next."""


class Power(Protocol):
    """What the box runs on."""

    def off(self) -> None:
        """Switch it off; never blocks the caller."""


class MissingListener:
    """This run listens to nobody; who talks to it all the same is told why."""

    def __init__(self, why: str, put: Callable[[Utterance], None], *, taps: bool = False) -> None:
        """`why` is the sentence for a person: what is missing, and the cure; `taps`: tapping is a way to talk."""
        self.why = why
        self._taps = taps
        self._put = put

    def open_window(self) -> None:
        """Nothing to open: nothing was heard."""
        self._put(Utterance((), "hold", 0.0, 0.0, 0.0, self.why))

    def close_window(self) -> None:
        """Nothing to close."""

    def tap(self) -> None:
        """As `open_window`."""
        if self._taps:
            self._put(Utterance((), "tap", 0.0, 0.0, 0.0, self.why))

    def set_muted(self, muted: bool) -> None:
        """Nothing to mute."""

    def set_speaking(self, speaking: bool, *, tone: bool = False) -> None:
        """Nothing to close."""


class MissingLamp:
    """No lamp is wired."""

    def show(self, pattern: str) -> None:
        """Nothing to light."""


class ToldLamp:
    """A lamp whose patterns somebody else is told too."""

    def __init__(self, lamp: Lamp, tell: Callable[[str], object]) -> None:
        """`tell` must return at once."""
        self._lamp = lamp
        self._tell = tell

    def show(self, pattern: str) -> None:
        """Light it, and tell."""
        self._lamp.show(pattern)
        self._tell(pattern)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that the session tells what to do; each may stand in for a missing one."""

    screen: Screen
    narrator: Narrator
    listener: Listener
    lamp: Lamp
    power: Power
