"""Who may open a box's pages, and what they may do to it beside playing: the door, with codes on the panel."""

from __future__ import annotations

from .bootstrap import Box
from .clock import RealClock
from .messages import CodeDrawn, Paired
from .web.door import Door
from .web.entrance import Entrance
from .web.pairing import Code
from .web.passes import Passes


def door_of(box: Box) -> Door:
    """The door before this box's pages, as its settings want it."""

    def show(code: Code | None) -> None:
        box.mailbox.offer(CodeDrawn() if code is None else CodeDrawn(code.digits, code.until_seconds))

    entrance = Entrance(
        Passes(box.state_folder),
        network=box.settings.web.network,
        show=show,
        paired=lambda grant: box.mailbox.offer(Paired(grant)),
        words={"language": box.settings.language, "texts": box.announcer.narration.door()},
        now_seconds=RealClock().now_seconds,
        actions={},
    )
    return entrance.door
