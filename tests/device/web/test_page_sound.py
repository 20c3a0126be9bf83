"""A page's microphone and its hearing, by the messages and frames that it sends."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable

import pytest

from delvebox.device.web.page_sound import PageSound, Sounds
from delvebox.device.web.protocol import Hears, Lends, PlayedSound, RefusedMessageError
from delvebox.device.web.sound_frames import MOST_SAMPLES, read_block
from delvebox.device.web.speakers import Speakers


class Ear:
    """Notes what it was lent."""

    def __init__(self) -> None:
        self.lender: object | None = None
        self.on_end: Callable[[str], object] = lambda _why: None
        self.heard: list[tuple[bytes, int]] = []

    def lend(self, lender: object, on_end: Callable[[str], object]) -> None:
        self.lender, self.on_end = lender, on_end

    def take(self, lender: object, pcm: bytes, rate_hz: int) -> None:
        assert lender is self.lender
        self.heard.append((pcm, rate_hz))

    def end(self, lender: object) -> None:
        assert lender is self.lender
        self.lender = None


def block(pcm: bytes, rate_hz: int = 48_000, version: int = 1, kind: int = 2) -> bytes:
    """A frame of a page's microphone."""
    return struct.pack("<BBxxI", version, kind, rate_hz) + pcm


def test_a_microphone_is_heard_while_it_is_lent() -> None:
    """From the message that lends it to the one that ends it, at its own rate; what comes before and after is not."""
    ear = Ear()
    page = PageSound(Sounds(microphones=ear), lambda: None)
    page.give(block(b"early!"))
    page.do(Lends(on=True))
    page.do(Lends(on=True))
    page.give(block(b"heard!", 44_100))
    page.do(Lends(on=False))
    page.give(block(b"later!"))
    assert ear.heard == [(b"heard!", 44_100)]
    assert ear.lender is None


def test_a_page_that_goes_lends_and_hears_no_more() -> None:
    """However it goes."""
    ear, speakers = Ear(), Speakers()
    page = PageSound(Sounds(speakers, ear), lambda: None)
    page.do(Lends(on=True))
    page.do(Hears(on=True))
    page.leave()
    page.leave()
    assert ear.lender is None
    assert not speakers.wanted


def test_a_page_whose_microphone_is_taken_over_is_told() -> None:
    """It is woken, told why, and can lend it again."""
    ear, woken = Ear(), list[str]()
    page = PageSound(Sounds(microphones=ear), lambda: woken.append("woken"))
    page.do(Lends(on=True))
    ear.on_end("another is heard")
    (told,) = page.take()
    assert json.loads(told) == {"v": 1, "kind": "microphone", "on": False, "why": "another is heard"}
    assert woken == ["woken"]
    ear.lender = None
    page.do(Lends(on=True))
    assert ear.lender is page


def test_it_hears_what_the_box_says_while_it_wants_to() -> None:
    """Frames wait for it from then on, and its report that it has played them is heard."""
    speakers = Speakers()
    page = PageSound(Sounds(speakers), lambda: None)
    page.do(PlayedSound(7))
    speakers.play(b"unheard.", 22_050)
    page.do(Hears(on=True))
    speakers.play(b"heard...", 22_050)
    (frame,) = page.take()
    assert isinstance(frame, bytes)
    assert frame.endswith(b"heard...")
    page.do(PlayedSound(2))
    speakers.wait()
    page.do(Hears(on=False))
    speakers.play(b"unheard.", 22_050)
    assert page.take() == []


@pytest.mark.parametrize(("asked", "why"), [(Hears(on=True), "no voice"), (Lends(on=True), "no microphone")])
def test_a_box_without_ear_or_voice_says_so(asked: Hears | Lends, why: str) -> None:
    """A silent run, or settings without speech: the page is told, and nothing else happens."""
    page = PageSound(Sounds(no_voice="no voice here", no_ear="no microphone here"), lambda: None)
    with pytest.raises(RefusedMessageError, match=why):
        page.do(asked)
    page.do(type(asked)(on=False))
    assert page.take() == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "0 bytes are no sound"),
        (block(b""), "8 bytes are no sound"),
        (block(b"abc"), "11 bytes are no sound"),
        (block(bytes(2 * MOST_SAMPLES + 2)), "are no sound"),
        (block(b"ab", version=0), r"no sound of this version and kind \(0, 2\)"),
        (block(b"ab", kind=1), r"no sound of this version and kind \(1, 1\)"),
        (block(b"ab", 7_999), "sound of 7999 Hz: send 8000–96000"),
        (block(b"ab", 2**32 - 1), "sound of 4294967295 Hz"),
    ],
)
def test_what_is_no_sound_is_refused(data: bytes, why: str) -> None:
    """Too short, too long, odd, of another version or kind, or at a rate that no microphone has."""
    with pytest.raises(RefusedMessageError, match=why):
        read_block(data)
