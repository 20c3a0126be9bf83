"""Which files of the table's own the settings name beside themselves. Pure."""

from __future__ import annotations

from pathlib import Path

from .announce import is_theme_file
from .records import SHIPPED_TABLES
from .schema import Settings


def files_named(settings: Settings) -> tuple[Path, ...]:
    """Phrasebook, theme, danger tables and the broker's password; not a speech model, which is installed anew."""
    named = [
        settings.speech.phrasebook,
        Path(settings.voice.theme) if is_theme_file(settings.voice.theme) else None,
        *(Path(each) for each in settings.tables if each != SHIPPED_TABLES),
        settings.mqtt.password_file,
    ]
    return tuple(each for each in named if each is not None)
