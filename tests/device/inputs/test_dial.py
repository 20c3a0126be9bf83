"""Clicks of a rotary encoder out of the edges of its two lines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.inputs.dial import LINES, QUARTERS, Click, Clicks
from delvebox.device.messages import Edge

CLICKS = st.lists(st.sampled_from(["clockwise", "counterclockwise"]), max_size=30)
BOUNCES = st.lists(st.integers(0, 3), min_size=120, max_size=120)


def edges(clicks: Iterable[str], bounces: list[int]) -> Iterable[Edge]:
    """Every edge of these clicks, each line bouncing so many times at each of its edges."""
    bounce = iter(bounces)
    for click in clicks:
        quarters = [QUARTERS[0], *QUARTERS[1:], QUARTERS[0]]
        if click == "counterclockwise":
            quarters.reverse()
        for before, after in pairwise(quarters):
            line, mark = (0, "A") if before[0] != after[0] else (1, "B")
            for _ in range(next(bounce)):
                yield Edge(LINES[mark], after[line], 0.0)
                yield Edge(LINES[mark], before[line], 0.0)
            yield Edge(LINES[mark], after[line], 0.0)


def told(those: Iterable[Edge]) -> list[Click]:
    """The clicks of edges in a row."""
    clicks = Clicks()
    return [click for edge in those if (click := clicks.feed(edge)) is not None]


@given(CLICKS, BOUNCES)
def test_every_click_is_told_once_however_it_bounces(clicks: list[str], bounces: list[int]) -> None:
    """In its direction and its order."""
    assert told(edges(clicks, bounces)) == clicks


@given(CLICKS, st.data())
def test_a_lost_edge_costs_at_most_its_own_click_and_the_next(clicks: list[str], data: st.DataObject) -> None:
    """The others are whole, and none goes the other way."""
    every = list(edges(clicks, [0] * 120))
    lost = data.draw(st.integers(0, max(0, len(every) - 1)))
    heard = told(every[:lost] + every[lost + 1 :])
    number = lost // 4
    assert heard in [[*clicks[:number], *kept, *clicks[number + 2 :]] for kept in _some(clicks[number : number + 2])]


def _some(clicks: list[str]) -> list[list[str]]:
    return [clicks, clicks[:1], clicks[1:], []]


def test_half_a_click_and_back_is_none() -> None:
    """A finger that only leans on it says nothing."""
    halfway = [Edge(LINES["A"], True, 0.0), Edge(LINES["B"], True, 0.0)]
    back = [Edge(LINES["B"], False, 0.0), Edge(LINES["A"], False, 0.0)]
    assert told(halfway + back) == []
