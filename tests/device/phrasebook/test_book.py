"""Phrasebooks as they are used: whole phrases, slots, lists from the settings."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.phrasebook import Phrasebook, PhrasebookError, SlotUse
from delvebox.device.phrasebook.overlaps import overlaps
from delvebox.device.words import normalise

BOOK = """
language: en
intents:
  light:
    data:
      - sentences:
          - "light a {kind} [for {name}]"
          - "light up for {n} [turns|turn]"
        slots: {state: "on"}
  order:
    data:
      - sentences: ["<please> bring ([{size}];[{roast}];[{n} shots]) coffee"]
      - sentences: ["tea[s] with {milk}"]
        lists:
          milk: {values: [{in: "(a bit|some) [of] milk", out: "Some Milk"}, "No-Milk", {in: "double", out: 2}]}
expansion_rules:
  please: "[please]"
lists:
  kind: {values: ["Torch", "ten foot pole"]}
  name: {values: []}
  n: {range: {from: 0, to: 105}}
  size: {values: ["8 ounce", "large"]}
  roast: {values: ["(light|dark) roast"]}
"""

Load = Callable[..., Phrasebook]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a book from its text."""

    def _load(text: str, **lists: list[str]) -> Phrasebook:
        path = tmp_path / "book.yaml"
        path.write_text(text, encoding="utf-8")
        return Phrasebook.load(path, lists=lists)

    return _load


@pytest.fixture
def book(load: Load) -> Phrasebook:
    """The book above, with two names from the settings."""
    return load(BOOK, name=["Old Tom", "D'Arcy (the 3rd)"])


@pytest.mark.parametrize(
    ("text", "intent", "slots"),
    [
        ("Light a TORCH.", "light", {"state": "on", "kind": "Torch"}),
        ("light a 10-foot pole for old tom", "light", {"state": "on", "kind": "ten foot pole", "name": "Old Tom"}),
        ("light a torch for d'arcy the third", None, {}),
        ("light a torch for d’arcy the 3rd", "light", {"state": "on", "kind": "Torch", "name": "D'Arcy (the 3rd)"}),
        ("light up for 105 turns", "light", {"state": "on", "n": 105}),
        ("light up for one hundred five", "light", {"state": "on", "n": 105}),
        ("light up for one hundred and five turn", "light", {"state": "on", "n": 105}),
        ("light up for twenty one turns", "light", {"state": "on", "n": 21}),
        ("light up for 106 turns", None, {}),
        ("light up for -1 turns", None, {}),
        ("bring coffee", "order", {}),
        (
            "please bring 2 shots dark roast eight ounce coffee",
            "order",
            {"n": 2, "roast": "dark roast", "size": "8 ounce"},
        ),
        ("bring large light roast coffee", "order", {"roast": "light roast", "size": "large"}),
        ("bring large large coffee", None, {}),
        ("bring largelight roast coffee", None, {}),
        ("tea with some milk", "order", {"milk": "Some Milk"}),
        ("teas with a bit of milk", "order", {"milk": "Some Milk"}),
        ("tea s with a bit of milk", None, {}),
        ("tea with no milk", "order", {"milk": "No-Milk"}),
        ("tea with double", "order", {"milk": 2}),
        ("light a torch for pizza and then we go home", None, {}),
        ("light a torch for", None, {}),
        ("light a", None, {}),
        ("please light a torch", None, {}),
        ("so bring coffee", None, {}),
        ("", None, {}),
        ("!", None, {}),
    ],
)
def test_only_whole_phrases_are_understood(
    book: Phrasebook, text: str, intent: str | None, slots: dict[str, str | int]
) -> None:
    """A whole phrase gives its intent, with slots as they are listed; a part of one, or more than one, gives none."""
    found = book.match(text)
    assert (found.name if found else None) == intent
    assert (dict(found.slots) if found else {}) == slots


def test_without_names_the_rest_of_the_sentence_still_works(load: Load) -> None:
    """An empty list makes only what needs a value of it unsayable."""
    book = load(BOOK)
    assert book.match("light a torch")
    assert not book.match("light a torch for old tom")
    assert not book.match("light a torch for")
    assert not book.goes_on("light a torch for")


def test_names_of_the_settings_stand_for_the_books_own(load: Load) -> None:
    """A list given at loading replaces the file's list of that name; its names are words, not templates."""
    book = load(BOOK, size=["tiny", "[huge]"])
    assert book.match("bring tiny coffee")
    found = book.match("bring huge coffee")
    assert found is not None
    assert found.slots == {"size": "[huge]"}
    assert not book.match("bring large coffee")


def test_a_name_without_a_word_is_a_fault_of_the_settings(load: Load) -> None:
    """A name that cannot be said is told with its list, and not blamed on the phrasebook."""
    with pytest.raises(
        PhrasebookError, match=r"the settings: value '!!' of list name has no word in it; write"
    ) as told:
        load(BOOK, name=["Bryn", "!!"])
    assert [problem.line for problem in told.value.problems] == [None]


def test_of_two_intents_for_one_phrase_the_first_counts(load: Load) -> None:
    """The order of the file decides, always, and the overlap can be found with the phrase and both lines."""
    head = "language: en\nintents:\n"
    one = '  one: {data: [{sentences: ["go [{n}] (left|right)"]}]}\n'
    two = '  two: {data: [{sentences: ["(go|walk) fifteen right"]}]}\n'
    tail = "lists: {n: {range: {from: 10, to: 20}}}\n"
    for first, second, name in ((one, two, "one"), (two, one, "two")):
        book = load(head + first + second + tail)
        found = book.match("go 15 right")
        assert found is not None
        assert found.name == name
        (overlap,) = overlaps(book)
        assert overlap.phrase == "go fifteen right"
        assert [book.line_of(each) for each in overlap.sentences] == [3, 4]


def test_two_sentences_of_one_intent_may_share_a_phrase(load: Load) -> None:
    """It means the same either way, so it is no overlap, also beside another intent that begins alike."""
    one = '  one: {data: [{sentences: ["go", "go [on]"]}]}\n'
    assert not list(overlaps(load(f"language: en\nintents:\n{one}  two: {{data: [{{sentences: [go home]}}]}}\n")))


def test_a_slot_said_twice_holds_what_was_said_last(load: Load) -> None:
    """As in hassil, the later value stands."""
    book = load(BOOK.replace("[<please>] bring", "bring").replace("light up for {n}", "light up for {n} or {n}"))
    found = book.match("light up for 3 or 4")
    assert found is not None
    assert found.slots["n"] == 4


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("", True),
        ("light", True),
        ("light a ten", True),
        ("light a ten foot", True),
        ("light a torch", True),
        ("light a torch for old", True),
        ("light a torch for old tom", False),
        ("light up for one hundred", True),
        ("light up for two turns", False),
        ("bring large", True),
        ("coffee", False),
    ],
)
def test_the_beginning_of_a_longer_phrase_is_known(book: Phrasebook, text: str, longer: bool) -> None:
    """Listening waits longer while the words so far may go on."""
    assert book.goes_on(text) is longer


def test_what_a_book_holds_can_be_listed(book: Phrasebook) -> None:
    """Intents, words with their lines and the use of slots can be asked for."""
    assert book.language == "en"
    assert book.intents == ("light", "order")
    assert book.words["up"] == 8
    assert book.words["pole"] == 19
    assert book.words["tom"] is None
    assert {"eight", "ounce", "hundred", "turns"} <= set(book.words)
    assert book.slots_of("light") == {
        "state": SlotUse(always=True, numeric=False),
        "kind": SlotUse(always=False, numeric=False),
        "name": SlotUse(always=False, numeric=False),
        "n": SlotUse(always=False, numeric=True),
    }


@pytest.mark.parametrize(
    "text",
    [
        *("a" * 10_000, "light a torch for " * 600, "light " * 2_000, "1" * 10_000, "9 " * 5_000, "\ud800" * 10_000),
        *("light up for " + "one hundred and " * 2_500, "ﷺ" * 10_000, "a\u0301" * 5_000, "'" * 10_000, "-5" * 5_000),
    ],
)
def test_ten_thousand_characters_are_no_phrase(book: Phrasebook, text: str) -> None:
    """Long and odd input is answered with None, and may go on only where no word is left of it."""
    assert book.match(text) is None
    assert book.goes_on(text) is (normalise(text) == "")


@cache
def shipped() -> Phrasebook:
    """The shipped book, loaded once for all texts."""
    return Phrasebook.load()


@given(st.text(), st.text())
def test_any_text_is_answered(before: str, after: str) -> None:
    """Whatever surrounds a phrase, nothing is raised, and words around it make it no phrase."""
    book = shipped()
    for text in (before, f"{before} undo {after}"):
        found = book.match(text)
        assert found is None or found.text in {"undo", "undo that"} or text == before


@pytest.mark.parametrize(
    "sentences",
    [
        " ".join(f"({'|'.join(f'w{place}{letter}' for letter in 'abcdefghij')})" for place in "abcdefgh"),
        "go " + " ".join(f"[w{letter}]" for letter in "abcdefghijklmnopqrstuvwxyz"),
        "go (" + ";".join(f"[w{letter} (x|y)]" for letter in "abcdefgh") + ") home",
        "go (" + ";".join(f"w{letter}" for letter in "abcdefgh") + ") home",
        "(a|b)(c|d)(e|f)(g|h)(i|j)(k|l)",
        "<r7> home",
    ],
)
def test_millions_of_sentences_load_at_once(load: Load, sentences: str) -> None:
    """Templates are never said out: choices, options, any order and rules in rules load well within a second."""
    rules = "expansion_rules:\n  r0: x\n" + "".join(f'  r{i}: "(<r{i - 1}> [y]|z <r{i - 1}>)"\n' for i in range(1, 8))
    began = time.process_time()
    load(f'language: en\nintents: {{a: {{data: [{{sentences: ["{sentences}"]}}]}}}}\n{rules}')
    assert time.process_time() - began < 5, "never near it, unless all sentences are said out"
