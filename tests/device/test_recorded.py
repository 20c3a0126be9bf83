"""A delve and its journal as one: what is not written has not happened."""

from __future__ import annotations

import itertools
import sqlite3

import pytest

from delvebox.device.journal import Journal, JournalError, store
from delvebox.device.journal.records import BEGIN
from delvebox.device.recorded import RecordedDelve
from delvebox.engine.commands import Answer, AskNewDelve, TakeAction, Undo
from delvebox.engine.delve import Delve, entry_to_dict
from delvebox.engine.refusal import Refusal
from delvebox.engine.rules import Rules

SHEET = Rules()


def taken_up(journal, rules=SHEET):
    """The open delve, or a new one; seeds count from 1."""
    return RecordedDelve(journal, rules, itertools.count(1).__next__)


@pytest.fixture
def journal(tmp_path):
    """A journal without a delve."""
    with Journal.open(tmp_path) as made:
        yield made


def test_a_yes_to_a_new_delve_is_one_stroke(journal):
    """The answer stands in the old delve, which is ended, and the new one is open."""
    delve = taken_up(journal)
    delve.play(AskNewDelve())
    delve.play(Answer(yes=True))
    assert [(each.id, each.ended, each.entries) for each in journal.delves()] == [(1, True, 2), (2, False, 0)]
    assert delve.number == 2
    assert delve.state.completed == 0


def test_a_new_delve_that_cannot_be_written_leaves_the_old_one_open(journal, monkeypatch):
    """A full disk at the yes: the question is still open, turns can still be played, and yes works later."""
    delve = taken_up(journal)
    delve.play(TakeAction("search"))
    delve.play(AskNewDelve())

    write = store.write

    def refuse_to_begin(connection, rows):
        if any(row[3] == BEGIN for row in rows):
            raise sqlite3.OperationalError("database or disk is full")
        write(connection, rows)

    with monkeypatch.context() as full_disk:
        full_disk.setattr(store, "write", refuse_to_begin)
        with pytest.raises(JournalError, match="full"):
            delve.play(Answer(yes=True))
    assert (delve.number, delve.state.asking, delve.state.completed) == (1, "new_delve", 1)
    assert not isinstance(delve.play(Answer(yes=True)), Refusal)
    assert delve.number == 2


def test_a_closed_delve_that_lost_its_next_is_followed_by_a_new_one(journal):
    """Damage may take the next delve's record: the box begins another, and welcomes nobody back."""
    lone = Delve(SHEET, 7)
    record = journal.begin_delve(7, SHEET.as_mapping())
    for command in (TakeAction("search"), AskNewDelve(), Answer(yes=True)):
        journal.append(record.id, entry_to_dict(lone.play(command)))
    delve = taken_up(journal)
    assert (delve.number, delve.state.completed, delve.resumed) == (2, 0, False)


def test_a_delve_keeps_its_rules_and_the_next_takes_the_new_ones(journal):
    """The dice of the middle of a delve do not change with the settings."""
    taken_up(journal).play(TakeAction("search"))
    classic = Rules.from_mapping({"profile": "sheet-classic"})
    delve = taken_up(journal, classic)
    assert delve.resumed
    assert delve.rules_changed
    assert delve.rules == SHEET
    delve.play(AskNewDelve())
    delve.play(Answer(yes=True))
    assert delve.rules == classic
    assert not delve.rules_changed


def test_undo_does_not_reach_into_the_delve_before(journal):
    """A new delve cannot be taken back."""
    delve = taken_up(journal)
    delve.play(AskNewDelve())
    delve.play(Answer(yes=True))
    assert isinstance(delve.play(Undo()), Refusal)
