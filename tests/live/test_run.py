"""`delvebox run` without a terminal, as systemd, cron or a pipe starts it: streams, signals, folders, missing parts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.engine.state import as_dict

from .ledger import Ledger, recorded
from .live_box import LiveBox, environment, run, wait_until

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

Start = Callable[..., LiveBox]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state folder."""
    return tmp_path / "state"


@pytest.fixture
def start(tmp_path: Path, state: Path) -> Iterator[Start]:
    """Starts boxes on mock pins without sound; what is left of them ends with the test."""
    boxes: list[LiveBox] = []

    def start_box(*arguments: str | Path, sound: bool = False, **options: object) -> LiveBox:
        if not sound:
            arguments = ("--silent", *arguments)
        command = ("run", "--pins", "mock", "--state-dir", state, *arguments)
        boxes.append(LiveBox(tmp_path / "home", *command, **options))  # type: ignore[arg-type]
        return boxes[-1]

    yield start_box
    for box in boxes:
        box.kill()


def completed(state: Path) -> int:
    """The turns that a dead box's journal holds."""
    return int(as_dict(Ledger(state).delve().state)["completed"])


def until_armed(box: LiveBox) -> None:
    """Wait until the box would close in order: from outside that is seen where nothing of it is heard."""

    def catches_sigterm() -> bool:
        status = Path(f"/proc/{box.process.pid}/status").read_text()
        caught = re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)
        return caught is not None and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)

    wait_until(catches_sigterm, lambda: f"never ready to close in order; its log:\n{box.stderr}")


# -- signals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", SIGNALS, ids=lambda each: each.name)
def test_a_signal_to_stop_closes_everything_in_order(start: Start, state: Path, number: signal.Signals) -> None:
    """Two phrases, a press and a light are played, then the signal: the reason is logged, the journal whole."""
    box = start()
    box.type("search the room", "light a torch", "press turn")
    for _ in range(3):
        box.expect("^played: ")
    box.closes_in_order(state, number)
    assert f"stopping: {number.name}" in box.stderr
    assert not re.search("WARNING|ERROR", box.stderr), box.stderr
    assert completed(state) == 2


def test_a_second_signal_does_not_break_the_closing(start: Start, state: Path) -> None:
    """An impatient ctrl-c after SIGTERM, five times: still in order."""
    box = start()
    box.expect("^panel: ")
    for number in (signal.SIGTERM, *5 * [signal.SIGINT]):
        box.send(number)
    box.closes_in_order(state)


def test_after_a_signal_nothing_more_is_played(start: Start, state: Path) -> None:
    """Lines that still wait are not half played: what was told is in the journal, and nothing else."""
    box = start()
    box.expect("^panel: ")
    box.type(*["search the room"] * 150)
    box.expect("^played: ")
    box.closes_in_order(state)
    assert completed(state) == len(box.told("played: "))


# -- standard streams ---------------------------------------------------------------------------------


@pytest.mark.parametrize("redirections", ["<&-", "</dev/null", "<&- >&- 2>&-", ">/dev/full 2>/dev/full </dev/null"])
def test_without_standard_streams_it_runs_until_it_is_stopped(start: Start, state: Path, redirections: str) -> None:
    """Closed, empty or full: the end of the input is no reason to stop, and output that cannot be had none to fail."""
    box = start(before=["sh", "-c", f'exec "$@" {redirections}', "sh"], stdin=None)
    until_armed(box)
    assert box.process.poll() is None
    box.closes_in_order(state)
    assert completed(state) == 0


def test_the_end_of_the_input_leaves_what_was_typed_before(start: Start, state: Path) -> None:
    """`echo search the room | delvebox run`, without a newline at its end: played, and then the box runs on."""
    box = start()
    assert box.process.stdin is not None
    box.process.stdin.write(b"search the room\nmove on")
    box.process.stdin.close()
    box.expect("^played: ")
    box.expect("^played: ")
    box.until_logged("standard input has ended: the box runs on")
    box.closes_in_order(state)


def test_a_reader_that_goes_away_does_not_end_the_box(start: Start, state: Path) -> None:
    """`delvebox run | head -1`: told once in the log; what is typed is played and recorded all the same."""
    reader, writer = os.pipe()
    box = start(stdout=writer)
    os.close(writer)
    until_armed(box)
    os.close(reader)
    box.type("search the room", "search the room")
    box.until_logged("standard output is gone")
    wait_until(lambda: recorded(state) == 2, lambda: "the phrases were not recorded")
    box.closes_in_order(state)
    assert box.stderr.count("standard output is gone") == 1


def test_a_reader_that_sleeps_does_not_hold_the_box(start: Start, state: Path) -> None:
    """Nobody reads the pipe: it is full long before the last line, and everything is still played and closed."""
    reader, writer = os.pipe()
    box = start(stdout=writer)
    os.close(writer)
    box.type(*["shall we perhaps search the room now or after a rest"] * 900, "search the room")
    wait_until(lambda: recorded(state) == 1, lambda: "not played")
    box.closes_in_order(state)
    os.close(reader)


# -- one box a folder, and folders that will not do ---------------------------------------------------


def test_a_second_box_says_who_runs_and_leaves(start: Start, state: Path, tmp_path: Path) -> None:
    """Exit status 1 and one sentence with the first's process number; the first is not disturbed."""
    box = start()
    box.expect("^panel: ")
    for status, command in ((75, ("run", "--silent")), (1, ("play", "-"))):  # the unit knows 75: it does not try again
        second = run(*command, "--state-dir", state, home=tmp_path)
        assert (second.returncode, second.stdout) == (status, b"")
        told = second.stderr.decode()
        assert told.startswith(f"Error: state folder {state}: process {box.process.pid} (delvebox run ")
        assert f"stop it (kill {box.process.pid}), or choose another with --state-dir" in told
        assert told.count("\n") == 1
    box.type("search the room")
    box.expect("^played: ")
    box.closes_in_order(state)


@pytest.mark.parametrize("command", [("run", "--silent"), ("play", "-", "--json")], ids=lambda each: each[0])
@pytest.mark.parametrize("place", ["file", "file/below", "/proc/delvebox"])
def test_a_state_folder_that_cannot_be_is_told(tmp_path: Path, command: tuple[str, ...], place: str) -> None:
    """A file in its place, a folder below a file, a file system that takes none: exit status 1 and one sentence."""
    (tmp_path / "file").write_text("kept")
    done = run(*command, "--state-dir", tmp_path / place, home=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    told = done.stderr.decode()
    assert told.startswith(f"Error: state folder {tmp_path / place}: cannot use ")
    assert "let this user write there and see that the disk is not full, or choose another with --state-dir" in told
    assert told.count("\n") == 1
    assert (tmp_path / "file").read_text() == "kept"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 256 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True, text=True, check=False
    )
    if mounting.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounting.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk: Path) -> Path:
    """A file that takes up all that is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return filler


def test_a_disk_that_fills_up_stops_the_delve_and_not_the_box(start: Start, small_disk: Path) -> None:
    """What cannot be recorded is neither told nor done; with room again the same turn is played, once."""
    state = small_disk / "state"
    box = start("--state-dir", state)
    box.type("search the room")
    box.expect("^played: ")
    filler = fill(small_disk)
    before = len(box.told("played: "))
    while not box.told("trouble: "):  # the journal's own file may have some room left
        box.type("search the room")
        box.expect("^(played|trouble): ")
    cause, cure = "the disk is full (database or disk is full)", "free some space there and try again"
    assert box.told("trouble: ") == [f"trouble: journal {state}/journal.db: {cause}: {cure}"]
    box.expect("^said: Nothing was played: it could not be written down")
    played = len(box.told("played: "))
    assert played >= before
    filler.unlink()
    box.type("search the room")
    box.expect("^played: ")
    box.closes_in_order(state)
    assert completed(state) == played + 1


def test_a_box_is_not_started_on_a_full_disk(small_disk: Path, tmp_path: Path) -> None:
    """It could not record anything: exit status 1, the folder and the cure; with room again it starts."""
    filler = fill(small_disk)
    state = small_disk / "state"
    for command in (("run", "--silent"), ("play", "-")):
        done = run(*command, "--state-dir", state, home=tmp_path)
        assert (done.returncode, done.stdout) == (1, b"")
        told = done.stderr.decode().splitlines()
        assert told[-1].startswith("Error: ")
        assert str(state) in told[-1]
        assert "disk is full" in told[-1] or "disk is not full" in told[-1], told
    filler.unlink()
    assert run("play", "-", "--state-dir", state, home=tmp_path).returncode == 0


def test_a_folder_that_is_read_only_is_told(small_disk: Path, tmp_path: Path) -> None:
    """A card gone read-only, with a delve on it: exit status 1, the cause and the cure; the delve is as before."""
    state = small_disk / "state"
    assert run("play", "-", "--state-dir", state, home=tmp_path, stdin=None, input=b"press search\n").returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    for command in (("run", "--silent"), ("play", "-")):
        done = run(*command, "--state-dir", state, home=tmp_path)
        assert (done.returncode, done.stdout) == (1, b"")
        assert "Read-only file system" in done.stderr.decode()
        assert "let this user write there" in done.stderr.decode()
    assert completed(state) == 1


# -- missing parts ------------------------------------------------------------------------------------


def test_devices_that_are_not_there_are_told_once_and_the_box_plays(start: Start, state: Path, tmp_path: Path) -> None:
    """Microphone and loudspeaker named in the settings and not plugged in: a sentence each, and turns are played."""
    settings = tmp_path / "delvebox.yaml"
    settings.write_text("speech: {microphone: no such mic}\nvoice: {device: no such speaker}\n")
    box = start("--settings", settings, sound=True)
    wait_until(lambda: len(box.told("trouble: ")) >= 2, lambda: f"told: {box.lines}\n{box.stderr}")
    box.type("search the room", "press turn")
    box.expect("^played: ")
    box.expect("^played: ")
    box.closes_in_order(state)
    speaker, mic = sorted(box.told("trouble: "), key=lambda told: "mic" in told)
    assert re.search("no such mic|no microphone found", mic)
    assert re.search("no such speaker|no loudspeaker found", speaker)


def test_without_any_voice_the_box_says_how_to_get_one(tmp_path: Path) -> None:
    """Neither espeak's library nor its program: told once with the package, and every turn is still played."""
    (tmp_path / "pyttsx3.py").write_text("raise OSError('libespeak-ng.so.1: cannot open shared object file')")
    env = {"PYTHONPATH": str(tmp_path), "PATH": str(tmp_path / "empty")}
    script = b"press search\npress turn\nsay status\n"
    wavs = tmp_path / "wavs"
    done = run("play", "-", "--wav-dir", wavs, home=tmp_path, changes=env, stdin=None, input=script)
    assert done.returncode == 0
    told = [line for line in done.stdout.decode().splitlines() if "trouble" in line]
    assert len(told) == 1, told
    assert "apt install espeak-ng" in told[0]
    assert done.stdout.decode().count("said: ") >= 3
    assert not list(wavs.glob("*"))


def test_settings_and_environment_of_a_service_are_enough(tmp_path: Path) -> None:
    """As systemd runs it: STATE_DIRECTORY, no home, no terminal, a working directory that cannot be written."""
    env = environment(tmp_path, {"STATE_DIRECTORY": str(tmp_path / "service")})
    del env["HOME"], env["TERM"], env["LANG"]
    with LiveBox(tmp_path, "run", "--silent", "--pins", "mock", env=env, cwd="/proc") as box:
        box.expect("^panel: turn 1")
        box.type("search the room")
        box.expect("^played: ")
        box.closes_in_order(tmp_path / "service")
    assert completed(tmp_path / "service") == 1
