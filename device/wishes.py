"""What a command asks of a box, and why it may get none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class BoxError(Exception):
    """There can be no box; the text says why and the cure."""

    exit_status = 1
    """What the command ends with."""


class BoxTaken(BoxError):  # noqa: N818 - it names the case, as the standard library's exceptions do
    """What the box needs is held by another program, which a person must end."""

    exit_status = 75
    """EX_TEMPFAIL of sysexits.h; the unit's RestartPreventExitStatus names it, so that systemd does not try on."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a command asks of the box."""

    state_folder: Path
    settings_file: Path | None = None
    """None: the default places."""
    seed: int | None = None
    """Fixes the dice of the delves begun by this run; None takes chance."""
    pins: str | None = None
    """auto, lgpio or mock; None: as the settings say."""
    wav_folder: Path | None = None
    """Sentences are written here as WAV files and not played."""
    sound: bool = True
    """Microphone and loudspeaker are wanted."""
    web: bool = False
    """The page in the browser is wanted, whatever the settings say."""
    browser: bool = False
    """Where there is a page of a box on mock pins, it is opened for who sits before this machine."""
