"""The journal as the session uses it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.journal import DelveRecord, Journal, JournalError, files, store
from delvebox.device.journal.records import BEGIN, END, ENTRY, Chain, compact

RULES = {"profile": "sheet", "danger": {"die": 6, "table": {"encounter": 3}}}


def test_a_new_journal_is_empty_and_makes_its_folder(tmp_path) -> None:
    """The first start finds nothing, and has no trouble to tell."""
    with Journal.open(tmp_path / "var" / "lib" / "delvebox") as journal:
        assert journal.current() is None
        assert journal.delves() == ()
        assert journal.troubles == ()
    with Journal.open(tmp_path / "var" / "lib" / "delvebox") as journal:
        assert journal.troubles == ()


def test_a_delve_comes_back_after_a_restart(tmp_path) -> None:
    """Facts and entries are read as they were written, in order."""
    entries = [{"kind": "command", "events": [{"type": "turn_ended", "turn": n}]} for n in range(5)]
    with Journal.open(tmp_path) as journal:
        delve = journal.begin_delve(-(2**70), RULES, name="The Wéll of Ôn")
        assert [journal.append(delve.id, entry) for entry in entries] == [1, 2, 3, 4, 5]
        assert journal.entries(delve.id) == entries
    with Journal.open(tmp_path) as journal:
        assert journal.current() == DelveRecord(1, "The Wéll of Ôn", -(2**70), RULES, entries=5, number=1)
        assert journal.entries(1) == entries
        assert journal.append(1, {"kind": "undo"}) == 6


def test_a_new_delve_ends_the_open_one(tmp_path) -> None:
    """There is never more than one open delve."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        journal.append(1, {"n": 1})
        journal.begin_delve(2, RULES)
        assert [(each.id, each.ended, each.entries) for each in journal.delves()] == [(1, True, 1), (2, False, 0)]
        assert journal.current() == journal.delves()[1]
        journal.end_delve(2)
        assert journal.current() is None
    with Journal.open(tmp_path) as journal:
        assert journal.current() is None
        assert [each.ended for each in journal.delves()] == [True, True]
        assert journal.entries(1) == [{"n": 1}]
        assert journal.begin_delve(3, RULES).id == 3


@pytest.mark.parametrize("delve_id", [0, 1, 3])
def test_only_the_open_delve_is_written_to(tmp_path, delve_id) -> None:
    """An ended delve, or one that never was, takes no entry and is not ended again."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        journal.begin_delve(2, RULES)
        with pytest.raises(JournalError, match=f"delve {delve_id} is not open, delve 2 is: begin a new delve"):
            journal.append(delve_id, {})
        with pytest.raises(JournalError, match="is not open"):
            journal.end_delve(delve_id)
        assert journal.append(2, {}) == 1


def test_no_delve_is_open_at_first(tmp_path) -> None:
    """Before the first delve there is nothing to append to and nothing to read."""
    with Journal.open(tmp_path) as journal:
        with pytest.raises(JournalError, match="delve 1 is not open, none is"):
            journal.append(1, {})
        with pytest.raises(JournalError, match="no delve 1: it holds 0"):
            journal.entries(1)


@pytest.mark.parametrize("entry", [{"events": {1, 2}}, {"chance": float("nan")}, {"chance": float("inf")}])
def test_what_is_no_json_leaves_nothing(tmp_path, entry) -> None:
    """A value that JSON has no word for is the program's fault, and changes nothing."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        with pytest.raises((TypeError, ValueError)):
            journal.append(1, entry)
        assert journal.append(1, {"n": 1}) == 1
        assert journal.entries(1) == [{"n": 1}]


def test_the_folder_may_be_named_from_the_working_folder(tmp_path, monkeypatch) -> None:
    """The working folder changes later (lgpio does that), and the journal stays where it is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with Journal.open(Path("state")) as journal:
        monkeypatch.chdir(tmp_path / "elsewhere")
        journal.begin_delve(1, RULES)
    assert {path.name for path in (tmp_path / "state").iterdir()} == {"journal.db", "journal.last"}
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_closing_twice_is_safe(tmp_path) -> None:
    """Closing again does nothing; using a closed journal is the program's fault and is not told as the disk's."""
    journal = Journal.open(tmp_path)
    journal.begin_delve(1, RULES)
    journal.close()
    journal.close()
    with pytest.raises(sqlite3.ProgrammingError):
        journal.append(1, {})


def test_sqlite_syncs_every_record(tmp_path) -> None:
    """The log is written ahead, synced at each record, and kept short."""
    with Journal.open(tmp_path) as journal:
        ask = journal._connection.execute
        assert ask("PRAGMA journal_mode").fetchone()[0] == b"wal"
        assert ask("PRAGMA synchronous").fetchone()[0] == 2
        assert ask("PRAGMA wal_autocheckpoint").fetchone()[0] == store.CHECKPOINT_PAGES
        journal.begin_delve(1, RULES)
        for number in range(3 * store.CHECKPOINT_PAGES):
            journal.append(1, {"number": number, "text": "x" * 1000})
        longest = store.CHECKPOINT_PAGES + 10
        assert files.size(files.wal(tmp_path / "journal.db")) < longest * (store.PAGE_BYTES + 24)


def test_another_program_can_read_while_the_box_runs(tmp_path) -> None:
    """`delvebox log` and the like need not stop the box."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        journal.append(1, {"n": 1})
        with contextlib.closing(sqlite3.connect(f"file:{tmp_path}/journal.db?mode=ro", uri=True)) as reader:
            assert reader.execute("SELECT payload FROM records WHERE kind = 'entry'").fetchall() == [('{"n":1}',)]
        journal.append(1, {"n": 2})


def test_another_program_that_writes_is_told(tmp_path, monkeypatch) -> None:
    """While something else holds the journal nothing can be recorded; afterwards all is well."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.01)
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        with contextlib.closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalError, match=r"another program holds it .*: close that program and try again"):
                journal.append(1, {"n": 1})
        assert journal.append(1, {"n": 2}) == 1
        assert journal.entries(1) == [{"n": 2}]


def test_ten_thousand_records_are_opened_quickly(tmp_path) -> None:
    """Ten thousand turns are read and proved in at most 0.3 s."""
    events = [{"type": "turn_began", "turn": 12, "action": "search"}, {"type": "danger_rolled", "die": 3, "total": 5}]
    entry = compact({"kind": "command", "command": {"type": "take_next_turn"}, "events": events})
    parts = [(1, number, ENTRY, entry) for number in range(1, 10_000)]
    facts = {"format": 1, "name": None, "seed": 1, "rules": RULES}
    store.create(tmp_path / "journal.db", Chain().link([(1, 0, BEGIN, compact(facts)), *parts]), store.connect)
    seconds = []
    for _ in range(3):
        begin = time.perf_counter()
        journal = Journal.open(tmp_path)
        seconds.append(time.perf_counter() - begin)
        assert journal.delves()[0].entries == 9_999
        assert journal.troubles == ()
        journal.close()
    assert min(seconds) <= 0.3


def test_a_newer_journal_is_left_alone(tmp_path) -> None:
    """A layout that this program does not know is no damage: it says so and touches nothing."""
    with contextlib.closing(sqlite3.connect(tmp_path / "journal.db")) as newer:
        newer.execute("CREATE TABLE turns (a, b)")
        newer.execute("PRAGMA user_version = 2")
    before = (tmp_path / "journal.db").read_bytes()
    with pytest.raises(JournalError, match=r"has layout 2 and this delvebox reads up to 1: install the newer delvebox"):
        Journal.open(tmp_path)
    assert (tmp_path / "journal.db").read_bytes() == before
    assert not list(tmp_path.glob("journal-damaged*"))


def test_a_delve_of_a_newer_format_is_not_guessed_at(tmp_path) -> None:
    """Records of a format that this program does not know are true, but not read."""
    facts = {"format": 2, "name": None, "seed": 1, "rules": {}}
    store.create(tmp_path / "journal.db", Chain().link([(1, 0, BEGIN, compact(facts))]), store.connect)
    with Journal.open(tmp_path) as journal:
        assert journal.troubles == ()
        with pytest.raises(JournalError, match="delve 1 has format 2 and this delvebox reads up to 1: install"):
            journal.entries(1)


def test_a_journal_that_changes_under_the_box_is_not_believed(tmp_path) -> None:
    """Entries are proved again whenever they are read."""
    with Journal.open(tmp_path) as journal:
        journal.begin_delve(1, RULES)
        for number in range(3):
            journal.append(1, {"n": number})
        with contextlib.closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
            other.execute("""UPDATE records SET payload = '{"n":7}' WHERE number = 3""")
            with pytest.raises(
                JournalError, match=r"record 3 does not fit .* changed on the disk: start the box again"
            ):
                journal.entries(1)
            other.execute("DELETE FROM records WHERE number >= 3")
            with pytest.raises(JournalError, match="the end of delve 1 is gone: start the box again"):
                journal.entries(1)


@pytest.mark.parametrize("part", [(1, 1, ENTRY, b"{}"), (1, 0, END, b"{}"), (2, 0, BEGIN, b"{}"), (1, 1, BEGIN, b"{}")])
def test_a_record_out_of_turn_fits_nowhere(part) -> None:
    """A true checksum is not enough: an entry needs its open delve, and delves follow each other."""
    chain = Chain()
    assert chain.take(chain.link([part])[0]) == f"record 1 is out of turn in delve {part[0]}"
    assert (chain.number, chain.delves) == (0, [])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
steps = st.one_of(
    st.tuples(st.just("begin"), st.integers()),
    st.tuples(st.just("append"), st.dictionaries(st.text(st.characters()), json_values, max_size=4)),
    st.tuples(st.just("end"), st.none()),
    st.tuples(st.just("reopen"), st.none()),
)


@settings(deadline=None)
@given(st.lists(steps, max_size=25))
def test_whatever_is_written_is_read_again(script) -> None:
    """Any order of delves, entries of any JSON and restarts: the journal holds what a plain list would hold."""
    expected: list[tuple[int, bool, list[object]]] = []
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with tempfile.TemporaryDirectory(prefix="delvebox-", dir=memory if memory.is_dir() else None) as folder:
        journal = Journal.open(folder)
        for what, value in script:
            is_open = bool(expected) and not expected[-1][1]
            if what == "begin":
                if is_open:
                    expected[-1] = (expected[-1][0], True, expected[-1][2])
                expected.append((value, False, []))
                journal.begin_delve(value, {"value": value})
            elif what == "reopen":
                journal.close()
                journal = Journal.open(folder)
                assert journal.troubles == ()
            elif is_open and what == "append":
                expected[-1][2].append(value)
                assert journal.append(len(expected), value) == len(expected[-1][2])
            elif is_open:
                expected[-1] = (expected[-1][0], True, expected[-1][2])
                journal.end_delve(len(expected))
        found = [(each.seed, each.ended, journal.entries(each.id)) for each in journal.delves()]
        journal.close()
    assert json.dumps(found) == json.dumps([list(each) for each in expected])
