"""Switching off what the box runs on: asked for without waiting, and told where it is refused."""

from __future__ import annotations

import queue
import subprocess
from pathlib import Path

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
    MachinePower(put.put, command=command).off()
    change = put.get(timeout=5)
    assert isinstance(change, PartChanged)
    assert not change.working
    assert why in change.sentence
    assert "sudo make install" in change.sentence


LAMP_OUT = Path(__file__).parents[2] / "systemd" / "lamp-out"


def lamp_out(folder: Path, *arguments: str) -> str:
    """What the last step of a shutdown does with a Pi's pins; its files lie in `folder`."""
    script = LAMP_OUT.read_text().replace("/run/delvebox", str(folder)).replace("exec pinctrl", "echo pinctrl")
    return subprocess.run(
        ["sh", "-c", script, "lamp-out", *arguments], check=True, capture_output=True, text=True
    ).stdout


def test_the_last_step_of_the_shutdown_puts_the_lamp_out(tmp_path: Path) -> None:
    """The box leaves word which pin it is; a restart of the machine, or a word that is none, touches nothing."""
    put: list[object] = []
    assert lamp_out(tmp_path, "poweroff") == ""
    MachinePower(put.append, 17, ["true"], {"RUNTIME_DIRECTORY": str(tmp_path)}).off()
    assert lamp_out(tmp_path, "poweroff") == lamp_out(tmp_path, "halt") == "pinctrl set 17 op dl\n"
    assert lamp_out(tmp_path, "reboot") == ""
    for word in ("", "17; rm -rf /", "seventeen"):
        (tmp_path / "lamp").write_text(f"{word}\n")
        assert lamp_out(tmp_path, "poweroff") == ""


def test_without_a_lamp_or_a_service_no_word_is_left(tmp_path: Path) -> None:
    """There is nothing to put out, or nobody to do it."""
    MachinePower(lambda _message: None, None, ["true"], {"RUNTIME_DIRECTORY": str(tmp_path)}).off()
    MachinePower(lambda _message: None, 17, ["true"], {}).off()
    assert list(tmp_path.iterdir()) == []
