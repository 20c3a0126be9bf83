"""The sentences drawn for the recogniser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from delvebox.device.grammar import MOST_SENTENCES, UNKNOWN, draw_sentences
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.phrasebook.net import Words
from delvebox.device.words import number_words

COFFEE = Path(__file__).parent / "inputs" / "speech" / "coffee.yaml"


def write(tmp_path: Path, sentences: list[str], lists: str = "{}") -> Phrasebook:
    """Write and load a book of one intent a sentence."""
    intents = "".join(f'  i{place}: {{data: [{{sentences: ["{each}"]}}]}}\n' for place, each in enumerate(sentences))
    path = tmp_path / "book.yaml"
    path.write_text(f"language: en\nintents:\n{intents}lists: {lists}\n", encoding="utf-8")
    return Phrasebook.load(path)


def every_sentence(book: Phrasebook) -> Iterator[Words]:
    """Say all of a small book."""
    waiting: list[tuple[int, Words]] = [(start, ()) for start in book.net.starts]
    while waiting:
        number, said = waiting.pop()
        if book.net.nodes[number].ending:
            yield said
        waiting += [(arc.target, said + each) for arc in book.net.nodes[number].arcs for each in arc.sayings]


def pairs(sentences: list[Words]) -> set[tuple[str, str]]:
    """Give all words in a row, with the edges of the sentences."""
    return {pair for words in sentences for pair in pairwise(("", *words, ""))}


@pytest.mark.parametrize("name", ["en", "coffee"])
def test_a_grammar_is_some_thousand_whole_phrases(name: str) -> None:
    """2,000–4,000 sentences and the unknown word, each a whole phrase, soon drawn."""
    book = Phrasebook.load(None if name == "en" else COFFEE)
    began = time.process_time()
    *sentences, last = draw_sentences(book)
    assert time.process_time() - began < 5, "never near it"
    assert last == UNKNOWN
    assert 2_000 <= len(sentences) <= 4_000
    assert all(book.match(each) for each in sentences)


def test_the_same_seed_draws_the_same() -> None:
    """A grammar is fixed by book and seed."""
    book = Phrasebook.load(COFFEE)
    assert draw_sentences(book, seed=3) == draw_sentences(book, seed=3)
    assert draw_sentences(book, seed=3) != draw_sentences(book, seed=4)


def test_every_intent_is_as_likely_as_another() -> None:
    """Short ones like "stop" are drawn as often as the hundreds of ways to mark a condition."""
    names = {"characters": ["Bryn", "Old Tom"], "tables": ["crypt things"], "regions": ["crypt"]}
    book = Phrasebook.load(lists=names)
    *sentences, _ = draw_sentences(book, count=3_000)
    counts = dict.fromkeys(book.intents, 0)
    for each in sentences[:3_000]:
        found = book.match(each)
        assert found is not None
        counts[found.name] += 1
    assert min(counts.values()) == 3_000 // len(counts)
    assert max(counts.values()) == -(-3_000 // len(counts))


@pytest.mark.parametrize("count", [0, 5, 300])
def test_every_value_and_every_pair_of_words_is_there(tmp_path: Path, count: int) -> None:
    """However few are drawn, what chance left out is added: list values, words in a row, first and last words."""
    sentences = ["(a|b c) [d] ({size};[{n}];e [f|g]) h", "[{size}] i", "j {n} [{size} k]", "l {none}"]
    lists = "{size: {values: [big one, tiny, very tiny two]}, n: {range: {from: 0, to: 30}}, none: {values: []}}"
    book = write(tmp_path, sentences, lists)
    everything = list(every_sentence(book))
    *drawn, _ = (tuple(each.split()) for each in draw_sentences(book, count=count))
    assert pairs(drawn) == pairs(everything)
    said = " | ".join(" ".join(each) for each in drawn)
    assert all(f" {number_words(number)} " in f" {said} " for number in range(31))
    assert all(value in said for value in ("big one", "tiny", "very tiny two"))
    assert set(drawn) < set(everything), "never all sentences"


def test_a_small_book_gives_its_few_sentences(tmp_path: Path) -> None:
    """Two commands are drawn again and again, and nothing else."""
    assert set(draw_sentences(write(tmp_path, ["go", "come [back]"]))) == {"go", "come", "come back", UNKNOWN}


def test_a_book_of_unsayable_sentences_gives_none(tmp_path: Path) -> None:
    """Without a name for it a sentence has no words to draw."""
    assert draw_sentences(write(tmp_path, ["call {none}"], "{none: {values: []}}")) == [UNKNOWN]


def test_long_lists_side_by_side_stay_within_bounds(tmp_path: Path) -> None:
    """A million pairs of names are not all said."""
    values = ", ".join(f"x{number_words(each).replace(' ', '')}" for each in range(1_000))
    book = write(tmp_path, ["tell {name} {name:other}"], f"{{name: {{values: [{values}]}}}}")
    sentences = draw_sentences(book)
    assert len(sentences) == MOST_SENTENCES + 1
    assert set(values.split(", ")) <= {word for each in sentences for word in each.split()}


def test_decoys_stand_beside_the_phrases(tmp_path: Path) -> None:
    """Decoys are sentences of their own, save the words that the phrases need."""
    *_, first, second, last = draw_sentences(write(tmp_path, ["go now"]), decoys=["the", "now", "and"])
    assert (first, second, last) == ("the", "and", UNKNOWN)
