"""Sound of any rate brought to what the recogniser hears: 16 kHz, mono, 16-bit little-endian.

Files and microphone blocks pass through the same `Converter`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .wav import AudioError, open_wav

__all__ = ["RATE_HZ", "SAMPLE_BYTES", "AudioError", "Converter", "Sound", "read_wav", "seconds_of", "wav_blocks"]

RATE_HZ = 16_000
SAMPLE_BYTES = 2
MAX_WHOLE_SECONDS = 300.0
"""A file of more is read in blocks only."""


def seconds_of(pcm: bytes) -> float:
    """How long 16 kHz mono 16-bit sound lasts."""
    return len(pcm) / SAMPLE_BYTES / RATE_HZ


@dataclass(frozen=True, slots=True)
class Sound:
    """16 kHz mono 16-bit sound."""

    pcm: bytes

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return seconds_of(self.pcm)


class Converter:
    """One stream of `rate_hz` samples a second, brought to 16 kHz without a seam between its blocks."""

    def __init__(self, rate_hz: int) -> None:
        self._stream = None
        if rate_hz != RATE_HZ:
            import soxr  # only where it is needed: most microphones give 16 kHz

            self._stream = soxr.ResampleStream(rate_hz, RATE_HZ, 1, dtype="float32")

    def convert(self, mono: NDArray[np.float32], *, last: bool = False) -> bytes:
        """The next block of samples, −1 to 1; `last` also gives what the filter still holds."""
        if self._stream is not None:
            mono = self._stream.resample_chunk(mono, last=last)
        whole: NDArray[np.int16] = np.clip(np.rint(mono * 32768), -32768, 32767).astype("<i2")
        return whole.tobytes()

    def convert_block(self, block: bytes, channels: int) -> bytes:
        """The next block of a microphone: 16-bit samples, the channels interleaved; their mean is taken."""
        samples = np.frombuffer(block, "<i2").reshape(-1, channels)
        if channels == 1 and self._stream is None:
            return block
        return self.convert(samples.mean(axis=1, dtype=np.float32) / 32768)


def wav_blocks(path: str | os.PathLike[str], block_seconds: float = 0.2) -> Iterator[bytes]:
    """A WAV file's sound as 16 kHz mono, block by block, however long it is.

    Raises:
        AudioError: The file cannot be used; the text names it, what is wrong and the cure.
    """
    with open_wav(path) as wav:
        converter = Converter(wav.rate_hz)
        for block in wav.blocks(block_seconds):
            if pcm := converter.convert(block):
                yield pcm
        if pcm := converter.convert(np.zeros(0, np.float32), last=True):
            yield pcm


def read_wav(path: str | os.PathLike[str]) -> Sound:
    """A WAV file's whole sound, of at most `MAX_WHOLE_SECONDS`.

    Raises:
        AudioError: The file cannot be used; the text names it, what is wrong and the cure.
    """
    with open_wav(path) as wav:
        if wav.seconds > MAX_WHOLE_SECONDS:
            raise AudioError(
                f"{path}: lasts {wav.seconds:.0f} s, at most {MAX_WHOLE_SECONDS:.0f} s are taken as one utterance: "
                "cut it, or hear it in open mode"
            )
    return Sound(b"".join(wav_blocks(path, 10.0)))
