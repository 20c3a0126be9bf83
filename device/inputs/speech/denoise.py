"""Sound with less of the noise that was there before anybody spoke: a Wiener filter. Pure.

Measured on 88 clips in a murmur at 6 dB, whole phrases in a hearing of phrases alone: 31 of 44 with it, 29 without.
"""

from __future__ import annotations

import numpy as np

from .audio import RATE_HZ

LEAST_GAIN = 0.5
"""Of what is noise alone: removed whole, speech suffers with it."""
NOISE_SECONDS = 0.5
"""At the beginning: kept from before a window opened."""

_SIZE = 512
_STEP = 256
_MEMORY = 0.9
"""Of a frame's share of speech, how much is taken from the frame before: else single tones come and go."""


def denoised(pcm: bytes, noise_seconds: float = NOISE_SECONDS) -> bytes:
    """The sound with a spectrum like that of its own beginning made quieter.

    Args:
        pcm: 16 kHz mono 16-bit.
        noise_seconds: So much at the beginning is noise alone, or mostly. With less than 0.1 nothing is known of
            the noise, and the sound is given back as it is.
    """
    count = int(noise_seconds * RATE_HZ / _STEP)
    sound = np.frombuffer(pcm, "<i2").astype(np.float32)
    if noise_seconds < 0.1 or len(sound) < noise_seconds * RATE_HZ:
        return pcm
    window = np.sqrt(np.hanning(_SIZE + 1)[:-1]).astype(np.float32)
    padded = np.pad(sound, _SIZE)
    frames = np.lib.stride_tricks.sliding_window_view(padded, _SIZE)[::_STEP] * window
    spectrum = np.fft.rfft(frames, axis=1)
    power = np.abs(spectrum) ** 2
    noise = power[2:count].mean(axis=0) + 1e-9  # the first two lie half in the padding
    gain = np.empty_like(power)
    before = np.zeros(power.shape[1])
    for at, each in enumerate(power):
        speech = _MEMORY * before + (1 - _MEMORY) * np.maximum(each / noise - 1, 0)
        gain[at] = np.maximum(speech / (1 + speech), LEAST_GAIN)
        before = gain[at] ** 2 * each / noise
    cleaned = np.fft.irfft(spectrum * gain, axis=1) * window
    out = np.zeros(len(padded))
    for at, frame in enumerate(cleaned):
        out[at * _STEP : at * _STEP + _SIZE] += frame
    return np.clip(np.rint(out[_SIZE : _SIZE + len(sound)]), -32_768, 32_767).astype("<i2").tobytes()
