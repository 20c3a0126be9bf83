"""Switching the box off by hand: the buttons that are held for it, counted down where everybody sees it."""

from __future__ import annotations

import logging

from .announcer import Announcer
from .inputs.chord import Chord, Step
from .inputs.gestures import Gestures

log = logging.getLogger(__name__)


class SwitchingOff:
    """Looks at the chord whenever a button moved and whenever a second has passed."""

    def __init__(self, chord: Chord, gestures: Gestures, announcer: Announcer) -> None:
        """Look at the chord's buttons among `gestures`, and tell the announcer what comes of it."""
        self._chord = chord
        self._gestures = gestures
        self._announcer = announcer

    @property
    def deadline_seconds(self) -> float | None:
        """When to look next; None while only an edge can change anything."""
        return self._chord.deadline_seconds

    def look(self, now_seconds: float) -> None:
        """Tell what changed."""
        step = self._chord.look(self._gestures.pending, self._gestures.down, now_seconds)
        if step is not None and step is not Step.COUNTED:
            log.info("buttons %s, held to switch off: %s", " and ".join(sorted(self._chord.buttons)), step.name)
        if step is Step.BEGUN:
            self._gestures.spend(self._chord.buttons)
            self._announcer.panel.wake()
        if step in {Step.BEGUN, Step.COUNTED}:
            self._announcer.count_down(self._chord.seconds_left, aloud=step is Step.BEGUN)
        elif step is Step.LET_GO:
            self._announcer.stay_on()
        elif step is Step.HELD:
            self._announcer.switch_off()
