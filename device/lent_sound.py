"""A browser's microphone and loudspeaker as a box's own, and how loud it is at the ear, for whoever watches."""

from __future__ import annotations

import time
from collections.abc import Callable

from .inputs.speech.lent_microphone import LentMicrophone
from .inputs.speech.meter import Meter, Reading
from .inputs.speech.microphone_care import Microphone, OnBlock, OpenMicrophone
from .outputs.beside import BesideSink
from .outputs.sinks import Sink
from .sound import open_input
from .web.speakers import Speakers

LEVEL_SECONDS = 0.1
"""Between two looks at the level: as often as an eye follows."""


class LentSound:
    """Where a box hears and speaks: by its own devices, and by those that are lent."""

    def __init__(self, open_own: OpenMicrophone = open_input) -> None:
        """Nobody lends any; `open_own` opens the box's own microphone."""
        self.microphones = LentMicrophone(open_own)
        self.speakers = Speakers()
        self.on_level: Callable[[Reading], object] | None = None
        """Told how loud the microphone is that the box hears, on any thread; must be quick. None: nobody looks."""

    def open_microphone(self, name: str | None, on_block: OnBlock) -> Microphone:
        """Open what is to be heard now, as `sound.open_input`."""
        meter, shown_at = Meter(), 0.0

        def take(pcm: bytes, rate_hz: int, channels: int) -> None:
            nonlocal shown_at
            on_block(pcm, rate_hz, channels)
            if (on_level := self.on_level) is None:
                return
            meter.feed(pcm, rate_hz, channels)
            now = time.monotonic()
            if now - shown_at >= LEVEL_SECONDS and (reading := meter.read()) is not None:
                shown_at = now
                on_level(reading)

        return self.microphones.open(name, take)

    def beside(self, sink: Sink, *, alone: bool) -> Sink:
        """The box's own sink, and the pages that hear beside it, or `alone`."""
        return BesideSink(sink, self.speakers, alone=alone)
