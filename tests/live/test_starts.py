"""Starts that meet: at once, while one closes, with state or pins that cannot be had: one runs, the others say why."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from delvebox.device import bootstrap, wired
from delvebox.device.bootstrap import Box
from delvebox.device.clock import RealClock
from delvebox.device.doctor.state import other_box
from delvebox.device.instance import take_instance
from delvebox.device.mailbox import Mailbox
from delvebox.device.pins import PinHeldError, Pins, PinsError
from delvebox.device.wishes import BoxTaken, Wishes

from ..device.journal.test_disk import small_disk
from .live_box import LiveBox, run, wait_until

pytestmark = pytest.mark.timeout(120)  # processes start and end, and the machine may be busy

TAKEN = 75
"""The exit status by which systemd does not try again (`RestartPreventExitStatus=`)."""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state folder."""
    return tmp_path / "state"


@pytest.fixture
def start(tmp_path: Path, state: Path) -> Iterator[Callable[[], LiveBox]]:
    """Starts boxes on that folder; what is left of them ends with the test."""
    boxes: list[LiveBox] = []

    def begin() -> LiveBox:
        arguments = ("run", "--silent", "--pins", "mock", "--state-dir", state)
        boxes.append(LiveBox(tmp_path / "logs", *arguments))
        return boxes[-1]

    yield begin
    for box in boxes:
        box.kill()


def test_of_starts_at_once_one_runs_and_the_others_leave(start, state) -> None:
    """Six at the same time: one plays, each of the others names it in one sentence, with the status for systemd."""
    boxes = [start() for _ in range(6)]
    wait_until(lambda: sum(box.process.poll() is not None for box in boxes) == 5, lambda: "more than one runs, or none")
    (running,) = (box for box in boxes if box.process.poll() is None)
    running.expect("^panel: ")
    for box in boxes:
        if box is not running:
            assert (box.wait(), box.told("panel: ")) == (TAKEN, [])
            assert box.stderr.startswith(f"Error: state folder {state}: process {running.process.pid} (delvebox run ")
            assert box.stderr.count("\n") == 1
    running.type("search the room")
    running.expect("^played: ")
    running.closes_in_order(state)


def test_a_start_while_the_old_one_closes_waits_for_it(start, state) -> None:
    """Restarted by hand, five times in a row: the new one plays on where the old one has closed in order."""
    old = start()
    old.expect("^panel: ")
    for number in range(5):
        old.type("search the room")
        old.expect("^played: ")
        old.send(signal.SIGTERM)
        wait_until(lambda: b'"closing": true' in (state / "instance.lock").read_bytes(), lambda: "it does not close")
        new = start()
        assert old.wait() == 0, old.stderr
        new.expect(f"^panel: turn {number + 2} ")
        old = new
    old.closes_in_order(state)


def test_a_start_while_the_doctor_looks_is_not_refused(start, state) -> None:
    """Whoever examines the box again and again keeps it from nothing."""
    state.mkdir()
    take_instance(state).close()
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            other_box(state)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        box = start()
        box.expect("^panel: ")
    finally:
        ended.set()
        looking.join()
    box.closes_in_order(state)


def test_a_state_folder_that_can_only_be_read_and_is_back(tmp_path: Path) -> None:
    """Each start says why and leaves with a status that systemd tries again; with the cure the same turn is there."""
    with small_disk(tmp_path / "disk", "4m") as disk:
        arguments = ("run", "--silent", "--pins", "mock", "--state-dir", disk / "state")
        with LiveBox(tmp_path / "logs", *arguments) as box:
            box.type("search the room", "search the room")
            box.expect("^played: ")
            box.expect("^played: ")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for _ in range(2):
            done = run(*arguments, home=tmp_path)
            assert (done.returncode, done.stdout) == (1, b"")
            assert done.stderr.startswith(b"Error: state folder ")
            assert b"Read-only file system" in done.stderr
            assert done.stderr.count(b"\n") == 1
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        with LiveBox(tmp_path / "logs", *arguments) as box:
            box.expect("^panel: turn 3 ")
            box.type("search the room")
            box.expect("^played: ")


class HeldPins(Pins):
    """Mock pins of which some, or all, are another program's."""

    held = frozenset(range(28))

    def watch(self, pin, *arguments, **named):
        """As the pins of a Pi answer."""
        if pin in self.held:
            raise PinHeldError(f"pin {pin} cannot be used ('GPIO busy'): another program uses it: stop that program")
        return super().watch(pin, *arguments, **named)


@pytest.fixture
def held_pins(monkeypatch: pytest.MonkeyPatch) -> type[HeldPins]:
    """A box built now finds its pins held."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    def open_held(_kind: str) -> tuple[Pins, str]:
        return HeldPins(MockFactory(revision="a02082", pin_class=MockPWMPin), is_mock=True, errors=()), ""

    monkeypatch.setattr(bootstrap, "open_pins_or_mock", open_held)
    monkeypatch.setattr(wired, "pin_holders", lambda: {5: "delvebox", 6: "delvebox", 9: "spi0"})
    return HeldPins


def build(state: Path) -> Box:
    """A box on those pins."""
    return Box(Wishes(state, seed=1, pins="mock", sound=False), RealClock(), Mailbox(), lambda _fact: None)


@pytest.mark.usefixtures("held_pins")
def test_a_box_whose_pins_are_all_held_says_whose_and_leaves(state: Path) -> None:
    """Two boxes on one table would play every turn twice; what it had opened is closed in order."""
    with pytest.raises(BoxTaken) as refusal:
        build(state)
    assert refusal.value.exit_status == TAKEN
    assert str(refusal.value) == (
        "every button's pin is held by another program (delvebox): stop that program, or choose other pins for this one"
    )
    take_instance(state).close()
    assert not (state / "journal.db-wal").exists()
    with mock.patch.object(wired, "pin_holders", side_effect=PinsError("no chip")), pytest.raises(BoxTaken):
        build(state)


def test_a_box_with_some_pins_held_plays_on_the_others(state: Path, held_pins, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pin that some other program has costs that button, and is told."""
    monkeypatch.setattr(held_pins, "held", frozenset({5}))
    box = build(state)
    assert box.buttons.troubles == (
        "the button turn does not work: pin 5 cannot be used ('GPIO busy'): another program uses it: stop that program",
    )
    box.close()
