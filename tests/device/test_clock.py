import pytest

from delvebox.device.clock import Clock, RealClock, VirtualClock


def test_the_real_clock_only_moves_forward() -> None:
    """A thousand readings of the real clock never go back."""
    clock: Clock = RealClock()
    readings = [clock.now_seconds() for _ in range(1000)]
    assert readings == sorted(readings)


def test_the_virtual_clock_stands_until_it_is_moved() -> None:
    """The virtual clock starts at 0 and shows exactly what it was moved by."""
    clock = VirtualClock()
    assert clock.now_seconds() == clock.now_seconds() == 0.0
    clock.advance(1.5)
    clock.advance(0)
    assert clock.now_seconds() == 1.5


@pytest.mark.parametrize("seconds", [-0.001, float("inf"), float("nan")])
def test_a_clock_is_never_moved_back(seconds: float) -> None:
    """A step that is no time forward is an error that names it, and the clock stands where it was."""
    clock = VirtualClock()
    clock.advance(3)
    with pytest.raises(ValueError, match="0 or more"):
        clock.advance(seconds)
    assert clock.now_seconds() == 3
