"""The chord that switches the box off: only by intent, visibly, and never at once."""

from __future__ import annotations

import pytest

from delvebox.device.inputs.chord import Chord, Step

BOTH = {"light", "rest"}


@pytest.fixture
def chord() -> Chord:
    """Two buttons, held for three seconds."""
    return Chord(BOTH, 3.0)


def test_it_counts_down_each_second_and_ends_when_held(chord: Chord) -> None:
    """Begun at 10 s: two left at 11, one at 12, held at 13; each is due exactly then."""
    assert chord.look(BOTH, BOTH, 10.0) is Step.BEGUN
    told = [(10.0, chord.seconds_left)]
    while (due := chord.deadline_seconds) is not None:
        step = chord.look((), BOTH, due)
        told.append((due, chord.seconds_left if step is Step.COUNTED else 0))
    assert told == [(10.0, 3), (11.0, 2), (12.0, 1), (13.0, 0)]


def test_letting_go_of_one_ends_it(chord: Chord) -> None:
    """At any time before the end; then all must be pressed again."""
    chord.look(BOTH, BOTH, 10.0)
    assert chord.look((), {"rest"}, 12.9) is Step.LET_GO
    assert chord.deadline_seconds is None
    assert chord.look((), BOTH, 14.0) is None


def test_a_button_that_already_meant_something_begins_nothing(chord: Chord) -> None:
    """A torch was doused by holding light; rest pressed meanwhile is no wish to switch off."""
    assert chord.look({"rest"}, BOTH, 10.0) is None


def test_one_button_and_others_begin_nothing(chord: Chord) -> None:
    """All of them are wanted; more may be down beside."""
    assert chord.look({"light", "turn"}, {"light", "turn"}, 10.0) is None
    assert chord.look({*BOTH, "turn"}, {*BOTH, "turn"}, 10.0) is Step.BEGUN


def test_nothing_is_told_between_seconds_and_late_looks_tell_the_truth(chord: Chord) -> None:
    """A busy box looks late: it tells what is left then, and holds to the end all the same."""
    chord.look(BOTH, BOTH, 10.0)
    assert chord.look((), BOTH, 10.4) is None
    assert (chord.look((), BOTH, 12.5), chord.seconds_left) == (Step.COUNTED, 1)
    assert chord.look((), BOTH, 99.0) is Step.HELD


def test_without_buttons_it_never_begins() -> None:
    """The settings may want none."""
    assert Chord((), 5.0).look({"light"}, {"light"}, 1.0) is None
