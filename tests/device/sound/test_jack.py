"""What JACK's library leaves behind when a process is killed: removed where it is nobody's."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

import pytest

from delvebox.device.sound.jack import remove_stale_jack


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A database of this user's, as it is left behind."""
    folder = tmp_path / f"jack_db-{os.getuid()}"
    folder.mkdir()
    (folder / "__db.001").write_bytes(b"locked".ljust(mmap.PAGESIZE))
    return folder


def test_a_database_that_nobody_has_open_is_removed(left: Path) -> None:
    """The mutex that a killed process left locked in it would hold every later start of PortAudio."""
    assert remove_stale_jack(left.parent)
    assert list(left.parent.iterdir()) == []


def test_a_database_in_use_is_left_alone(left: Path) -> None:
    """A JACK server's, or that of a program that starts just now; when it has ended, it is removed."""
    with (left / "__db.001").open("r+b") as file, mmap.mmap(file.fileno(), 0):
        assert not remove_stale_jack(left.parent)
        assert (left / "__db.001").read_bytes().startswith(b"locked")
    assert remove_stale_jack(left.parent)


def test_without_a_database_and_with_another_users_nothing_is_done(tmp_path: Path) -> None:
    """Each user has one of its own."""
    (tmp_path / f"jack_db-{os.getuid() + 1}").mkdir()
    assert not remove_stale_jack(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_one_that_cannot_be_removed_is_told(left: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The cure is in the log, and PortAudio is started all the same."""
    elsewhere = left.with_name("elsewhere")
    left.rename(elsewhere)
    left.symlink_to(elsewhere)  # which is no folder to remove
    assert not remove_stale_jack(left.parent)
    assert "if there is no sound, remove it" in caplog.text
