"""Where a cue is told, by its kind and the settings."""

from __future__ import annotations

import pytest

from delvebox.device.announcing.channels import Channels
from delvebox.device.messages import Cue
from delvebox.device.settings.load import load_text

ALL = frozenset({"voice", "panel", "web"})
EVENTFUL = Cue("Turn one: search. Searching again: one box.", "turn", "turn")
UNEVENTFUL = Cue("Turn one. All quiet.", "turn", "turn", uneventful=True)
CHANGE = Cue("Torch lit: six turns.", "answer", "change")
DANGER = Cue("Danger: encounter.", "danger", "danger 1")
QUESTION = Cue("Roll for danger: danger on six.", "answer", "question")
ANSWER = Cue("No light burns.", "answer", "answer")
REFUSAL = Cue("Combat: say combat over first.", "answer", "refusal")
MOOD = Cue("It listens.", "colour", "atmosphere")
REMINDER = Cue("Ten minutes of talk: that is a turn.", "colour", "box debate")
PROMPTS = Cue("Update the map.", "turn", "steps", "master")
DRAWN = Cue("Bones: two goblins.", "answer", "drawn 1", "master")


def channels(settings: str) -> Channels:
    """Of these settings, which must be right."""
    loaded = load_text(settings)
    assert not loaded.problems, loaded.sentences()
    return Channels(loaded.settings)


def said(settings: str, *cues: Cue) -> list[bool]:
    """Whether each is said."""
    chosen = channels(settings)
    return ["voice" in chosen.of(cue) for cue in cues]


def test_as_shipped_everything_is_told_everywhere() -> None:
    """The game master's own too, for a box without pages."""
    chosen = channels("")
    assert {chosen.of(cue) for cue in (EVENTFUL, UNEVENTFUL, MOOD, PROMPTS, DRAWN)} == {ALL}


def test_changes_leaves_out_the_turns_in_which_nothing_changed() -> None:
    """And the mood; panel and pages have all of it."""
    settings = "announce: {says: changes}"
    assert said(settings, EVENTFUL, CHANGE, DANGER, QUESTION, ANSWER, REFUSAL, REMINDER) == [True] * 7
    assert said(settings, UNEVENTFUL, MOOD) == [False] * 2
    assert channels(settings).of(UNEVENTFUL) == {"panel", "web"}


def test_danger_leaves_out_all_but_danger_and_what_is_asked() -> None:
    """What the box asks and what it is asked is said; prompts have a switch of their own."""
    settings = "announce: {says: danger}"
    assert said(settings, DANGER, QUESTION, ANSWER, REFUSAL, PROMPTS, DRAWN) == [True] * 6
    assert said(settings, EVENTFUL, UNEVENTFUL, CHANGE, MOOD, REMINDER) == [False] * 5


def test_who_asks_to_hear_it_again_hears_it() -> None:
    """Though it was not said before; not where nothing is told by voice at all."""
    assert "voice" in channels("announce: {says: danger}").of(UNEVENTFUL, asked=True)
    assert "voice" not in channels("announce: {table: [panel]}").of(UNEVENTFUL, asked=True)


def test_table_and_game_master_are_told_apart() -> None:
    """Each where the settings want it."""
    chosen = channels("announce: {table: [voice, panel], master: [web]}\nweb: {enabled: true}")
    assert chosen.of(DANGER) == {"voice", "panel"}
    assert chosen.of(DRAWN) == {"web"}
    assert (chosen.shows(), chosen.shows("master")) == (True, False)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("announce: {master: []}", {"web"}),
        ("announce: {master: [voice]}\nvoice: {enabled: false}", {"voice", "web"}),
        ("announce: {master: [voice]}", {"voice"}),
        ("announce: {master: [web]}", {"web"}),
        ("announce: {master: [panel]}\npanel: {numbers: hidden}", {"web"}),
        ("announce: {master: [voice, panel]}\npanel: {numbers: hints}", {"voice"}),
    ],
)
def test_what_is_the_game_masters_is_on_his_page_where_it_is_nowhere_else(settings: str, told: set[str]) -> None:
    """A channel that there is not tells him nothing."""
    assert channels(settings).of(DRAWN) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("announce: {says: all}", 'announce.says: "all" is not known: give everything, changes (not the turns in'),
        ("announce: {prompts: [map]}", 'announce.prompts item 1: "map" is not known: give a list of the steps declare'),
        (
            "announce: {table: [lamp]}",
            'announce.table item 1: "lamp" is not known: give a list of voice, panel and web',
        ),
        ("announce: {master: voice}", "announce.master: "),
        ("voice: {theme: ''}", 'voice.theme: "" is empty: give a theme\'s name as delvebox themes shows it, or a file'),
    ],
)
def test_wrong_settings_are_told_with_their_cure(text: str, told: str) -> None:
    """At the door, with the line."""
    (problem,) = load_text(text).problems
    assert str(problem).startswith(f"line 1: {told}")
