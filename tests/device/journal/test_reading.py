"""The journal read beside a box, and changed while none runs."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from delvebox.device.journal import Journal, JournalError, editing
from delvebox.device.journal.editing import edit
from delvebox.device.journal.files import Files, wal
from delvebox.device.journal.reading import JournalReader
from delvebox.device.journal.snapshots import Snapshots

from .test_disk import small_disk

ENTRY = {"kind": "undo", "text": "Wéll"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three delves; the last is open."""
    with Journal.open(tmp_path) as journal:
        for number in range(1, 4):
            delve = journal.begin_delve(number, {"die": number}, name=f"delve {number}")
            for _ in range(number):
                journal.append(delve.id, ENTRY)
    return tmp_path


def told(folder: Path) -> list[tuple[int, str | None, int, bool]]:
    """Number, name, entries and whether it is over, of each delve."""
    reader = JournalReader(folder)
    reader.read_on()
    assert reader.trouble == ""
    return [(each.number, each.name, len(each.entries), each.ended) for each in reader.delves]


def test_a_reader_follows_a_box_that_plays(folder: Path) -> None:
    """Each record is there as soon as it was written, though the journal is open; nothing new is told as that."""
    reader = JournalReader(folder)
    with Journal.open(folder) as journal:
        assert reader.read_on()
        assert not reader.read_on()
        journal.append(3, ENTRY)
        assert reader.read_on()
        assert [len(each.entries) for each in reader.delves] == [1, 2, 4]
        journal.begin_delve(9, {})
        reader.read_on()
        assert (reader.delves[-1].number, reader.delves[-1].entries, reader.delves[2].ended) == (4, (), True)


def test_a_reader_sees_a_change_whatever_number_the_file_has(folder: Path) -> None:
    """After two changes the file may have the number of the first again; of as many records not one is stale."""
    reader = JournalReader(folder)
    reader.read_on()
    changed = folder / "changed"
    changed.mkdir()
    shutil.copy(Files(folder).database, changed)
    edit(changed, lambda delves: [replace(each, name="new") for each in delves])
    Files(folder).database.write_bytes(Files(changed).database.read_bytes())
    assert reader.read_on()
    assert ([each.name for each in reader.delves], reader.trouble) == (["new"] * 3, "")


def test_a_journal_is_read_where_nothing_may_be_written(folder: Path, tmp_path: Path) -> None:
    """A card that is mounted to be read alone, or another user's folder: SQLite's own files cannot be made there."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        shutil.copy(Files(folder).database, disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert [name for _, name, _, _ in told(disk)] == ["delve 1", "delve 2", "delve 3"]


def test_a_reader_begins_anew_with_a_journal_that_was_exchanged(folder: Path) -> None:
    """As a change does it: what it read before is forgotten, and no damage is told."""
    reader = JournalReader(folder)
    reader.read_on()
    edit(folder, lambda delves: delves[1:])
    assert reader.read_on()
    assert ([each.number for each in reader.delves], reader.trouble) == ([2, 3], "")
    with Journal.open(folder) as journal:
        journal.append(2, ENTRY)
        assert reader.read_on()
        assert len(reader.delves[-1].entries) == 4


def test_reading_changes_no_byte_of_the_journal(folder: Path) -> None:
    """Neither the file nor the note of the last record: a damaged journal must be found as it is."""
    files = Files(folder)
    before = files.database.read_bytes(), files.last.read_bytes()
    JournalReader(folder).read_on()
    assert (files.database.read_bytes(), files.last.read_bytes()) == before


def test_the_log_of_a_box_that_was_killed_stays_as_it_is(folder: Path, tmp_path: Path) -> None:
    """SQLite would fold it into the file, from which a damaged journal is harder to mend."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with Journal.open(folder) as journal:
        journal.append(3, ENTRY)
        for each in (Files(folder).database, wal(Files(folder).database)):
            shutil.copy(each, killed)
    before = wal(Files(killed).database).read_bytes()
    assert told(killed)[-1] == (3, "delve 3", 4, False)
    assert before
    assert wal(Files(killed).database).read_bytes() == before


def test_what_stands_before_damage_is_read_and_the_damage_told(folder: Path) -> None:
    """A record that does not fit ends the reading with a sentence and its cure."""
    database = Files(folder).database
    content = database.read_bytes()
    place = content.index(b'"name":"delve 3"')
    database.write_bytes(content[:place] + b'"name":"delve 4"' + content[place + 16 :])
    reader = JournalReader(folder)
    reader.read_on()
    assert [each.number for each in reader.delves] == [1, 2]
    assert "does not fit" in reader.trouble
    assert "start the box" in reader.trouble


def test_a_folder_without_a_journal_is_told(tmp_path: Path) -> None:
    """And none is made."""
    with pytest.raises(JournalError, match="holds no journal: name the box's state folder with --state-dir"):
        JournalReader(tmp_path).read_on()
    with pytest.raises(JournalError, match="holds no journal"):
        edit(tmp_path, lambda delves: delves)
    assert list(tmp_path.iterdir()) == []


def test_a_deleted_delve_is_gone_and_the_others_keep_their_numbers(folder: Path) -> None:
    """Nothing of its words is on the disk any more, snapshots included; the next delve has a new number."""
    with Journal.open(folder) as journal:
        journal.append(3, {"note": "a secret door"})
        Snapshots(folder, lambda: journal.number, lambda _told: None).look()
    assert Files(folder).snapshots()
    edit(folder, lambda delves: delves[:2])
    assert told(folder) == [(1, "delve 1", 1, True), (2, "delve 2", 2, True)]
    assert not [each for each in folder.iterdir() if b"secret" in each.read_bytes()]
    edit(folder, lambda delves: delves[1:])
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
        assert journal.begin_delve(9, {}).number == 3
        journal.append(2, ENTRY)
    assert told(folder) == [(2, "delve 2", 2, True), (3, None, 1, False)]


def test_an_old_delve_can_be_the_open_one_again(folder: Path) -> None:
    """It is moved to the end, and the box plays on in it."""
    edit(
        folder,
        lambda delves: [delves[1], replace(delves[2], ended=True), replace(delves[0], ended=False, name="Ôn")],
    )
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
        current = journal.current()
        assert current is not None
        assert (current.number, current.name) == (1, "Ôn")
        journal.append(current.id, ENTRY)
    assert told(folder)[-1] == (1, "Ôn", 2, False)


@pytest.mark.parametrize("step", ["create", "remove", "move"])
def test_a_change_that_breaks_off_leaves_the_old_journal_whole(
    folder: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each step: the box finds every delve, and nothing to mend."""
    before = told(folder)

    def fail(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(editing.store if step == "create" else editing.disk, step, fail)
        with pytest.raises(JournalError):
            edit(folder, lambda delves: delves[:1])
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
    assert told(folder) == before


def test_a_change_that_was_cut_after_its_rename_is_whole(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power goes before the last record is noted: the new journal is found, and nothing to mend."""
    move = editing.disk.move

    class Cut(BaseException):
        pass

    def cut(source: Path, target: Path) -> None:
        move(source, target)
        raise Cut

    with monkeypatch.context() as power:
        power.setattr(editing.disk, "move", cut)
        with pytest.raises(Cut):
            edit(folder, lambda delves: delves[:1])
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
    assert told(folder) == [(1, "delve 1", 1, True)]
