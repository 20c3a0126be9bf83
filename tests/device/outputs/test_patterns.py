"""What lamp and buzzer tell: rhythms that differ, and which of them a state calls for."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.outputs.patterns import (
    BREATHS,
    BUZZES,
    PATTERNS,
    Doing,
    Pattern,
    lasting_pattern,
    level_at,
    next_change,
    rest_at,
)
from delvebox.engine.rules import Rules
from delvebox.engine.state import Light, State

RULES = Rules()
RESTS = tuple(rest_at(boxes) for boxes in range(6))
QUICK, SLOW = 0.2, 0.7
"""A beat below the one is a flick, above the other it is long; between them it is plain."""


def rhythm(pattern: Pattern) -> tuple[object, ...]:
    """What somebody sees who does not count seconds: a phrase of flicks, plain and long beats, and how it ends.

    The phrase is what lies between two of the longest pauses; a lasting pattern goes on, another is over.
    """
    if len(pattern.beats) <= 1:
        return (pattern.lasting, bool(pattern.beats), _length(pattern.seconds) if not pattern.lasting else "")
    return (pattern.lasting, tuple(_length(beat) for beat in pattern.beats))


def _length(seconds: float) -> str:
    return "flick" if seconds < QUICK else "long" if seconds > SLOW else "plain"


def test_every_pattern_of_the_lamp_has_a_rhythm_of_its_own() -> None:
    """Compared pairwise, by what an eye can tell; the breaths of rest differ by their length alone, a tenth or more."""
    told = {name: pattern for name, pattern in PATTERNS.items() if name not in RESTS[1:]}
    for (one, first), (other, second) in combinations(told.items(), 2):
        assert rhythm(first) != rhythm(second), f"{one} and {other} look alike"
    assert all(after < before * 0.9 for before, after in pairwise(BREATHS))
    assert {rhythm(PATTERNS[name]) for name in RESTS} == {rhythm(PATTERNS["rest"])}


def test_every_pattern_of_the_buzzer_has_a_rhythm_of_its_own() -> None:
    """Each comes once, is over within a second and a bit, and has its pattern on the lamp too."""
    for (one, first), (other, second) in combinations(BUZZES.items(), 2):
        heard = [tuple(map(_short, pattern.beats)) for pattern in (first, second)]
        assert heard[0] != heard[1], f"{one} and {other} sound alike"
    assert all(not pattern.lasting and pattern.seconds <= 1.2 for pattern in BUZZES.values())
    assert set(BUZZES) < set(PATTERNS)


def _short(seconds: float) -> str:
    return "tick" if seconds < 0.09 else "long" if seconds > 0.5 else "plain"


def test_nothing_is_too_quick_to_be_seen() -> None:
    """No beat of the lamp is shorter than 0.05 s, none of the buzzer than 0.03."""
    assert all(beat >= 0.05 for pattern in PATTERNS.values() for beat in pattern.beats)
    assert all(beat >= 0.03 for pattern in BUZZES.values() for beat in pattern.beats)


def test_the_table_of_patterns_is_whole() -> None:
    """All that the box tells by light."""
    wanted = {"listening", "understood", "not_understood", "asking", "danger", "low_light", "fault", "shutting_down"}
    assert wanted | {"dark", "muted", *RESTS} == set(PATTERNS)


def test_the_beats_of_a_pattern_are_its_light() -> None:
    """A pattern is on, off, on, off by its beats, and a lasting one begins again."""
    once, lasting = Pattern((1.0, 0.5, 0.25)), Pattern((1.0, 0.5), lasting=True)
    assert [level_at(once, at) for at in (0, 0.99, 1.0, 1.49, 1.5, 1.74, 1.75, 9)] == [1, 1, 0, 0] * 2
    assert [next_change(once, at) for at in (0, 1.0, 1.5, 1.75)] == [1.0, 1.5, 1.75, None]
    assert [level_at(lasting, at) for at in (0, 1.2, 1.5, 2.6, 3001.2)] == [1, 0, 1, 0, 0]
    assert next_change(lasting, 1.2) == 1.5
    assert (level_at(PATTERNS["dark"], 5), next_change(PATTERNS["dark"], 5)) == (0, None)
    assert (level_at(PATTERNS["listening"], 5), next_change(PATTERNS["listening"], 5)) == (1, None)


@given(st.sampled_from(sorted(PATTERNS)), st.floats(0, 1e6, allow_nan=False), st.booleans())
def test_the_next_change_is_always_later_and_nothing_changes_before(name: str, elapsed: float, dims: bool) -> None:
    """Between now and the next change the light stays as it is, however long the lamp runs."""
    pattern = PATTERNS[name]
    change = next_change(pattern, elapsed, dims=dims)
    if change is not None:
        assert elapsed < change
        later = elapsed + 0.9 * (change - elapsed)
        assert level_at(pattern, elapsed, dims=dims) == level_at(pattern, later, dims=dims)


@pytest.mark.parametrize(
    ("doing", "pattern"),
    [
        (Doing(counts_down=True, listening=True, faulty=True), "shutting_down"),
        (Doing(listening=True, faulty=True, muted=True), "listening"),
        (Doing(faulty=True, muted=True), "fault"),
        (Doing(muted=True, asleep=True), "muted"),
        (Doing(asleep=True), "dark"),
        (Doing(), "low_light"),
    ],
)
def test_what_matters_most_is_shown(doing: Doing, pattern: str) -> None:
    """Of several things at once; a torch burns out here."""
    state = State(lights=(Light(1, "torch", None, 1, lit=True), Light(2, "torch", None, 5, lit=True)))
    assert lasting_pattern(state, RULES, "exact", doing) == pattern
    asked = replace(state, asking="cleanup")
    if not (doing.counts_down or doing.listening):
        assert lasting_pattern(asked, RULES, "exact", doing) == "asking"


@pytest.mark.parametrize(
    ("numbers", "patterns"),
    [
        ("exact", ["rest", "rest_1", "rest_2", "rest_3", "rest_4", "rest_5"]),
        ("hints", ["rest", "rest_2", "rest_2", "rest_4", "rest_4", "rest_5"]),
        ("hidden", ["rest"] * 6),
    ],
)
def test_the_lamp_tells_players_no_more_of_danger_than_the_panel(numbers: str, patterns: list[str]) -> None:
    """It breathes with the boxes, with the panel's words for them, or evenly."""
    shown = [lasting_pattern(State(escalation=boxes), RULES, numbers, Doing()) for boxes in range(6)]  # type: ignore[arg-type]
    assert shown == patterns


@pytest.mark.parametrize(
    ("numbers", "low"), [("exact", [1]), ("hints", [1, 2]), ("hidden", [])], ids=["exact", "hints", "hidden"]
)
def test_the_lamp_tells_players_no_more_of_a_light_than_the_panel(numbers: str, low: list[int]) -> None:
    """That it burns out soon: by its turns, where the panel says that it is low, or not at all."""
    states = {left: State(lights=(Light(1, "torch", None, left, lit=True),)) for left in range(1, 7)}
    shown = {left: lasting_pattern(state, RULES, numbers, Doing()) for left, state in states.items()}  # type: ignore[arg-type]
    assert [left for left, pattern in shown.items() if pattern == "low_light"] == low
