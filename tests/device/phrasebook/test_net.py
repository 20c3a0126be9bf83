"""The net of words finds what hassil finds."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hassil import Intents, recognize_all
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from delvebox.device.grammar import draw_sentences
from delvebox.device.phrasebook import Phrasebook

LISTS = {
    "size": {"values": ["small", "very small", "large", {"in": "extra large", "out": "huge"}]},
    "n": {"range": {"from": 0, "to": 30}},
}
WORDS = ["go", "home", "now", "small", "very", "large", "extra", "five", "twenty", "twenty five"]

_pieces = st.recursive(
    st.sampled_from([*WORDS, "{size}", "{n}", "{size:other}"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(" ".join),
        inner.map("[{}]".format),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: f"({'|'.join(items)})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: f"({';'.join(items)})"),
    ),
    max_leaves=7,
)


@settings(deadline=None)
@given(st.lists(_pieces, min_size=1, max_size=2), st.lists(st.lists(st.sampled_from(WORDS), max_size=6), max_size=10))
def test_the_net_finds_what_hassil_finds(
    tmp_path_factory: pytest.TempPathFactory, templates: list[str], spoken: list[list[str]]
) -> None:
    """For any templates and any words both understand the same; our slots are among hassil's readings."""
    templates = [f"say {template}" for template in templates]
    intents = {f"i{place}": {"data": [{"sentences": [each]}]} for place, each in enumerate(templates)}
    path = tmp_path_factory.getbasetemp() / "net.yaml"
    path.write_text(repr({"language": "en", "intents": intents, "lists": LISTS}), encoding="utf-8")
    book = Phrasebook.load(path)
    theirs = Intents.from_dict({"language": "en", "intents": intents, "lists": LISTS})
    drawn = draw_sentences(book, count=10)[:-1][:30]
    for text in [" ".join(("say", *words)) for words in spoken] + drawn:
        readings = [
            (each.intent.name, {name: entity.value for name, entity in each.entities.items()})
            for each in recognize_all(text, theirs)
        ]
        ours = book.match(text)
        assert (ours is not None) == bool(readings), (templates, text, readings)
        assert ours is not None or text not in drawn
        if ours is not None:
            assert (ours.name, ours.slots) in readings
            assert ours.name == min(name for name, _ in readings)


def test_any_order_is_every_order(tmp_path: Path) -> None:
    """Things joined by ; may be said in all orders, each once, and those in [ ] may be left out."""
    path = tmp_path / "book.yaml"
    path.write_text('language: en\nintents: {a: {data: [{sentences: ["(p;[q];[(r|s) t];u)"]}]}}', encoding="utf-8")
    book = Phrasebook.load(path)
    things = ["p", "u", "q", "s t"]
    for kept in (things, things[:3], things[:2]):
        assert all(book.match(" ".join(order)) for order in permutations(kept))
    for text in ("p", "p u q q", "p q r", "p u t", "q r t", "p u r t s t"):
        assert book.match(text) is None


@given(st.integers(-40, 40), st.integers(0, 60), st.integers(1, 7), st.integers(-60, 120))
def test_a_range_holds_its_numbers(
    tmp_path_factory: pytest.TempPathFactory, start: int, size: int, step: int, said: int
) -> None:
    """From, to and step are kept; negative numbers are said with "minus" or a sign."""
    assume(size >= 0)
    path = tmp_path_factory.getbasetemp() / "range.yaml"
    numbers = f"{{from: {start}, to: {start + size}, step: {step}}}"
    path.write_text(
        f'language: en\nintents: {{a: {{data: [{{sentences: ["go {{n}}"]}}]}}}}\nlists: {{n: {{range: {numbers}}}}}',
        encoding="utf-8",
    )
    found = Phrasebook.load(path).match(f"go {said}")
    assert (found.slots if found else None) == ({"n": said} if said in range(start, start + size + 1, step) else None)
