"""Where the narrator's sentences go: a loudspeaker, or a folder of WAV files."""

from __future__ import annotations

import time
import wave
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from ..sound import OutputStream, Playback, SoundError, open_output
from .samples import RATE_HZ, Sound

_LONG_SENTENCE_BYTES = 10 * RATE_HZ * 2
"""Ten seconds of 16-bit sound."""
_SPARE_SECONDS = 5.0
"""How much longer than its sound a sentence may take before the loudspeaker counts as stuck."""


class SinkError(Exception):
    """The sentence cannot be heard; the text says why and the cure."""

    heard = False
    """Others beside it did hear it: it is not said again."""


class Sink(Protocol):
    """Takes a sentence in pieces. `cut` may come from any thread, the rest from one."""

    part: str
    """What it is called when it fails, as a part of the box."""
    takes_tones: bool
    """Whether tones go there too, or sentences alone."""

    def say(self, pieces: Iterator[Sound]) -> float | None:
        """Let the pieces be heard, one after the other, and return at their end or when cut.

        Returns:
            The `time.perf_counter` seconds of the first sound; None where it was cut before.

        Raises:
            SinkError: it cannot be heard.
        """

    def cut(self) -> None:
        """Be silent within 50 ms."""

    def look(self) -> None:
        """See whether it works now, after it failed.

        Raises:
            SinkError: it does not.
        """

    def close(self) -> None:
        """Let go of it."""


class Loudspeaker:
    """The device of that name, None for the default; opened at the first sentence, and again when it was lost."""

    part = "loudspeaker"
    takes_tones = True

    def __init__(self, name: str | None) -> None:
        self._name = name
        self._out: OutputStream | None = None
        self._cuts = 0

    def say(self, pieces: Iterator[Sound]) -> float | None:
        """Play the pieces; each is made while the one before it sounds."""
        try:
            return self._say(pieces, self._cuts)
        except SoundError as error:
            self.close()
            raise SinkError(str(error)) from error

    def _say(self, pieces: Iterator[Sound], cuts: int) -> float | None:
        playbacks: list[Playback] = []
        seconds = 0.0
        for piece in pieces:
            out = self._opened(piece.rate_hz)
            playbacks.append(out.play(piece.pcm, piece.rate_hz))
            seconds += len(piece.pcm) / 2 / piece.rate_hz
            if self._cuts != cuts:  # cut between the piece's making and its playing
                out.cut()
                break
        if not playbacks:
            return None
        if not out.wait(playbacks[-1], seconds + _SPARE_SECONDS):
            out.cut()
            raise SoundError(f"the loudspeaker did not end {seconds:.1f} s of sound", "see whether it still works")
        return playbacks[0].first_at

    def _opened(self, rate_hz: int) -> OutputStream:
        if self._out is None:
            self._out = open_output(self._name, rate_hz)
        return self._out

    def cut(self) -> None:
        """Stop the device and drop its buffer."""
        self._cuts += 1
        out = self._out
        if out is not None:
            out.cut()

    def look(self) -> None:
        """Open the device if it can be opened."""
        try:
            self._opened(RATE_HZ)
        except SoundError as error:
            raise SinkError(str(error)) from error

    def close(self) -> None:
        """Close the device."""
        out, self._out = self._out, None
        if out is not None:
            out.close()


class WavFolder:
    """A folder with one WAV file a sentence, `0001.wav` and on after those that are there; each appears whole."""

    part = "sound files"
    takes_tones = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cuts = 0

    def say(self, pieces: Iterator[Sound]) -> float | None:
        """Write the sentence aside, then give it its name."""
        cuts = self._cuts
        sounds = list(pieces)
        if not sounds or self._cuts != cuts:
            return None
        try:
            self._write(sounds)
        except OSError as error:
            why = f"no sound file can be written ({error.strerror})"
            cure = "let this user write there and see that the disk is not full, or name another folder"
            raise SinkError(f"{self._folder}: {why}: {cure}") from error
        return time.perf_counter()

    def _unwritable(self, error: OSError) -> SinkError:
        why = f"no sound file can be written ({error.strerror})"
        return SinkError(f"{self._folder}: {why}: free some space there, or name another folder")

    def _write(self, sounds: Sequence[Sound]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        last = max((int(path.stem) for path in self._folder.glob("*.wav") if path.stem.isdecimal()), default=0)
        path = self._folder / f"{last + 1:04}.wav"
        aside = path.with_name(f".{path.name}.aside")
        try:
            with wave.open(str(aside), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(sounds[0].rate_hz)
                file.writeframes(b"".join(sound.pcm for sound in sounds))
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)

    def cut(self) -> None:
        """Drop what is not yet written."""
        self._cuts += 1

    def look(self) -> None:
        """Write as much as a long sentence takes, and take it away again."""
        aside = self._folder / ".look.aside"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                aside.write_bytes(bytes(_LONG_SENTENCE_BYTES))
            finally:
                aside.unlink(missing_ok=True)
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Nothing to close."""
