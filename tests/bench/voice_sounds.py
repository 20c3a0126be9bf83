"""The sounds of the voice benches: clips of people, synthetic voices, and others who talk meanwhile."""

from __future__ import annotations

import json
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from delvebox.device.inputs.speech.audio import RATE_HZ, read_wav
from delvebox.device.inputs.speech.ear import BEFORE_SECONDS
from delvebox.device.inputs.speech.endings import AFTER_SECONDS

Samples = NDArray[np.float32]

TUNED_CLIPS = 88
PEOPLE = {"babble": 6, "murmur": 40}
VOICES = ("en-us", "en-gb+f2", "en-gb-scotland+m3", "en-us+f4", "en-us+m7")
TALK_WORDS_A_MINUTE = 165


def loudness(sound: Samples) -> float:
    """Of the loudest 2,048 samples."""
    whole = sound[: len(sound) // 2048 * 2048].reshape(-1, 2048)
    return float(np.sqrt((whole**2).mean(axis=1)).max())


def mixed(name: str, clips: dict[str, Samples], kind: str, snr_db: float) -> Samples:
    """A clip with half a second around it, and others talking all the time."""
    before, after = round(BEFORE_SECONDS * RATE_HZ), round(AFTER_SECONDS * RATE_HZ)
    sound = np.pad(clips[name], (before, after))
    if kind == "clean":
        return sound
    random = np.random.default_rng(zlib.crc32(f"{name} {kind}".encode()))
    noise = np.zeros_like(sound)
    for other in random.choice(sorted(set(clips) - {name}), PEOPLE[kind], replace=False):
        clip = clips[other] / loudness(clips[other])
        noise += np.resize(np.roll(clip, int(random.integers(len(clip)))), len(sound))
    return together(sound, noise, snr_db)


def together(sound: Samples, noise: Samples, snr_db: float) -> Samples:
    """Both at once, no louder than 16 bits take."""
    return within_bounds(sound + noise * (loudness(sound) / loudness(noise) * 10 ** (-snr_db / 20)))


def within_bounds(sound: Samples) -> Samples:
    """No louder than 16 bits take."""
    return sound * min(1.0, 32_000 / float(np.abs(sound).max()))


def as_pcm(sound: Samples) -> bytes:
    """16-bit little-endian samples."""
    return np.rint(sound).astype("<i2").tobytes()


def clips_of(folder: Path, part: str) -> tuple[dict[str, Samples], dict[str, dict[str, str]]]:
    """The clips of the tuned or of the reported part, and the slots of all."""
    labels: dict[str, dict[str, str]] = json.loads((folder / "labels.json").read_text())
    names = sorted(labels)[:TUNED_CLIPS] if part == "tuned" else sorted(labels)[TUNED_CLIPS:]
    return {name: np.frombuffer(read_wav(folder / name).pcm, "<i2").astype(np.float32) for name in names}, labels


def cuts_of_talk(lines: list[str], cuts: int, seed: int) -> Iterator[tuple[str, Samples]]:
    """Cuts of 1–4.5 s out of lines of actual play, by synthetic voices: the line and the sound."""
    random = Random(seed)  # noqa: S311 - seeded on purpose
    for number in range(cuts):
        line = random.choice(lines)
        sound = spoken(line, VOICES[number % len(VOICES)], TALK_WORDS_A_MINUTE)
        length = min(len(sound), round(random.uniform(1.0, 4.5) * RATE_HZ))
        first = random.randrange(len(sound) - length + 1)
        yield line, sound[first : first + length]


def spoken(text: str, voice: str, words_a_minute: int) -> Samples:
    """A text by a synthetic voice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(words_a_minute), "-w", path, "--", text], check=True)
        return np.frombuffer(read_wav(path).pcm, "<i2").astype(np.float32)


def last_sound_seconds(sound: Samples) -> float:
    """When the last of it is heard: 40 dB below its loudest sample."""
    return float(np.flatnonzero(np.abs(sound) > np.abs(sound).max() / 100)[-1]) / RATE_HZ
