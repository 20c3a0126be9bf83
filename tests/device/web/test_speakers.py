"""What the box says goes to every page that asked, is cut everywhere, and waits for no page that does not keep up."""

from __future__ import annotations

import json
import struct
import threading

import pytest

from delvebox.device.web import speakers as module
from delvebox.device.web.speakers import CHUNK_BYTES, MOST_WAITING, Speaker, Speakers

SECOND = bytes(2 * 22_050)


def frames(waiting: list[bytes | str]) -> list[tuple[int, bool, int, int]]:
    """Of each frame its piece's number, whether it is the piece's last, its rate, and how much sound it holds."""
    read = []
    for frame in waiting:
        assert isinstance(frame, bytes)
        version, kind, last, number, rate_hz = struct.unpack_from("<BBBxII", frame)
        assert (version, kind) == (1, 1)
        read.append((number, bool(last), rate_hz, len(frame) - 12))
    return read


def page(speakers: Speakers) -> tuple[Speaker, list[str]]:
    """A page that hears, and how often it was woken."""
    woken: list[str] = []
    return speakers.join(lambda: woken.append("woken")), woken


def test_a_sentence_goes_to_every_page_in_frames() -> None:
    """In pieces that a cut can overtake, the last of them marked; each page is woken once."""
    speakers = Speakers()
    pages = [page(speakers) for _ in range(2)]
    assert speakers.wanted
    speakers.play(SECOND, 22_050)
    for speaker, woken in pages:
        told = frames(speakers.take(speaker))
        assert {(number, rate_hz) for number, _, rate_hz, _ in told} == {(1, 22_050)}
        assert [last for _, last, _, _ in told] == [False, False, True]
        assert max(size for *_, size in told) == CHUNK_BYTES
        assert sum(size for *_, size in told) == len(SECOND)
        assert len(woken) == 1
        speakers.leave(speaker)
    assert not speakers.wanted


def test_a_cut_overtakes_what_waits() -> None:
    """What was not sent yet is dropped, and the page told up to where it is to be silent; who heard all is not."""
    speakers = Speakers()
    (slow, _), (quick, _) = page(speakers), page(speakers)
    speakers.play(SECOND, 22_050)
    speakers.take(quick)
    speakers.heard(quick, 1)
    speakers.cut()
    (cut,) = speakers.take(slow)
    assert json.loads(cut) == {"v": 1, "kind": "cut", "number": 1}
    assert speakers.take(quick) == []
    speakers.wait()


def test_the_narrator_waits_until_all_have_heard_it() -> None:
    """The box speaks until the last page has played it, so that it does not hear itself."""
    speakers = Speakers()
    (one, _), (two, _) = page(speakers), page(speakers)
    speakers.play(SECOND, 22_050)
    waiting = threading.Thread(target=speakers.wait)
    waiting.start()
    speakers.heard(one, 1)
    assert waiting.is_alive()
    speakers.heard(two, 10**30)  # whatever a page makes up
    waiting.join(5)
    assert not waiting.is_alive()


@pytest.mark.parametrize("end", ["cut", "leave"])
def test_waiting_ends_with_a_cut_and_with_the_page(end: str) -> None:
    """Nothing is waited for that nobody hears."""
    speakers = Speakers()
    speaker, _ = page(speakers)
    speakers.play(SECOND * 100, 22_050)
    waiting = threading.Thread(target=speakers.wait)
    waiting.start()
    if end == "cut":
        speakers.cut()
    else:
        speakers.leave(speaker)
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_page_that_does_not_report_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A dead page costs the voice a second, once; when it keeps up again it is waited for again."""
    monkeypatch.setattr(module, "SPARE_SECONDS", 0.01)
    speakers = Speakers()
    speaker, _ = page(speakers)
    speakers.play(b"\0\0", 22_050)
    speakers.wait()
    assert "does not keep up" in caplog.text
    monkeypatch.setattr(module, "SPARE_SECONDS", 1000.0)
    speakers.play(SECOND, 22_050)
    speakers.wait()  # at once: else the test's own time is over
    speakers.heard(speaker, 2)
    speakers.play(SECOND, 22_050)
    waiting = threading.Thread(target=speakers.wait, daemon=True)
    waiting.start()
    speakers.heard(speaker, 2)
    assert waiting.is_alive()
    speakers.heard(speaker, 3)
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_page_that_takes_nothing_misses_what_comes(caplog: pytest.LogCaptureFixture) -> None:
    """Its queue is bounded, whole sentences are left out of it, and nobody waits for what it never gets."""
    speakers = Speakers()
    speaker, _ = page(speakers)
    for _ in range(MOST_WAITING):
        speakers.play(SECOND, 22_050)
    waiting = frames(speakers.take(speaker))
    assert len(waiting) <= MOST_WAITING
    assert waiting[-1][1], "no half sentence"
    assert "misses a sentence" in caplog.text
    speakers.wait()


def test_who_comes_later_hears_from_then_on() -> None:
    """Nothing of what was said before it asked, nor is it waited for."""
    speakers = Speakers()
    page(speakers)
    speakers.play(SECOND, 22_050)
    late, _ = page(speakers)
    assert speakers.take(late) == []
    assert late.played == 1
