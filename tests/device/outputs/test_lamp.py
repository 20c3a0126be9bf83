import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.clock import RealClock, VirtualClock
from delvebox.device.outputs.lamp import PATTERNS, Lamp, Pattern, is_on, next_change
from delvebox.device.pins import PinsError, open_pins


class Recorder:
    """An output that keeps what it was switched to and when."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.switched: list[tuple[float, bool]] = []

    def set(self, *, on: bool) -> None:
        """Note the switching."""
        self.switched.append((round(self.clock.now_seconds(), 6), on))


def run(lamp: Lamp, clock: VirtualClock, seconds: float) -> int:
    """Poll by the deadline for some time; how often."""
    until, polls = clock.now_seconds() + seconds, 0
    while (due := lamp.deadline_seconds) is not None and due <= until:
        clock.advance(max(0.0, due - clock.now_seconds()))
        lamp.poll()
        polls += 1
        assert polls < 10_000, "the deadline does not move on"
    clock.advance(until - clock.now_seconds())
    return polls


def test_every_pattern_has_a_rhythm_of_its_own() -> None:
    """No two patterns are the same beats, and a blink is seen: no beat is shorter than 0.05 s."""
    assert len({pattern.beats for pattern in PATTERNS.values()}) == len(PATTERNS)
    assert all(beat >= 0.05 for pattern in PATTERNS.values() for beat in pattern.beats)
    assert {"listening", "understood", "not_understood", "asking", "danger", "low_light", "fault"} < set(PATTERNS)


def test_the_beats_of_a_pattern_are_its_light() -> None:
    """A pattern is on, off, on, off by its beats, and a lasting one begins again."""
    once, lasting = Pattern((1.0, 0.5, 0.25)), Pattern((1.0, 0.5), lasting=True)
    assert [is_on(once, at) for at in (0, 0.99, 1.0, 1.49, 1.5, 1.74, 1.75, 9)] == [True, True, False, False] * 2
    assert [next_change(once, at) for at in (0, 1.0, 1.5, 1.75)] == [1.0, 1.5, 1.75, None]
    assert [is_on(lasting, at) for at in (0, 1.2, 1.5, 2.6, 3001.2)] == [True, False, True, False, False]
    assert next_change(lasting, 1.2) == 1.5
    assert (is_on(PATTERNS["rest"], 5), next_change(PATTERNS["rest"], 5)) == (False, None)
    assert (is_on(PATTERNS["listening"], 5), next_change(PATTERNS["listening"], 5)) == (True, None)


@given(st.sampled_from(sorted(PATTERNS)), st.floats(0, 1e6, allow_nan=False))
def test_the_next_change_is_always_later_and_nothing_changes_before(name: str, elapsed: float) -> None:
    """Between now and the next change the light stays as it is, however long the lamp runs."""
    pattern = PATTERNS[name]
    change = next_change(pattern, elapsed)
    if change is not None:
        assert elapsed < change
        assert is_on(pattern, elapsed) == is_on(pattern, elapsed + 0.9 * (change - elapsed))


def test_one_that_comes_once_gives_way_to_the_lasting_one() -> None:
    """After "understood" the lamp shows again what it showed before, in the same rhythm."""
    clock = VirtualClock()
    output = Recorder(clock)
    lamp = Lamp(output, clock)
    lamp.show("asking")
    run(lamp, clock, 0.6)
    lamp.show("understood")
    run(lamp, clock, 1.0)
    assert output.switched == [(0, True), (0.5, False), (0.6, True), (0.85, False), (1.0, True), (1.5, False)]


def test_the_lamp_is_polled_only_when_it_changes() -> None:
    """A resting or steady lamp has no deadline, and a blinking one is polled once a beat."""
    clock = VirtualClock()
    output = Recorder(clock)
    lamp = Lamp(output, clock)
    for steady in ("listening", "rest"):
        lamp.show(steady)
        assert lamp.deadline_seconds is None
    lamp.show("fault")
    assert run(lamp, clock, 2.7 * 100) <= 6 * 101
    assert all(before[1] != after[1] for before, after in pairwise(output.switched))
    lamp.close()
    assert output.switched[-1][1] is False


def test_showing_a_lasting_pattern_again_does_not_begin_it_again() -> None:
    """A state that is told again and again blinks in its own rhythm."""
    clock = VirtualClock()
    output = Recorder(clock)
    lamp = Lamp(output, clock)
    for _ in range(20):
        lamp.show("asking")
        run(lamp, clock, 0.1)
    assert output.switched == [(0, True), (0.5, False), (1.0, True), (1.5, False), (2.0, True)]


def test_an_unknown_pattern_is_an_error() -> None:
    """The error names the pattern and those there are."""
    clock = VirtualClock()
    with pytest.raises(ValueError, match="'disco': give one of rest, listening"):
        Lamp(Recorder(clock), clock).show("disco")


def test_a_broken_lamp_is_said_once_and_taken_up_again(caplog: pytest.LogCaptureFixture) -> None:
    """A lamp that does not answer never raises, has one line in the log, and lights again once it answers."""
    clock = VirtualClock()
    output = Recorder(clock)
    working = False
    set_ = output.set

    def set_or_fail(*, on: bool) -> None:
        if not working:
            raise PinsError("the lamp's pin cannot be switched (gone): see its wiring")
        set_(on=on)

    output.set = set_or_fail  # type: ignore[method-assign]
    lamp = Lamp(output, clock)
    lamp.show("asking")
    run(lamp, clock, 5)
    assert caplog.text.count("cannot be switched") == 1
    working = True
    run(lamp, clock, 1)
    assert output.switched[0] == (5.5, False)


def test_a_real_output_follows_on_its_own_thread() -> None:
    """On mock pins and the real clock the lamp blinks by itself, and is dark once closed."""
    pins = open_pins("mock")
    pin = pins.lamp(17)
    both, seen, set_ = threading.Event(), set[bool](), pin.set

    def note(*, on: bool) -> None:
        set_(on=on)
        seen.add(pin.on)
        if seen == {True, False}:
            both.set()

    pin.set = note  # type: ignore[method-assign]
    lamp = Lamp(pin, RealClock())
    lamp.start()
    lamp.show("listening")
    assert pin.on
    lamp.show("fault")
    assert both.wait(5)
    lamp.close()
    assert not pin.on
    assert not any(thread.name == "lamp" for thread in threading.enumerate())
    lamp.show("listening")
    assert not pin.on
    pins.close()
