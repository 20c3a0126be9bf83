"""Numbers out of bounds and no numbers, odd names, words that no rule knows: typed refusals, and never an exception."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import Delve, Refusal, entry_from_dict, entry_to_dict
from delvebox.engine.commands import (
    AddMarks,
    AddNote,
    AdjustLight,
    AdjustStock,
    AdjustSupply,
    Answer,
    AskNewDelve,
    BeginRest,
    BeginRitual,
    Calm,
    ClearCondition,
    Command,
    Douse,
    EndEffect,
    EndSuspension,
    EnterRegion,
    LightUp,
    MarkCondition,
    Relight,
    RollOnTable,
    SetBoxes,
    SetBrightLight,
    SetMode,
    SetTurn,
    StartEffect,
    Suspend,
    TakeAction,
    TellDice,
    UseSupply,
)

from .conftest import table_after
from .test_invariants import KINDS

STOCK = {"lights": {"stock": {"torch": 1, "candle": 999}, "kinds": {"glowstone": "no limit"}}}
TABLE_ROLLS = {"danger": {"roll": "table"}}

# -- numbers ------------------------------------------------------------------------------------------

NUMBERS: dict[str, tuple[int, int, Any, dict[str, Any], list[Command]]] = {
    "turns of a talk": (1, 48, lambda n: TakeAction("talk", turns=n), {}, []),
    "turns of a ritual": (1, 48, BeginRitual, {}, []),
    "marks for noise": (1, 5, lambda n: AddMarks("noise", n), {}, []),
    "marks for attention": (1, 5, lambda n: AddMarks("attention", n), {}, []),
    "calm": (1, 5, Calm, {}, [AddMarks("noise", 5)]),
    "boxes": (0, 5, lambda n: SetBoxes(boxes=n), {}, [AddMarks("noise", 3)]),
    "a die": (1, 6, lambda n: TellDice((n,)), {}, []),
    "a die of many": (1, 6, lambda n: TellDice((1, n, 1)), {}, []),
    "a d20": (1, 20, lambda n: TellDice((n,)), {"danger": {"die": 20}}, []),
    "the die that is asked for": (1, 6, lambda n: TellDice((n,)), TABLE_ROLLS, [TakeAction("search")]),
    "light plus": (1, 36, lambda n: AdjustLight("torch", n), {}, [LightUp("torch")]),
    "spares plus": (1, 99, lambda n: AdjustStock("torch", n), STOCK, []),
    "turns of a spell": (1, 144, lambda n: StartEffect("bless", n), {}, []),
    "rations plus": (1, 6, lambda n: AdjustSupply("rations", n), {}, [AdjustSupply("rations", -6)]),
    "ammunition plus": (1, 999, lambda n: AdjustSupply("ammunition", n), {"ammunition": 0}, []),
    "the turn": (1, 9999, lambda n: SetTurn(turn=n), {}, [TakeAction("move"), TakeAction("move")]),
}
SIGNED = {"light plus", "spares plus", "rations plus", "ammunition plus"}
"""What may be minus as well: the bounds are those of the change."""


def named(value: object) -> str:
    """A value in a test's name, the same in every process."""
    return "object" if type(value) is object else repr(value)


NO_NUMBERS = [True, False, 2.0, math.nan, math.inf, -math.inf, "3", "three", "", b"3", [3], (3,), {}, object(), 3j]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_within_their_bounds_are_taken(name):
    """The least and the most are accepted."""
    low, high, make, rules, before = NUMBERS[name]
    for number in (low, high):
        table_after(rules, before).play(make(number))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("far", [1, 2, 100, 10**30, 10**5000], ids=["1", "2", "100", "10^30", "10^5000"])
def test_numbers_out_of_bounds_are_refused_with_their_bounds(name, far):
    """One too few, one too many, negative, huge: nothing changes, and the bounds and an example are told."""
    low, high, make, rules, before = NUMBERS[name]
    for number in (high + far, low - 1 if name in SIGNED else low - far):
        refusal = table_after(rules, before).refuse(make(number))
        assert refusal.reason == "out_of_bounds"
        assert f"is not within {low} to {high}: say " in refusal.say
        assert (refusal.values["low"], refusal.values["high"]) == (low, high)
        assert len(refusal.say) < 150


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("odd", NO_NUMBERS, ids=named)
def test_what_is_no_whole_number_is_refused(name, odd):
    """True is no one, 2.0 is no two, and what is no number is not read out."""
    low, high, make, rules, before = NUMBERS[name]
    refusal = table_after(rules, before).refuse(make(odd))
    assert refusal.reason == "out_of_bounds"
    assert f"that is not within {low} to {high}: say " in refusal.say
    assert refusal.values["value"] is None


@pytest.mark.parametrize("dice", [[1], "11", None, 1, {1}, (), range(1, 3)], ids=named)
def test_dice_are_a_tuple(dice):
    """Anything else than one or more dice in order is refused."""
    assert table_after({}, []).refuse(TellDice(dice)).reason == "out_of_bounds"


FLAGS: dict[str, tuple[Any, dict[str, Any], list[Command]]] = {
    "loud": (lambda flag: TakeAction("obstacle", loud=flag), {}, []),
    "bright light": (lambda flag: SetBrightLight(on=flag), {}, []),
    "without limit": (lambda flag: StartEffect("bless", 3, flag), {}, []),
    "an answer": (lambda flag: Answer(yes=flag), {}, [AskNewDelve()]),
    "lapsed": (lambda flag: Answer(yes=False, lapsed=flag), {}, [AskNewDelve()]),
}


@pytest.mark.parametrize("name", FLAGS)
@pytest.mark.parametrize("odd", [None, 0, 1, "yes", "", 1.0, [], object()], ids=named)
def test_what_is_neither_true_nor_false_is_refused(name, odd):
    """1 is not true and an empty text is not false."""
    make, rules, before = FLAGS[name]
    refusal = table_after(rules, before).refuse(make(odd))
    assert (refusal.reason, refusal.say) == ("out_of_bounds", f"{name} is true or false")


# -- names and words ----------------------------------------------------------------------------------

NAMES: dict[str, tuple[int, Any]] = {
    "a light's holder": (80, lambda name: LightUp("torch", name)),
    "a condition": (80, MarkCondition),
    "a condition's holder": (80, lambda name: MarkCondition("fear", name)),
    "a spell": (80, lambda name: StartEffect(name, 3)),
    "a note": (500, AddNote),
}
READABLE = [
    "a",
    "Ælfgifu",
    "Old Tom",
    "龍",
    "مِرا",
    "Zoë",
    "👩‍🚀",
    "O'Brien-Smith, the 3rd",
    "é",
    "𒀀",
    "\u202eab",
    "a\u0301\u0323",
    "نص\u200d",
    "🏳️‍🌈 x",
]
UNREADABLE = [
    "\x00",
    "a\x00b",
    "a\tb",
    "a\rb",
    "a\x1b[31m",
    "\x7f",
    "a\x85b",
    "\ud800",
    "a\udfff",
    "a\u2028b",
    "a\u2029b",
]
NO_NAMES = [7, 1.5, b"Bryn", ["Bryn"], ("Bryn",), {}, True, object()]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", READABLE, ids=ascii)
def test_names_may_be_any_readable_text(name, text):
    """Any Unicode that can be shown and written down, kept as it was given but for outer blanks."""
    longest, make = NAMES[name]
    for given_text in (text, f"  {text} ", text * (longest // len(text))):
        box = table_after({}, [])
        (event,) = box.play(make(given_text))
        assert given_text.strip() in dataclasses.astuple(event)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["", " ", "\t \n", "\u3000\u2003", "\u200d", "\u202e \ufeff"], ids=ascii)
def test_blank_names_are_refused(name, text):
    """Nothing but blanks of any kind, joiners and marks of direction is no name: nobody could see it."""
    longest, make = NAMES[name]
    refusal = table_after({}, []).refuse(make(text))
    assert refusal.reason == "bad_name"
    assert refusal.say.endswith(f"is blank: give 1 to {longest} readable characters")


@pytest.mark.parametrize("name", NAMES)
def test_long_names_are_refused_with_their_length(name):
    """80 characters for a name and 500 for a note; 10,000 are told as a number, and not repeated."""
    longest, make = NAMES[name]
    table_after({}, []).play(make("x" * longest))
    for length in (longest + 1, 10_000):
        refusal = table_after({}, []).refuse(make("x" * length))
        assert refusal.reason == "bad_name"
        assert refusal.say.endswith(f"of {length} characters is too long: give 1 to {longest} readable characters")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", UNREADABLE, ids=ascii)
def test_names_that_cannot_be_shown_are_refused(name, text):
    """Control characters, line breaks and half characters would break a panel, a terminal or a file."""
    refusal = table_after({}, []).refuse(NAMES[name][1](text))
    assert refusal.reason == "bad_name"
    assert "has characters that cannot be shown" in refusal.say


def test_a_note_may_have_lines_and_a_name_may_not():
    """A note is text for people to read; a name stands in a row of the panel."""
    box = table_after({}, [])
    box.play(AddNote("a door\nwith a face"))
    assert box.state.notes == ("a door\nwith a face",)
    assert box.refuse(LightUp("torch", "a\nb")).reason == "bad_name"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("odd", NO_NAMES, ids=named)
def test_what_is_no_text_is_no_name(name, odd):
    """A number is no name, and bytes are none."""
    assert table_after({}, []).refuse(NAMES[name][1](odd)).reason == "bad_name"


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(list(NAMES)), text=st.text(max_size=600) | st.text(st.characters(), max_size=90))
def test_any_text_is_kept_whole_or_refused(name, text):
    """A name that was taken goes through UTF-8, a journal and a line of the panel; any other is refused."""
    longest, make = NAMES[name]
    answer = table_after({}, []).delve.play(make(text))
    clean = text.strip()
    if isinstance(answer, Refusal):
        assert answer.reason == "bad_name"
        assert len(answer.say) < 120
        return
    assert 1 <= len(clean) <= longest
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert name == "a note" or len(clean.splitlines()) == 1
    assert clean in dataclasses.astuple(answer.events[0])
    assert entry_from_dict(entry_to_dict(answer)) == answer


WORDS: dict[str, Any] = {
    "action": TakeAction,
    "rest": BeginRest,
    "cause": AddMarks,
    "light": LightUp,
    "light doused": Douse,
    "light again": Relight,
    "light plus": lambda word: AdjustLight(word, 1),
    "spares": lambda word: AdjustStock(word, 1),
    "supply": UseSupply,
    "supply plus": lambda word: AdjustSupply(word, 1),
    "suspension": Suspend,
    "suspension's end": EndSuspension,
    "mode": SetMode,
}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize(
    "odd", ["", "dragon", "TORCH", " torch", "x" * 10_000, None, 7, True, ("torch",), ["move"], {}]
)
def test_words_that_no_rule_knows_are_refused_with_those_it_knows(name, odd):
    """Only the words themselves; the refusal lists them and does not repeat what was given."""
    refusal = table_after(STOCK, []).refuse(WORDS[name](odd))
    assert refusal.reason == "unknown"
    assert refusal.values["known"]
    assert len(refusal.say) < 200


# -- every field of every command ---------------------------------------------------------------------

WHOLE: list[tuple[Command, dict[str, Any], list[Command]]] = [
    (TakeAction("talk", loud=True, turns=2), {}, []),
    (TakeAction("obstacle", loud=True), {}, []),
    (BeginRest("short_rest"), {}, []),
    (BeginRitual(2), {}, []),
    (AddMarks("noise", 2), {}, []),
    (Calm(2), {}, [AddMarks("noise", 3)]),
    (SetBrightLight(on=True), {}, []),
    (TellDice((1, 2)), {}, []),
    (TellDice((1, 2)), TABLE_ROLLS, [TakeAction("search")]),
    (LightUp("torch", "Bryn"), {}, []),
    (Douse("torch", "Bryn"), {}, [LightUp("torch", "Bryn")]),
    (Relight("torch", "Bryn"), {}, [LightUp("torch", "Bryn"), Douse("torch")]),
    (AdjustLight("torch", 2, "Bryn"), {}, [LightUp("torch", "Bryn")]),
    (AdjustStock("torch", 2), STOCK, []),
    (StartEffect("bless", 3), {}, []),
    (StartEffect("bless", 3, unlimited=True), {}, []),
    (StartEffect("bless", None, unlimited=True), {}, []),
    (EndEffect("bless"), {}, [StartEffect("bless", 3)]),
    (UseSupply("water"), {}, []),
    (AdjustSupply("water", -1), {}, []),
    (AdjustSupply("ammunition", 1), {"ammunition": 3}, []),
    (MarkCondition("fear", "Bryn"), {}, []),
    (ClearCondition("fear", "Bryn"), {}, [MarkCondition("fear", "Bryn")]),
    (AddNote("a door"), {}, []),
    (RollOnTable("omens"), {}, []),
    (EnterRegion("crypt"), {}, []),
    (Suspend("combat"), {}, []),
    (EndSuspension("combat"), {}, [Suspend("combat")]),
    (SetMode("fast"), {}, []),
    (SetBoxes(2), {}, []),
    (SetTurn(9), {}, []),
    (Answer(yes=True), {}, [AskNewDelve()]),
    (Answer(yes=True, lapsed=True), {}, [Suspend("combat"), EndSuspension("combat")]),
]
ODD = [
    *NO_NUMBERS,
    *(
        None,
        0,
        -1,
        1,
        5,
        10**30,
        10**5000,
        "torch",
        "x" * 10_000,
        "a\x00",
        "\ud800",
        "\u200d",
        (),
        (1, math.nan),
        range(3),
    ),
]


@pytest.mark.parametrize(("command", "rules", "before"), WHOLE, ids=lambda each: type(each).__name__)
def test_whatever_stands_in_a_field_is_refused_or_can_be_written_down(command, rules, before):
    """No field is left unread: what another field makes needless would be a delve that cannot be saved."""
    table_after(rules, before).play(command)
    for field in dataclasses.fields(command):
        for odd in ODD:
            box = table_after(rules, before)
            answer = box.delve.play(dataclasses.replace(command, **{field.name: odd}))
            if isinstance(answer, Refusal):
                assert box.state == table_after(rules, before).state
                assert len(answer.say) < 250
                assert json.dumps(answer.values)
            else:
                read = Delve.from_json(box.delve.to_json())
                assert (read.state, read.entries) == (box.state, box.delve.entries)


def test_every_command_with_a_field_is_asked():
    """No command class is left out of the table above."""
    asked = {type(command) for command, _, _ in WHOLE}
    assert asked == {kind for kind in KINDS if dataclasses.fields(kind)}
