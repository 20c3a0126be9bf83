"""The phrases as a graph of words, and the model's folder with it."""

import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from delvebox.device.inputs.speech import phrase_graph as module
from delvebox.device.inputs.speech.own_graph import GraphError, make_model
from delvebox.device.inputs.speech.phrase_graph import PhraseGraph, phrase_graph
from delvebox.device.phrasebook import Phrasebook

BOOK = """
language: en
intents:
  search:
    data:
      - sentences: ["search [the] {place}"]
  stop:
    data:
      - sentences: ["stop", "be quiet"]
lists:
  place:
    values: ["room", "dark corridor"]
"""


@pytest.fixture
def graph(tmp_path: Path) -> PhraseGraph:
    """Of the phrasebook above."""
    path = tmp_path / "book.yaml"
    path.write_text(BOOK)
    made = phrase_graph(Phrasebook.load(path))
    assert made is not None
    return made


def said(graph: PhraseGraph, place: int = 0, words: str = "", cost: float = 0.0) -> Iterator[tuple[str, float]]:
    """Every phrase of a graph, and its chance."""
    ending = graph.endings[place]
    if ending is not None:
        yield words, math.exp(-cost - ending)
    for word, more, target in graph.steps[place]:
        yield from said(graph, target, f"{words} {word}".lstrip(), cost + more)


def test_the_graph_says_every_phrase_and_nothing_else(graph: PhraseGraph) -> None:
    """No phrase crosses into another or breaks off, as in Vosk's bigrams."""
    assert sorted(phrase for phrase, _ in said(graph)) == [
        "be quiet",
        "search dark corridor",
        "search room",
        "search the dark corridor",
        "search the room",
        "stop",
    ]


def test_each_intent_is_as_likely_as_another_and_so_is_each_way_to_say_it(graph: PhraseGraph) -> None:
    """However many ways to search there are, "stop" is not lost among them."""
    chances = dict(said(graph))
    assert chances["stop"] == pytest.approx(0.25)
    assert chances["search the room"] == pytest.approx(0.125)
    assert sum(chances.values()) == pytest.approx(1)


def test_lists_that_multiply_beyond_bounds_make_no_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box then hears as it does without one."""
    monkeypatch.setattr(module, "MOST_STEPS", 3)
    path = tmp_path / "book.yaml"
    path.write_text(BOOK)
    assert phrase_graph(Phrasebook.load(path)) is None


MAGIC, TABLE_MAGIC = 2_125_659_606, 2_125_658_996


def table_of(words: dict[str, int]) -> bytes:
    """OpenFst's table of words."""
    parts = [struct.pack("<ii5sqq", TABLE_MAGIC, 5, b"words", 0, len(words))]
    parts += [struct.pack(f"<i{len(word)}sq", len(word), word.encode(), number) for word, number in words.items()]
    return b"".join(parts)


def model_in(folder: Path, table: bytes) -> Path:
    """A model's folder with nothing in it but what is looked at."""
    for name in ("graph", "conf", "am"):
        (folder / name).mkdir(parents=True)
    head = struct.pack("<ii5si8siiQqqq", MAGIC, 5, b"ngram", 8, b"standard", 4, 3, 0, 1, 9, 9)
    (folder / "graph/Gr.fst").write_bytes(head + table + table + b"the rest")
    (folder / "graph/HCLr.fst").write_text("lexicon")
    (folder / "conf/model.conf").write_text("--beam=10.0\n--lattice-beam=2.0\n--max-active=3000\n")
    (folder / "am/final.mdl").write_text("sound")
    return folder


def read_graph(fst: bytes) -> tuple[dict[str, Any], list[tuple[float, list[tuple[int, int, float, int]]]]]:
    """OpenFst's file of a graph, as its own reader takes it; the table is given back whole."""
    magic, _, kind, _, arcs, version, flags, _, start, states, count = struct.unpack_from("<ii6si8siiQqqq", fst)
    assert (magic, kind, arcs, version, flags) == (MAGIC, b"vector", b"standard", 2, 2)
    at = struct.calcsize("<ii6si8siiQqqq")
    first = at
    size = struct.unpack_from("<i", fst, at + 4)[0]
    words = struct.unpack_from("<q", fst, at + 16 + size)[0]
    at += 24 + size
    for _ in range(words):
        at += 12 + struct.unpack_from("<i", fst, at)[0]
    head = {"start": start, "states": states, "arcs": count, "table": fst[first:at]}
    rows = []
    for _ in range(states):
        ending, steps = struct.unpack_from("<fq", fst, at)
        at += 12
        rows.append((ending, [struct.unpack_from("<iifi", fst, at + 16 * number) for number in range(steps)]))
        at += 16 * steps
    assert at == len(fst)
    return head, rows


STEPS = [[["search", 0.25, 1], ["stop", 0.5, 2]], [["room", 0.0, 2], ["blorfnax", 0.0, 2]], []]


def test_the_model_gets_the_graph_in_openfsts_form_and_all_else_by_links(tmp_path: Path) -> None:
    """Steps sorted by word, endings, the table of words as it stood; runners-up are told from further off."""
    table = table_of({"<eps>": 0, "search": 7, "room": 3, "stop": 5})
    model = model_in(tmp_path / "model", table)
    made = tmp_path / "made"
    made.mkdir()
    assert make_model(model, {"steps": STEPS, "endings": [None, None, 0.75]}, made) == 2.0
    head, rows = read_graph((made / "graph/Gr.fst").read_bytes())
    assert head == {"start": 0, "states": 3, "arcs": 3, "table": table}
    assert rows == [
        (math.inf, [(5, 5, 0.5, 2), (7, 7, 0.25, 1)]),
        (math.inf, [(3, 3, 0.0, 2)]),  # the model does not know the other word
        (0.75, []),
    ]
    assert (made / "am/final.mdl").read_text() == "sound"
    assert (made / "graph/HCLr.fst").is_symlink()
    assert (made / "conf/model.conf").read_text().split() == ["--beam=10.0", "--max-active=3000", "--lattice-beam=4.0"]


def test_what_leads_nowhere_without_an_unknown_word_is_left_out(tmp_path: Path) -> None:
    """A phrase is heard whole or not at all: "search" is no phrase because the model does not know what follows."""
    model = model_in(tmp_path / "model", table_of({"search": 7, "stop": 5}))
    made = tmp_path / "made"
    made.mkdir()
    make_model(model, {"steps": STEPS, "endings": [None, None, 0.75]}, made)
    _, rows = read_graph((made / "graph/Gr.fst").read_bytes())
    assert rows[0][1] == [(5, 5, 0.5, 2)]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (table_of({"other": 1}), "knows no phrase whole"),
        (b"", "no table of words"),
        (table_of({"search": 7})[:20], "no table of words|ends early"),
    ],
)
def test_a_model_that_is_made_in_another_way_is_refused(tmp_path: Path, table: bytes, told: str) -> None:
    """It is then used as it is."""
    model = model_in(tmp_path / "model", table)
    if not table:
        (model / "graph/Gr.fst").write_bytes((model / "graph/Gr.fst").read_bytes().ljust(2_000, b"\1"))
    made = tmp_path / "made"
    made.mkdir()
    with pytest.raises(GraphError, match=told):
        make_model(model, {"steps": STEPS, "endings": [None, None, 0.75]}, made)
