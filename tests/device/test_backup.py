"""A box in one file: everything comes back, nothing is lost by it, and no bad archive touches a box."""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.backup import BackupError, back_up, restore
from delvebox.device.cli import main
from delvebox.device.instance import take_instance, who_runs
from delvebox.device.journal import Journal

ENTRY = {"kind": "undo"}


def play(folder: Path, entries: int) -> None:
    """A state folder with a delve of so many entries."""
    with Journal.open(folder) as journal:
        record = journal.current() or journal.begin_delve(7, {})
        for _ in range(entries):
            journal.append(record.id, ENTRY)


def played(folder: Path) -> int:
    """How many entries its open delve has."""
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
        record = journal.current()
        return record.entries if record else 0


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A state folder with three entries."""
    play(tmp_path / "box", 3)
    return tmp_path / "box"


def test_a_box_moves_with_delves_voice_and_settings(box: Path, tmp_path: Path) -> None:
    """Onto a machine that has none: the same delve, the same file, byte for byte."""
    (box / "voice.json").write_text("{}")
    settings = tmp_path / "mine.yaml"
    settings.write_text("language: en\n")
    assert back_up(box, settings, tmp_path / "a.tar.gz").delves == 1
    held = restore(tmp_path / "a.tar.gz", tmp_path / "new", tmp_path / "etc" / "delvebox.yaml")
    assert held.before is None
    assert played(tmp_path / "new") == 3
    assert (tmp_path / "new" / "voice.json").read_text() == "{}"
    assert (tmp_path / "etc" / "delvebox.yaml").read_text() == "language: en\n"


def test_no_box_can_start_while_its_files_are_read(box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup is of one moment: its delves and its voice belong together."""
    (box / "voice.json").write_text("{}")
    read_bytes, held = Path.read_bytes, []

    def watched(path: Path) -> bytes:
        if path.parent == box:
            held.append(who_runs(box) is not None)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", watched)
    back_up(box, None, tmp_path / "a.tar.gz")
    assert held
    assert all(held)


def test_settings_behind_a_link_stay_there(box: Path, tmp_path: Path) -> None:
    """A root that is only read has a link to the partition of the state: the link stays, and what it names is new."""
    there, link = tmp_path / "partition.yaml", tmp_path / "etc.yaml"
    there.write_text("language: en\n")
    link.symlink_to(there)
    back_up(box, link, tmp_path / "a.tar.gz")
    there.write_text("language: de\n")
    restore(tmp_path / "a.tar.gz", box, link)
    assert (link.readlink(), there.read_text()) == (there, "language: en\n")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write what belongs to another user")
def test_what_root_restores_belongs_to_the_box(box: Path, tmp_path: Path) -> None:
    """The service is another user: it must be able to write its journal afterwards."""
    back_up(box, None, tmp_path / "a.tar.gz")
    new = tmp_path / "new"
    new.mkdir()
    os.chown(new, 12345, 12346)
    restore(tmp_path / "a.tar.gz", new, None)
    assert (new / "journal.db").stat().st_uid == 12345


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write what belongs to another user")
def test_what_a_backup_by_root_mends_belongs_to_the_box_and_no_link_is_followed(box: Path, tmp_path: Path) -> None:
    """A damaged journal is set aside on the way; the box may have put a link to somebody else's file there."""
    others, journal = tmp_path / "others", bytearray((box / "journal.db").read_bytes())
    others.write_text("not the box's")
    (box / "link").symlink_to(others)
    journal[-200:] = bytes(200)
    (box / "journal.db").write_bytes(journal)
    for each in (box, *box.iterdir()):
        os.chown(each, 12345, 12346, follow_symlinks=False)
    back_up(box, None, tmp_path / "a.tar.gz")
    assert list(box.glob("journal-damaged-*"))
    assert {each.lstat().st_uid for each in box.iterdir()} == {12345}
    restore(tmp_path / "a.tar.gz", box, None)
    assert {each.lstat().st_uid for each in box.rglob("*")} == {12345}
    assert others.stat().st_uid == os.geteuid()


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Somebody reads the journal until the end of the block, such as `delvebox log --follow`."""
    with closing(sqlite3.connect(f"file:{folder / 'journal.db'}?mode=ro", uri=True, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield


PULLED = """
import os, sys
from delvebox.device.journal import Journal

journal = Journal.open(sys.argv[1])
for _ in range(2):
    journal.append(journal.current().id, {"kind": "undo"})
os._exit(0)
"""
"""The plug: two entries more, in the journal's log alone."""


def test_a_journal_whose_log_cannot_be_folded_in_is_neither_backed_up_nor_replaced(box: Path, tmp_path: Path) -> None:
    """Its last entries would be missing, or be played over the other one; later it can be."""
    back_up(box, None, tmp_path / "a.tar.gz")
    subprocess.run([sys.executable, "-c", PULLED, box], check=True, cwd=Path(__file__).parents[2])
    with reading(box):
        with pytest.raises(BackupError, match="end what reads it"):
            back_up(box, None, tmp_path / "b.tar.gz")
        with pytest.raises(BackupError, match="end what reads it"):
            restore(tmp_path / "a.tar.gz", box, None)
    assert played(box) == 5
    back_up(box, None, tmp_path / "b.tar.gz")
    restore(tmp_path / "b.tar.gz", tmp_path / "new", None)
    assert played(tmp_path / "new") == 5


def test_what_was_there_before_a_restore_is_kept_each_time(box: Path, tmp_path: Path) -> None:
    """A wrong archive is undone by hand: the delve that was going on lies beside, and can be opened."""
    back_up(box, None, tmp_path / "a.tar.gz")
    play(box, 2)
    first = restore(tmp_path / "a.tar.gz", box, None)
    assert played(box) == 3
    assert first.before is not None
    assert played(first.before) == 5
    second = restore(tmp_path / "a.tar.gz", box, None)
    assert second.before != first.before


def test_a_backup_is_not_written_over_another(box: Path, tmp_path: Path) -> None:
    """Last week's may be the better one."""
    (tmp_path / "a.tar.gz").write_text("last week's")
    with pytest.raises(BackupError, match="is there already"):
        back_up(box, None, tmp_path / "a.tar.gz")
    assert (tmp_path / "a.tar.gz").read_text() == "last week's"


def test_a_box_that_runs_is_left_alone(box: Path, tmp_path: Path) -> None:
    """Neither taken down in mid-turn nor written under its feet."""
    back_up(box, None, tmp_path / "a.tar.gz")
    with take_instance(box):
        for act in (
            lambda: back_up(box, None, tmp_path / "b.tar.gz"),
            lambda: restore(tmp_path / "a.tar.gz", box, None),
        ):
            with pytest.raises(BackupError, match="uses it"):
                act()


def test_a_folder_without_a_box_is_no_backup(tmp_path: Path) -> None:
    """An empty archive would be taken for a full one."""
    with pytest.raises(BackupError, match="holds no journal"):
        back_up(tmp_path, None, tmp_path / "a.tar.gz")


def packed(*members: tuple[str, bytes]) -> bytes:
    """An archive with these files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


def spoilt_within(whole: bytes) -> bytes:
    """An archive that is well at both ends and no deflated data in its middle."""
    middle = len(whole) // 2
    return whole[:middle] + b"\xff" * 1000 + whole[middle + 1000 :]


def linked(_whole: bytes) -> bytes:
    """An archive whose journal is a link to somebody else's file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        member = tarfile.TarInfo("journal.db")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(member)
    return out.getvalue()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda whole: whole[: len(whole) // 2], "damaged"),
        (lambda whole: whole[:40] + b"?" + whole[41:], "damaged"),
        (lambda _whole: b"", "damaged"),
        (lambda _whole: b"no archive", "no backup"),
        (lambda _whole: spoilt_within(packed(("journal.db", repr([*range(99_999)]).encode()))), "damaged"),
        (lambda _whole: packed(("../evil", b"x")), "'../evil'"),
        (lambda _whole: packed(("index.json", b"[" * 100_000)), "no backup"),
        (lambda _whole: packed(("index.json", b"[]")), "no backup"),
        (lambda _whole: packed(("index.json", b'{"format": 1, "sha256": {}}')), "damaged"),
        (lambda _whole: packed(("index.json", b'{"format": 99, "sha256": {}}')), "newer delvebox"),
        (linked, "'journal.db'"),
    ],
)
def test_a_bad_archive_touches_nothing(box: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], why: str) -> None:
    """Cut short, changed, empty, of other files, of a newer box: one sentence, and the delve goes on."""
    back_up(box, None, tmp_path / "a.tar.gz")
    (tmp_path / "a.tar.gz").write_bytes(spoil((tmp_path / "a.tar.gz").read_bytes()))
    before = sorted(path.name for path in box.iterdir())
    with pytest.raises(BackupError, match=why):
        restore(tmp_path / "a.tar.gz", box, None)
    assert sorted(path.name for path in box.iterdir()) == before
    assert played(box) == 3


def test_an_archive_with_a_damaged_journal_is_refused(box: Path, tmp_path: Path) -> None:
    """Its checksums may be right and its journal wrong all the same: it is opened before it counts."""
    back_up(box, None, tmp_path / "a.tar.gz")
    journal = bytearray((box / "journal.db").read_bytes())
    journal[-200:] = bytes(200)
    (box / "journal.db").write_bytes(journal)
    import hashlib
    import json

    index = {"format": 1, "sha256": {"journal.db": hashlib.sha256(journal).hexdigest()}}
    spoilt = packed(("index.json", json.dumps(index).encode()), ("journal.db", bytes(journal)))
    (tmp_path / "b.tar.gz").write_bytes(spoilt)
    with pytest.raises(BackupError, match="damaged"):
        restore(tmp_path / "b.tar.gz", tmp_path / "new", None)
    assert not (tmp_path / "new" / "journal.db").exists()


def test_files_that_the_settings_name_are_told_for_they_are_not_in_it(box: Path, tmp_path: Path) -> None:
    """Else a box that has moved would miss its phrases, tables and theme on the evening."""
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "speech: {phrasebook: words.yaml}\nvoice: {theme: eerie.yaml}\ntables: [crypt.csv, shipped]\n"
        "mqtt: {user: box, password_file: secret}\n"
    )
    command = ["backup", str(tmp_path / "a.tar.gz"), "--state-dir", str(box), "--settings", str(mine)]
    told = CliRunner().invoke(main, command).output.splitlines()[1]
    named = ", ".join(str(tmp_path / name) for name in ("words.yaml", "eerie.yaml", "crypt.csv", "secret"))
    assert told == f"the settings name files that are not in it, take them along: {named}"


def test_the_commands_say_what_they_did(box: Path, tmp_path: Path) -> None:
    """`delvebox backup` and `restore`: one line each, and an error is a sentence with status 1."""
    archive = str(tmp_path / "a.tar.gz")
    settings = str(tmp_path / "mine.yaml")
    Path(settings).write_text("language: en\n")
    done = CliRunner().invoke(main, ["backup", archive, "--state-dir", str(box), "--settings", settings])
    assert (done.exit_code, done.output) == (0, f"{archive}: 1 delve, journal.db, journal.last, settings.yaml\n")
    again = CliRunner().invoke(main, ["backup", archive, "--state-dir", str(box), "--settings", settings])
    assert again.exit_code == 1
    assert "is there already" in again.output
    back = CliRunner().invoke(main, ["restore", archive, "--state-dir", str(box), "--settings", settings])
    assert back.exit_code == 0
    assert f"what was there before is in {box}/before-restore-1" in back.output
