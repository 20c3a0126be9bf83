"""The rotary encoder at the session: what its clicks say, and that the hand which wakes the panel only wakes it."""

from __future__ import annotations

import logging

from ..announcing.announcer import Announcer
from ..inputs.dial import Clicks
from ..messages import Edge
from ..settings import Dial

log = logging.getLogger(__name__)

SAME_HAND_SECONDS = 0.5
"""Clicks that follow each other so soon are one turn of the hand."""


class Turning:
    """Knows the phrase of each click."""

    def __init__(self, dial: Dial, announcer: Announcer) -> None:
        """For a dial bound as the settings say."""
        self._dial = dial
        self._announcer = announcer
        self._clicks = Clicks()
        self._wakes_until_seconds = float("-inf")

    def feed(self, edge: Edge) -> str | None:
        """The phrase to say now, if this edge ends a click that has one."""
        click = self._clicks.feed(edge)
        if click is None:
            return None
        log.info("dial: %s", click)
        if self._announcer.panel.asleep or edge.at_seconds < self._wakes_until_seconds:
            self._wakes_until_seconds = edge.at_seconds + SAME_HAND_SECONDS
            self._announcer.panel.wake()
            return None
        self._announcer.panel.wake()
        self._announcer.cut()
        return self._dial.clockwise if click == "clockwise" else self._dial.counterclockwise
