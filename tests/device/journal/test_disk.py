"""A state folder that cannot be used: a sentence with the thing and the cure, and the state as before."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.journal import Journal, JournalError, files, store
from delvebox.device.journal.last import LastWritten

NOBODY = 65534
ENTRY = {"kind": "command", "text": "x" * 1000}


def apart(work: Callable[[], None], *, user: int | None = None) -> None:
    """Do `work` in a child process, which may lose rights that a test needs back; fail where it fails."""
    child = os.fork()
    if child == 0:
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            work()
        except BaseException:  # noqa: BLE001 - told below, and the child must never return into pytest
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.fixture
def bare_user() -> int | None:
    """A user without special rights: this one, or nobody where this one is root."""
    return NOBODY if os.geteuid() == 0 else None


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that any user can reach; pytest's own are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="delvebox-"))
    folder.chmod(0o777)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777)
    shutil.rmtree(folder)


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of that size, or a skip where this user may not mount one."""
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "delvebox-test", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Take all the room there is."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as stream, contextlib.suppress(OSError):
        while True:
            stream.write(b"x" * 4096)
    return filler


def test_a_full_disk_takes_nothing_and_loses_nothing(tmp_path) -> None:
    """The turn is refused with the cure; a restart finds the state; with room again all goes on by itself."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        journal = Journal.open(disk / "state")
        delve = journal.begin_delve(1, {}).id
        for _ in range(30):
            journal.append(delve, ENTRY)
        filler = fill(disk)
        for _ in range(3):
            with pytest.raises(JournalError) as refusal:
                journal.append(delve, ENTRY)
        assert str(refusal.value) == (
            f"journal {disk}/state/journal.db: the disk is full (database or disk is full):"
            " free some space there and try again"
        )
        with pytest.raises(JournalError, match="the disk is full"):
            journal.begin_delve(2, {})
        with pytest.raises(JournalError, match="the disk is full"):
            journal.end_delve(delve)
        assert journal.entries(delve) == [ENTRY] * 30
        assert journal.current() == journal.delves()[0]
        journal.close()
        fill(disk)
        with Journal.open(disk / "state") as journal:
            assert journal.troubles == ()
            assert journal.entries(delve) == [ENTRY] * 30
            with pytest.raises(JournalError, match="the disk is full"):
                journal.append(delve, ENTRY)
            filler.unlink()
            assert journal.append(delve, {"n": 31}) == 31
        with Journal.open(disk / "state") as journal:
            assert journal.entries(delve) == [ENTRY] * 30 + [{"n": 31}]
            assert journal.troubles == ()


def test_a_closed_journal_is_read_on_a_full_disk(tmp_path) -> None:
    """SQLite wants room for shared memory even to read: the box starts without it."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        with Journal.open(disk / "state") as journal:
            journal.begin_delve(1, {})
            journal.append(1, ENTRY)
        filler = fill(disk)
        with Journal.open(disk / "state") as journal:
            assert journal.entries(1) == [ENTRY]
            with pytest.raises(JournalError, match="the disk is full"):
                journal.append(1, ENTRY)
            filler.unlink()
            assert journal.append(1, ENTRY) == 2
        with Journal.open(disk / "state") as journal:
            assert journal.entries(1) == [ENTRY] * 2


def test_no_room_for_a_first_journal(tmp_path) -> None:
    """On a full disk there is no new journal, and no half one."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        filler = fill(disk)
        with pytest.raises(
            JournalError, match=r"/disk/state.*: free some space there and try again|see that it is not"
        ):
            Journal.open(disk / "state")
        filler.unlink()
        with Journal.open(disk / "state") as journal:
            assert journal.troubles == ()
            assert journal.begin_delve(1, {}).id == 1


def test_no_room_to_set_damage_aside(tmp_path) -> None:
    """A damaged journal stays as it was found while there is no room to keep it; with room it is repaired."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        with Journal.open(disk / "state") as journal:
            journal.begin_delve(1, {})
            for number in range(30):
                journal.append(1, {"number": number, **ENTRY})
        database = disk / "state" / "journal.db"
        database.write_bytes(database.read_bytes().replace(b'"number":9', b'"number":8'))
        found = database.read_bytes()
        filler = fill(disk)
        with pytest.raises(JournalError, match=r"the disk is full .*: free some space there"):
            Journal.open(disk / "state")
        assert database.read_bytes() == found
        assert {path.name for path in (disk / "state").iterdir()} <= {"journal.db", "journal.db-shm", "journal.last"}
        filler.unlink()
        with Journal.open(disk / "state") as journal:
            assert len(journal.entries(1)) == 9
            assert len(journal.troubles) == 1


def test_half_of_what_is_set_aside_is_not_left(tmp_path, monkeypatch) -> None:
    """The room ends between file and log: nothing is changed, and the half copy does not take the last room."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, {})
    (tmp_path / "journal.db").write_bytes(b"a shopping list")
    copy = files.copy

    def run_out_of_room(source: Path, target: Path) -> None:
        copy(source, target)
        if target.name.startswith("journal-damaged"):
            raise OSError(28, "No space left on device", str(target))

    with monkeypatch.context() as patch:
        patch.setattr(files, "copy", run_out_of_room)
        with pytest.raises(JournalError, match=r"journal-damaged-1-after-0.db: the disk is full"):
            Journal.open(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"journal.db", "journal.last"}
    assert (tmp_path / "journal.db").read_bytes() == b"a shopping list"


def test_a_file_that_may_not_grow(tmp_path) -> None:
    """The system sets a limit to the file's size: refused, and all goes on when the limit is gone."""

    def work() -> None:
        with Journal.open(tmp_path) as journal:
            delve = journal.begin_delve(1, {}).id
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
            recorded = 0
            refused = ""
            while not refused:
                try:
                    recorded = journal.append(delve, ENTRY)
                except JournalError as error:
                    refused = str(error)
            assert "journal.db: the disk answers with an error (disk I/O error): see that it is not full" in refused
            assert recorded > 0
            assert journal.entries(delve) == [ENTRY] * recorded
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert journal.append(delve, ENTRY) == recorded + 1
        with Journal.open(tmp_path) as journal:
            assert journal.entries(delve) == [ENTRY] * (recorded + 1)
            assert journal.troubles == ()

    apart(work)


@pytest.mark.parametrize("mode", [0o000, 0o500])
def test_a_folder_without_rights(shared_folder, bare_user, mode) -> None:
    """Unreadable, unwritable or closed: the sentence names what was refused, and nothing is changed."""
    folder = shared_folder / "state"

    def make() -> None:
        with Journal.open(folder) as journal:
            journal.begin_delve(1, {})
        folder.chmod(mode)

    def work() -> None:
        for name in (folder, folder / "deeper"):
            with pytest.raises(
                JournalError, match=rf"^journal {folder}.*: give this user the right to read and write it"
            ):
                Journal.open(name)

    apart(make, user=bare_user)
    apart(work, user=bare_user)
    folder.chmod(0o777)
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
        assert len(journal.delves()) == 1


@pytest.mark.parametrize("name", ["journal.db", "journal.last"])
def test_a_file_without_rights(shared_folder, bare_user, name) -> None:
    """A file that another user left behind is no damage."""
    folder = shared_folder / "state"

    def make() -> None:
        with Journal.open(folder) as journal:
            journal.begin_delve(1, {})
        (folder / name).chmod(0o400)

    def work() -> None:
        with pytest.raises(
            JournalError, match=rf"^journal {folder}/{name}: this user may not use it .*: give this user"
        ):
            Journal.open(folder)
        assert not list(folder.glob("journal-damaged-*"))

    apart(make, user=bare_user)
    apart(work, user=bare_user)


def test_a_disk_that_can_only_be_read(tmp_path) -> None:
    """Mounted without the right to write: told, and playing on needs the cure."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        with Journal.open(disk / "state") as journal:
            journal.begin_delve(1, {})
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(
            JournalError, match=r"it can only be read \(Read-only file system\): mount its disk for writing"
        ):
            Journal.open(disk / "state")
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        with Journal.open(disk / "state") as journal:
            assert journal.troubles == ()
            assert journal.append(1, ENTRY) == 1


def test_a_file_in_the_folders_place(tmp_path) -> None:
    """The state folder is a file: told by its name."""
    (tmp_path / "state").write_text("no folder")
    with pytest.raises(
        JournalError, match=rf"^journal {tmp_path}/state: something else has its name .*: move that away"
    ):
        Journal.open(tmp_path / "state")
    with pytest.raises(JournalError, match=rf"^journal {tmp_path}/state/deeper: something else has its name"):
        Journal.open(tmp_path / "state" / "deeper")
    (tmp_path / "folder" / "journal.last").mkdir(parents=True)
    with pytest.raises(JournalError, match=rf"^journal {tmp_path}/folder/journal.last: something else has its name"):
        Journal.open(tmp_path / "folder")


def test_the_note_that_cannot_be_written_stops_nobody(tmp_path, monkeypatch, caplog) -> None:
    """The record is on the disk: the note of it fails, is logged once, and the next one is tried again."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, {})
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
            assert [journal.append(1, ENTRY) for _ in range(3)] == [1, 2, 3]
        assert len(caplog.messages) == 1
        assert caplog.messages[0].startswith(f"{tmp_path}/journal.last: not written ([Errno 28] No space left")
        assert journal.append(1, ENTRY) == 4
    with Journal.open(tmp_path) as journal:
        assert len(journal.entries(1)) == 4
        assert journal.troubles == ()


def test_a_note_of_a_refusal_that_cannot_be_taken_back_stays_known(tmp_path, monkeypatch) -> None:
    """The same turn is tried again: it counts only once the note that refuses it is off the disk."""
    write, fsync = store.write, os.fsync

    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, {})
        monkeypatch.setattr(store, "write", refuse)
        with pytest.raises(JournalError, match="disk I/O error"):
            journal.append(1, ENTRY)
        monkeypatch.setattr(store, "write", write)
        for _ in range(2):
            monkeypatch.setattr(os, "fsync", fail)
            with pytest.raises(JournalError, match="Input/output error"):
                journal.append(1, ENTRY)
        monkeypatch.setattr(os, "fsync", fsync)
        assert journal.append(1, ENTRY) == 1
        assert LastWritten(tmp_path / "journal.last").failed == b""
    with Journal.open(tmp_path) as journal:
        assert journal.entries(1) == [ENTRY]
        assert journal.troubles == ()


def test_one_cause_is_one_sentence(tmp_path, monkeypatch) -> None:
    """SQLite does not say why the disk denies it: the system does, each time in the same words."""

    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def fail(_descriptor: int) -> None:
        raise OSError(30, "Read-only file system")

    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, {})
        monkeypatch.setattr(store, "write", refuse)
        monkeypatch.setattr(os, "fsync", fail)
        told = set()
        for _ in range(3):
            with pytest.raises(JournalError) as refusal:
                journal.append(1, ENTRY)
            told.add(str(refusal.value))
        monkeypatch.undo()
        only = "it can only be read (Read-only file system): mount its disk for writing and let this user write there"
        assert told == {f"journal {tmp_path}/journal.db: {only}"}
        assert journal.append(1, ENTRY) == 1
