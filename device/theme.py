"""The narration of a table: its language, and the theme of its settings laid over it."""

from __future__ import annotations

from .outputs.narration import Narration, NarrationError
from .settings import Loaded, Problem, Settings


def open_narration(settings: Settings, seed: int) -> tuple[Narration, str]:
    """What the box says; with a plain theme and a sentence where the settings' own cannot be used.

    Args:
        settings: The table's.
        seed: Fixes which of several texts of the same meaning are said.

    Raises:
        NarrationError: the language itself cannot be used.
    """
    try:
        return Narration.load(settings.language, settings.voice.theme, seed), ""
    except NarrationError as error:
        narration = Narration.load(settings.language)
        more = len(error.problems) - 1
        rest = f", and {more} more that delvebox themes {error.path} tells" if more else ""
        return narration, f"the theme cannot be used, the plain one is: {error.sentences[0]}{rest}"


def check_theme(loaded: Loaded) -> tuple[Problem, ...]:
    """That the theme cannot be used: no reason for the box to leave the settings, but one to mend them."""
    _, fault = open_narration(loaded.settings, 0)
    path = ("voice", "theme")
    return (Problem(loaded.line_of(path), path, loaded.settings.voice.theme, fault),) if fault else ()
