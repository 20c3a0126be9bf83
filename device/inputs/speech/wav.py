"""WAV files: the RIFF chunks, every common sample format, and a sentence for each that is not right.

Python's `wave` reads neither float nor 24 bits as numbers, and soundfile would bring in libsndfile (and
its many formats) for these hundred lines.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

RATES_HZ = range(8_000, 48_001)
CURE = "convert it with: ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le NEW.wav"

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_EXTENSIBLE_TAIL = bytes.fromhex("000000001000800000aa00389b71")
"""The end of every sub-format that stands for a plain format number."""
_NAMES = {2: "ADPCM", 6: "A-law", 7: "µ-law", 17: "IMA ADPCM", 49: "GSM", 80: "MPEG", 85: "MP3"}
_UNTOLD_BYTES = 0x7FFFF000
"""Recorders that write into a pipe put a length from here up: the sound lasts to the end of the file."""


class AudioError(Exception):
    """A sound file that cannot be used; the text names the file, what is wrong and the cure."""


@dataclass(frozen=True, slots=True)
class WavFile:
    """An open WAV file, at its first sample.

    `kind` is pcm or float; `frames` counts samples per channel.
    """

    path: Path
    kind: str
    bits: int
    channels: int
    rate_hz: int
    frames: int
    stream: BinaryIO

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.frames / self.rate_hz

    def blocks(self, seconds: float = 1.0) -> Iterator[NDArray[np.float32]]:
        """The sound as mono samples of −1 to 1 (the mean of the channels), in blocks of `seconds`.

        Raises:
            AudioError: The file became shorter, or cannot be read, while it was being read.
        """
        frame_bytes = self.channels * self.bits // 8
        left = self.frames
        while left:
            wanted = min(left, max(1, round(seconds * self.rate_hz)))
            try:
                raw = self.stream.read(wanted * frame_bytes)
            except OSError as error:
                raise AudioError(
                    f"{self.path}: cannot be read ({error.strerror}): see whether its disk is well"
                ) from error
            if len(raw) < wanted * frame_bytes:
                raise AudioError(f"{self.path}: was cut short while it was read: wait until it is written")
            left -= wanted
            yield self._samples(raw).reshape(-1, self.channels).mean(axis=1, dtype=np.float32)

    def _samples(self, raw: bytes) -> NDArray[np.float32]:
        samples: NDArray[np.float32]
        if self.kind == "float":
            values = np.frombuffer(raw, "<f4" if self.bits == 32 else "<f8")
            samples = np.clip(np.nan_to_num(values), -1.0, 1.0).astype(np.float32)
        elif self.bits == 8:
            samples = (np.frombuffer(raw, np.uint8).astype(np.float32) - np.float32(128)) / np.float32(128)
        elif self.bits == 24:
            low, middle, high = np.frombuffer(raw, np.uint8).reshape(-1, 3).T.astype(np.int32)
            samples = ((high << 24 | middle << 16 | low << 8) >> 8).astype(np.float32) / np.float32(1 << 23)
        else:
            samples = np.frombuffer(raw, f"<i{self.bits // 8}").astype(np.float32) / np.float32(1 << (self.bits - 1))
        return samples


@contextmanager
def open_wav(path: str | os.PathLike[str]) -> Iterator[WavFile]:
    """Open a WAV file: 8–48 kHz, 1–2 channels, PCM of 8, 16, 24 or 32 bits or float.

    Raises:
        AudioError: It is missing, unreadable, no WAV file, cut short, of another format, or holds no sound.
    """
    path = Path(path)
    try:
        stream = path.open("rb") if stat.S_ISREG(path.stat().st_mode) else None
    except OSError as error:
        raise AudioError(f"{path}: cannot be opened ({error.strerror}): check its name and who may read it") from error
    except ValueError as error:  # a zero byte in its name
        raise AudioError(f"{str(path)!r}: cannot be opened ({error}): check its name") from error
    if stream is None:
        raise AudioError(f"{path}: is a {'folder' if path.is_dir() else 'device'}: name a WAV file")
    with stream:
        try:
            wav = _read_header(path, stream)
        except OSError as error:
            raise AudioError(f"{path}: cannot be read ({error.strerror}): see whether its disk is well") from error
        yield wav


def _read_header(path: Path, stream: BinaryIO) -> WavFile:
    size = os.fstat(stream.fileno()).st_size
    if not size:
        raise AudioError(f"{path}: is empty: record it again")
    start = stream.read(12)
    if start[:4] in (b"RIFX", b"RF64") or start[:4] != b"RIFF" or start[8:] != b"WAVE":
        raise AudioError(f"{path}: is no WAV file (it begins with {start[:4]!r}): {CURE}")
    form: tuple[str, int, int, int] | None = None
    while len(head := stream.read(8)) == 8:
        name, length = head[:4], int.from_bytes(head[4:], "little")
        if name == b"data":
            if form is None:
                raise AudioError(f"{path}: its sound comes before its format: {CURE}")
            return _found_sound(path, stream, form, length, size - stream.tell())
        if name == b"fmt ":
            form = _read_format(path, stream.read(min(length, 1 << 10)))
            length -= min(length, 1 << 10)
        stream.seek(length + length % 2, os.SEEK_CUR)
    raise AudioError(f"{path}: is cut short before its sound: copy or record it again")


def _read_format(path: Path, chunk: bytes) -> tuple[str, int, int, int]:
    """Kind, bits, channels and rate of a `fmt ` chunk."""
    if len(chunk) < 16:
        raise AudioError(f"{path}: its format has {len(chunk)} of 16 bytes: copy or record it again")
    tag, channels, rate_hz, _, frame_bytes, bits = struct.unpack_from("<HHIIHH", chunk)
    if tag == _EXTENSIBLE and len(chunk) >= 40 and chunk[26:40] == _EXTENSIBLE_TAIL:
        tag = int.from_bytes(chunk[24:26], "little")
    kind = {_PCM: "pcm", _FLOAT: "float"}.get(tag)
    if kind is None:
        raise AudioError(f"{path}: its format is {_NAMES.get(tag, f'number {tag}')}, not PCM or float: {CURE}")
    known_bits = (8, 16, 24, 32) if kind == "pcm" else (32, 64)
    if bits not in known_bits:
        raise AudioError(f"{path}: has {bits} bits a sample, {' or '.join(map(str, known_bits))} can be read: {CURE}")
    if channels not in (1, 2):
        raise AudioError(f"{path}: has {channels} channels, 1 or 2 can be read: {CURE}")
    if rate_hz not in RATES_HZ:
        bounds = f"{RATES_HZ[0]}–{RATES_HZ[-1]}"
        raise AudioError(f"{path}: has {rate_hz} samples a second, {bounds} can be read: {CURE}")
    if frame_bytes != channels * bits // 8:
        raise AudioError(
            f"{path}: its format contradicts itself ({frame_bytes} bytes for {channels} × {bits} bits): {CURE}"
        )
    return kind, bits, channels, rate_hz


def _found_sound(path: Path, stream: BinaryIO, form: tuple[str, int, int, int], told: int, there: int) -> WavFile:
    kind, bits, channels, rate_hz = form
    frame_bytes = channels * bits // 8
    if told > there and told < _UNTOLD_BYTES:
        seconds = [each / frame_bytes / rate_hz for each in (told, there)]
        raise AudioError(
            f"{path}: is cut short: {seconds[1]:.2f} of {seconds[0]:.2f} seconds are there: copy or record it again"
        )
    frames = min(told, there) // frame_bytes
    if not frames:
        raise AudioError(f"{path}: holds no sound, only a header: record it again")
    return WavFile(path, kind, bits, channels, rate_hz, frames, stream)
