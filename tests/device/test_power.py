"""Switching off what the box runs on: asked for without waiting, and told where it is refused."""

from __future__ import annotations

import queue

import pytest

from delvebox.device.messages import PartChanged, Stop
from delvebox.device.power import POWER_OFF, BoxPower, MachinePower


def test_on_a_machine_that_is_more_than_the_box_only_the_box_ends() -> None:
    """Nobody's laptop goes dark."""
    put: list[object] = []
    BoxPower(put.append).off()
    assert put == [Stop("switched off by hand")]


def test_logind_is_asked_without_a_question_to_a_person() -> None:
    """The last argument is logind's "interactive": nobody could answer."""
    assert POWER_OFF[-3:] == ("PowerOff", "b", "false")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["sh", "-c", "echo Access denied >&2; exit 1"], "Access denied"),
        (["false"], "exit status 1"),
        (["/no/such/program"], "No such file"),
    ],
)
def test_a_machine_that_stays_on_is_told_with_the_cure(command: list[str], why: str) -> None:
    """The box goes on, and the table knows what to do."""
    put: queue.SimpleQueue[object] = queue.SimpleQueue()
    MachinePower(put.put, command).off()
    change = put.get(timeout=5)
    assert isinstance(change, PartChanged)
    assert not change.working
    assert why in change.sentence
    assert "sudo make install" in change.sentence
