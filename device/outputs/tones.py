"""Short tones that tell what became of talking to the box: open, understood, not understood. Pure.

They differ by rhythm and by the way that their pitch goes, so that none is taken for another across a loud
table or by somebody who hears high notes badly. All are shorter than what counts as speech.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from .samples import RATE_HZ, Sound

LOUDEST = 0.35
"""The peak at volume 100, of full scale: about as loud as the voice, whose peaks are higher than its mean."""
RAMP_SECONDS = 0.006
"""Each note swells and fades for so long, without which it clicks."""


@dataclass(frozen=True, slots=True)
class Note:
    """`seconds` of one pitch; 0 Hz is a rest."""

    hz: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Tone:
    """What is played for `name`, one note after the other."""

    name: str
    notes: tuple[Note, ...]

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return sum(note.seconds for note in self.notes)


TONES: Mapping[str, Tone] = MappingProxyType(
    {
        tone.name: tone
        for tone in (
            Tone("open", (Note(880, 0.06),)),
            Tone("understood", (Note(784, 0.06), Note(0, 0.03), Note(1175, 0.09))),
            Tone("not_understood", (Note(523, 0.09), Note(0, 0.06), Note(392, 0.22))),
        )
    }
)
"""One short; two quick and rising; two falling, the second long."""


@lru_cache(maxsize=8)
def sound_of(tone: Tone, volume: int) -> Sound:
    """The samples of a tone at a volume of 1–100."""
    peak = LOUDEST * volume / 100 * 32767
    samples = array("h")
    for note in tone.notes:
        count = round(note.seconds * RATE_HZ)
        samples.extend(
            round(peak * _swell(at, count) * math.sin(math.tau * note.hz * at / RATE_HZ)) for at in range(count)
        )
    return Sound(samples.tobytes(), RATE_HZ)


def _swell(at: int, count: int) -> float:
    """From 0 to 1 over the ramp at a note's beginning, and back at its end."""
    edge = min(at, count - 1 - at) / (RAMP_SECONDS * RATE_HZ)
    return 0.5 - 0.5 * math.cos(math.pi * min(1.0, edge))
