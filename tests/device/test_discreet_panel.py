"""What the table's panel keeps to itself where the counts are the game master's, over a whole delve."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.hearing import Hearing
from delvebox.device.messages import Utterance, Word
from delvebox.device.outputs.hints import HIDDEN_NUMBER, tells_count, without_numbers
from delvebox.device.player import Player
from delvebox.device.wishes import Wishes
from delvebox.device.words import parse_number
from delvebox.engine.refusal import REASONS

DELVE = (
    *("say light a torch for Anna", "say light a lantern", "press search", "press noise", "say search the room"),
    *("say boxes are three", "say boxes to three", "say turn to nine", "say turn to nine", "say calm nine"),
    *("say torch of Anna minus four", "say torch of Anna minus nine", "say start spell bless for six turns"),
    *("press turn", "press turn", "say all calm", "say all calm", "say calm two", "say eat rations", "say drink water"),
    *("say rations to none", "say start spell shield without limit", "say split the party", "press turn"),
    *("say how dangerous is it", "say status", "say how much light", "say what time is it", "say what can i say"),
    *("say short rest", "say yes", "say combat", "press turn", "say combat", "say combat over", "say yes"),
    *("say long rest", "say yes", "say abandon rest", "say two turn ritual", "say yes", "say abandon the ritual"),
    *("hear boxes to five", "hear search the room", "press turn", "say undo", "say redo", "say new delve", "say no"),
    *("hear torch of Anna plus thirty", "say end the delve", "say no", *["press turn"] * 30, "say undo"),
    *("say light a torch", "say end the delve", "say yes", "press turn"),
)
NO_COUNTS = re.compile(r"one turn to search the bodies|to begin one|this one ends|\+\d+ more")
"""The sheet's own number, words that are none, and how many rows have no room."""
TURN_AND_TIME = re.compile(r"turn \d+|it is turn [a-z ]+|turns [■□]+|\d+:\d\d|\d+ h|\d+ min")
"""What hints tell by number too."""


def numbers_in(line: str, numbers: str) -> list[str]:
    """The words of a line that tell a count."""
    told = TURN_AND_TIME.sub("", line.lower()) if numbers == "hints" else line
    words = re.findall(r"\w+|[■□]", NO_COUNTS.sub("", told).lower())
    return [word for word in words if word in "■□" or word.isdigit() or parse_number(word) is not None]


def _said(text: str) -> Utterance:
    return Utterance((tuple(Word(word, 0.0, 1.0) for word in text.split()),), "hold", 0.0, 1.0, 1.0)


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A box whose recordings say what their names do; its settings are in `box.yaml`."""
    monkeypatch.setattr(
        Hearing,
        "recognise_file",
        lambda _hearing, path: [_said(path.name)],
    )
    settings = "names: {characters: [Anna]}\nlamp: {pin: null}\npanel: {numbers: %s}\n"
    made = []

    def play(numbers: str, folder: str) -> Player:
        (tmp_path / "box.yaml").write_text(settings % numbers, encoding="utf-8")
        wishes = Wishes(tmp_path / folder, tmp_path / "box.yaml", seed=3, pins="mock", sound=False)
        made.append(Player(wishes, print))
        return made[-1]

    return play  # type: ignore[return-value]


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_no_page_of_a_whole_delve_tells_a_count(numbers: str, players: object) -> None:
    """Commands, refusals, questions, answers, rests, corrections and what was said: none of it, nor a start anew."""
    seen = set()
    with players(numbers, "delve") as player:  # type: ignore[operator]
        for number, line in enumerate(DELVE, 1):
            report = player.play(number, line)
            shown = report.panel or []
            seen |= {report.refusal["reason"]} if report.refusal else set()
            assert [each for told in shown for each in numbers_in(told, numbers)] == [], (line, shown)
    with players(numbers, "delve") as again:  # type: ignore[operator]
        shown = again.play(1, "show").panel or []
        assert [each for told in shown for each in numbers_in(told, numbers)] == [], shown
    assert {"already", "nothing_to_calm", "out_of_bounds", "suspended"} <= seen


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_a_refusal_that_would_tell_a_count_is_only_a_no(numbers: str, players: object) -> None:
    """Others say what can be said instead, as ever; the voice says all."""
    with players(numbers, "delve") as player:  # type: ignore[operator]
        report = player.play(1, "say all calm")
        assert report.spoken == ["All is calm, no box is filled: say what the party does."]
        assert (report.panel or [])[-1] == "that cannot be now"
        player.play(2, "say combat")
        assert (player.play(3, "press turn").panel or [])[-1] == "Combat: say combat over first."


def test_exact_numbers_hide_nothing(players: object) -> None:
    """The refusal stands as it was said, and what was typed stands there."""
    with players("exact", "delve") as player:  # type: ignore[operator]
        shown = player.play(1, "say all calm").panel or []
        assert shown[-1] == "All is calm, no box is filled: say what the party does."
        assert (player.play(2, "say boxes to three").panel or [])[-1] == "heard: boxes to three"


def test_what_was_said_is_shown_without_its_numbers(players: object) -> None:
    """Everybody heard it; what was only typed is nobody else's business."""
    with players("hidden", "delve") as player:  # type: ignore[operator]
        assert player.play(1, "say boxes to three").panel == ["the delve"]
        assert player.play(2, "hear boxes to five").panel == ["the delve", "heard: boxes to …"]


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ("turn to one hundred and five", "en", "turn to …"),
        ("two turn ritual", "en", "… turn ritual"),
        ("search the room", "en", "search the room"),
        ("light a torch for d20", "en", "light a torch for …"),
        ("kästchen auf fünf", "de", "kästchen auf …"),
        ("zug auf fünfundzwanzig", "de", "zug auf …"),
        ("", "en", ""),
    ],
)
def test_numbers_of_a_text_are_left_open(text: str, language: str, shown: str) -> None:
    """In words or digits, in the table's language, as one number each."""
    assert without_numbers(text, language) == shown
    assert HIDDEN_NUMBER == "…"


def test_every_reason_is_known_to_be_telling_or_not() -> None:
    """What a refusal says when something is so already depends on what is."""
    telling = {reason for reason in REASONS if tells_count(reason, {"thing": "bright light"})}
    assert telling == {"activity_waits", "no_spares", "nothing_to_calm", "out_of_bounds", "supply_empty"}
    assert tells_count("already", {"thing": "boxes"})
    assert tells_count("already", {"kind": "torch", "holder": None})
    assert not tells_count("already", {"thing": "split"})
