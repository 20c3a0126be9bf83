"""Buckets that fill again: for one page, and for many visitors together."""

from __future__ import annotations

from delvebox.device.web.pace import AT_ONCE, PER_SECOND, Pace, Paces


def test_so_many_at_once_and_then_as_fast_as_it_fills() -> None:
    """The bucket is full at first, gives what it holds, and one more for each share of a second."""
    pace = Pace()
    assert [pace.allows(0.0) for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]
    assert pace.allows(1 / PER_SECOND)
    assert not pace.allows(1 / PER_SECOND)


def test_it_never_holds_more_than_at_first() -> None:
    """A quiet hour does not save up for a flood."""
    pace = Pace(2, 1.0)
    assert pace.allows(0.0)
    assert [pace.allows(3600.0) for _ in range(3)] == [True, True, False]


def test_each_visitor_has_a_bucket_and_all_have_one() -> None:
    """One who tries fast does not slow the next; many together are slowed as one."""
    paces = Paces((2, 0.0), (3, 0.0))
    assert [paces.allows("one", 0.0) for _ in range(5)] == [True, True, False, False, False]
    assert paces.allows("two", 0.0)
    assert not paces.allows("three", 0.0), "the bucket of all together is empty"


def test_a_thousand_visitors_are_not_remembered() -> None:
    """Memory is bounded: the one seen longest ago goes first, the one who goes on trying stays slowed."""
    paces = Paces((1, 0.0), (10_000, 0.0), most_visitors=10)
    assert paces.allows("eager", 0.0)
    for number in range(1000):
        paces.allows(str(number), 0.0)
        assert not paces.allows("eager", 0.0)
    assert len(paces) == 10
