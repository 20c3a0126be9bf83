"""The words of a speech model, read from its own files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from delvebox.device.speech_models import ModelError, words_of

MAGIC = struct.pack("<i", 2125658996)


def model(folder: Path, content: bytes) -> Path:
    """A folder whose graph holds these bytes."""
    (folder / "graph").mkdir(parents=True)
    (folder / "graph/Gr.fst").write_bytes(content)
    return folder


def table(*words: str, count: int | None = None) -> bytes:
    """A table of symbols as OpenFst writes it, in the middle of something."""
    name = b"words.txt"
    data = b"an fst" * 9 + MAGIC + struct.pack("<i", len(name)) + name
    data += struct.pack("<qq", len(words), len(words) if count is None else count)
    for place, word in enumerate(words):
        data += struct.pack("<i", len(word.encode())) + word.encode() + struct.pack("<q", place)
    return data + b"arcs" * 99


def test_the_words_are_read_without_what_is_none(tmp_path: Path) -> None:
    """Marks of the decoder are left out; umlauts and apostrophes are kept."""
    folder = model(tmp_path, table("<eps>", "!SIL", "'em", "torch", "tür", "[unk]", "#0", "</s>"))
    assert words_of(folder) == {"'em", "torch", "tür"}


@pytest.mark.parametrize(
    "content",
    [b"", b"no table", MAGIC, table("torch", count=99), table("torch", count=-1), table("torch", count=1 << 40)],
)
def test_a_damaged_model_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    """With the file and the cure."""
    with pytest.raises(ModelError, match=r"Gr\.fst .*: (install the model again|take a model)"):
        words_of(model(tmp_path, content))


def test_a_model_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """With the path."""
    with pytest.raises(ModelError, match=r"Gr\.fst cannot be read"):
        words_of(tmp_path)


@pytest.mark.speech
def test_the_shipped_model_tells_its_words(speech_model: Path) -> None:
    """As Vosk itself finds them."""
    from vosk import Model, SetLogLevel

    SetLogLevel(-1)
    vosk = Model(str(speech_model))
    known = words_of(speech_model)
    assert len(known) > 100_000
    for word in ("torch", "investigate", "we're", "relight", "unmute", "xanathar", "zyzzyva"):
        assert (vosk.vosk_model_find_word(word) >= 0) == (word in known), word
