"""What an engine made of a sentence: a WAV file as samples, or why it cannot be used."""

from __future__ import annotations

import io
import wave
from array import array

EDGE_LEVEL = 100
"""Samples below it at either end are silence, of 32,768."""
LEAD_SECONDS = 0.01
TAIL_SECONDS = 0.15
"""What is kept of the silence before and after; espeak-ng adds a third of a second."""


class VoiceTrouble(Exception):  # noqa: N818 - a sentence for a person
    """The sentence could not be made: why, and the cure."""


def samples_of(wav: bytes) -> tuple[bytes, int]:
    """The samples and the rate of a WAV file in memory; its header may not know its length.

    Raises:
        VoiceTrouble: it is not 16-bit mono.
        wave.Error, EOFError: it is no WAV file.
    """
    if not wav:
        return b"", 0
    with wave.open(io.BytesIO(wav)) as file:
        if (file.getnchannels(), file.getsampwidth()) != (1, 2):
            raise VoiceTrouble(
                f"the voice gave {file.getnchannels()} channels of {8 * file.getsampwidth()} bits: let it give 1 of 16"
            )
        return file.readframes(file.getnframes()), file.getframerate()


def trim(pcm: bytes, rate_hz: int) -> bytes:
    """The sound without most of the silence at its ends."""
    samples = array("h", pcm)
    first = next((at for at, sample in enumerate(samples) if abs(sample) > EDGE_LEVEL), 0)
    last = next((at for at in range(len(samples) - 1, -1, -1) if abs(samples[at]) > EDGE_LEVEL), 0)
    start = max(0, first - int(LEAD_SECONDS * rate_hz))
    return samples[start : last + 1 + int(TAIL_SECONDS * rate_hz)].tobytes()
