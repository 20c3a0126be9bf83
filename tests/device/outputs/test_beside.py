"""What the box says is heard by others too, beside its loudspeaker or in its place, and never twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from delvebox.device.outputs.beside import BesideSink
from delvebox.device.outputs.samples import Sound
from delvebox.device.outputs.sinks import SinkError

ONE, TWO = Sound(b"one!", 22_050), Sound(b"two!", 22_050)


class Own:
    """A loudspeaker that notes what it played."""

    part = "loudspeaker"
    takes_tones = True

    def __init__(self) -> None:
        self.played: list[bytes] = []
        self.trouble = ""
        self.cuts = self.looks = 0
        self.closed = False

    def say(self, pieces: Iterator[Sound]) -> float | None:
        for piece in pieces:
            if self.trouble:
                raise SinkError(self.trouble)
            self.played.append(piece.pcm)
        return 12.5 if self.played else None

    def cut(self) -> None:
        self.cuts += 1

    def look(self) -> None:
        self.looks += 1

    def close(self) -> None:
        self.closed = True


class Others:
    """Others that note what they heard."""

    def __init__(self) -> None:
        self.wanted = True
        self.heard: list[str] = []
        self.on_play: Callable[[], None] = lambda: None

    def play(self, pcm: bytes, rate_hz: int) -> None:
        assert rate_hz == ONE.rate_hz
        self.heard.append(pcm.decode())
        self.on_play()

    def cut(self) -> None:
        self.heard.append("cut")

    def wait(self) -> None:
        self.heard.append("waited")


@pytest.mark.parametrize("alone", [True, False])
def test_nobody_asked(alone: bool) -> None:
    """Without anybody who asked, all is as without others."""
    own, others = Own(), Others()
    others.wanted = False
    assert BesideSink(own, others, alone=alone).say(iter([ONE, TWO])) == 12.5
    assert own.played == [b"one!", b"two!"]
    assert others.heard == []


def test_both_hear_it() -> None:
    """Each piece goes to both, and the end is that of the slower one."""
    own, others = Own(), Others()
    assert BesideSink(own, others, alone=False).say(iter([ONE, TWO])) == 12.5
    assert own.played == [b"one!", b"two!"]
    assert others.heard == ["one!", "two!", "waited"]


def test_they_hear_it_in_its_place() -> None:
    """Where they are the machine's loudspeaker, its own would be an echo; nor is it looked for."""
    own, others = Own(), Others()
    sink = BesideSink(own, others, alone=True)
    assert sink.say(iter([ONE, TWO])) is not None
    sink.look()
    assert (own.played, own.looks) == ([], 0)
    assert others.heard == ["one!", "two!", "waited"]
    others.wanted = False
    sink.look()
    assert own.looks == 1


def test_what_its_own_loudspeaker_cannot_play_they_hear_once() -> None:
    """They hear it to the end, and it is told as heard, so that nobody says it again."""
    own, others = Own(), Others()
    own.trouble = "the loudspeaker is gone"
    with pytest.raises(SinkError, match="gone") as failure:
        BesideSink(own, others, alone=False).say(iter([ONE, TWO]))
    assert failure.value.heard
    assert others.heard == ["one!", "two!", "waited"]


def test_a_cut_reaches_both() -> None:
    """Here and there."""
    own, others = Own(), Others()
    BesideSink(own, others, alone=False).cut()
    assert (own.cuts, others.heard) == (1, ["cut"])


@pytest.mark.parametrize("alone", [True, False])
def test_a_cut_as_a_piece_goes_out_drops_it_and_what_follows(alone: bool) -> None:
    """A finger comes down between the making of a piece and its playing: nobody hears it, nor the next."""
    own, others = Own(), Others()
    sink = BesideSink(own, others, alone=alone)
    others.on_play = sink.cut
    sink.say(iter([ONE, TWO]))
    assert own.played == []
    assert others.heard == ["one!", "cut", "cut", "waited"]
