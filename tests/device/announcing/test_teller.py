"""Cues on their way out: to the voice, the panel, the observers."""

from __future__ import annotations

from typing import Any

import pytest

from delvebox.device.announcing.news import News
from delvebox.device.announcing.teller import Teller
from delvebox.device.clock import VirtualClock
from delvebox.device.messages import Cue, Fact, Told
from delvebox.device.outputs.narration import Narration
from delvebox.device.running import as_line
from delvebox.device.settings.load import load_text

NARRATION = Narration.load("en")
TURN = Cue("Turn one. All quiet.", "turn", "turn", uneventful=True)
NOTED = Cue("Noted.", "answer", "change")
DRAWN = Cue("Bones: two goblins.", "answer", "drawn 1", "master")


class Ways:
    """What came where."""

    def __init__(self, settings: str) -> None:
        self.said: list[str] = []
        self.facts: list[Fact] = []
        self.news = News()
        loaded = load_text(settings)
        assert not loaded.problems
        self.teller = Teller(loaded.settings, NARRATION, self.news, VirtualClock(), self.facts.append)
        voice: Any = self
        self.teller.start(voice)

    def say(self, cue: Cue) -> None:
        """As the narrator."""
        self.said.append(cue.text)

    @property
    def lines(self) -> list[str]:
        """What the console shows."""
        return [as_line(fact, NARRATION) for fact in self.facts]


def test_the_voice_is_given_what_is_said_and_observers_all_with_where_it_went() -> None:
    """The console tells what was not said by another word."""
    told = Ways("announce: {says: changes}")
    told.teller.tell_of_delve(TURN, NOTED)
    assert told.said == ["Noted."]
    first, second = told.facts
    assert isinstance(first, Told)
    assert isinstance(second, Told)
    assert (first.channels, second.channels) == ({"panel", "web"}, {"voice", "panel", "web"})
    assert (first.goes_on, second.goes_on) == (False, True)
    assert told.lines == ["told: Turn one. All quiet.", "said: Noted."]


def test_what_was_not_said_can_be_heard_by_who_asks() -> None:
    """Word for word, all that was told of the last command."""
    told = Ways("announce: {says: danger}")
    told.teller.tell_of_delve(TURN, NOTED)
    assert told.said == []
    told.teller.repeat()
    assert told.said == ["Turn one. All quiet.", "Noted."]


def test_nothing_told_yet_is_told_so() -> None:
    """And is no sentence of the delve."""
    told = Ways("")
    told.teller.repeat()
    assert told.said == ["Nothing was said yet."]


@pytest.mark.parametrize(("channels", "shown"), [("[voice, panel]", "Noted."), ("[voice]", None)])
def test_the_panel_shows_it_where_it_is_told_there(channels: str, shown: str | None) -> None:
    """For a moment; what is only said does not stand there in any case."""
    told = Ways(f"announce: {{table: {channels}}}")
    told.teller.tell(NOTED, shows=True)
    assert told.news.message_text == shown
    told = Ways(f"announce: {{table: {channels}}}")
    told.teller.tell(NOTED)
    assert told.news.message_text is None


def test_what_is_the_game_masters_is_marked_on_the_panel() -> None:
    """Players are not shown it on their own page."""
    told = Ways("")
    told.teller.tell(DRAWN, shows=True)
    assert (told.news.message_text, told.news.masters) == (DRAWN.text, True)


def test_the_voice_and_the_panel_say_the_same_of_what_comes_twice() -> None:
    """A sentence that was not said does not count."""
    told = Ways("")
    for _ in range(2):
        told.teller.tell(NOTED, shows=True)
    assert told.said == ["Noted.", "Again: Noted."]
    assert told.news.message_text == "Again: Noted."
    silent = Ways("announce: {table: [panel]}")
    for _ in range(2):
        silent.teller.tell(NOTED, shows=True)
    assert silent.news.message_text == "Noted."
