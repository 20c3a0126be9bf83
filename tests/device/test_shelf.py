"""The delves of a box, as a person handles them: read beside a running box, changed while none runs."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli import main
from delvebox.device.instance import take_instance
from delvebox.device.journal import Evenings, Journal
from delvebox.device.journal.changes import JournalChanges
from delvebox.device.journal.evenings import Evening, Times
from delvebox.device.recorded import RecordedDelve
from delvebox.device.shelf import Shelf
from delvebox.device.shelved import ShelfError
from delvebox.engine import Delve, Rules, commands

from .journal.test_disk import fill, small_disk

SHEET = Rules()


def play(folder: Path, *given: commands.Command) -> None:
    """A box that plays these and stops."""
    with Journal.open(folder) as journal:
        delve = RecordedDelve(journal, SHEET, iter(range(7, 99)).__next__, Evenings(folder, lambda: ("boot", 1.0)).note)
        for command in given:
            delve.play(command)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Delve 1 with two turns, ended by the table's own yes; delve 2 with one, open."""
    search, move = commands.TakeAction("search"), commands.TakeAction("move")
    play(tmp_path, commands.LightUp("torch", "Ann"), search, search, commands.AskNewDelve(), commands.Answer(yes=True))
    play(tmp_path, move)
    return tmp_path


@pytest.fixture
def shelf(folder: Path) -> Shelf:
    """Its shelf."""
    return Shelf(folder)


def run(folder: Path, *words: str, answer: str = "") -> Result:
    """A command on this state folder."""
    return CliRunner().invoke(main, [*words, "--state-dir", str(folder)], input=answer)


def listed(folder: Path) -> list[tuple[int, str | None, str, int]]:
    """What `delvebox delves` tells."""
    rows = [json.loads(line) for line in run(folder, "delves", "--json").stdout.splitlines()]
    return [(row["number"], row["name"], row["state"], row["turns"]) for row in rows]


# -- the list ---------------------------------------------------------------------------------------


def test_the_list_has_name_state_turns_and_evenings(folder: Path) -> None:
    """The open one is marked; an evening is told by its number where no date is known."""
    assert run(folder, "delves", "rename", "1", "The Sünken Keep").exit_code == 0
    assert run(folder, "delves").stdout.splitlines() == [
        "      name             state  turns  begun      last played",
        "   1  The Sünken Keep  over       2  evening 1  evening 1",
        ">  2  –                open       1  evening 1  evening 1",
    ]


def test_the_lists_columns_stand_under_each_other_whatever_a_name_is_written_in(folder: Path) -> None:
    """Letters of East Asia take two columns of a terminal, an accent of its own none."""
    run(folder, "delves", "rename", "1", "東京の城")
    run(folder, "delves", "rename", "2", "Ho\u0308hle")
    assert run(folder, "delves").stdout.splitlines() == [
        "      name      state  turns  begun      last played",
        "   1  東京の城  over       2  evening 1  evening 1",
        ">  2  Ho\u0308hle     open       1  evening 1  evening 1",
    ]


def test_the_date_stands_with_an_evening_where_it_is_known(folder: Path) -> None:
    """In words that no country reads otherwise."""
    record = json.loads((folder / "evenings.json").read_text())
    record["delves"]["2"]["played"] = {"number": 4, "date": "2026-11-28"}
    (folder / "evenings.json").write_text(json.dumps(record))
    assert "evening 4 (28 Nov 2026)" in run(folder, "delves").stdout


def test_reading_works_beside_a_running_box_and_changing_is_refused_with_the_cure(folder: Path, tmp_path: Path) -> None:
    """List, log and export answer; nothing is changed, and who runs is told."""
    with take_instance(folder), Journal.open(folder):
        for words in (["delves"], ["log"], ["export", "--output", str(tmp_path / "a.md")]):
            assert run(folder, *words).exit_code == 0
        file = tmp_path / "a.json"
        run(folder, "export", "--output", str(file))
        for words in (
            ["delves", "resume", "1"],
            ["delves", "rename", "1", "x"],
            ["delves", "end"],
            ["delves", "delete", "1", "--yes"],
            ["import", str(file)],
        ):
            refused = run(folder, *words)
            assert refused.exit_code == 1
            assert "delves cannot be changed while a box runs" in refused.stderr
            assert "stop it" in refused.stderr
    assert listed(folder) == [(1, None, "over", 2), (2, None, "open", 1)]


def test_the_panel_shows_the_name_where_there_is_room(folder: Path) -> None:
    """As the table gave it."""
    run(folder, "delves", "rename", "2", "Barrow of the Moon")
    assert "Barrow of the Moon" in run(folder, "play", "-", answer="show\n").stdout


# -- changes ----------------------------------------------------------------------------------------


def test_a_delve_that_the_table_ended_is_played_on_as_if_it_had_said_no(folder: Path, shelf: Shelf) -> None:
    """Its turn, lights and dice go on where they were; the other one waits and can be resumed as well."""
    before = shelf.find("1").delve()
    shelf.resume("1")
    assert listed(folder) == [(1, None, "open", 2), (2, None, "over", 1)]
    assert shelf.find("1").delve().state.asking is None
    play(folder, commands.TakeAction("search"))
    after = shelf.find("1").delve()
    assert (after.state.completed, after.state.lights[0].turns_left, after.state.closed) == (3, 3, False)
    assert (after.seed, after.state.asking) == (before.seed, None)
    shelf.resume("2")
    assert listed(folder) == [(1, None, "over", 3), (2, None, "open", 1)]
    play(folder)
    with Journal.open(folder) as journal:
        assert journal.troubles == ()


def test_an_ended_delve_is_followed_by_a_new_one_when_the_box_starts(folder: Path, shelf: Shelf) -> None:
    """And what is over cannot be ended again."""
    shelf.end(None)
    with pytest.raises(ShelfError, match="delve 2 is over already"):
        shelf.end(None)
    play(folder, commands.TakeAction("move"))
    assert listed(folder) == [(1, None, "over", 2), (2, None, "over", 1), (3, None, "open", 1)]


def test_deleting_asks_and_takes_nothing_away_without_a_yes(folder: Path) -> None:
    """No answer is a no; a yes deletes delve, name and evenings."""
    assert run(folder, "delves", "delete", "1").exit_code == 1
    asked = run(folder, "delves", "delete", "1", answer="n\n")
    assert (asked.exit_code, "delete delve 1 for good?" in asked.stdout) == (1, True)
    assert len(listed(folder)) == 2
    assert run(folder, "delves", "delete", "1", answer="y\n").exit_code == 0
    assert listed(folder) == [(2, None, "open", 1)]
    assert set(json.loads((folder / "evenings.json").read_text())["delves"]) == {"2"}


def test_when_a_delve_was_played_outlasts_a_change_that_waited_for_the_box(folder: Path, shelf: Shelf) -> None:
    """The question whether to delete stands open while the box plays on and is stopped."""
    assert shelf.find("2").times.played == Evening(1)
    with Journal.open(folder) as journal:
        later = Evenings(folder, lambda: ("another boot", 1.0))
        RecordedDelve(journal, SHEET, lambda: 9, later.note).play(commands.TakeAction("move"))
    shelf.delete("1")
    assert Shelf(folder).find("2").times == Times(Evening(1), Evening(2))


def damage(folder: Path, word: bytes) -> None:
    """The latest record with this word changes on the card; SQLite's pages fill from their ends."""
    content = (folder / "journal.db").read_bytes()
    assert word in content
    (folder / "journal.db").write_bytes(content.replace(word, b"?" * len(word), 1))


def test_damage_is_told_by_who_reads_it_and_by_who_mends_it(folder: Path, tmp_path: Path) -> None:
    """Who changes a delve sets the damage aside on the way, and the box, which finds all well, tells it no more."""
    damage(folder, b"move")
    paper, archive = str(tmp_path / "a.pdf"), str(tmp_path / "a.tar.gz")
    for words in (["delves"], ["log"], ["export", "--output", paper.replace("pdf", "md")]):
        assert "start the box, it sets the damage aside" in run(folder, *words).stderr
    assert "sets the damage aside" in run(folder, "sheet", "--delve", "1", "--output", paper).stderr
    assert "is kept as journal-damaged-1-after-" in run(folder, "delves", "rename", "1", "x").stderr
    assert run(folder, "delves", "rename", "1", "y").stderr == ""
    run(folder, "delves", "end", "2")
    damage(folder, b"search")
    refused = run(folder, "delves", "end", "1")
    assert (refused.exit_code, "is kept as journal-damaged-2-after-" in refused.stderr) == (1, True)
    damage(folder, b"search")
    assert "is kept as journal-damaged-3-after-" in run(folder, "backup", archive).stderr
    damage(folder, b"torch")
    restored = run(folder, "restore", archive, "--settings", str(tmp_path / "none.yaml"))
    assert "is kept as journal-damaged-4-after-" in restored.stderr


def test_deleting_where_nobody_can_be_asked_is_a_sentence(folder: Path) -> None:
    """Standard input is closed: as from some timers, and scripts."""
    asked = ["sh", "-c", 'exec "$0" delves delete 1 --state-dir "$1" <&-', Path(sys.executable).with_name("delvebox")]
    done = subprocess.run([*asked, folder], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "Error: delve 1 is not deleted: nobody can be asked here, --yes asks nobody\n",
    )
    assert len(listed(folder)) == 2


@pytest.mark.parametrize("name", ["", "  ", "7", "x" * 61, "a\nb", "\u200b", "a\ud800"])
def test_a_name_that_would_not_do_is_refused(shelf: Shelf, name: str) -> None:
    """Empty, a number, too long, or not to be read: with the cure, and nothing is changed."""
    with pytest.raises(ShelfError, match="give"):
        shelf.rename("1", name)
    assert shelf.find("1").name is None


def test_a_delve_is_found_by_its_name_however_it_is_written(shelf: Shelf) -> None:
    """A name that two have is answered with their numbers; one that none has with where to look."""
    shelf.rename("1", "Die Große Höhle")
    assert shelf.find("die GROSSE höhle").number == 1
    shelf.rename("2", "die große höhle")
    with pytest.raises(ShelfError, match="several delves: give one of the numbers 1, 2"):
        shelf.find("Die Große Höhle")
    with pytest.raises(ShelfError, match="no delve 'nowhere': delvebox delves lists them"):
        shelf.find("nowhere")


def test_a_name_is_one_name_however_its_accents_are_stored(shelf: Shelf) -> None:
    """A letter with its accent, or the two one after the other, as some keyboards give them."""
    shelf.rename("1", "Ho\u0308hle")
    assert shelf.find("h\u00f6hle").number == 1


def test_a_number_of_thousands_of_digits_is_no_delve(folder: Path) -> None:
    """Python itself refuses to read it as one."""
    assert "no delve '999" in run(folder, "log", "9" * 5000).stderr


def test_a_folder_that_this_user_may_not_enter_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the installed box's may be for who forgets sudo: its files cannot even be looked for."""

    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with monkeypatch.context() as nobody:
        nobody.setattr(Path, "exists", refuse)
        for words in (["delves"], ["log"], ["log", "--follow"], ["export", "--output", "a.md"], ["backup", "a.tar.gz"]):
            done = CliRunner().invoke(main, [*words, "--state-dir", str(folder)])
            assert (done.exit_code, "Permission denied" in done.stderr) == (1, True), words


def test_a_folder_without_a_delve_is_told(tmp_path: Path) -> None:
    """And nothing is made in it."""
    for words in (["delves"], ["log"], ["log", "--follow"], ["export", "--output", "a.md"]):
        assert "holds no journal" in run(tmp_path, *words).stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write what belongs to another user")
def test_what_root_changes_still_belongs_to_the_box(folder: Path) -> None:
    """The service is another user: it must be able to write its journal afterwards."""
    for each in (folder, *folder.iterdir()):
        os.chown(each, 12345, 12346)
    shelf = Shelf(folder)
    shelf.rename("1", "Ôn")
    shelf.add(shelf.find("1").delve(), None)
    assert {(each.stat().st_uid, each.stat().st_gid) for each in folder.iterdir()} == {(12345, 12346)}


# -- files ------------------------------------------------------------------------------------------


def test_an_exported_delve_is_imported_equal_and_the_open_one_stays_open(folder: Path, tmp_path: Path) -> None:
    """Under its name, into this box or a new one; it can be resumed there."""
    run(folder, "delves", "rename", "1", "Ôn")
    file = tmp_path / "on.json"
    assert run(folder, "export", "Ôn", "--output", str(file)).exit_code == 0
    assert run(folder, "import", str(file)).stdout == "delve 3 (Ôn)\n"
    assert listed(folder) == [(1, "Ôn", "over", 2), (2, None, "open", 1), (3, "Ôn", "over", 2)]
    new = tmp_path / "new"
    assert "give 1 to 60 characters" in run(new, "import", str(file), "--name", "").stderr
    assert run(new, "import", str(file), "--name", "other").stdout == "delve 1 (other)\n"
    assert Shelf(new).find("1").delve().to_json() == Shelf(folder).find("1").delve().to_json()
    assert run(new, "delves", "resume", "other").exit_code == 0
    play(new, commands.TakeAction("move"))
    assert listed(new) == [(1, "other", "open", 3)]


def test_a_bad_file_is_refused_and_changes_nothing(folder: Path, tmp_path: Path) -> None:
    """With the file, the place and the cure."""
    (tmp_path / "bad.json").write_text('{"format": 1,\n')
    refused = run(folder, "import", str(tmp_path / "bad.json"))
    assert refused.exit_code == 1
    assert f"{tmp_path / 'bad.json'}: line 2, column 1" in refused.stderr
    assert "cannot be read" in run(folder, "import", str(tmp_path / "none.json")).stderr
    assert len(listed(folder)) == 2


@pytest.mark.parametrize("ending", ["md", "csv", "json"])
def test_a_file_that_cannot_be_written_is_a_sentence(folder: Path, tmp_path: Path, ending: str) -> None:
    """As is an ending that is none."""
    assert "cannot be written" in run(folder, "export", "--output", str(tmp_path / "no" / f"a.{ending}")).stderr
    assert "ends in .md, .csv, .json" in run(folder, "export", "--output", str(tmp_path / "a.txt")).stderr


def test_a_file_that_was_there_is_old_or_new(folder: Path, tmp_path: Path) -> None:
    """Its rights and a link to it stay; on a full disk, and where nobody may write it, it is what it was."""
    file, link = tmp_path / "a.md", tmp_path / "link.md"
    run(folder, "export", "--output", str(file))
    assert file.stat().st_mode & 0o777 == 0o666 & ~umask()
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    run(folder, "export", "1", "--output", str(link))
    assert (file.read_text().startswith("# "), file.stat().st_mode & 0o777, link.is_symlink()) == (True, 0o640, True)
    with small_disk(tmp_path / "disk", "1m") as disk:
        (disk / "a.md").write_text("old")
        fill(disk)
        assert "No space left" in run(folder, "export", "--output", str(disk / "a.md")).stderr
        assert "No space left" in run(folder, "export", "--output", str(disk / "b.md")).stderr
        assert ((disk / "a.md").read_text(), (disk / "b.md").exists()) == ("old", False)


def umask() -> int:
    """What this user's new files are kept from."""
    os.umask(now := os.umask(0))
    return now


# -- the log ----------------------------------------------------------------------------------------


def test_the_log_tells_each_entry_with_its_clock_and_rolls(folder: Path) -> None:
    """In the words of the voice, with numbers in digits; with --why the sheet's rules."""
    lines = run(folder, "log", "1").stdout.splitlines()
    assert lines[:3] == [
        "delve 1",
        "  0:00  Torch for Ann lit: 6 turns.",
        "  0:10  Turn 1: search. All quiet.  [1]",
    ]
    assert "repeated searches of the same area" in run(folder, "log", "1", "--why").stdout
    record = json.loads(run(folder, "log", "1", "--json").stdout.splitlines()[1])
    assert (record["delve"], record["turn"], record["command"]["action"]) == (1, 2, "search")
    assert all(event["rule"] for event in record["events"])


def test_the_log_follows_a_box_that_plays_and_the_delve_after(folder: Path) -> None:
    """Each entry is printed when it is written, without being asked for; a new delve has a heading."""
    delvebox = str(Path(sys.executable).with_name("delvebox"))
    heeding = ["env", "--default-signal=INT"]  # who runs the tests in a shell's background ignores it
    with subprocess.Popen(
        [*heeding, delvebox, "log", "--follow", "--state-dir", str(folder)], stdout=subprocess.PIPE, text=True
    ) as follower:
        assert follower.stdout is not None
        try:
            assert follower.stdout.readline() == "delve 2\n"
            assert "moved on" in follower.stdout.readline()
            play(folder, commands.AddNote("a door"))
            assert follower.stdout.readline() == "  0:10  Noted. a door\n"
            play(folder, commands.AskNewDelve(), commands.Answer(yes=True), commands.TakeAction("search"))
            rest = [follower.stdout.readline() for _ in range(4)]
            assert rest[2] == "delve 3\n"
            assert "Turn 1: search" in rest[3]
            follower.send_signal(signal.SIGINT)
            assert follower.wait() == 0
        finally:
            follower.kill()


@contextmanager
def following(folder: Path) -> Iterator[IO[str]]:
    """What `delvebox log --follow` prints, until the end of the block."""
    delvebox = str(Path(sys.executable).with_name("delvebox"))
    with subprocess.Popen(
        [delvebox, "log", "--follow", "--state-dir", str(folder)], stdout=subprocess.PIPE, text=True
    ) as follower:
        assert follower.stdout is not None
        try:
            yield follower.stdout
        finally:
            follower.kill()


def test_the_log_follows_what_is_played_whatever_is_done_to_the_delves(folder: Path, shelf: Shelf) -> None:
    """One that was imported is not played; one that is resumed is, and one of the same number as a deleted one."""
    with following(folder) as told:
        assert (told.readline(), "moved on" in told.readline()) == ("delve 2\n", True)
        shelf.add(shelf.find("1").delve(), "from elsewhere")
        play(folder, commands.AddNote("after the import"))
        assert told.readline() == "  0:10  Noted. after the import\n"
        shelf.resume("1")
        play(folder, commands.AddNote("in the first again"))
        assert told.readline() == "delve 1\n"
        lines = [told.readline() for _ in range(6)]
        assert "0:00  Torch for Ann lit" in lines[0]
        assert lines[-1] == "  0:20  Noted. in the first again\n"
        for number in "321":
            shelf.delete(number)
        play(folder, commands.AddNote("in a new first"))
        assert [told.readline() for _ in range(2)] == ["delve 1\n", "  0:00  Noted. in a new first\n"]


def test_only_the_open_delve_can_be_followed(folder: Path) -> None:
    """One that is over has no more to come."""
    assert "delve 1 is over: leave out --follow" in run(folder, "log", "1", "--follow").stderr


def test_waiting_for_the_journal_wakes_at_its_records_alone(folder: Path) -> None:
    """Other files of the state folder, such as the log, wake nobody."""
    with JournalChanges(folder) as changes:
        (folder / "delvebox.log").write_text("x")
        assert not changes.wait(0.0)
        play(folder, commands.TakeAction("move"))
        assert changes.wait(5.0)


def test_a_delve_of_another_version_is_listed_and_told(folder: Path) -> None:
    """Its turns are not known; the others are as they are."""
    lone = Delve(SHEET, 1)
    lone.play(commands.TakeAction("move"))
    with Journal.open(folder) as journal:
        record = journal.current()
        assert record is not None
        journal.append(record.id, {"format": 99, "kind": "command"})
    done = run(folder, "delves")
    assert "delve 2 cannot be read" in done.stderr
    assert "?" in done.stdout.splitlines()[2]
