import logging
import queue
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from delvebox.device.clock import VirtualClock
from delvebox.device.inputs.buttons import LOG_EVERY, Buttons
from delvebox.device.inputs.gestures import Gestures, Timing
from delvebox.device.messages import Edge
from delvebox.device.pins import Pins, PinsError, open_pins


@dataclass(frozen=True)
class Wire:
    """A button's wiring."""

    pin: int
    active_low: bool = True


@pytest.fixture
def pins() -> Iterator[Pins]:
    """Mock pins."""
    opened = open_pins("mock")
    yield opened
    opened.close()


def test_an_edge_comes_onto_the_queue_with_the_clocks_time(pins: Pins) -> None:
    """Each change of a pin is one message, with name, level and the time of the run's own clock."""
    clock, edges = VirtualClock(), queue.Queue[Edge]()
    Buttons(pins, {"turn": Wire(5), "rest": Wire(26, active_low=False)}, edges.put_nowait, clock)
    clock.advance(2)
    pins.drive(5, pressed=True)
    clock.advance(0.5)
    pins.drive(26, pressed=True)
    pins.drive(5, pressed=False)
    assert [edges.get_nowait() for _ in range(3)] == [
        Edge("turn", pressed=True, at_seconds=2.0),
        Edge("rest", pressed=True, at_seconds=2.5),
        Edge("turn", pressed=False, at_seconds=2.5),
    ]
    assert edges.empty()


def test_a_callback_never_raises_and_the_others_live(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong in a callback is counted and logged; the next edge comes as if nothing were.

    On mock pins the exception would come out of `drive`; on real ones it would end every button.
    """
    seen: list[Edge] = []
    broken = True

    def put(edge: Edge) -> None:
        if broken:
            raise RuntimeError("broken on purpose")
        seen.append(edge)

    buttons = Buttons(pins, {"turn": Wire(5), "rest": Wire(26)}, put, VirtualClock())
    pins.drive(5, pressed=True)
    broken = False
    pins.drive(5, pressed=False)
    pins.drive(26, pressed=True)
    assert [(edge.button, edge.pressed) for edge in seen] == [("turn", False), ("rest", True)]
    assert buttons.lost == 1
    assert "an edge of the button turn is lost (1 in all): RuntimeError('broken on purpose')" in caplog.text


def test_a_full_queue_drops_edges_and_says_so_now_and_then(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    """A queue that is full loses edges without blocking; the log has a line for the first and then few."""
    edges: queue.Queue[Edge] = queue.Queue(maxsize=1)
    buttons = Buttons(pins, {"turn": Wire(5)}, edges.put_nowait, VirtualClock())
    for _ in range(LOG_EVERY):
        pins.drive(5, pressed=True)
        pins.drive(5, pressed=False)
    assert edges.qsize() == 1
    assert buttons.lost == 2 * LOG_EVERY - 1
    assert [record.getMessage() for record in caplog.records] == [
        "an edge of the button turn is lost (1 in all): the queue is full",
        "an edge of the button turn is lost (101 in all): the queue is full",
    ]


def test_a_log_that_fails_does_not_raise_either(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the log itself raises, the callback returns and the edge is counted."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(logging.getLogger("delvebox.device.inputs.buttons"), "error", fail)
    buttons = Buttons(pins, {"turn": Wire(5)}, fail, VirtualClock())
    pins.drive(5, pressed=True)
    assert buttons.lost == 1


def test_one_impossible_pin_leaves_the_other_buttons_working(pins: Pins) -> None:
    """A button whose pin cannot be had is told with the cure, and the rest work."""
    seen: list[Edge] = []
    wires = {"turn": Wire(5), "search": Wire(5), "noise": Wire(99), "rest": Wire(26)}
    buttons = Buttons(pins, wires, seen.append, VirtualClock())
    assert buttons.names == ("turn", "rest")
    assert [trouble.split(":")[0] for trouble in buttons.troubles] == [
        "the button search does not work",
        "the button noise does not work",
    ]
    assert "give each button" in buttons.troubles[0]
    pins.drive(26, pressed=True)
    assert [edge.button for edge in seen] == ["rest"]
    assert buttons.level("search") is None


def test_buttons_that_are_down_at_the_start_are_known(pins: Pins) -> None:
    """A button held while the box starts is told apart, and its level is read from the pin."""
    pins._factory.pin(5).drive_low()
    buttons = Buttons(pins, {"turn": Wire(5), "rest": Wire(26)}, lambda _: None, VirtualClock())
    pins.drive(5, pressed=True)
    assert buttons.down() == {"turn"}
    assert buttons.level("turn") is True
    assert buttons.level("rest") is False
    assert buttons.level("nobody") is None


def test_a_pin_that_cannot_be_read_is_said_once(
    pins: Pins, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A level that cannot be read is None, with one line in the log until it can be read again."""
    buttons = Buttons(pins, {"turn": Wire(5)}, lambda _: None, VirtualClock())
    watched = buttons._watched["turn"]

    def fail() -> bool:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(watched, "pressed", fail)
        assert buttons.level("turn") is buttons.level("turn") is None
    assert caplog.text.count("cannot be read") == 1
    assert buttons.level("turn") is False
    monkeypatch.setattr(watched, "pressed", fail)
    assert buttons.level("turn") is None
    assert caplog.text.count("cannot be read") == 2


def test_only_known_buttons_can_be_driven(pins: Pins) -> None:
    """A name that is no working button is an error that lists those there are."""
    seen: list[Edge] = []
    buttons = Buttons(pins, {"turn": Wire(5)}, seen.append, VirtualClock())
    buttons.drive("turn", pressed=True)
    with pytest.raises(PinsError, match="no button 'tern' can be pressed: there are turn"):
        buttons.drive("tern", pressed=True)
    assert len(seen) == 1


def test_a_closed_box_gets_no_edges(pins: Pins) -> None:
    """After closing, edges go nowhere and are not counted as lost."""
    seen: list[Edge] = []
    buttons = Buttons(pins, {"turn": Wire(5)}, seen.append, VirtualClock())
    buttons.close()
    pins.drive(5, pressed=True)
    assert seen == []
    assert buttons.lost == 0


def test_from_the_wire_to_the_gesture(pins: Pins) -> None:
    """A bouncing press on a pin is one press, and a held one a hold, with the level read again each time."""
    clock, edges = VirtualClock(), queue.Queue[Edge]()
    buttons = Buttons(pins, {"turn": Wire(5)}, edges.put_nowait, clock)
    gestures = Gestures({"turn": Timing(hold_seconds=0.6)}, down=buttons.down(), read_level=buttons.level)
    told: list[str] = []

    def wait(seconds: float) -> None:
        until = clock.now_seconds() + seconds
        while True:
            while not edges.empty():
                told.extend(gesture.kind for gesture in gestures.feed(edges.get_nowait()))
            due = gestures.deadline_seconds
            if due is None or due > until:
                break
            clock.advance(max(0.0, due - clock.now_seconds()))
            told.extend(gesture.kind for gesture in gestures.poll(clock.now_seconds()))
        clock.advance(until - clock.now_seconds())

    def move(*, pressed: bool) -> None:
        for level in (pressed, not pressed, pressed):
            buttons.drive("turn", pressed=level)
            wait(0.003)

    move(pressed=True)
    wait(0.1)
    move(pressed=False)
    wait(0.1)
    assert told == ["press"]
    move(pressed=True)
    wait(1)
    assert told == ["press", "hold"]
    move(pressed=False)
    wait(0.1)
    assert told == ["press", "hold", "release"]
