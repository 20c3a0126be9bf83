"""The debate clock comes due once, after the limit of free talk."""

from delvebox.device.session.debate import DebateClock


def test_it_comes_due_once_at_the_limit():
    """Ten minutes without a turn come due at their end, and not again before a turn."""
    clock = DebateClock(600, now_seconds=100)
    assert clock.deadline_seconds == 700
    assert not clock.due(699.9)
    assert clock.due(700)
    assert not clock.due(5000)
    assert clock.deadline_seconds is None


def test_a_turn_begins_it_anew():
    """A turn takes the talk before it off the count."""
    clock = DebateClock(600, now_seconds=0)
    clock.restart(599)
    assert not clock.due(600)
    assert clock.due(1199)
    clock.restart(1300)
    assert clock.due(1900)


def test_it_stands_still_while_held():
    """Combat, an activity and mute do not count."""
    clock = DebateClock(600, now_seconds=0)
    clock.hold(True, 200)
    clock.hold(True, 300)
    assert clock.deadline_seconds is None
    clock.hold(False, 10_000)
    assert not clock.due(10_399)
    assert clock.due(10_400)


def test_a_turn_while_held_counts_from_the_end_of_the_hold():
    """A turn taken during a hold does not start the clock."""
    clock = DebateClock(600, now_seconds=0)
    clock.hold(True, 500)
    clock.restart(550)
    assert clock.deadline_seconds is None
    clock.hold(False, 1000)
    assert clock.deadline_seconds == 1600


def test_without_a_limit_it_never_comes_due():
    """`debate.mode: off` is no limit."""
    assert not DebateClock(None, now_seconds=0).due(1e9)
