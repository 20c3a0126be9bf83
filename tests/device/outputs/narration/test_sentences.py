"""The format of sentences: placeholders, plurals, ordinals, conditions, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from delvebox.device.outputs.narration.choosing import Choice
from delvebox.device.outputs.narration.sentence_reader import SentenceReader
from delvebox.device.outputs.narration.sentences import Field, Variant, Wording, say
from delvebox.device.words import number_words

FIELDS = {
    "kind": Field("text"),
    "holder": Field("text", optional=True),
    "turns": Field("number"),
    "left": Field("number", optional=True),
    "names": Field("list"),
    "loud": Field("flag"),
}
WORDING = Wording(number_words, ["first", "second"], "and", {"short_rest": "rest", "kind lookout": "long watch"})
VALUES: dict[str, Any] = {"kind": "torch", "holder": None, "turns": 3, "left": None, "names": (), "loud": False}


def said(value: Any, **values: Any) -> str:
    """What a sentence says, which must be without problems."""
    reader = SentenceReader({})
    sentence = reader.sentence(("here",), value, FIELDS)
    assert reader.problems == []
    return say(sentence, VALUES | values, WORDING)


def problem(value: Any) -> str:
    """The one problem of a sentence."""
    reader = SentenceReader({("here",): 7})
    reader.sentence(("here",), value, FIELDS)
    assert len(reader.problems) == 1, reader.problems
    assert reader.problems[0].line == 7
    return reader.problems[0].text


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{kind} lit", {"kind": "short_rest"}, "rest lit"),
        ("{kind}", {"kind": "lookout"}, "long watch"),
        ("{kind}", {"kind": "detect_magic"}, "detect magic"),
        ("{turns}", {"turns": 105}, "one hundred and five"),
        ("{turns|turn|turns} left", {"turns": 1}, "one turn left"),
        ("{turns|turn|turns} left", {"turns": 0}, "zero turns left"),
        ("{turns|ein Zug|# Züge}", {"turns": 1}, "ein Zug"),
        ("noch {turns|ein Zug|# Züge}", {"turns": 3}, "noch three Züge"),
        ("{turns:nth} search", {"turns": 2}, "second search"),
        ("{turns:nth} search", {"turns": 3}, "three search"),
        ("the {names}", {"names": ("torch",)}, "the torch"),
        ("the {names}", {"names": ("torch", "lantern", "candle")}, "the torch, lantern and candle"),
        ("{names}", {"names": (4, 2)}, "four and two"),
        ("silent", {}, ""),
    ],
)
def test_a_value_is_said_in_words(template: str, values: dict[str, Any], text: str) -> None:
    """Numbers, plurals, ordinals, lists and the engine's names."""
    assert said(template, **values) == text


def test_the_first_variant_that_fits_is_said() -> None:
    """A value, a list of values, something, nothing, and so many and more."""
    sentence = (
        {"when": {"loud": True}, "say": "loud"},
        {"when": {"kind": ("lantern", "candle")}, "say": "no torch"},
        {"when": {"turns": "10+"}, "say": "long"},
        {"when": {"holder": "some"}, "say": "{holder}'s"},
        {"when": {"names": "some"}, "say": "{names}"},
        {"when": {"holder": None, "left": 0}, "say": "out"},
        {"say": "else"},
    )
    assert said(sentence, loud=True, turns=12) == "loud"
    assert said(sentence, kind="candle") == "no torch"
    assert said(sentence, turns=10) == "long"
    assert said(sentence, turns=9, holder="Mira") == "Mira's"
    assert said(sentence, names=("a",)) == "a"
    assert said(sentence, left=0) == "out"
    assert said(sentence) == "else"


def test_one_and_true_are_not_the_same() -> None:
    """A condition on a number is not met by a flag, which Python takes for equal."""
    assert not Variant((Choice("a"),), {"turns": True}).fits({"turns": 1})
    assert not Variant((Choice("a"),), {"loud": 1}).fits({"loud": True})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("{torch}", "no field torch here: there are kind, holder"),
        ("{loud}", "loud is true or false and can stand in a condition only"),
        ("{kind|a|b}", "kind is no number: write {kind}"),
        ("{kind:nth}", "kind is no number"),
        ("{turns:th}", "a brace that is no placeholder"),
        ("{turns", "a brace that is no placeholder"),
        ("{left}", "left may be null: put a variant with when: {left: null} before this one"),
        (({"when": {"loud": True}, "say": "a"},), "the last variant must have no condition"),
        ((), "the last variant must have no condition"),
        (({"when": {"noise": 1}, "say": "a"}, {"say": "b"}), "no field noise here"),
        (({"if": {"loud": True}, "say": "a"}, {"say": "b"}), "a variant holds say and"),
        (({"when": "loud", "say": "a"}, {"say": "b"}), "conditions are a mapping"),
        (({"when": {"loud": "maybe"}, "say": "a"}, {"say": "b"}), "loud is never so: give true or false"),
        (({"when": {"loud": None}, "say": "a"}, {"say": "b"}), "loud is never so: give true or false"),
        (({"when": {"turns": "many"}, "say": "a"}, {"say": "b"}), "turns is never so: give a whole number such as 2"),
        (({"when": {"turns": -1}, "say": "a"}, {"say": "b"}), "turns is never so"),
        (({"when": {"turns": True}, "say": "a"}, {"say": "b"}), "turns is never so"),
        (({"when": {"turns": (2, "x+")}, "say": "a"}, {"say": "b"}), "turns is never so"),
        (({"when": {"turns": ()}, "say": "a"}, {"say": "b"}), "turns is never so"),
        (
            ({"when": {"left": False}, "say": "a"}, {"say": "b"}),
            "left is never so: give a whole number such as 2, or 2+",
        ),
        (({"when": {"kind": 3}, "say": "a"}, {"say": "b"}), "kind is never so: give a word such as torch"),
        (({"when": {"kind": {"a": 1}}, "say": "a"}, {"say": "b"}), "kind is never so"),
        ({"say": "a"}, "variants are a list, one alone too: write - before its say or when"),
        (5, "a sentence is a text or silent"),
        (None, "a sentence is a text or silent"),
    ],
)
def test_what_cannot_be_said_is_told_at_load(value: Any, text: str) -> None:
    """The line of the sentence, what is wrong, and what would be right."""
    assert text in problem(value)


def test_a_value_that_may_be_missing_is_taken_once_every_null_is_caught() -> None:
    """Asked for in the condition, or taken by a variant before, with all its other conditions met."""
    said(({"when": {"left": "some"}, "say": "{left}"}, {"say": "b"}))
    said(({"when": {"left": None}, "say": "a"}, {"say": "{left}"}), left=2)
    caught = {"when": {"loud": True, "left": None}, "say": "a"}
    said((caught, {"when": {"loud": True}, "say": "{left}"}, {"say": "b"}), loud=True, left=2)
    assert "left may be null" in problem((caught, {"say": "{left}"}))
