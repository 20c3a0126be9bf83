"""Records found in the pages of a journal, without SQLite."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from delvebox.device.journal import store
from delvebox.device.journal.records import BEGIN, END, ENTRY, Chain, Row, compact
from delvebox.device.journal.salvage import longest_chain

FACTS = {"format": 1, "name": None, "seed": 1, "rules": {}}


def rows_of(sizes: list[int], delve: int = 1) -> list[Row]:
    """A delve of entries of those sizes, in bytes, as rows that fit onto each other."""
    entries = [(delve, seq, ENTRY, b"x" * size) for seq, size in enumerate(sizes, 1)]
    return Chain().link([(delve, 0, BEGIN, compact(FACTS)), *entries, (delve, len(sizes) + 1, END, b"{}")])


@settings(deadline=None)
@given(st.lists(st.integers(0, 20_000), max_size=12))
@example([4000 + step for step in range(60)])  # where a row begins to go on in another page
@example([8100 + step for step in range(60)])
@example([10] * 400)  # a tree of several pages
def test_every_record_is_found_as_sqlite_wrote_it(sizes) -> None:
    """Small and large rows, in the file or in the log: what SQLite was given is what is found."""
    rows = rows_of(sizes)
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with tempfile.TemporaryDirectory(prefix="delvebox-", dir=memory if memory.is_dir() else None) as folder:
        whole = Path(folder) / "whole.db"
        store.create(whole, rows, store.connect)
        assert longest_chain(whole.read_bytes(), b"") == (rows, True)
        logged = Path(folder) / "logged.db"
        store.create(logged, rows[:1], store.connect)
        connection = store.connect(logged)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        store.write(connection, rows[1:])
        assert longest_chain(logged.read_bytes(), logged.with_name("logged.db-wal").read_bytes()) == (rows, True)
        connection.close()


@given(st.binary(max_size=9000), st.binary(max_size=9000))
def test_in_noise_nothing_is_found(database, log) -> None:
    """Bytes that are no journal hold no record, and no bytes are too strange to be looked at."""
    assert longest_chain(database, log) == ([], True)


def test_a_gap_ends_the_chain(tmp_path) -> None:
    """What stands after a missing record is seen, and not believed."""
    rows = rows_of([50] * 100)
    store.create(tmp_path / "journal.db", rows[:40] + rows[41:], store.connect)
    assert longest_chain((tmp_path / "journal.db").read_bytes(), b"") == (rows[:40], False)


def test_a_refused_record_is_left_out(tmp_path) -> None:
    """Its bytes are there, but the table was told that it was not recorded."""
    rows = rows_of([50] * 5)
    store.create(tmp_path / "journal.db", rows, store.connect)
    assert longest_chain((tmp_path / "journal.db").read_bytes(), b"", rows[-1][5])[0] == rows[:-1]
