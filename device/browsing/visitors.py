"""Who may open a box's pages, and what they may do to it beside playing: the door, with codes on the panel."""

from __future__ import annotations

from ..bootstrap import Box
from ..clock import RealClock
from ..messages import CodeDrawn, Paired, VoiceWished
from ..settings import Loaded, Problem, default_places
from ..speech_models import words_of
from ..theme import check_theme
from ..vocabulary import check_bindings, check_tables
from ..web.door import Door
from ..web.entrance import Entrance
from ..web.pairing import Code
from ..web.passes import Passes
from ..web.settings_page import SettingsPage


def door_of(box: Box) -> Door:
    """The door before this box's pages, as its settings want it."""

    def show(code: Code | None) -> None:
        box.mailbox.offer(CodeDrawn() if code is None else CodeDrawn(code.digits, code.until_seconds))

    def change_voice(volume: int | None, rate: int | None) -> None:
        if (volume, rate) != (None, None):
            box.mailbox.offer(VoiceWished(volume, rate))

    def check(loaded: Loaded) -> tuple[Problem, ...]:
        try:
            return (*check_tables(loaded), *check_theme(loaded), *check_bindings(loaded))
        finally:
            words_of.cache_clear()  # ten megabytes, for a page that is seldom open

    labels, language = box.announcer.narration.labels, {"language": box.settings.language}
    file = box.settings_file or default_places()[0]
    page = SettingsPage(file, box.state_folder, box.settings, check, change_voice)
    entrance = Entrance(
        Passes(box.state_folder),
        network=box.settings.web.network,
        origins=frozenset(box.settings.web.origins),
        show=show,
        paired=lambda grant: box.mailbox.offer(Paired(grant)),
        words={**language, "texts": {**labels("settings"), **labels("door"), "go_gm": labels("web")["go_gm"]}},
        now_seconds=RealClock().now_seconds,
        actions=page.actions,
    )
    return entrance.door
