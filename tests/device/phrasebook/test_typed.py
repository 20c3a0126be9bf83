"""Typed names may be any words; the lists are for what is spoken."""

from __future__ import annotations

import pytest

from delvebox.device.messages import Intent
from delvebox.device.phrasebook import Phrasebook, TypedPhrases

LISTS = {"characters": ["Bryn"], "spells": ["bless"]}


@pytest.fixture(scope="module")
def typed():
    """The shipped phrases with a character and a spell."""
    return TypedPhrases(Phrasebook.load(lists=LISTS))


@pytest.mark.parametrize(
    ("text", "intent", "slots"),
    [
        ("light a torch for Zog", "light", {"kind": "torch", "holder": "Zog"}),
        ("light a torch for Old Tom.", "light", {"kind": "torch", "holder": "Old Tom"}),
        ("light a torch for o'Brien the Third", "light", {"kind": "torch", "holder": "o'Brien the Third"}),
        ("Zog lights another candle", "light", {"kind": "candle", "holder": "Zog"}),
        ("douse the torch of Zoë", "douse", {"kind": "torch", "holder": "Zoë"}),
        ("light the torch of Zog again", "relight", {"kind": "torch", "holder": "Zog"}),
        ("torch of Zog plus 2", "light_plus", {"kind": "torch", "holder": "Zog", "n": 2}),
        ("mark fear on Zog", "mark_condition", {"name": "fear", "holder": "Zog"}),
        ("start the spell Wall of Stone for 3 turns", "spell", {"name": "Wall of Stone", "n": 3}),
        ("start spell fly for ten", "spell", {"name": "fly", "n": 10}),
        ("start spell Mage Armor without limit", "spell_unlimited", {"name": "Mage Armor"}),
        ("start the spell fly", "spell", {"name": "fly"}),
        ("the spell Mage Armor ends", "spell_ends", {"name": "Mage Armor"}),
    ],
)
def test_a_typed_name_may_be_any_words_as_they_were_typed(typed, text, intent, slots):
    """The fewest words that make a phrase of it are the name, with their capitals."""
    found = typed.match(text)
    assert (found.name, dict(found.slots)) == (intent, slots)


@pytest.mark.parametrize("text", ["light a torch for bryn", "search the room", "start spell bless for 3", "rolled 2"])
def test_what_the_lists_hold_is_found_as_ever(typed, text):
    """A name of the settings is spelled as there."""
    assert typed.match(text) == Phrasebook.load(lists=LISTS).match(text)


@pytest.mark.parametrize(
    "text",
    [
        "light a torch for pizza and then we go home",
        "could we perhaps search the room",
        "light a torch for Bryn please",
        "start the spell bless quickly",
        "light a torch for",
        "light a lamp",
        "mark sleepy on Zog",
        "start the spell bless for three or four turns please",
        "zzanynamezz",
        "",
    ],
)
def test_a_sentence_around_a_phrase_is_no_name(typed, text):
    """A name in no list has at most three words, and only names may be any words."""
    assert typed.match(text) is None


def test_what_is_said_is_held_to_the_lists():
    """In speech any words for a name would take table talk for one."""
    assert Phrasebook.load(lists=LISTS).match("light a torch for zog") is None


def test_a_book_without_such_lists_has_no_such_names(tmp_path):
    """A table's own book says what it knows."""
    book = tmp_path / "book.yaml"
    book.write_text("language: en\nintents:\n  search:\n    data:\n      - sentences: [search the room]\n")
    typed = TypedPhrases(Phrasebook.load(book))
    assert typed.match("search the room") == Intent("search", {}, "search the room")
    assert typed.match("search the zog") is None
