"""A lent microphone takes the place of the box's own and gives it back, as a plug that is put in and pulled."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from wavs import noise, pcm16, tone

from delvebox.device.inputs.speech import lent_microphone, microphone_care
from delvebox.device.inputs.speech import listener as listening
from delvebox.device.inputs.speech.lent_microphone import LentMicrophone
from delvebox.device.inputs.speech.listener import Listener
from delvebox.device.inputs.speech.microphone_care import OnBlock
from delvebox.device.messages import Message, PartChanged, Utterance
from delvebox.device.sound import SoundError

SPEECH = pcm16(np.resize(np.concatenate([tone(0.08, level=0.3), tone(0.04, level=0.04)]), 16_000))
QUIET = pcm16(noise(1.0, 0.0005))
BLOCK_BYTES = 960


class Own:
    """The box's own microphone."""

    def __init__(self) -> None:
        self.trouble: SoundError | None = None
        self.opened: list[str | None] = []
        self.closed = 0
        self.on_block: OnBlock = lambda *_block: None

    def open(self, name: str | None, on_block: OnBlock) -> Own:
        """As `sound.open_input`."""
        if self.trouble is not None:
            raise self.trouble
        self.opened.append(name)
        self.on_block = on_block
        return self

    def check(self) -> None:
        """It always gives sound."""

    def close(self) -> None:
        """As the stream's."""
        self.closed += 1


class Desk:
    """A listener between its own microphone and those that are lent."""

    def __init__(self) -> None:
        self.own = Own()
        self.lent = LentMicrophone(self.own.open)
        self.recogniser = ScriptedRecogniser()
        self.queue: queue.Queue[Message] = queue.Queue()
        self.ended: list[str] = []
        self.listener = Listener(
            self.recogniser,  # type: ignore[arg-type]
            self.queue.put,
            microphone="USB",
            open_microphone=self.lent.open,
        )
        self.lent.on_change = self.listener.change_microphone

    def lend(self, lender: str) -> None:
        """Lend one, and wait until it is open."""
        self.lent.lend(lender, lambda why: self.ended.append(f"{lender}: {why}"))
        self.settle()

    def give(self, lender: str, pcm: bytes, rate_hz: int = 16_000) -> None:
        """Sound of a lender."""
        for at in range(0, len(pcm), BLOCK_BYTES):
            self.lent.take(lender, pcm[at : at + BLOCK_BYTES], rate_hz)

    def settle(self) -> None:
        """Wait until the listener has done what was asked, and has looked after its microphone."""
        for _ in range(2):
            done = threading.Event()
            self.listener._inbox.put(done.set)
            assert done.wait(5)

    def told(self) -> list[Message]:
        """What was put on the queue since the last look."""
        self.settle()
        return [self.queue.get_nowait() for _ in range(self.queue.qsize())]

    def utterances(self) -> list[Utterance]:
        """Those that were told since the last look."""
        return [each for each in self.told() if isinstance(each, Utterance)]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A listener that looks after its microphone at every turn."""
    monkeypatch.setattr(listening, "_TICK_SECONDS", 0.005)
    monkeypatch.setattr(microphone_care, "_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(microphone_care, "_FIRST_PAUSE_SECONDS", 0.01)
    desk = Desk()
    desk.listener.start()
    desk.settle()
    yield desk
    desk.listener.close()


def test_a_lent_one_is_heard_in_the_place_of_the_boxs_own(desk: Desk) -> None:
    """While it is lent, the box's own is closed; what is said into it with the talk button is an utterance."""
    assert desk.own.opened == ["USB"]
    desk.lend("phone")
    assert desk.own.closed == 1
    desk.recogniser.say("search the room")
    desk.give("phone", QUIET)
    desk.listener.open_window()
    desk.give("phone", SPEECH)
    desk.listener.close_window()
    desk.give("phone", QUIET)
    (utterance,) = desk.utterances()
    assert [word.text for word in utterance.alternatives[0]] == ["search", "the", "room"]
    assert desk.own.opened == ["USB"], "its own is not opened meanwhile"


def test_it_comes_at_its_own_rate(desk: Desk) -> None:
    """A browser gives 48 kHz; the recogniser gets 16."""
    desk.lend("phone")
    desk.give("phone", bytes(96_000), 48_000)
    desk.listener.open_window()
    desk.give("phone", bytes(2 * 96_000), 48_000)
    desk.listener.close_window()
    desk.give("phone", bytes(96_000), 48_000)
    desk.settle()
    assert 2.4 < len(desk.recogniser.heard[0]) / 32_000 < 3.5


def test_when_it_goes_the_boxs_own_is_heard_again_and_no_trouble_told(desk: Desk) -> None:
    """A page that is closed with nobody talking is nothing that the table must know."""
    desk.lend("phone")
    desk.give("phone", QUIET)
    desk.told()
    desk.lent.end("phone")
    desk.settle()
    assert desk.own.opened == ["USB", "USB"]
    desk.own.on_block(QUIET[:BLOCK_BYTES], 16_000, 1)
    changes = [each for each in desk.told() if isinstance(each, PartChanged)]
    assert changes == [PartChanged("microphone", working=True)]
    assert not desk.lent.is_lent


def test_who_talks_while_it_goes_is_told(desk: Desk) -> None:
    """The page is closed in the middle of a sentence: an utterance with its trouble, and no half command."""
    desk.lend("phone")
    desk.recogniser.say("search the room")
    desk.give("phone", QUIET)
    desk.listener.open_window()
    desk.give("phone", SPEECH)
    desk.lent.end("phone")
    desk.listener.close_window()
    (utterance,) = desk.utterances()
    assert utterance.trouble == "the page's microphone has gone: say it again"
    assert utterance.alternatives == ()


def test_the_last_one_is_heard_and_the_one_before_it_is_told(desk: Desk) -> None:
    """Of two pages one is heard; what the other still sends is nothing, and its end changes nothing."""
    desk.lend("phone")
    desk.lend("laptop")
    assert desk.ended == [f"phone: {lent_microphone.TAKEN_OVER}"]
    desk.lent.end("phone")
    assert desk.lent.is_lent
    desk.listener.open_window()
    desk.give("laptop", QUIET)
    desk.listener.open_window()
    desk.give("phone", SPEECH)
    desk.listener.close_window()
    desk.give("laptop", QUIET)
    desk.settle()
    assert len(desk.recogniser.heard[0]) < len(SPEECH), "none of the phone's second of speech"


def test_one_that_gives_nothing_is_told_and_given_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that sleeps lends nothing: after two seconds the table is told, the lender too, and its own is open."""
    monkeypatch.setattr(lent_microphone, "SILENT_SECONDS", -1.0)
    desk.lend("phone")
    desk.settle()
    told = [each for each in desk.told() if isinstance(each, PartChanged) and not each.working]
    assert [each.sentence.partition(": ")[2] for each in told] == ["turn it on there again"]
    assert desk.ended == [f"phone: {lent_microphone.SILENT}"]
    assert not desk.lent.is_lent


def test_a_box_without_one_of_its_own_hears_a_lent_one(desk: Desk) -> None:
    """On a machine without a microphone the page's takes up the part that was missing."""
    desk.own.trouble = SoundError("no microphone", "plug one in")
    desk.listener.change_microphone("it was pulled")
    desk.settle()
    assert PartChanged("microphone", working=False, sentence="no microphone: plug one in") in desk.told()
    desk.lend("phone")
    desk.give("phone", QUIET[:BLOCK_BYTES])
    assert PartChanged("microphone", working=True) in desk.told()
