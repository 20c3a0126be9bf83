"""From the edges of a rotary encoder's two lines to its clicks. Pure; no pin, clock or thread.

Turned by a click, the lines close and open one after the other: A first where it is turned clockwise. A bounce goes a
quarter forth and back again, so that it counts for nothing; an edge that went missing costs at most its own click and
the next, and turns none round.
"""

from __future__ import annotations

from typing import Literal

from ..messages import Edge

Click = Literal["clockwise", "counterclockwise"]

LINES = {"A": "dial A", "B": "dial B"}
"""How edges name the lines, by their mark."""
QUARTERS = ((False, False), (True, False), (True, True), (False, True))
"""Whether A and B are closed, in the order of a click clockwise; at rest neither is."""
LEAST_QUARTERS = 2
"""Quarters to one side that are a click, at rest again: of four at most two were missed."""


class Clicks:
    """Counts the quarters between one rest and the next."""

    def __init__(self) -> None:
        """At rest, whatever the lines are: the first click from between two of them may be lost."""
        self._closed = dict.fromkeys(LINES.values(), False)
        self._quarter = self._turned = 0

    def feed(self, edge: Edge) -> Click | None:
        """Take an edge of one of `LINES`; the click that it ends, if any."""
        self._closed[edge.button] = edge.pressed
        quarter = QUARTERS.index((self._closed[LINES["A"]], self._closed[LINES["B"]]))
        step = (quarter - self._quarter) % len(QUARTERS)
        self._quarter = quarter
        self._turned += -1 if step == len(QUARTERS) - 1 else step % 2  # two at once tell no direction
        if quarter:
            return None
        turned, self._turned = self._turned, 0
        if abs(turned) < LEAST_QUARTERS:
            return None
        return "clockwise" if turned > 0 else "counterclockwise"
