"""What the recogniser may hear in each way to talk."""

from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.phrasebook import Phrasebook


def test_after_the_wake_phrase_comes_every_command_and_beside_it_only_decoys() -> None:
    """A command without the wake phrase is no sentence of it; the window that it opens hears as after a tap."""
    book = Phrasebook.load()
    grammars = grammars_for(book, ("wake",), "hey candle")
    assert set(grammars) == {"wake", "tap"}
    spoken = [sentence for sentence in grammars["wake"] if sentence.startswith("hey candle")]
    assert "hey candle" in spoken
    assert "hey candle undo" in spoken
    others = set(grammars["wake"]) - set(spoken)
    assert len(others) > 50
    assert not any(book.is_phrase(sentence) for sentence in others)
