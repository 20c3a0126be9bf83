"""What the doctor says of the state folder, the settings and other boxes; it changes none of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from delvebox.device.doctor import state
from delvebox.device.instance import take_instance


def test_a_folder_that_can_be_written_is_ok_and_left_as_it_was(tmp_path: Path) -> None:
    """Written, synced, read back, and nothing is left of it."""
    found = state.state_folder(tmp_path, Path("/"))
    assert "written, synced and read back in" in found.says
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_yet_is_tried_at_its_parent_and_not_made(tmp_path: Path) -> None:
    """The box makes it at its first start."""
    found = state.state_folder(tmp_path / "a" / "b", Path("/"))
    assert "(made at the first start)" in found.says
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_fault(tmp_path: Path) -> None:
    """With the folder's name and what to do."""
    tmp_path.chmod(0o500)
    found = state.state_folder(tmp_path, Path("/"))
    assert found.level == "fault"
    assert str(tmp_path) in found.says


def test_a_disk_that_forgets_is_told(tmp_path: Path) -> None:
    """A read-only root keeps changes in memory: there the delve would be lost with the power."""
    mounts = tmp_path / "proc/self/mounts"
    mounts.parent.mkdir(parents=True)
    mounts.write_text(f"overlay / overlay rw 0 0\nother {tmp_path}x ext4 rw 0 0\n")
    found = state.state_folder(tmp_path, tmp_path)
    assert found.level == "warning"
    assert "on overlay" in found.says
    mounts.write_text(f"overlay / overlay rw 0 0\n/dev/sda2 {tmp_path} ext4 rw 0 0\n")
    assert "on overlay" not in state.state_folder(tmp_path, tmp_path).says


def test_a_box_that_runs_is_named_and_goes_on(tmp_path: Path) -> None:
    """Its lock is looked at and not taken."""
    assert state.other_box(tmp_path / "none").says == "none runs"
    with take_instance(tmp_path):
        assert state.other_box(tmp_path).says == f"one runs: process {os.getpid()}"
        assert state.other_box(tmp_path).says == f"one runs: process {os.getpid()}"
    assert state.other_box(tmp_path).says == "none runs"


def test_settings_that_cannot_be_used_are_a_fault_with_their_lines(tmp_path: Path) -> None:
    """As `delvebox settings --check` tells them."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("voice:\n  rate: 1000\n")
    found = state.settings(file)
    assert found.level == "fault"
    assert "line 2: voice.rate: 1000 is above 400" in found.says


def test_a_file_of_danger_tables_that_cannot_be_used_is_told_with_its_line(tmp_path: Path) -> None:
    """The box leaves it out and says why in the log; who asks is told here, too."""
    (tmp_path / "own.csv").write_text("table,text\nA,0d6 rats\n")
    file = tmp_path / "delvebox.yaml"
    file.write_text("tables: [own.csv]\n")
    found = state.settings(file)
    assert found.level == "fault"
    assert "own.csv: line 2: table A: entry 1 text: '0d6' has 0 dice" in found.says
