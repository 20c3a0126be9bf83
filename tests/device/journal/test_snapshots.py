"""Copies of the journal: written when they are due and never else, whole or not at all, and what they mend."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from delvebox.device.backup import back_up, restore
from delvebox.device.journal import Journal, Snapshots, files, snapshots, store
from delvebox.device.journal.files import Files, Snapshot
from delvebox.device.messages import PartChanged

from .test_damage import records
from .test_disk import fill, small_disk

DAY = snapshots.DAY_SECONDS
ENTRY = {"kind": "command", "text": "search the room " * 6}


class Machine:
    """A state folder with its journal, and a machine that is started and runs on by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boot, self.seconds = "first", 100.0
        self.told: list[PartChanged] = []
        self.journal = Journal.open(folder)
        self.copies = Snapshots(
            folder, lambda: self.journal.number, self.told.append, lambda: (self.boot, self.seconds)
        )

    def play(self, entries: int) -> None:
        """So many more."""
        delve = self.journal.current() or self.journal.begin_delve(7, {})
        for _ in range(entries):
            self.journal.append(delve.id, ENTRY)

    def look(self) -> list[str]:
        """Let it look; the names of all snapshots then, the newest first."""
        self.copies.look()
        return [each.path.name for each in Files(self.folder).snapshots()]

    def start_anew(self, boot: str) -> None:
        """Another start of the machine."""
        self.boot, self.seconds = boot, 3.0


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine with a delve of nine entries."""
    made = Machine(tmp_path / "state")
    made.play(9)
    yield made
    made.journal.close()


def test_one_is_written_after_a_start_or_a_day_and_only_when_something_changed(machine) -> None:
    """By the machine's start and the time since, never by a date; the third one back makes room."""
    first = "journal-snapshot-1-after-10-boot-first-100.db"
    assert machine.look() == [first]
    machine.play(1)
    machine.seconds += DAY - 1
    assert machine.look() == [first]
    machine.seconds += 1
    second = f"journal-snapshot-2-after-11-boot-first-{100 + DAY}.db"
    assert machine.look() == [second, first]
    machine.seconds += 5 * DAY
    assert machine.look() == [second, first]
    machine.start_anew("second")
    assert machine.look() == [second, first]
    machine.play(1)
    third = "journal-snapshot-3-after-12-boot-second-3.db"
    assert machine.look() == [third, second, first]
    machine.play(1)
    machine.start_anew("third")
    fourth = "journal-snapshot-4-after-13-boot-third-3.db"
    assert machine.look() == [fourth, third, second]
    assert machine.told == []


def test_nothing_is_written_of_a_journal_without_a_record(tmp_path) -> None:
    """A box that was never played keeps nothing."""
    empty = Machine(tmp_path)
    assert empty.look() == []
    empty.journal.close()


def test_a_snapshot_is_the_whole_journal(machine, tmp_path) -> None:
    """What stands in the log alone is in it too; it is one file that can be opened by itself."""
    (name,) = machine.look()
    truth = records(machine.journal)
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "journal.db").write_bytes((machine.folder / name).read_bytes())
    with Journal.open(tmp_path / "alone") as journal:
        assert journal.troubles == ()
        assert records(journal) == truth
    assert {path.name for path in machine.folder.iterdir()} == {
        *("journal.db", "journal.db-wal", "journal.db-shm", "journal.last", name)
    }


def test_the_box_plays_on_while_one_is_written(machine, monkeypatch) -> None:
    """It is written on a thread of its own: records that come meanwhile are in the journal, and not in it."""
    create, reading, played = store.create, threading.Event(), threading.Event()

    def create_slowly(path, rows, connect) -> None:
        def slowly():
            for row in rows:
                yield row
                reading.set()
                assert played.wait(10)

        create(path, slowly(), connect)

    monkeypatch.setattr(store, "create", create_slowly)
    thread = threading.Thread(target=machine.copies.look)
    thread.start()
    assert reading.wait(10)
    machine.play(3)
    played.set()
    thread.join()
    (snapshot,) = Files(machine.folder).snapshots()
    assert (snapshot.number, machine.journal.number) == (10, 13)


def test_closing_gives_one_up_that_is_being_written(machine) -> None:
    """The plug of the box is not waited for; nothing half is left, and nothing is told."""
    machine.copies.close()
    assert machine.look() == []
    assert not Files(machine.folder).snapshot_part.exists()
    assert machine.told == []


def test_what_a_power_cut_left_of_one_is_written_over(machine) -> None:
    """Half a snapshot counts for nothing."""
    Files(machine.folder).snapshot_part.write_bytes(b"half of something")
    (machine.folder / "journal.snapshot-journal").write_bytes(b"half of something")
    assert len(machine.look()) == 1
    assert not list(machine.folder.glob("journal.snapshot*"))


def test_no_snapshot_takes_the_last_room(tmp_path) -> None:
    """On a disk that is nearly full it is told once; with room again one is written, and that is told once."""
    with small_disk(tmp_path / "disk", "9m") as disk:
        machine = Machine(disk / "state")
        machine.play(9)
        filler = fill(disk)
        os.truncate(filler, filler.stat().st_size - (2 << 20))
        assert machine.look() == machine.look() == []
        (told,) = machine.told
        assert (told.part, told.working) == ("snapshots", False)
        assert told.sentence.startswith(f"journal {disk}/state/journal.db: no snapshot is kept of it, for ")
        filler.unlink()
        assert len(machine.look()) == 1
        assert machine.told[1:] == [PartChanged("snapshots", working=True, sentence="")]
        machine.journal.close()


def test_damage_never_goes_into_one(machine) -> None:
    """Each record is proved on its way: one that changed on the disk is told, and the old snapshots stay."""
    old = machine.look()
    machine.play(1)
    machine.journal.close()
    database = machine.folder / "journal.db"
    database.write_bytes(database.read_bytes().replace(b"search the room", b"search the moor", 1))
    machine.start_anew("second")
    assert machine.look() == old
    assert "does not fit onto the one before it: start the box again" in machine.told[0].sentence


DAMAGES = {
    "a byte of a record": lambda file: _put(file, 9000, b"\x07"),
    "a page": lambda file: _put(file, 8192, bytes(4096)),
    "cut short": lambda file: os.truncate(file, 4096),
    "zeros": lambda file: file.write_bytes(bytes(file.stat().st_size)),
    "noise": lambda file: file.write_bytes(Random(1).randbytes(file.stat().st_size)),  # noqa: S311 - seeded on purpose
    "empty": lambda file: file.write_bytes(b""),
    "gone": lambda file: file.unlink(),
}


def _put(file: Path, place: int, content: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(place)
        stream.write(content)


@pytest.mark.parametrize("note", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_mended_from_the_newest_snapshot(machine, damage, note) -> None:
    """Whatever hit it, all up to the snapshot is there, and nothing that was found is thrown away."""
    machine.play(80)
    machine.look()
    machine.play(3)
    machine.start_anew("second")
    (newest, _old) = machine.look()
    truth = records(machine.journal)
    machine.journal.close()
    if not note:
        (machine.folder / "journal.last").unlink()
    found = (machine.folder / "journal.db").read_bytes()
    DAMAGES[damage](machine.folder / "journal.db")
    with Journal.open(machine.folder) as journal:
        assert records(journal) == truth
        assert len(journal.troubles) == 1
        assert f", with the snapshot {newest}" in journal.troubles[0]
        assert ("nothing is lost" if note else "its first 93 records stand") in journal.troubles[0]
        journal.append(1, ENTRY)
    with Journal.open(machine.folder) as journal:
        assert (len(records(journal)), journal.troubles) == (len(truth) + 1, ())
    kept = list(machine.folder.glob("journal-damaged-*"))
    assert len(kept) == (damage not in {"gone", "empty"})
    assert all(path.stat().st_size <= len(found) for path in kept)


def test_what_came_after_the_snapshot_is_taken_from_the_journal_itself(machine) -> None:
    """A bad page in the middle: the snapshot closes the gap, and the evening after it is whole."""
    machine.play(80)
    machine.look()
    machine.play(80)
    truth = records(machine.journal)
    machine.journal.close()
    _put(machine.folder / "journal.db", 2 * 4096, bytes(4096))
    with Journal.open(machine.folder) as journal:
        assert records(journal) == truth
        assert "nothing is lost, with the snapshot" in journal.troubles[0]


def test_without_a_log_the_evening_since_the_snapshot_is_lost_and_told(machine) -> None:
    """What stood in the log alone and in no snapshot cannot come back; the sentence says how much that is."""
    machine.look()
    machine.play(2)
    truth = records(machine.journal)
    machine.start_anew("second")
    image = {path.name: path.read_bytes() for path in machine.folder.iterdir() if "-shm" not in path.name}
    machine.journal.close()
    for path in machine.folder.iterdir():
        path.unlink()
    for name, content in image.items():
        (machine.folder / name).write_bytes(content)
    (machine.folder / "journal.db-wal").unlink()
    with Journal.open(machine.folder) as journal:
        assert records(journal) == truth[:-2]
        assert "the last 2 of 12 records are lost, with the snapshot" in journal.troubles[0]


def test_a_damaged_snapshot_gives_what_can_be_read_of_it(machine) -> None:
    """The older one fills its gap: three copies of a record must all be damaged before it is lost."""
    machine.play(80)
    machine.look()
    machine.play(80)
    machine.start_anew("second")
    newest, old = machine.look()
    truth = records(machine.journal)
    machine.journal.close()
    (machine.folder / "journal.db").write_bytes(b"")
    _put(machine.folder / newest, 2 * 4096, bytes(4096))
    with Journal.open(machine.folder) as journal:
        assert records(journal) == truth
    assert [each.path.name for each in Files(machine.folder).snapshots()] == [newest, old]


def test_a_snapshot_never_takes_the_place_of_what_the_journal_tells(machine, tmp_path) -> None:
    """A journal of another history lies beside: its own true records stand, and the damage costs only what it hit."""
    machine.play(80)
    truth = records(machine.journal)
    machine.journal.close()
    other = Machine(tmp_path / "other")
    other.journal.begin_delve(8, {"profile": "fast"})
    other.play(300)
    (name,) = other.look()
    other.journal.close()
    (machine.folder / name).write_bytes((other.folder / name).read_bytes())
    _put(machine.folder / "journal.db", files.size(machine.folder / "journal.db") - 4096, bytes(4096))
    with Journal.open(machine.folder) as journal:
        found = records(journal)
        assert 1 < len(found) < len(truth)
        assert found == truth[: len(found)]
        assert "with the snapshot" not in journal.troubles[0]


def test_a_refused_record_does_not_come_back_out_of_a_snapshot(machine) -> None:
    """The table was told that it was not recorded: a snapshot that has it all the same does not count for it."""
    machine.look()
    rows = machine.journal._chain.link([(1, 10, b"entry", b'{"kind":"undo"}')])
    (snapshot,) = Files(machine.folder).snapshots()
    connection = store.connect(snapshot.path)
    store.write(connection, rows)
    connection.close()
    machine.journal._last.tell(10, rows[0][5], durable=True)
    truth = records(machine.journal)
    machine.journal.close()
    (machine.folder / "journal.db").write_bytes(b"")
    with Journal.open(machine.folder) as journal:
        assert records(journal) == truth


def test_a_restored_backup_is_not_mended_by_the_snapshots_before_it(machine, tmp_path) -> None:
    """They are another history's: they lie with what was there before."""
    machine.look()
    machine.journal.close()
    other = Machine(tmp_path / "other")
    other.play(2)
    other.journal.close()
    back_up(tmp_path / "other", None, tmp_path / "a.tar.gz")
    held = restore(tmp_path / "a.tar.gz", machine.folder, None)
    assert Files(machine.folder).snapshots() == []
    assert held.before is not None
    assert len(Files(held.before).snapshots()) == 1


def test_what_is_no_snapshot_is_left_alone(machine) -> None:
    """A file that only begins with the name."""
    for name in ("journal-snapshot-mine.db", "journal-snapshot-1-after-2-boot-a-b.db"):
        (machine.folder / name).write_text("a shopping list")
    assert len(machine.look()) == 1
    assert Snapshot.of(machine.folder / "journal-snapshot-mine.db") is None
    assert (machine.folder / "journal-snapshot-mine.db").read_text() == "a shopping list"


def test_this_machine_tells_its_start() -> None:
    """The same start whenever it is asked, and seconds that go on, whatever the date is set to."""
    (boot, seconds), (again, later) = snapshots.since_boot(), snapshots.since_boot()
    assert boot == again
    assert boot.isalnum()
    assert later >= seconds > 0
