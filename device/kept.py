"""What the table changed by voice or button and finds again after a restart: mute, volume and rate.

It lies in the state folder, not in the settings file, which is the person's own. A volume or rate counts
for as long as the settings say what they said when it was changed: who edits them wants theirs.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from .settings import Voice
from .whole_files import write_whole

FILE_NAME = "voice.json"

log = logging.getLogger(__name__)


class KeptVoice:
    """Mute, volume and rate as the table left them; written down at each change."""

    def __init__(self, folder: Path, settings: Voice) -> None:
        """Read what is kept in the state folder; what is not there or damaged is as the settings say."""
        self._path = folder / FILE_NAME
        self._settings = settings
        self.muted = False
        self.volume = settings.volume
        """0 (silent) to 100."""
        self.rate = settings.rate
        """Words a minute."""
        self.trouble = ""
        """Why what was kept could not be read, in a sentence; empty where it could."""
        self._read()

    @property
    def voice(self) -> Voice:
        """The settings of the voice as the table left them."""
        return self._settings.model_copy(update={"volume": self.volume, "rate": self.rate})

    def keep(self, *, muted: bool | None = None, volume: int | None = None, rate: int | None = None) -> str:
        """Write a change down; why that could not be done, in a sentence, empty where it could."""
        self.muted = self.muted if muted is None else muted
        self.volume = self.volume if volume is None else volume
        self.rate = self.rate if rate is None else rate
        content = {
            "muted": self.muted,
            "volume": self.volume,
            "rate": self.rate,
            "settings": {"volume": self._settings.volume, "rate": self._settings.rate},
        }
        try:
            write_whole(self._path, json.dumps(content).encode())
        except OSError as error:
            why = f"{self._path} cannot be written ({error.strerror})"
            return f"{why}: the change lasts until the box stops, see to the disk"
        return ""

    def _read(self) -> None:
        try:
            content: Any = json.loads(self._path.read_bytes())
            muted, before = content["muted"], content["settings"]
            voice = Voice.model_validate({name: content[name] for name in ("volume", "rate")})
            before = Voice.model_validate({name: before[name] for name in ("volume", "rate")})
            if not isinstance(muted, bool):
                raise TypeError(f"muted is {muted!r}")  # noqa: TRY301 - as any other damage
        except FileNotFoundError:
            return
        except OSError as error:
            self.trouble = (
                f"{self._path} cannot be read ({error.strerror}): volume, rate and mute are as the settings say"
            )
            return
        except (ValueError, KeyError, TypeError) as error:  # pydantic's are ValueErrors
            log.warning("%s: %s", self._path, error)
            self.trouble = f"{self._path} is damaged: volume, rate and mute are as the settings say"
            return
        self.muted = muted
        if before.volume == self._settings.volume:
            self.volume = voice.volume
        if before.rate == self._settings.rate:
            self.rate = voice.rate
