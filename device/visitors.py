"""Who may open a box's pages, and what they may do to it beside playing: the door, with codes on the panel."""

from __future__ import annotations

from .bootstrap import Box
from .clock import RealClock
from .messages import CodeDrawn, Paired, VoiceWished
from .settings import default_places
from .vocabulary import check_bindings
from .web.door import Door
from .web.entrance import Entrance
from .web.pairing import Code
from .web.passes import Passes
from .web.settings_page import SettingsPage


def door_of(box: Box) -> Door:
    """The door before this box's pages, as its settings want it."""

    def show(code: Code | None) -> None:
        box.mailbox.offer(CodeDrawn() if code is None else CodeDrawn(code.digits, code.until_seconds))

    def change_voice(volume: int | None, rate: int | None) -> None:
        if (volume, rate) != (None, None):
            box.mailbox.offer(VoiceWished(volume, rate))

    narration, language = box.announcer.narration, {"language": box.settings.language}
    file = box.settings_file or default_places()[0]
    page = SettingsPage(file, box.state_folder, box.settings, check_bindings, change_voice)
    entrance = Entrance(
        Passes(box.state_folder),
        network=box.settings.web.network,
        show=show,
        paired=lambda grant: box.mailbox.offer(Paired(grant)),
        words={**language, "texts": {**narration.settings(), **narration.door()}},
        now_seconds=RealClock().now_seconds,
        actions=page.actions,
    )
    return entrance.door
