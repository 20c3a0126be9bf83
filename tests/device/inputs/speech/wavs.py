"""Sounds made for the tests, and WAV files of every format around them."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from delvebox.device.inputs.speech.gate import decibels, frames_of

EXTENSIBLE_TAIL = bytes.fromhex("000000001000800000aa00389b71")


def tone(seconds: float, rate_hz: int = 16_000, hz: float = 440.0, level: float = 0.5) -> NDArray[np.float64]:
    """A sine of `level` (0–1)."""
    return level * np.sin(2 * np.pi * hz * np.arange(round(seconds * rate_hz)) / rate_hz)


def noise(seconds: float, rms: float, seed: int = 1) -> NDArray[np.float64]:
    """White noise of `rms` (0–1), always the same for a seed."""
    return np.random.default_rng(seed).normal(0, rms, round(seconds * 16_000))


def pcm16(samples: NDArray[np.float64]) -> bytes:
    """16-bit little-endian samples."""
    return np.clip(np.rint(samples * 32768), -32768, 32767).astype("<i2").tobytes()


def levels_db(pcm: bytes) -> NDArray[np.float32]:
    """The level of each whole frame, as it is."""
    return decibels(frames_of(pcm))


def encoded(samples: NDArray[np.float64], kind: str) -> bytes:
    """Samples of −1 to 1 as pcm8, pcm16, pcm24, pcm32, float32 or float64."""
    if kind.startswith("float"):
        return samples.astype(f"<f{int(kind[5:]) // 8}").tobytes()
    bits = int(kind[3:])
    top = 1 << (bits - 1)
    whole = np.clip(np.rint(samples * top), -top, top - 1).astype(np.int64)
    if bits == 8:
        return (whole + 128).astype(np.uint8).tobytes()
    if bits == 24:
        return (whole.astype("<i4").reshape(-1, 1).view(np.uint8)[:, :3]).tobytes()
    return whole.astype(f"<i{bits // 8}").tobytes()


def chunk(name: bytes, body: bytes, told: int | None = None) -> bytes:
    """A RIFF chunk, padded to an even length; `told` is the length that its head claims."""
    return name + struct.pack("<I", len(body) if told is None else told) + body + bytes(len(body) % 2)


def fmt(
    kind: str, channels: int = 1, rate_hz: int = 16_000, *, tag: int | None = None, extensible: bool = False
) -> bytes:
    """A `fmt ` chunk."""
    bits = int(kind.removeprefix("pcm").removeprefix("float"))
    tag = tag if tag is not None else (3 if kind.startswith("float") else 1)
    frame = channels * bits // 8
    body = struct.pack("<HHIIHH", 0xFFFE if extensible else tag, channels, rate_hz, rate_hz * frame, frame, bits)
    if extensible:
        body += struct.pack("<HHIH", 22, bits, 4, tag) + EXTENSIBLE_TAIL
    return chunk(b"fmt ", body)


def riff(*chunks: bytes) -> bytes:
    """A RIFF/WAVE file of `chunks`."""
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def write_wav(
    path: Path, samples: NDArray[np.float64], kind: str = "pcm16", rate_hz: int = 16_000, channels: int = 1
) -> Path:
    """A WAV file whose channels all hold `samples`."""
    spread = np.repeat(samples, channels)
    path.write_bytes(riff(fmt(kind, channels, rate_hz), chunk(b"data", encoded(spread, kind))))
    return path
