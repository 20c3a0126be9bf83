"""What is left of an evening: rows, summary, and the files that a table keeps."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from delvebox.device.outputs.narration import Narration
from delvebox.device.record import (
    RecordFileError,
    Summary,
    as_csv,
    as_markdown,
    file,
    read_file,
    rows_of,
    summary_of,
    write_file,
)
from delvebox.device.record.cells import cells_of
from delvebox.engine import Delve, Rules, commands
from delvebox.engine.records import Entry

LANGUAGES = ("en", "de")


NOTE = '=HYPERLINK("http://x")|a *door*, with <b>"quotes"</b> & äöü €; 龍'
HOLDER = "+Old|Tom"


def evening() -> Delve:
    """Marks of several causes, danger, a rest, an undo, and texts that would break a table: ten turns."""
    delve = Delve(Rules.from_mapping({}), 7)
    for command in (
        commands.LightUp("torch", HOLDER),
        commands.TakeAction("search"),
        commands.TakeAction("search"),
        commands.AddMarks("noise", 2),
        commands.TakeAction("obstacle", loud=True),
        commands.AddNote(NOTE),
        commands.TakeAction("move"),
        commands.Undo(),
        commands.BeginRest("short_rest"),
        commands.TellDice((6,)),
        commands.TakeAction("search"),
        commands.AddNote("'tis done"),
    ):
        assert isinstance(delve.play(command), Entry)
    return delve


DELVE = evening()
TOLD = {language: Narration.load(language) for language in LANGUAGES}


def test_each_turn_has_action_marks_roll_danger_lights_and_notes():
    """As the table played it; what was taken back is not there."""
    rows = rows_of(DELVE)
    assert [row.turn for row in rows] == [*range(1, 11), None]
    cells = cells_of(rows[2], DELVE.rules, TOLD["en"])
    assert cells == {
        "turn": "3",
        "time": "0:30",
        "action": "obstacle, loudly",
        "marks": "3 × noise, lingering",
        "roll": "5 + 5 = 10",
        "danger": "encounter",
        "boxes": "0",
        "lights": "torch +Old|Tom 3",
        "more": "all five boxes are full",
        "notes": "",
        "why": "noise: loud actions: +1 danger chance; "
        "lingering: lingering in one area: +1 danger chance per extra turn",
    }
    assert cells_of(rows[3], DELVE.rules, TOLD["en"])["action"] == "rest (1 of 6)"
    assert cells_of(rows[3], DELVE.rules, TOLD["en"])["notes"] == NOTE
    assert cells_of(rows[8], DELVE.rules, TOLD["en"])["more"] == "short rest done"
    assert cells_of(rows[9], DELVE.rules, TOLD["en"])["roll"] == "6 + 1 = 7 (own die)"


def test_lights_that_do_not_burn_and_turns_without_a_roll_are_told():
    """A doused light stands in brackets; a secured rest says why it did not roll; fast turns say so."""
    delve = Delve(Rules.from_mapping({}), 3)
    for command in (
        commands.LightUp("torch", "Ann"),
        commands.Douse("torch"),
        commands.TakeAction("secure"),
        commands.RestOneTurn(),
        commands.SetMode("fast"),
        commands.TakeAction("move"),
    ):
        delve.play(command)
    rows = [cells_of(row, delve.rules, TOLD["en"]) for row in rows_of(delve)]
    assert rows[0]["lights"] == "(torch Ann 6)"
    assert "secured" in rows[1]["roll"]
    assert rows[2]["action"] == "moved on, fast"


def test_the_summary_counts_what_stands():
    """Turns, dangers, torches, searches and rests; in words to be said, in digits to be shown."""
    summed = summary_of(DELVE.events)
    assert summed == Summary(turns=10, minutes=100, dangers=3, torches=1, searches=3, rests=1)
    cue, shown = TOLD["en"].summary(summed.counts, summed.minutes)
    assert cue.text == (
        "Ten turns, one hour and forty minutes, three dangers, one torch burnt, three searches, one rest."
    )
    assert shown == ("10 turns, 1 h 40 min", "3 dangers", "1 torch burnt", "3 searches", "1 rest")
    cue, _ = TOLD["en"].summary(Summary().counts, 0)
    assert cue.text == "Zero turns, zero minutes, no danger, no torch burnt, no search, no rest."


def test_the_rules_are_in_the_tables_language() -> None:
    """Those of the marks, in the spreadsheet's column and below the page's table."""
    why = " ".join(cells_of(row, DELVE.rules, TOLD["de"])["why"] for row in rows_of(DELVE))
    page = as_markdown(DELVE, "x", TOLD["de"])
    for mark in (mark for row in rows_of(DELVE) for mark in row.marks):
        assert mark.rule not in why + page
    for told in (why, page.replace("\\", "")):
        assert "Lärm: laute Handlungen: +1 auf Gefahr" in told


def test_turns_of_a_summary_are_those_that_the_panel_shows():
    """A table that set the turn, since the box was not there for nine of them, has played them all."""
    delve = Delve(Rules.from_mapping({}), 7)
    for command in (commands.TakeAction("move"), commands.SetTurn(10), commands.TakeAction("move")):
        delve.play(command)
    summed = summary_of(delve.events)
    assert (summed.turns, summed.minutes) == (10, 100)
    delve.play(commands.SetTurn(4))
    summed = summary_of(delve.events)
    assert (summed.turns, summed.minutes) == (delve.state.completed, delve.state.elapsed_minutes)


# -- Markdown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_renders_as_one_table_with_every_text_as_it_was(language):
    """A real renderer sees a heading, a summary, a row a turn; signs of Markdown in names and notes are letters."""
    title = "The *sunken* `keep` | <i>"
    tokens = MarkdownIt("commonmark").enable("table").parse(as_markdown(DELVE, title, TOLD[language]))
    inline = [_words(token) for token in tokens if token.type == "inline"]
    assert inline[0] == title
    assert sum(token.type == "table_open" for token in tokens) == 1
    assert sum(token.type == "tr_open" for token in tokens) == 1 + len(rows_of(DELVE))
    assert NOTE in inline
    assert sum(token.type == "th_open" for token in tokens) == 10
    assert sum(token.type == "td_open" for token in tokens) == 10 * len(rows_of(DELVE))
    assert sum(token.type == "list_item_open" for token in tokens) == 3


def test_markdown_of_a_delve_without_a_turn_has_no_table():
    """A heading and the summary."""
    text = as_markdown(Delve(Rules.from_mapping({}), 1), "delve 1", TOLD["en"])
    assert text.startswith("# delve 1\n\n0 turns")
    assert "|" not in text


@given(st.text(min_size=1, max_size=40))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_note_is_one_cell(text):
    """Whatever a table writes down."""
    delve = Delve(Rules.from_mapping({}), 1)
    if not delve.play(commands.AddNote(text)) or not rows_of(delve):
        return
    tokens = MarkdownIt("commonmark").enable("table").parse(as_markdown(delve, "x", TOLD["en"]))
    cells = [tokens[place + 1] for place, token in enumerate(tokens) if token.type == "td_open"]
    assert len(cells) == 10
    assert _words(cells[-1]) == " ".join(rows_of(delve)[0].notes[0].split())


def _words(inline):
    assert {child.type for child in inline.children} <= {"text", "text_special"}
    return "".join(child.content for child in inline.children)


# -- CSV --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_csv_opens_with_quotes_and_unicode_and_is_read_back_equal(language):
    """It begins with the mark that spreadsheets look for; one apostrophe taken away, every cell is as it was."""
    content = as_csv(DELVE, TOLD[language]).encode()
    assert content.startswith(b"\xef\xbb\xbf")
    delimiter = {"en": ",", "de": ";"}[language]
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))
    wanted = [cells_of(row, DELVE.rules, TOLD[language]) for row in rows_of(DELVE)]
    assert [[cell.removeprefix("'") for cell in row.values()] for row in rows[:-1]] == [
        list(row.values()) for row in wanted[:-1]
    ]
    assert list(rows[-1].values())[-2] == "''tis done"


def test_no_cell_of_a_csv_is_a_formula():
    """A note that begins with =, +, - or @, and a holder, are text to a spreadsheet."""
    delve = Delve(Rules.from_mapping({}), 1)
    for note in ("=1+1", "+1", "-1", "@SUM(A1)", "＝1"):
        delve = Delve(Rules.from_mapping({}), 1)
        delve.play(commands.AddNote(note))
        cell = list(csv.reader(io.StringIO(as_csv(delve, TOLD["en"]))))[1][-2]
        assert cell == f"'{note}"


# -- JSON -------------------------------------------------------------------------------------------


def test_a_delve_is_read_back_equal_from_its_file():
    """History, undo and redo included; other programs find turns with causes and rules in it."""
    text = write_file(DELVE, "Ôn 龍")
    delve, name = read_file(text.encode())
    assert (delve.to_json(), name) == (DELVE.to_json(), "Ôn 龍")
    assert write_file(delve, name) == text
    record = json.loads(text)
    assert record["summary"]["dangers"] == 3
    assert record["turns"][2]["marks"][0] == {
        "cause": "noise",
        "rule": "loud actions: +1 danger chance",
        "count": 3,
        "outcome": "mark",
    }
    assert record["turns"][2]["events"][0]["rule"]


def test_what_the_engine_wrote_is_read_too():
    """A program's `Delve.to_json` has no name."""
    delve, name = read_file(DELVE.to_json().encode())
    assert (delve.to_json(), name) == (DELVE.to_json(), None)


def _changed(**changes):
    return json.dumps({**json.loads(write_file(DELVE, "x")), **changes}).encode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1, column 1"),
        (b'{"format": 1,\n "name"', "line 2, column"),
        (b"\xff\xfe", "byte 1 is no UTF-8"),
        (b"[]", "this JSON is no delve: a delve holds format, name, checksum"),
        (b'{"name": 1, "name": 2}', "a key stands twice"),
        (b"[" * 100_000, "this is no JSON of a delve"),
        (b"9" * 5000, "this is no JSON of a delve"),
        (_changed(format=2), "format: 2 is newer than 1"),
        (_changed(format="1"), "format: '1' is none"),
        (_changed(name=7), "name: 7 is no text"),
        (_changed(name="y"), "checksum: it does not fit"),
        (_changed(checksum=None), "checksum: it does not fit"),
        (_changed(delve={}), "checksum: it does not fit"),
        (json.dumps({"format": 1, "seed": 1, "rules": {}, "entries": [{}]}).encode(), "delve: saved delve: entry 1"),
        (json.dumps({"format": 1, "seed": 1, "rules": {"die": 3}, "entries": []}).encode(), "delve: saved delve"),
    ],
)
def test_every_damage_is_refused_with_place_and_cure(content, told):
    """One sentence: where, what, and what to do."""
    with pytest.raises(RecordFileError) as refused:
        read_file(content)
    assert told in str(refused.value)
    assert "take the file that delvebox export wrote" in str(refused.value) or "update delvebox" in str(refused.value)


@pytest.mark.parametrize("letters", ["\ud800", "\x1b[2J", "\x00", "\t", "\x7f", "\x85", "\u2028", '\\\\"\x07'])
def test_no_text_of_a_file_can_move_a_terminal_or_break_an_export(letters):
    """Also where it is no more than what somebody asked for, long ago: the log tells it, and exports hold it."""
    saved = json.loads(DELVE.to_json())
    saved["entries"][1]["command"]["action"] = f"a{letters}"
    with pytest.raises(RecordFileError, match="characters that cannot be shown"):
        read_file(json.dumps(saved).encode())


@pytest.mark.parametrize("letters", ["\\u001b", "\\t", '"\\\\', "line\nline", "é龍🐉"])
def test_what_can_be_read_is_taken(letters):
    """Backslashes are letters; a note may have lines."""
    delve = Delve(Rules.from_mapping({}), 1)
    assert isinstance(delve.play(commands.AddNote(letters)), Entry)
    assert read_file(write_file(delve, None).encode())[0].to_json() == delve.to_json()


def test_a_file_that_is_no_delve_by_its_size_is_not_read(monkeypatch):
    """A disk image that was named by mistake."""
    monkeypatch.setattr(file, "MOST_BYTES", 10)
    with pytest.raises(RecordFileError, match="more than 10 bytes"):
        read_file(b" " * 11)


def test_any_changed_byte_is_refused_or_changes_nothing():
    """A bit that turned on a card: name and delve are never other than they were written."""
    content = write_file(DELVE, "Ôn").encode()
    chance = random.Random(5)  # noqa: S311 - no secret
    refused = 0
    for _ in range(150):
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        damaged = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        try:
            delve, name = read_file(damaged)
        except RecordFileError:
            refused += 1
        else:
            assert (delve.to_json(), name) == (DELVE.to_json(), "Ôn")
    assert refused > 50
