"""The buttons at the session: what each gesture says, who talks by it, and that the hand which wakes only wakes."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from ..announcing.announcer import Announcer
from ..inputs.gestures import Gesture
from ..phrasebook import Phrasebook
from ..recorded import RecordedDelve
from ..settings import Button
from .answering import ANSWERS
from .playing import Playing
from .talking import Talking

log = logging.getLogger(__name__)


class Pressing:
    """Knows the phrase of each gesture."""

    def __init__(
        self,
        buttons: Mapping[str, Button],
        *,
        delve: RecordedDelve,
        phrasebook: Phrasebook,
        announcer: Announcer,
        talking: Talking,
        playing: Playing,
    ) -> None:
        """For buttons bound as the settings say; while `delve` asks, two of them answer."""
        self._buttons = buttons
        self._delve = delve
        self._phrasebook = phrasebook
        self._announcer = announcer
        self._talking = talking
        self._playing = playing
        self._woken_by = ""
        """The button whose last gesture woke the panel and did nothing else."""

    def feed(self, gesture: Gesture) -> str | None:
        """The phrase to say now, if this gesture has one."""
        log.info("button %s: %s", gesture.button, gesture.kind)
        button = self._buttons[gesture.button]
        if gesture.kind == "release":
            if button.hold_to_talk:
                self._talking.end()
                self._playing.give_time()  # what was said is still being recognised
            return None
        talks = gesture.kind == "hold" and button.hold_to_talk
        if self._only_wakes(gesture, talks=talks):
            log.info("button %s woke the panel and does nothing else", gesture.button)
            return None
        self._announcer.cut()
        if talks:
            self._talking.begin()
            return None
        if gesture.kind == "press" and button.hold_to_talk and button.press is None:
            self._talking.tap()
            return None
        said = {"press": button.press, "double": button.double, "hold": button.hold, "repeat": button.hold}
        phrase = said[gesture.kind]
        if self._delve.state.asking and gesture.kind == "press":
            phrase = self._phrasebook.example(ANSWERS.get(gesture.button, "")) or phrase
        return phrase

    def _only_wakes(self, gesture: Gesture, *, talks: bool) -> bool:
        """The panel is bright from now; whether that is all that this gesture was for."""
        only_wakes = self._announcer.panel.asleep and not talks
        only_wakes |= gesture.kind == "repeat" and gesture.button == self._woken_by  # still the same hand
        self._woken_by = gesture.button if only_wakes else ""
        self._announcer.panel.wake()
        return only_wakes
