"""What is spoken lasts no longer than a breath."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.outputs.breaths import LONGEST_SECONDS, breaths, first_breath, seconds_at_most
from delvebox.device.settings import FASTEST, SLOWEST

LONG = (
    "Two spiders, let down on threads behind the last of the party; they hide from what follows them, "
    "and they guard something small under a blanket that nobody has lifted yet in all these years"
)


def test_sentences_are_spoken_one_by_one() -> None:
    """The first sounds while the next is made."""
    assert list(breaths("Turn five: search. All quiet.  Danger?", 165)) == [
        "Turn five: search.",
        "All quiet.",
        "Danger?",
    ]


def test_a_long_sentence_is_broken_behind_its_last_mark_that_fits() -> None:
    """As a person would take breath; slower speech sooner."""
    assert list(breaths(LONG, 165)) == [
        "Two spiders, let down on threads behind the last of the party; they hide from what follows them,",
        "and they guard something small under a blanket that nobody has lifted yet in all these years",
    ]
    assert list(breaths(LONG, 80))[:2] == [
        "Two spiders, let down on threads behind the last of the party;",
        "they hide from what follows them,",
    ]


def test_one_without_a_mark_is_broken_between_words() -> None:
    """And a word without an end anywhere."""
    words = list(breaths("word " * 90, 165))
    assert len(words) == 3
    assert set(" ".join(words).split()) == {"word"}
    assert "".join(breaths("a" * 500, 165)) == "a" * 500


@given(st.text(max_size=400), st.integers(SLOWEST, FASTEST))
def test_nothing_is_lost_and_nothing_lasts_too_long(text: str, rate: int) -> None:
    """Whatever a table writes into its names, tables and themes."""
    pieces = list(breaths(text, rate))
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(seconds_at_most(piece, rate) <= LONGEST_SECONDS for piece in pieces)


@pytest.mark.parametrize("rate", [SLOWEST, 165, FASTEST])
def test_a_sentence_that_fits_is_left_alone(rate: int) -> None:
    """However many marks it has."""
    assert list(breaths("Danger: hazard, here.", rate)) == ["Danger: hazard, here."]


@given(st.text(max_size=400), st.integers(SLOWEST, FASTEST))
def test_a_breath_holds_whole_sentences_and_leaves_the_rest(text: str, rate: int) -> None:
    """As many as fit; what is left is all that was not said."""
    first, rest = first_breath(text, rate)
    assert "".join((first + rest).split()) == "".join(text.split())
    assert seconds_at_most(first, rate) <= LONGEST_SECONDS
    assert first or not rest
    if rest:
        (piece, *_) = breaths(rest, rate)
        assert seconds_at_most(f"{first} {piece}", rate) > LONGEST_SECONDS or not piece
