"""A piece of sound, as voice and tones make it and a sink takes it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

RATE_HZ = 22_050
"""What espeak-ng makes, and so the tones too; a device that takes another rate only gets it resampled."""


@dataclass(frozen=True, slots=True)
class Sound:
    """16-bit mono samples at `rate_hz`."""

    pcm: bytes
    rate_hz: int
