"""Switching the box off by hand: the buttons that are held for it, counted down where everybody sees it."""

from __future__ import annotations

import logging

from ..announcing.announcer import Announcer
from ..inputs.chord import Chord, Step
from ..inputs.gestures import Gestures
from ..ports import Parts

log = logging.getLogger(__name__)


class SwitchingOff:
    """Looks at the chord whenever a button moved and whenever a second has passed."""

    def __init__(self, chord: Chord, gestures: Gestures, announcer: Announcer) -> None:
        """Look at the chord's buttons among `gestures`; the announcer tells what comes of it."""
        self._chord = chord
        self._gestures = gestures
        self._announcer = announcer

    def start(self, parts: Parts) -> None:
        """Take the parts."""
        self._power = parts.power

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
        signs = self._announcer.signs
        if step in {Step.BEGUN, Step.COUNTED}:
            signs.counts_down = True
            tell = self._announcer.acknowledge if step is Step.BEGUN else self._announcer.write
            tell("switches_off", seconds=self._chord.seconds_left)
        elif step is Step.LET_GO:
            signs.counts_down = False
            self._announcer.acknowledge("stays_on")
        elif step is Step.HELD:
            signs.off = True
            self._announcer.acknowledge("switched_off")
            self._power.off()
