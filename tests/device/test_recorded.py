"""A delve and its journal as one: what is not written has not happened."""

from __future__ import annotations

import itertools
import json
import sqlite3
from pathlib import Path

import pytest

from delvebox.device.journal import Journal, JournalError, store
from delvebox.device.journal import journal as journal_module
from delvebox.device.journal import records as journal_records
from delvebox.device.journal.records import BEGIN, ENTRY, Chain, compact
from delvebox.device.recorded import RecordedDelve
from delvebox.engine import as_dict, formats, records
from delvebox.engine.commands import Answer, AskNewDelve, BeginRest, TakeAction, Undo
from delvebox.engine.delve import Delve, entry_to_dict
from delvebox.engine.refusal import Refusal
from delvebox.engine.rules import Rules

SHEET = Rules()
KEPT = Path(__file__).parents[1] / "engine" / "saved" / "format_1.jsonl"


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


def written(folder, delve_format, seed, rules, entries):
    """A journal with one open delve, as a version of that format wrote it."""
    facts = {"format": delve_format, "name": None, "seed": seed, "rules": rules}
    parts = [(1, number, ENTRY, compact(entry)) for number, entry in enumerate(entries, 1)]
    store.create(folder / "journal.db", Chain().link([(1, 0, BEGIN, compact(facts)), *parts]), store.connect)


@pytest.mark.parametrize("kept", [json.loads(line) for line in KEPT.read_text().splitlines()], ids=itertools.count())
def test_delves_that_the_first_version_kept_are_played_on(tmp_path, kept):
    """A journal of format 1 leads where it led then; what closed a delve is followed by a new one."""
    saved = kept["delve"]
    written(tmp_path, 1, saved["seed"], saved["rules"], saved["entries"])
    with Journal.open(tmp_path) as journal:
        delve = taken_up(journal)
        closed = any(event["type"] == "delve_closed" for event in saved["entries"][-1]["events"])
        assert delve.resumed is not closed
        assert closed or as_dict(delve.state) == {"region": None, **kept["state"]}


def test_a_newer_version_plays_on_what_an_older_one_began(tmp_path, monkeypatch):
    """What it adds names its own format: after it, and after a power cut, all of it is read."""
    older = Delve(SHEET, 7)
    entry = json.loads(json.dumps(entry_to_dict(older.play(TakeAction("search")))).replace("search", "look"))
    rules = SHEET.as_mapping()
    rules["danger"]["sides"] = rules["danger"].pop("die")
    before = formats.FORMAT
    written(tmp_path, before, 7, rules, [entry])

    def newer_rules(record):
        danger = dict(record["danger"])
        danger["die"] = danger.pop("sides")
        return {**record, "danger": danger}

    def newer_entry(record):
        return json.loads(json.dumps(record).replace("look", "search"))

    migration = formats.Migration("look is called search, sides die", newer_rules, newer_entry)
    monkeypatch.setattr(formats, "MIGRATIONS", (*formats.MIGRATIONS, migration))
    for module in (formats, records, journal_records, journal_module):
        monkeypatch.setattr(module, "FORMAT", before + 1)
    for turn in (1, 2, 3):
        with Journal.open(tmp_path) as journal:
            delve = taken_up(journal)
            assert (delve.state.completed, delve.rules, delve.resumed) == (turn, SHEET, True)
            delve.play(TakeAction("search"))
    with Journal.open(tmp_path) as journal:
        assert [each.get("format") for each in journal.entries(1)] == [None, *[before + 1] * 3]
        delve = taken_up(journal)
        delve.play(AskNewDelve())
        delve.play(Answer(yes=True))
        delve.play(TakeAction("search"))
        assert [each.get("format") for each in journal.entries(1)][-2:] == [before + 1] * 2
        assert "format" not in journal.entries(2)[0]


def test_an_entry_of_a_newer_version_is_a_sentence(tmp_path):
    """An older version, put back, does not guess at what the newer one added."""
    newest = formats.FORMAT
    entry = entry_to_dict(Delve(SHEET, 7).play(TakeAction("search")))
    written(tmp_path, formats.FORMAT, 7, SHEET.as_mapping(), [entry, {"format": formats.FORMAT + 1, "what": "ever"}])
    with (
        Journal.open(tmp_path) as journal,
        pytest.raises(ValueError, match=rf"format {newest + 1} is newer than {newest}.*update delvebox"),
    ):
        taken_up(journal)


def test_the_open_question_is_the_last_that_was_asked(journal):
    """However many were asked before it; none once it is answered."""
    delve = taken_up(journal)
    assert delve.asked is None
    delve.play(BeginRest("long_rest"))
    delve.play(Answer(yes=False))
    assert delve.asked is None
    delve.play(AskNewDelve())
    assert delve.asked.question == "new_delve"
    delve.play(Undo())
    delve.play(Undo())
    assert delve.asked.question == "long_rest"
