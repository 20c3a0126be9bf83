"""What one page gives and gets of sound: its microphone for the box's ear, and the box's voice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .pace import Pace
from .protocol import Hears, Lends, PlayedSound, RefusedMessageError, written
from .sound_frames import BLOCKS_AT_ONCE, BLOCKS_PER_SECOND, read_block
from .speakers import Speaker, Speakers


class Microphones(Protocol):
    """Where a page's microphone is lent; every call returns at once."""

    def lend(self, lender: object, on_end: Callable[[str], object]) -> None:
        """`lender` is heard from now on; `on_end` tells it, on any thread, why it is no more, in one or two words."""

    def take(self, lender: object, pcm: bytes, rate_hz: int) -> None:
        """Sound of a lender; of who lends none it is not heard."""

    def end(self, lender: object) -> None:
        """It lends none any more."""


@dataclass(frozen=True, slots=True)
class Sounds:
    """The box's voice and ear for its pages; where there is none, why."""

    speakers: Speakers | None = None
    microphones: Microphones | None = None
    no_voice: str = "this box has no voice"
    no_ear: str = "this box hears no microphone"


NO_SOUND = Sounds()


class PageSound:
    """One page's sound, used by the server's thread."""

    def __init__(self, sounds: Sounds, wake: Callable[[], object]) -> None:
        """Silent and deaf, until the page asks; `wake` is called on any thread when something waits for it."""
        self._sounds = sounds
        self._wake = wake
        self._hearing: tuple[Speakers, Speaker] | None = None
        self._lending: Microphones | None = None
        self._told: deque[str] = deque()
        self.pace = Pace(BLOCKS_AT_ONCE, BLOCKS_PER_SECOND)
        """Of its blocks."""

    def do(self, message: Hears | Lends | PlayedSound) -> None:
        """What the page asks.

        Raises:
            RefusedMessageError: this box has no ear, or no voice.
        """
        match message:
            case Hears(on):
                self._hear(on=on)
            case Lends(on):
                self._lend(on=on)
            case PlayedSound(number):
                if self._hearing is not None:
                    speakers, speaker = self._hearing
                    speakers.heard(speaker, number)

    def give(self, data: bytes) -> None:
        """A frame of its microphone; what still comes after its end is not heard.

        Raises:
            RefusedMessageError: it is none.
        """
        block = read_block(data)
        if (lending := self._lending) is not None:
            lending.take(self, block.pcm, block.rate_hz)

    def take(self) -> list[bytes | str]:
        """What waits for the page, oldest first."""
        taken: list[bytes | str] = [self._told.popleft() for _ in range(len(self._told))]
        if self._hearing is not None:
            speakers, speaker = self._hearing
            taken += speakers.take(speaker)
        return taken

    def leave(self) -> None:
        """The page has gone."""
        self._hear(on=False)
        self._lend(on=False)

    def _hear(self, *, on: bool) -> None:
        if on and self._hearing is None:
            if (speakers := self._sounds.speakers) is None:
                raise RefusedMessageError(self._sounds.no_voice)
            self._hearing = speakers, speakers.join(self._wake)
        elif not on and self._hearing is not None:
            speakers, speaker = self._hearing
            self._hearing = None
            speakers.leave(speaker)

    def _lend(self, *, on: bool) -> None:
        if on and self._lending is None:
            if self._sounds.microphones is None:
                raise RefusedMessageError(self._sounds.no_ear)
            self._lending = self._sounds.microphones
            self._lending.lend(self, self._ended)
        elif not on and self._lending is not None:
            lending, self._lending = self._lending, None
            lending.end(self)

    def _ended(self, why: str) -> None:
        self._lending = None
        self._told.append(written("microphone", {"on": False, "why": why}))
        self._wake()
