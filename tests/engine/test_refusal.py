"""Refusals say why, and what can be said instead."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from delvebox.engine import REASONS
from delvebox.engine.commands import AddMarks, AddNote, SetTurn, StartEffect, TakeAction

ENGINE = Path(__file__).parents[2] / "engine"


def test_reasons_are_the_ones_that_the_engine_gives():
    """Every reason given is listed, and every listed one is given."""
    texts = "\n".join(path.read_text("utf-8") for path in ENGINE.glob("*.py"))
    given = set(re.findall(r'(?:refuse\(|Refusal\()\s*"(\w+)"', texts))
    assert given == set(REASONS)
    assert list(REASONS) == sorted(REASONS)


def test_a_refusal_holds_reason_sentence_and_values(table):
    """What was refused, its bounds and the cure, as values too."""
    refusal = table().refuse(AddMarks("noise", 9))
    assert refusal.reason == "out_of_bounds"
    assert refusal.say == "marks: 9 is not within 1 to 5: say noise two"
    assert refusal.values == {"thing": "marks", "value": 9, "low": 1, "high": 5}


@pytest.mark.parametrize("value", ["two", None, 2.0, True])
def test_what_is_no_number_is_not_repeated(table, value):
    """Only numbers stand among the values."""
    refusal = table().refuse(AddMarks("noise", value))
    assert (refusal.values["value"], refusal.say) == (None, "marks: that is not within 1 to 5: say noise two")


@pytest.mark.parametrize("letter", ["\x1f", "\x00", "\x7f", "\x80", "\x9f", chr(0xD800), chr(0xDFFF)])
def test_text_that_no_screen_or_file_can_hold_is_refused(table, letter):
    """Control characters and half characters."""
    assert table().refuse(AddNote(f"a{letter}b")).reason == "bad_name"


@pytest.mark.parametrize("letter", [" ", "~", "\xa1", "\ud7ff", "\ue000", "\n", "\u200d", "\U0001f525"])
def test_all_other_text_is_kept(table, letter):
    """Any script, signs, and the line feed of a note."""
    box = table()
    box.play(AddNote(f"a{letter}b"))
    assert box.state.notes == (f"a{letter}b",)


def test_a_refusal_never_reads_out_an_endless_number(table):
    """Huge numbers are not spoken."""
    assert "that" in table().refuse(SetTurn(10**9)).say
    assert "999999999" in table().refuse(SetTurn(10**9 - 1)).say
    assert "-999999999" in table().refuse(SetTurn(1 - 10**9)).say
    huge = table().refuse(SetTurn(10**5000))
    assert len(huge.say) < 100
    assert json.dumps(huge.values)


@pytest.mark.parametrize("command", [TakeAction("dance"), StartEffect(""), StartEffect("bless"), SetTurn(0)])
def test_sentences_are_lower_case(table, command):
    """Error texts are lower case with thing, bound and cure."""
    say = table().refuse(command).say
    assert say == say.lower()
