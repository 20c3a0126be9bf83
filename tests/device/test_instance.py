"""One box a state folder."""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from delvebox.device import instance
from delvebox.device.instance import AlreadyRunning, InstanceError, take_instance, who_runs

HOLDER = """
import subprocess, sys
from delvebox.device.instance import take_instance
instance = take_instance(sys.argv[1])
child = subprocess.Popen(["sleep", "60"], close_fds=False, stdout=subprocess.DEVNULL)
print(child.pid, flush=True)
sys.stdin.read()
"""


@contextmanager
def holder(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process that holds the folder, and its child, which inherits whatever can be inherited."""
    argv = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        try:
            yield process, child
        finally:
            process.kill()
            os.kill(child, signal.SIGKILL)


def test_a_second_one_says_who_runs(tmp_path) -> None:
    """Process, since when, command, and what to do: enough for a person to act."""
    with holder(tmp_path) as (process, _), pytest.raises(AlreadyRunning) as refusal:
        take_instance(tmp_path)
    assert refusal.value.pid == process.pid
    assert refusal.value.command == f"-c {tmp_path}"
    assert refusal.value.running_seconds is not None
    assert 0 <= refusal.value.running_seconds < 10
    pattern = (
        rf"state folder {tmp_path}: process {process.pid} \(-c {tmp_path}\) uses it, since \d\d:\d\d \(0 min\):"
        rf" stop it \(kill {process.pid}\), or choose another with --state-dir"
    )
    assert re.fullmatch(pattern, str(refusal.value))


def test_a_killed_one_leaves_nothing_behind(tmp_path) -> None:
    """After kill -9 the folder is free at once, though a child of the dead one still runs."""
    with holder(tmp_path) as (process, child):
        process.kill()
        process.wait()
        os.kill(child, 0)
        with take_instance(tmp_path):
            pass


def test_it_is_free_again_when_closed(tmp_path) -> None:
    """Closing lets go; closing again does nothing; the file of the lock may stay."""
    instance = take_instance(tmp_path / "new" / "state")
    with pytest.raises(AlreadyRunning):
        take_instance(tmp_path / "new" / "state")
    instance.close()
    instance.close()
    with take_instance(tmp_path / "new" / "state"):
        pass


@pytest.mark.parametrize(
    "old", ["", "{", "[]", "\0" * 500, '{"pid": "x"}', '{"pid": 4194305, "command": "old", "boot_seconds": 1}']
)
def test_what_the_file_says_is_not_trusted(tmp_path, old) -> None:
    """An old, empty or damaged file holds nobody up, and names nobody who does not run."""
    (tmp_path / "instance.lock").write_text(old)
    with take_instance(tmp_path):
        assert json.loads((tmp_path / "instance.lock").read_text())["pid"] == os.getpid()
        (tmp_path / "instance.lock").write_text(old)
        with pytest.raises(AlreadyRunning, match="another process uses it: stop it, or choose another") as refusal:
            take_instance(tmp_path)
    assert (refusal.value.pid, refusal.value.command, refusal.value.running_seconds) == (None, "", None)


def test_hours_are_told_as_hours(tmp_path) -> None:
    """A box that runs since yesterday says so."""
    with take_instance(tmp_path):
        held = json.loads((tmp_path / "instance.lock").read_text())
        (tmp_path / "instance.lock").write_text(json.dumps(held | {"boot_seconds": held["boot_seconds"] - 7_500}))
        with pytest.raises(AlreadyRunning, match=r"since \d\d:\d\d \(2 h 5 min\)"):
            take_instance(tmp_path)


def test_of_many_at_once_one_runs(tmp_path) -> None:
    """Sixteen starts at the same moment: one holds the folder, fifteen say that another does."""
    start = threading.Barrier(16)
    held, refused = [], []

    def run() -> None:
        start.wait()
        try:
            held.append(take_instance(tmp_path))
        except AlreadyRunning as error:
            refused.append(error)

    threads = [threading.Thread(target=run) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(held), len(refused)) == (1, 15)
    held[0].close()


def test_the_folder_may_be_named_from_the_working_folder(tmp_path, monkeypatch) -> None:
    """A name from the working folder is the same folder, and is told in full."""
    monkeypatch.chdir(tmp_path)
    with take_instance("state"), pytest.raises(AlreadyRunning, match=rf"^state folder {tmp_path}/state: "):
        take_instance(tmp_path / "state")


def test_a_folder_that_cannot_be_used(tmp_path) -> None:
    """The sentence names the folder, what was refused, and the cure."""
    (tmp_path / "state").write_text("no folder")
    with pytest.raises(
        InstanceError, match=rf"^state folder {tmp_path}/state: cannot use .*: let this user write there"
    ):
        take_instance(tmp_path / "state")
    (tmp_path / "other" / "instance.lock").mkdir(parents=True)
    with pytest.raises(InstanceError, match=r"cannot use .*/instance.lock \(Is a directory\)"):
        take_instance(tmp_path / "other")


def test_a_full_disk_does_not_hinder_the_lock(tmp_path, monkeypatch, caplog) -> None:
    """Who runs cannot be written down: logged, and the folder is held all the same."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        instance = take_instance(tmp_path)
    assert "cannot write down who runs" in caplog.text
    with instance, pytest.raises(AlreadyRunning):
        take_instance(tmp_path)


CLOSING = """
import sys
from delvebox.device.instance import take_instance
instance = take_instance(sys.argv[1])
instance.leave_soon()
print(flush=True)
sys.stdin.read()
instance.close()
"""


def test_one_that_closes_is_waited_for(tmp_path) -> None:
    """Stopped and started by the same hand: the new one has the folder as soon as the old one lets it go."""
    argv = [sys.executable, "-c", CLOSING, str(tmp_path)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.readline()
        waiting = threading.Thread(target=lambda: take_instance(tmp_path).close())
        waiting.start()
        waiting.join(2 * instance.GLANCE_SECONDS)
        assert waiting.is_alive()
        process.stdin.close()
        waiting.join(10)
        assert not waiting.is_alive()


def test_one_that_never_ends_its_closing_is_not_waited_for_for_ever(tmp_path, monkeypatch) -> None:
    """It hangs: the sentence says which process to kill."""
    monkeypatch.setattr(instance, "CLOSING_SECONDS", 0.1)
    monkeypatch.setattr(instance, "GLANCE_SECONDS", 0.0)
    argv = [sys.executable, "-c", CLOSING, str(tmp_path)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(AlreadyRunning, match=rf"stop it \(kill {process.pid}\)"):
            take_instance(tmp_path)
        process.kill()


def test_looking_who_runs_leaves_no_trace(tmp_path) -> None:
    """The doctor changes nothing: it makes no file and no folder, and leaves the one that is there as it was."""
    assert who_runs(tmp_path / "none") is None
    assert not (tmp_path / "none").exists()
    take_instance(tmp_path).close()
    before = (tmp_path / "instance.lock").read_bytes()
    assert who_runs(tmp_path) is None
    assert (tmp_path / "instance.lock").read_bytes() == before
    with holder(tmp_path) as (process, _):
        found = who_runs(tmp_path)
        assert found is not None
        assert found.pid == process.pid


def test_who_looks_for_a_moment_does_not_keep_a_box_from_starting(tmp_path) -> None:
    """Its lock is held for an instant; a box that meets it tries again."""
    handle = os.open(tmp_path / "instance.lock", os.O_RDONLY | os.O_CREAT)
    fcntl.flock(handle, fcntl.LOCK_SH)
    timer = threading.Timer(0.1, os.close, [handle])
    timer.start()
    take_instance(tmp_path).close()
    timer.join()
