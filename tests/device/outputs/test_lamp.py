import threading
from itertools import pairwise

import pytest

from delvebox.device.clock import RealClock, VirtualClock
from delvebox.device.outputs.lamp import Buzzer, Lamp
from delvebox.device.outputs.patterns import BREATH_STEPS, BREATHS
from delvebox.device.pins import PinsError, open_pins


class Recorder:
    """An output that keeps what it was set to and when."""

    def __init__(self, clock: VirtualClock, *, dims: bool = False) -> None:
        self.clock = clock
        self.dims = dims
        self.switched: list[tuple[float, float]] = []

    def set(self, level: float) -> None:
        """Note the setting."""
        self.switched.append((round(self.clock.now_seconds(), 6), level))


def run(lamp: Lamp | Buzzer, clock: VirtualClock, seconds: float) -> int:
    """Poll by the deadline for some time; how often."""
    until, polls = clock.now_seconds() + seconds, 0
    while (due := lamp.deadline_seconds) is not None and due <= until:
        clock.advance(max(0.0, due - clock.now_seconds()))
        lamp.poll()
        polls += 1
        assert polls < 10_000, "the deadline does not move on"
    clock.advance(until - clock.now_seconds())
    return polls


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
    """A dark or steady lamp has no deadline, and a blinking one is polled once a beat."""
    clock = VirtualClock()
    output = Recorder(clock)
    lamp = Lamp(output, clock)
    for steady in ("listening", "dark"):
        lamp.show(steady)
        assert lamp.deadline_seconds is None
    lamp.show("fault")
    assert run(lamp, clock, 2.7 * 100) <= 6 * 101
    assert all(before[1] != after[1] for before, after in pairwise(output.switched))
    lamp.close()
    assert output.switched[-1][1] == 0


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
    with pytest.raises(ValueError, match="'disco': give one of rest, rest_1"):
        Lamp(Recorder(clock), clock).show("disco")


def test_a_broken_lamp_is_said_once_and_taken_up_again(caplog: pytest.LogCaptureFixture) -> None:
    """A lamp that does not answer never raises, has one line in the log, and lights again once it answers."""
    clock = VirtualClock()
    output = Recorder(clock)
    working = False
    set_ = output.set

    def set_or_fail(level: float) -> None:
        if not working:
            raise PinsError("the lamp's pin cannot be switched (gone): see its wiring")
        set_(level)

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
    pin = pins.output(17, "lamp")
    both, seen, set_ = threading.Event(), set[bool](), pin.set

    def note(level: float) -> None:
        set_(level)
        seen.add(pin.level > 0)
        if seen == {True, False}:
            both.set()

    pin.set = note  # type: ignore[method-assign]
    lamp = Lamp(pin, RealClock())
    lamp.start()
    lamp.show("listening")
    assert pin.level
    lamp.show("fault")
    assert both.wait(5)
    lamp.close()
    assert not pin.level
    assert not any(thread.name == "lamp" for thread in threading.enumerate())
    lamp.show("listening")
    assert not pin.level
    pins.close()


def test_a_lamp_that_dims_breathes_in_steps() -> None:
    """It swells and fades, faster with more boxes, and wakes at most seven times a second for it."""
    for name, breath in zip(("rest", "rest_1", "rest_2", "rest_3", "rest_4", "rest_5"), BREATHS, strict=True):
        clock = VirtualClock()
        output = Recorder(clock, dims=True)
        lamp = Lamp(output, clock)
        lamp.show(name)
        polls = run(lamp, clock, breath * 10)
        assert BREATH_STEPS * 10 - 1 <= polls <= BREATH_STEPS * 10 + 1
        assert polls <= 7 * breath * 10
        levels = [level for _, level in output.switched[:BREATH_STEPS]]
        top = BREATH_STEPS // 2
        assert levels[top] == 1
        assert levels[: top + 1] == sorted(levels[: top + 1])
        assert levels[top:] == sorted(levels[top:], reverse=True)


def test_a_plain_lamp_breathes_by_blinking_slowly() -> None:
    """Once a breath, so that its thread sleeps for seconds."""
    clock = VirtualClock()
    output = Recorder(clock)
    lamp = Lamp(output, clock)
    lamp.show("rest")
    run(lamp, clock, 13)
    assert output.switched == [(0, 1), (0.9, 0), (6.0, 1), (6.9, 0), (12.0, 1), (12.9, 0)]


@pytest.fixture
def buzzed() -> tuple[Buzzer, Recorder, VirtualClock, list[bool]]:
    """A buzzer, what it was set to, its clock, and whether it is to be quiet."""
    clock, quiet = VirtualClock(), [False]
    output = Recorder(clock)
    return Buzzer(output, clock, lambda: quiet[0]), output, clock, quiet


def test_the_buzzer_tells_once_what_the_lamp_goes_on_telling(buzzed) -> None:
    """A question beeps twice when it is asked, and is silent for as long as it stays open."""
    buzzer, output, clock, _ = buzzed
    for _ in range(20):
        buzzer.show("asking")
        run(buzzer, clock, 0.5)
    assert output.switched == [(0, 1), (0.12, 0), (0.24, 1), (0.36, 0)]
    buzzer.show("rest")
    buzzer.show("asking")
    run(buzzer, clock, 1)
    assert len(output.switched) == 8


def test_the_buzzer_has_no_sound_for_an_open_ear_and_for_rest(buzzed) -> None:
    """The microphone would hear it, and nobody wants to hear that nothing happens."""
    buzzer, output, clock, _ = buzzed
    for name in ("rest", "listening", "rest_3", "muted", "dark"):
        buzzer.show(name)
        run(buzzer, clock, 1)
    assert output.switched == []


def test_a_quiet_buzzer_makes_up_for_nothing(buzzed) -> None:
    """What came while it was quiet is past."""
    buzzer, output, clock, quiet = buzzed
    quiet[0] = True
    buzzer.show("danger")
    buzzer.show("fault")
    run(buzzer, clock, 3)
    quiet[0] = False
    buzzer.show("fault")
    run(buzzer, clock, 3)
    assert output.switched == []
    buzzer.show("danger")
    run(buzzer, clock, 3)
    assert [level for _, level in output.switched] == [1, 0] * 3
    buzzer.close()
    assert output.switched[-1][1] == 0


def test_a_lamp_that_is_left_lit_stays_so_when_the_pins_are_closed() -> None:
    """Until the machine is off: neither lamp nor pins touch it again, and what else hangs on pins is let go."""
    pins = open_pins("mock")
    output, other = pins.output(17, "lamp", dims=True), pins.output(18, "buzzer")
    level, other_level = output._pin, other._pin
    lamp = Lamp(output, RealClock())
    lamp.start()
    lamp.show("asking")
    lamp.close(lit=True)
    lamp.show("danger")
    pins.close()
    assert level.state == 1
    assert level.function == "output"
    assert other_level.state == 0
