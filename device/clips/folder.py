"""A folder of clips: each a WAV file, and beside it what was made of it, as JSON; the oldest make room.

Only who runs the box may read them: they are what people said.
"""

from __future__ import annotations

import json
import os
import re
import wave
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RATE_HZ = 16_000
_NAME = re.compile(r"clip-(\d{6,})\.(wav|json)")
_PART = ".part"


class ClipsError(Exception):
    """The folder cannot be used; the text names it, what is wrong and the cure."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A kept utterance."""

    number: int
    """Later clips have higher ones."""
    wav: Path
    record: Mapping[str, Any]
    """What was made of it; empty where that cannot be read."""


class ClipFolder:
    """The clips of a box; several programs may look at them and delete them."""

    def __init__(self, path: Path) -> None:
        """Nothing is made or looked at yet."""
        self.path = path

    def clips(self) -> list[Clip]:
        """All there are, the oldest first.

        Raises:
            ClipsError: the folder cannot be read.
        """
        return [Clip(number, self._file(number, "wav"), self._record(number)) for number in self._numbers()]

    def keep(self, record: Mapping[str, Any], pcm: bytes, most: int) -> None:
        """Keep one more of `most`; where that cannot be done, those there are stay.

        Args:
            record: What was made of it.
            pcm: 16 kHz mono 16-bit.
            most: Above 0.

        Raises:
            ClipsError: it cannot be written.
        """
        parts = {kind: self.path / f"clip.{kind}{_PART}" for kind in ("json", "wav")}
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(parts["json"], json.dumps(record, ensure_ascii=False).encode())
            _write(parts["wav"], b"")
            with wave.open(str(parts["wav"]), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE_HZ)
                file.writeframes(pcm)
            numbers = self._numbers()
            number = max(numbers, default=0) + 1
            self._remove(numbers[: max(0, len(numbers) - most + 1)])
            for kind, part in parts.items():
                part.replace(self._file(number, kind))
        except OSError as error:
            for part in parts.values():
                _forget(part)
            why = f"the clip was not kept: {self.path} cannot be written ({error.strerror})"
            raise ClipsError(f"{why}: free some space there, or set keep_clips in the settings to 0") from error

    def prune(self, most: int) -> int:
        """Delete the oldest beyond `most`, and what a power cut left half written; how many clips that were.

        Raises:
            ClipsError: they cannot be deleted.
        """
        numbers = self._numbers()
        beyond = numbers[: max(0, len(numbers) - most)]
        try:
            self._remove(beyond)
            kept = {self._file(number, kind) for number in numbers[len(beyond) :] for kind in ("wav", "json")}
            for path in self.path.glob("clip*"):
                if path not in kept and (_NAME.fullmatch(path.name) or path.suffix == _PART):
                    path.unlink(missing_ok=True)
        except OSError as error:
            why = f"clips in {self.path} cannot be deleted ({error.strerror})"
            raise ClipsError(f"{why}: let this user write there, or delete them by hand") from error
        return len(beyond)

    def _numbers(self) -> list[int]:
        try:
            names = [path.name for path in self.path.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as error:
            why = f"the clips in {self.path} cannot be read ({error.strerror})"
            raise ClipsError(f"{why}: let this user read that folder") from error
        found = (_NAME.fullmatch(name) for name in names)
        return sorted(int(each[1]) for each in found if each and each[2] == "wav")

    def _remove(self, numbers: list[int]) -> None:
        for number in numbers:
            for kind in ("wav", "json"):
                self._file(number, kind).unlink(missing_ok=True)

    def _record(self, number: int) -> Mapping[str, Any]:
        try:
            content = json.loads(self._file(number, "json").read_bytes())
        except (OSError, ValueError):  # its sound is still worth hearing
            return {}
        return content if isinstance(content, dict) else {}

    def _file(self, number: int, kind: str) -> Path:
        return self.path / f"clip-{number:06}.{kind}"


def _write(path: Path, content: bytes) -> None:
    """For this user's eyes alone."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # what cannot be deleted is no clip, and is overwritten by the next
