"""The system's clock is set by years either way, before a start and in the middle of an evening: nothing changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .faults import YEAR_SECONDS
from .ledger import Ledger
from .live_box import LiveBox, environment, run

pytestmark = pytest.mark.timeout(120)  # processes start, and the machine may be busy

Start = Callable[..., LiveBox]


@pytest.fixture
def clock(tmp_path: Path) -> Callable[[float], None]:
    """Moves the date by so many years, at once for every box of the test."""

    def move(years: float) -> None:
        aside = tmp_path / "clock.new"
        aside.write_text(str(years * YEAR_SECONDS))
        aside.replace(tmp_path / "clock")

    return move


@pytest.fixture
def changes(tmp_path: Path) -> dict[str, str]:
    """To the environment of a box whose date is moved."""
    path = os.pathsep.join(filter(None, (str(Path(__file__).with_name("moved_clock")), os.environ.get("PYTHONPATH"))))
    return {"PYTHONPATH": path, "MOVED_CLOCK": str(tmp_path / "clock")}


@pytest.fixture
def start(tmp_path: Path, changes: dict[str, str]) -> Iterator[Start]:
    """Starts boxes that go by that clock."""
    boxes: list[LiveBox] = []

    def begin() -> LiveBox:
        arguments = ("run", "--silent", "--pins", "mock", "--state-dir", tmp_path / "state", "--seed", "1")
        boxes.append(LiveBox(tmp_path / "logs", *arguments, env=environment(tmp_path, changes)))
        return boxes[-1]

    yield begin
    for box in boxes:
        box.kill()


def test_the_date_is_what_the_file_says(tmp_path: Path, clock, changes: dict[str, str]) -> None:
    """The doctor, which tells the date, sees the one that the other tests set: they would prove nothing else."""
    clock(-40)
    done = run("doctor", "--json", "--silent", "--state-dir", tmp_path / "state", home=tmp_path, changes=changes)
    (told,) = (line for line in done.stdout.decode().splitlines() if '"check": "clock"' in line)
    assert '"says": "19' in told
    assert '"level": "warning"' in told
    assert "turns will not" in told


def test_turns_go_on_whatever_the_date_is(tmp_path: Path, start: Start, clock) -> None:
    """1986, then 2066, then today, over three starts: the same delve, in the order in which it was played."""
    for turn, years in enumerate((-40, 40, 0, -30, 30), 1):
        clock(years)
        box = start()
        box.expect(f"^panel: turn {turn} ")
        box.type("search the room")
        box.expect("^played: ")
        clock(-years)
        box.type("status")
        box.expect(f"^said: .*[Tt]urn {('two', 'three', 'four', 'five', 'six')[turn - 1]}")
        box.closes_in_order(tmp_path / "state")
        assert "WARNING" not in box.stderr, box.stderr
    delve = Ledger(tmp_path / "state").delve()
    assert len(delve.entries) == delve.state.completed == 5


def test_a_question_waits_its_five_seconds_whatever_the_date_does(start: Start, clock) -> None:
    """Set forward by decades it is not answered at once, set back it does not wait for decades."""
    clock(0)
    box = start()
    box.type("long rest")
    box.expect("^played: question_asked")
    clock(30)
    box.type("yes")
    box.expect("^played: question_closed")
    box.type("new delve")
    box.expect("^played: question_asked")
    clock(-30)
    box.expect("^played: question_closed")


def test_who_runs_is_told_whatever_the_date_is(tmp_path: Path, start: Start, clock, changes: dict[str, str]) -> None:
    """For how long it has run is told by the machine's own clock."""
    clock(0)
    box = start()
    box.expect("^panel: ")
    clock(-50)
    second = run("run", "--silent", "--state-dir", tmp_path / "state", home=tmp_path, changes=changes)
    assert f"process {box.process.pid} ".encode() in second.stderr
    assert b"(0 min)" in second.stderr
