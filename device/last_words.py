"""Why there is no box, on the panel: a table has no terminal, and the log is far away."""

from __future__ import annotations

import logging
from pathlib import Path

from .outputs.display import DisplayError, open_display
from .outputs.drawing import draw_page
from .outputs.narration import Narration
from .outputs.page import Heading, Line, Page
from .settings import Settings, load_settings

log = logging.getLogger(__name__)

SMALL = 32
ROWS, ROWS_SMALL = 5, 2
"""Of the sentence, on a panel of 64 and of 32 rows."""


def show_last_words(sentence: str, settings_file: Path | None, pins: str | None = None) -> None:
    """Show it and leave it there, for as long as nothing else is shown: a service tries again every few seconds.

    Args:
        sentence: Why there can be no box, with the cure.
        settings_file: Tells which display there is; None for the default places.
        pins: As for the box: with mock pins there is no display.
    """
    settings = load_settings(settings_file).settings
    mock = (pins or settings.pins) == "mock" or not settings.panel.enabled
    try:
        display = open_display(settings.panel, "dummy" if mock else "auto")
        try:
            display.connect()
            display.show(draw_page(page_of_last_words(sentence, settings), settings.panel.width, settings.panel.height))
        finally:
            display.close()
    except (DisplayError, ImportError) as error:
        log.warning("the panel does not show why: %s", error)


def page_of_last_words(sentence: str, settings: Settings) -> Page:
    """The page, in the table's language."""
    narration = Narration.load(settings.language)
    told = narration.trouble("journal", sentence)  # all else that there must be is made where it is missing
    rows = ROWS if settings.panel.height > SMALL else ROWS_SMALL
    return Page("no box", (Heading(narration.panel.say("health")), Line(told, rows=rows)))
