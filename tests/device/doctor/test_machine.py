"""What the doctor reads of a machine, from files laid out as a Raspberry Pi has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.doctor import machine


def lay(root: Path, name: str, text: str) -> None:
    """A file of the machine."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_pi_is_named_as_it_names_itself(tmp_path: Path) -> None:
    """The model is the device tree's, which ends in a zero byte."""
    lay(tmp_path, "proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    found = machine.machine(tmp_path)
    assert found.level == "ok"
    assert found.says.startswith("Raspberry Pi Zero 2 W Rev 1.0, ")


@pytest.mark.parametrize(
    ("told", "level", "words"),
    [
        ("0\n", "ok", "enough voltage (0x0)"),
        ("50005\n", "fault", "too little voltage now (0x50005)"),
        ("50000\n", "warning", "too little voltage since the start (0x50000)"),
        ("4\n", "warning", "slowed down (0x4)"),
    ],
)
def test_too_little_voltage_is_found_now_and_since_the_start(tmp_path: Path, told: str, level: str, words: str) -> None:
    """The firmware's bits 0 and 16 are voltage, 1 to 3 what it does against heat; the number is hexadecimal."""
    lay(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", told)
    found = machine.power(tmp_path)
    assert (found.level, found.says) == (level, words)
    assert bool(found.cure) == (level != "ok")


def test_a_pi_5_tells_its_voltage_too(tmp_path: Path) -> None:
    """Its firmware's name has an address in it."""
    lay(tmp_path, "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "50000")
    assert machine.power(tmp_path).level == "warning"


def test_what_a_machine_does_not_tell_is_no_fault(tmp_path: Path) -> None:
    """An ordinary computer has no such files."""
    for check in (machine.power, machine.warmth, machine.memory):
        assert check(tmp_path) == machine.ok("not told by this machine")


def test_little_memory_is_a_fault_with_a_cure(tmp_path: Path) -> None:
    """256 MB do not hold the recogniser."""
    lay(tmp_path, "proc/meminfo", "MemTotal:  262144 kB\nMemAvailable:  100000 kB\n")
    found = machine.memory(tmp_path)
    assert (found.level, found.says) == ("fault", "256 MB, 97 MB free")
    assert "turn speech off" in found.cure


def test_heat_is_told_before_the_machine_slows_down(tmp_path: Path) -> None:
    """Thousandths of a degree; from 75 on it is worth a word."""
    lay(tmp_path, "sys/class/thermal/thermal_zone0/temp", "61234\n")
    assert machine.warmth(tmp_path) == machine.ok("61 °C")
    lay(tmp_path, "sys/class/thermal/thermal_zone0/temp", "79000\n")
    assert machine.warmth(tmp_path).level == "warning"
