"""A speech model with a graph of phrases in place of its own language: a folder of links beside it.

Vosk takes a grammar as a list of sentences alone, and makes bigrams of it; a graph it reads from the model's
folder only. So that folder is made anew, of links, with the graph as OpenFst's file: used while the model loads.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

LATTICE_BEAM = 4.0
"""How much less likely an alternative may be, for it to be told: 2 as the small models have it hides the runner-up."""

_GRAPH = Path("graph/Gr.fst")
_CONFIG = Path("conf/model.conf")
_BEAM = "--lattice-beam="
_FST_MAGIC = 2_125_659_606
_TABLE_MAGIC = 2_125_658_996
_HAS_OUTPUT_SYMBOLS = 2
_ACCEPTOR_SORTED = 0x1 | 0x2 | 0x1_0000 | 0x1000_0000 | 0x4000_0000
"""OpenFst's properties: expanded, mutable, acceptor, sorted by input and output label."""


class GraphError(Exception):
    """The model's folder is not made as the small ones are: it is used as it is."""


def make_model(model: Path, graph: Mapping[str, Any], folder: Path) -> float:
    """Make a model's folder anew in an empty one, with a graph of phrases.

    Args:
        model: The folder of a model.
        graph: As `phrase_graph.PhraseGraph` has it: steps and endings. Steps whose word the model does not know,
            and what then leads nowhere, are left out.
        folder: To be kept until the model is loaded.

    Returns:
        How much less likely an alternative may be in the model as it is made; in this one it is `LATTICE_BEAM`.

    Raises:
        GraphError: The model is made in another way, or knows no phrase whole.
        OSError: A file cannot be read or written.
    """
    words = {word for row in graph["steps"] for word, *_ in row}
    numbers, table = _symbols((model / _GRAPH).read_bytes(), words)
    steps = [[(numbers[word], cost, to) for word, cost, to in row if word in numbers] for row in graph["steps"]]
    text = (model / _CONFIG).read_text("utf-8")
    own = [line for line in text.splitlines() if line.startswith(_BEAM)]
    lines = [line for line in text.splitlines() if line not in own]
    for name in ("graph", "conf"):
        (folder / name).mkdir()
        for each in (model / name).iterdir():
            if each.name not in (_GRAPH.name, _CONFIG.name):
                (folder / name / each.name).symlink_to(each.absolute())
    for each in model.iterdir():
        if each.name not in ("graph", "conf"):
            (folder / each.name).symlink_to(each.absolute())
    (folder / _CONFIG).write_text("\n".join([*lines, f"{_BEAM}{LATTICE_BEAM}", ""]), "utf-8")
    (folder / _GRAPH).write_bytes(_fst(*_trimmed(steps, graph["endings"]), table))
    return float(own[-1].removeprefix(_BEAM)) if own else LATTICE_BEAM


def _symbols(fst: bytes, wanted: Collection[str]) -> tuple[dict[str, int], bytes]:
    """The numbers of those words that the model knows, and its table of all words as it stands in the file."""
    try:
        (magic,) = struct.unpack_from("<i", fst, 0)
        at = 4
        for _ in range(2):  # the graph's kind and its arcs'
            at += 4 + struct.unpack_from("<i", fst, at)[0]
        at += struct.calcsize("<iiQqqq")
        start = at
        table_magic, size = struct.unpack_from("<ii", fst, at)
        if (magic, table_magic) != (_FST_MAGIC, _TABLE_MAGIC):
            raise GraphError("its graph has no table of words")
        at += 8 + size
        _, count = struct.unpack_from("<qq", fst, at)
        at += 16
        known = {word.encode(): word for word in wanted}
        numbers = {}
        for _ in range(count):
            (size,) = struct.unpack_from("<i", fst, at)
            at += 4 + size
            if (word := known.get(fst[at - size : at])) is not None:
                (numbers[word],) = struct.unpack_from("<q", fst, at)
            at += 8
    except struct.error as error:
        raise GraphError(f"its graph ends early ({error})") from error
    return numbers, fst[start:at]


def _trimmed(
    steps: Sequence[Sequence[tuple[int, float, int]]], endings: Sequence[float | None]
) -> tuple[list[list[tuple[int, float, int]]], Sequence[float | None]]:
    """The steps after which a phrase can be ended."""
    before: list[list[int]] = [[] for _ in steps]
    for place, row in enumerate(steps):
        for _, _, to in row:
            before[to].append(place)
    waiting = [place for place, ending in enumerate(endings) if ending is not None]
    live = set(waiting)
    while waiting:
        fresh = [place for place in before[waiting.pop()] if place not in live]
        live.update(fresh)
        waiting += fresh
    if 0 not in live:
        raise GraphError("it knows no phrase whole")
    return [[step for step in row if step[2] in live] for row in steps], endings


def _fst(steps: Sequence[Sequence[tuple[int, float, int]]], endings: Sequence[float | None], table: bytes) -> bytes:
    """OpenFst's file of a `vector` graph of `standard` arcs, which begins at place 0."""
    arcs = sum(map(len, steps))
    parts = [
        struct.pack("<ii6si8s", _FST_MAGIC, 6, b"vector", 8, b"standard"),
        struct.pack("<iiQqqq", 2, _HAS_OUTPUT_SYMBOLS, _ACCEPTOR_SORTED, 0, len(steps), arcs),
        table,
    ]
    for row, ending in zip(steps, endings, strict=True):
        parts.append(struct.pack("<fq", math.inf if ending is None else ending, len(row)))
        parts += (struct.pack("<iifi", number, number, cost, to) for number, cost, to in sorted(row))
    return b"".join(parts)
