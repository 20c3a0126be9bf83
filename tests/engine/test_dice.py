"""The dice that nobody can fish with."""

from __future__ import annotations

from collections import Counter

import pytest

from delvebox.engine import FixedDice


def test_a_face_is_fixed_by_its_position():
    """The device's die is fixed for (delve seed, turns played, purpose, n-th draw)."""
    faces = [FixedDice(7).roll(6, played, "danger", 0) for played in range(20)]
    assert faces == [FixedDice(7).roll(6, played, "danger", 0) for played in range(20)]
    assert faces == [1, 1, 5, 1, 1, 4, 5, 5, 6, 3, 4, 1, 2, 2, 1, 4, 6, 5, 4, 3]


@pytest.mark.parametrize(
    "other",
    [
        lambda n: FixedDice(8).roll(6, n, "danger", 0),
        lambda n: FixedDice(7).roll(6, n + 1, "danger", 0),
        lambda n: FixedDice(7).roll(6, n, "kind", 0),
        lambda n: FixedDice(7).roll(6, n, "danger", 1),
    ],
)
def test_every_part_of_the_position_counts(other):
    """Another seed, turn, purpose or draw gives other faces."""
    assert [other(n) for n in range(50)] != [FixedDice(7).roll(6, n, "danger", 0) for n in range(50)]


@pytest.mark.parametrize("sides", [1, 4, 6, 20, 100])
def test_faces_are_1_to_the_dies_size_and_even(sides):
    """Every face falls about equally often."""
    throws = 200 * sides
    faces = Counter(FixedDice(3).roll(sides, played, "danger", 0) for played in range(throws))
    assert set(faces) == set(range(1, sides + 1))
    assert max(abs(count - 200) for count in faces.values()) < 75


def test_any_whole_number_is_a_seed():
    """Seeds may be negative or huge."""
    assert 1 <= FixedDice(-(10**40)).roll(6, 0, "danger", 0) <= 6


@pytest.mark.parametrize("seed", [None, True, 1.0, "7", 10**1000, 10**5000], ids=range(6))
def test_what_is_no_whole_number_is_no_seed(seed):
    """It is told when the dice are made, and not when the first is thrown."""
    with pytest.raises(ValueError, match=r"^seed: .* is no whole number of up to 1,000 digits: give one, such as 7$"):
        FixedDice(seed)
