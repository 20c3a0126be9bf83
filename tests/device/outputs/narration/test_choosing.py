"""Which of several texts of the same meaning is said."""

from __future__ import annotations

from itertools import pairwise

from delvebox.device.outputs.narration.choosing import Choice, Chooser, choose_first

THREE = (Choice("a"), Choice("b"), Choice("c"))


def said(seed: int, choices: tuple[Choice, ...], times: int = 300, place: str = "events.note_added") -> list[str]:
    """What an evening says at one place."""
    chooser = Chooser(seed)
    return [chooser(place, choices) for _ in range(times)]


def test_no_text_follows_itself_and_each_has_its_turn() -> None:
    """Also of two, which then alternate."""
    texts = said(1, THREE)
    assert all(first != second for first, second in pairwise(texts))
    assert {texts.count(text) > 60 for text in "abc"} == {True}
    assert len(set(said(1, THREE[:2])[::2])) == 1


def test_what_was_said_at_one_place_says_nothing_of_another() -> None:
    """The same text may follow itself where another place says it."""
    chooser = Chooser(1)
    alternating = [chooser("events.note_added", THREE[:2]) for _ in range(4)]
    other = Chooser(1)
    for place in ("events.note_added", "box.listening") * 4:
        other(place, THREE[:2])
    assert [other("events.note_added", THREE[:2]) for _ in range(4)] == alternating


def test_it_is_fixed_by_seed_place_and_count() -> None:
    """The same evening again says the same; another says it otherwise."""
    assert said(7, THREE) == said(7, THREE)
    assert said(7, THREE) != said(8, THREE)
    assert said(7, THREE) != said(7, THREE, place="events.light_lit")


def test_a_heavier_text_is_said_more_often() -> None:
    """Nine times the weight, though it never follows itself: every second time at most."""
    texts = said(3, (Choice("rare"), Choice("odd"), Choice("often", 18)))
    assert texts.count("often") > 120
    assert texts.count("rare") > 30


def test_silence_may_follow_itself_and_a_single_text_must() -> None:
    """A mood that is told now and then is silent for long; who has one sentence says it."""
    texts = said(5, (Choice("", 9), Choice("it drips")))
    assert texts.count("it drips") < 60
    assert any(first == second == "" for first, second in pairwise(texts))
    assert said(5, (Choice("only"),), 3) == ["only"] * 3


def test_what_is_read_is_the_first_text() -> None:
    """Always."""
    assert choose_first("events.note_added", THREE) == "a"
