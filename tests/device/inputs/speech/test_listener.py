"""The live ear on a microphone of the test's own: windows, mute, half duplex, plugs pulled, faults."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from numpy.typing import NDArray
from wavs import noise, pcm16, tone

from delvebox.device.inputs.speech import listener as listening
from delvebox.device.inputs.speech import microphone_care
from delvebox.device.inputs.speech.audio import seconds_of
from delvebox.device.inputs.speech.listener import Listener
from delvebox.device.messages import ListeningChanged, Message, PartChanged, Utterance
from delvebox.device.sound import SoundError

SPEECH = np.resize(np.concatenate([tone(0.08, level=0.3), tone(0.04, level=0.04)]), 16_000)
QUIET = noise(1.0, 0.0005)
GONE = SoundError("microphone is gone", "see whether it is still plugged in")


class Plug:
    """The far end of a microphone: speak into it, pull it, plug it in."""

    def __init__(self) -> None:
        self.trouble: SoundError | None = None
        self.opened: list[float] = []
        self.tries: list[float] = []
        self.names: list[str | None] = []
        self.tried = threading.Event()
        self.closed = 0
        self._on_block: Callable[[bytes, int, int], None] | None = None

    def open(self, name: str | None, on_block: Callable[[bytes, int, int], None]) -> "Plug":
        """As `sound.open_input`."""
        self.names.append(name)
        self.tries.append(time.monotonic())
        self.tried.set()
        if self.trouble is not None:
            raise self.trouble
        self._on_block = on_block
        return self

    def check(self) -> None:
        """As the stream's."""
        if self.trouble is not None:
            raise self.trouble

    def close(self) -> None:
        """As the stream's."""
        self._on_block = None
        self.closed += 1

    def speak(self, sound: NDArray[np.float64], rate_hz: int = 16_000, channels: int = 1) -> None:
        """Sound in blocks of 30 ms, as fast as it is taken."""
        assert self._on_block is not None
        pcm = pcm16(np.repeat(sound, channels))
        step = round(rate_hz * 0.03) * 2 * channels
        for at in range(0, len(pcm), step):
            self._on_block(pcm[at : at + step], rate_hz, channels)


class Table:
    """A listener, its microphone, its recogniser, and what it put on the queue."""

    def __init__(self, **options: object) -> None:
        self.plug = Plug()
        self.recogniser = ScriptedRecogniser()
        self.queue: queue.Queue[Message] = queue.Queue()
        self.listener = Listener(
            self.recogniser,  # type: ignore[arg-type]
            self.queue.put,
            open_microphone=self.plug.open,
            **options,  # type: ignore[arg-type]
        )

    def start(self) -> "Table":
        """Start, and wait until the microphone was tried."""
        self.listener.start()
        assert self.plug.tried.wait(5)
        self.settle()
        return self

    def settle(self) -> None:
        """Wait until the listener has done all that was asked of it."""
        done = threading.Event()
        self.listener._inbox.put(done.set)
        assert done.wait(5)

    def told(self) -> list[Message]:
        """What was put on the queue since the last look."""
        self.settle()
        self.settle()  # what follows from the last item is put after it
        return [self.queue.get_nowait() for _ in range(self.queue.qsize())]

    def hold(self, sound: NDArray[np.float64]) -> None:
        """Hold the talk button while `sound` is spoken, and a second of hush after."""
        self.listener.open_window()
        self.plug.speak(sound)
        self.listener.close_window()
        self.plug.speak(QUIET)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks after the microphone at every turn, and tries again after 10 to 80 ms."""
    monkeypatch.setattr(listening, "_TICK_SECONDS", 0.005)
    monkeypatch.setattr(microphone_care, "_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(microphone_care, "_FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(microphone_care, "_LONGEST_PAUSE_SECONDS", 0.08)


Sit = Callable[..., Table]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Makes tables and clears them."""
    made: list[Table] = []

    def one(**options: object) -> Table:
        made.append(Table(**options))
        return made[-1]

    yield one
    for table in made:
        table.listener.close()
        assert not table.listener._thread.is_alive()


def test_a_held_button_is_an_utterance(sit: Sit) -> None:
    """Press, speak, let go: one utterance, and the window is told when it opens and closes."""
    table = sit(microphone="usb").start()
    table.recogniser.say("search the room")
    table.plug.speak(QUIET)
    table.hold(SPEECH)
    working, opened, closed, utterance = table.told()
    assert working == PartChanged("microphone", working=True)
    assert (opened, closed) == (ListeningChanged(open=True), ListeningChanged(open=False))
    assert isinstance(utterance, Utterance)
    assert [word.text for word in utterance.alternatives[0]] == ["search", "the", "room"]
    assert (utterance.start_seconds, utterance.end_seconds) == (0.5, pytest.approx(2.2, abs=0.05))
    assert table.plug.names == ["usb"]


@pytest.mark.parametrize(("rate_hz", "channels"), [(16_000, 2), (44_100, 1), (48_000, 2)])
def test_any_microphone_is_heard_at_16_khz(sit: Sit, rate_hz: int, channels: int) -> None:
    """A USB microphone that only does 44.1 kHz, stereo ones: the recogniser gets the same seconds."""
    table = sit().start()
    table.plug.speak(np.zeros(rate_hz), rate_hz, channels)
    table.listener.open_window()
    table.plug.speak(tone(1.0, rate_hz), rate_hz, channels)
    table.listener.close_window()
    table.plug.speak(np.zeros(rate_hz), rate_hz, channels)
    table.settle()
    assert seconds_of(table.recogniser.heard[0]) == pytest.approx(1.7, abs=0.05)


def test_open_mode_listens_by_itself(sit: Sit) -> None:
    """Without any button: the window is told open from the start, and speech is an utterance."""
    table = sit(ways={"open"}).start()
    table.recogniser.say("undo")
    table.plug.speak(np.concatenate([QUIET, SPEECH, QUIET]))
    told = table.told()
    assert told[1] == ListeningChanged(open=True, always=True)
    assert [each.way for each in told if isinstance(each, Utterance)] == ["open"]


def test_while_muted_nothing_is_heard(sit: Sit) -> None:
    """Neither speech nor the talk button: mute means mute, until it is taken back."""
    table = sit(ways={"hold", "open"}).start()
    table.plug.speak(QUIET)
    table.told()
    table.listener.set_muted(True)
    table.hold(np.concatenate([SPEECH, QUIET]))
    assert table.told() == [ListeningChanged(open=False)]
    assert table.recogniser.heard == []
    table.listener.set_muted(False)
    table.plug.speak(QUIET)
    table.hold(SPEECH)
    assert [each.way for each in table.told() if isinstance(each, Utterance)] == ["hold"]


def test_muting_drops_what_was_being_said(sit: Sit) -> None:
    """A window that is open when the box is muted gives no utterance."""
    table = sit().start()
    table.plug.speak(QUIET)
    table.listener.open_window()
    table.plug.speak(SPEECH)
    table.listener.set_muted(True)
    table.listener.close_window()
    table.plug.speak(QUIET)
    assert not any(isinstance(each, Utterance) for each in table.told())
    assert table.recogniser.cancelled == 1


@pytest.mark.parametrize(("tail_seconds", "heard"), [(1000.0, 0), (0.0, 1)])
def test_the_box_does_not_hear_itself(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, tail_seconds: float, heard: int
) -> None:
    """In open mode its own voice is nothing, nor is the echo in the tail after it; then it listens again."""
    monkeypatch.setattr(listening, "TAIL_SECONDS", tail_seconds)
    table = sit(ways={"open"}).start()
    table.plug.speak(QUIET)
    table.listener.set_speaking(True)
    table.plug.speak(np.concatenate([SPEECH, QUIET]))
    assert table.told()[-1] == ListeningChanged(open=False)
    assert table.recogniser.ways == []
    table.listener.set_speaking(False)
    table.plug.speak(np.concatenate([QUIET, SPEECH, QUIET]))
    assert sum(isinstance(each, Utterance) for each in table.told()) == heard


def test_holding_talk_hears_at_once_while_the_box_speaks(sit: Sit) -> None:
    """The button has cut the speech: "stop" is heard, and what was the box's own voice before is silence."""
    table = sit().start()
    table.recogniser.say("stop")
    table.plug.speak(QUIET)
    table.listener.set_speaking(True)
    table.plug.speak(SPEECH)
    table.hold(SPEECH)
    (utterance,) = [each for each in table.told() if isinstance(each, Utterance)]
    assert utterance.alternatives
    assert table.recogniser.heard[0].startswith(bytes(15_000))


def test_what_the_box_says_into_an_open_window_is_silence_to_it(sit: Sit) -> None:
    """Somebody else pressed a button meanwhile: the window stays open, and hears who talks before and after."""
    table = sit().start()
    table.recogniser.say("search the room")
    table.plug.speak(QUIET)
    table.listener.open_window()
    table.plug.speak(SPEECH)
    table.listener.set_speaking(True)
    table.plug.speak(SPEECH)
    table.listener.close_window()
    table.plug.speak(QUIET)
    (utterance,) = [each for each in table.told() if isinstance(each, Utterance)]
    assert utterance.speech_seconds < 1.1
    (heard,) = table.recogniser.heard
    assert any(heard[-70_000:-50_000])
    assert not any(heard[-30_000:])


def test_what_was_cut_by_the_hand_closes_no_window(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The narrator tells of its end a little after the window has opened: its tail is none any more."""
    monkeypatch.setattr(listening, "TAIL_SECONDS", 1000.0)
    table = sit().start()
    table.recogniser.say("stop")
    table.plug.speak(QUIET)
    table.listener.set_speaking(True)
    table.listener.open_window()
    table.listener.set_speaking(False)
    table.plug.speak(SPEECH)
    table.listener.close_window()
    table.plug.speak(QUIET)
    (utterance,) = [each for each in table.told() if isinstance(each, Utterance)]
    assert utterance.speech_seconds > 0.5


@pytest.mark.parametrize(("way", "ways"), [("tap", {"hold", "tap"}), ("hold", {"hold"})])
def test_a_tone_in_a_window_is_heard_but_nobody_speaks_in_it(sit: Sit, way: str, ways: set[str]) -> None:
    """As long as it sounds no speech begins or ends, and who talks over it is understood all the same."""
    table = sit(ways=ways).start()
    table.recogniser.say("search the room")
    table.plug.speak(QUIET)
    (table.listener.tap if way == "tap" else table.listener.open_window)()
    table.listener.set_speaking(True, tone=True)
    table.plug.speak(np.concatenate([SPEECH, QUIET, QUIET]))
    assert not any(isinstance(each, Utterance) for each in table.told())
    table.listener.set_speaking(False)
    time.sleep(listening.TONE_TAIL_SECONDS)
    table.plug.speak(np.concatenate([SPEECH, QUIET]))
    table.listener.close_window()
    table.plug.speak(QUIET)
    (utterance,) = [each for each in table.told() if isinstance(each, Utterance)]
    assert utterance.way == way
    assert utterance.speech_seconds > 1.0  # both


def test_the_time_to_begin_counts_from_the_end_of_the_tone(sit: Sit) -> None:
    """A tapped window is open for six seconds after the tone and its tail, however long they took."""
    table = sit(ways={"tap"}).start()
    table.plug.speak(QUIET)
    table.listener.tap()
    table.listener.set_speaking(True, tone=True)
    table.plug.speak(np.tile(QUIET, 7))
    assert table.told()[-1] == ListeningChanged(open=True)
    table.listener.set_speaking(False)
    time.sleep(listening.TONE_TAIL_SECONDS)
    table.plug.speak(np.tile(QUIET, 5))
    assert table.told() == []
    table.plug.speak(np.tile(QUIET, 2))
    assert ListeningChanged(open=False) in table.told()


def test_a_tone_is_not_heard_where_no_window_is_open(sit: Sit) -> None:
    """After the wake phrase and its command the box answers: its tone wakes nothing."""
    table = sit(ways={"open"}).start()
    table.plug.speak(QUIET)
    table.listener.set_speaking(True, tone=True)
    table.plug.speak(np.concatenate([SPEECH, QUIET]))
    assert table.recogniser.ways == []
    assert table.told()[-1] == ListeningChanged(open=False)


def test_a_missing_microphone_is_told_once_and_to_whoever_talks(sit: Sit) -> None:
    """The box says so once; a press of the talk button is answered with the cause; it tries on, ever slower."""
    table = sit()
    table.plug.trouble = GONE
    table.start()
    while len(table.plug.tries) < 6:
        table.settle()
    assert table.told() == [PartChanged("microphone", working=False, sentence=str(GONE))]
    pauses = np.diff(table.plug.tries[:6])
    assert all(pauses >= [0.01, 0.02, 0.04, 0.08, 0.08])
    table.listener.open_window()
    table.listener.close_window()
    (utterance,) = table.told()
    assert isinstance(utterance, Utterance)
    assert utterance.trouble == str(GONE)


def test_a_muted_box_does_not_complain_of_its_microphone(sit: Sit) -> None:
    """The talk button does nothing while muted, whatever else is wrong."""
    table = sit()
    table.plug.trouble = GONE
    table.start()
    table.told()
    table.listener.set_muted(True)
    table.listener.open_window()
    table.listener.close_window()
    assert table.told() == []


def test_a_microphone_plugged_in_later_is_taken_up(sit: Sit) -> None:
    """It works from its first sound on, not from its opening: a device may open and give none."""
    table = sit()
    table.plug.trouble = GONE
    table.start()
    table.told()
    table.plug.trouble = None
    while table.plug._on_block is None:
        table.settle()
    assert table.told() == []
    table.plug.speak(QUIET)
    assert table.told() == [PartChanged("microphone", working=True)]
    table.hold(SPEECH)
    assert any(isinstance(each, Utterance) for each in table.told())


def test_a_microphone_pulled_in_mid_utterance_is_told(sit: Sit) -> None:
    """Half a command is no command: the utterance is answered with the cause, and the stream is closed."""
    table = sit().start()
    table.plug.speak(QUIET)
    table.listener.open_window()
    table.plug.speak(SPEECH)
    table.told()
    table.plug.trouble = GONE
    while not table.plug.closed:
        table.settle()
    utterance, part, closed = table.told()
    assert isinstance(utterance, Utterance)
    assert utterance.trouble == str(GONE)
    assert part == PartChanged("microphone", working=False, sentence=str(GONE))
    assert closed == ListeningChanged(open=False)
    assert table.recogniser.heard == []


def test_a_microphone_that_opens_but_gives_nothing_is_told_once(sit: Sit) -> None:
    """Opening and dying by turns is one trouble, not one at each turn."""
    table = sit()
    table.plug.trouble = GONE
    table.start()
    for _ in range(3):
        table.plug.trouble = None
        while table.plug._on_block is None:
            table.settle()
        table.plug.trouble = SoundError("microphone gave no sound for 2 s", "see whether it is still plugged in")
        while table.plug._on_block is not None:
            table.settle()
    assert [each for each in table.told() if isinstance(each, PartChanged)] == [
        PartChanged("microphone", working=False, sentence=str(GONE))
    ]


def test_the_sound_callback_never_waits(sit: Sit, caplog: pytest.LogCaptureFixture) -> None:
    """While the recogniser answers, sound piles up, and too much of it loses its oldest part, counted."""
    table = sit().start()
    waiting, go = threading.Event(), threading.Event()

    def slow() -> tuple[()]:
        waiting.set()
        assert go.wait(8)
        return ()

    table.recogniser.finish = slow  # type: ignore[method-assign]
    table.plug.speak(QUIET)
    table.hold(SPEECH)
    assert waiting.wait(5)
    with caplog.at_level(logging.WARNING):
        table.plug.speak(np.tile(QUIET, 20))
        go.set()
        table.told()
    assert table.listener._inbox.dropped > 200
    assert "blocks of sound dropped" in caplog.text


def test_closing_is_quick_even_when_the_recogniser_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box ends within its two seconds: a hung recogniser is ended from outside."""
    monkeypatch.setattr(listening, "CLOSE_SECONDS", 0.05)
    table = Table().start()
    hung, woken = threading.Event(), threading.Event()

    def hang() -> tuple[()]:
        hung.set()
        assert woken.wait(8)
        return ()

    table.recogniser.finish = hang  # type: ignore[method-assign]
    table.recogniser.abort = woken.set  # type: ignore[method-assign]
    table.plug.speak(QUIET)
    table.hold(SPEECH)
    assert hung.wait(5)
    table.listener.close()
    assert not table.listener._thread.is_alive()
    assert table.plug.closed == 1
    assert table.recogniser.closed


def test_closing_before_the_start_is_nothing() -> None:
    """A box that gives up early can close what it never started."""
    Table().listener.close()


def test_a_fault_of_the_listener_is_told(sit: Sit, caplog: pytest.LogCaptureFixture) -> None:
    """If its thread ends, the box says that it no longer listens."""
    table = sit().start()
    table.recogniser.poll = lambda: 1 / 0  # type: ignore[method-assign,assignment,return-value]
    table.plug.speak(QUIET)
    table.listener._thread.join(5)
    told = [table.queue.get_nowait() for _ in range(table.queue.qsize())]
    assert told[-1] == PartChanged(
        "microphone", working=False, sentence="the box stopped listening after a fault: start it again"
    )
    assert "ZeroDivisionError" in caplog.text
    assert table.recogniser.closed


def test_a_button_held_where_only_open_listening_is_set_is_answered(sit: Sit) -> None:
    """There is no grammar for it: the recogniser would end over it, and the table would wait for nothing."""
    table = sit(ways=("open",)).start()
    table.plug.speak(QUIET)
    table.told()
    table.listener.open_window()
    (utterance,) = table.told()
    assert isinstance(utterance, Utterance)
    assert utterance.trouble is not None
    assert "add hold" in utterance.trouble
    assert table.recogniser.ways == []


def test_a_tapped_button_listens_until_something_was_said(sit: Sit) -> None:
    """The lamp follows: open at the tap, closed at the end of speech."""
    table = sit(ways=("hold", "tap")).start()
    table.recogniser.say("search the room")
    table.plug.speak(QUIET)
    table.told()
    table.listener.tap()
    assert table.told() == [ListeningChanged(open=True)]
    table.plug.speak(SPEECH)
    table.plug.speak(QUIET)
    (utterance, closed) = table.told()
    assert isinstance(utterance, Utterance)
    assert utterance.way == "tap"
    assert closed == ListeningChanged(open=False)


def test_a_tap_is_nothing_where_it_is_no_way_to_talk(sit: Sit) -> None:
    """A short press of the talk button was none before, and is none without the setting."""
    table = sit(ways=("hold",)).start()
    table.plug.speak(QUIET)
    table.told()
    table.listener.tap()
    assert table.told() == []


def test_a_tap_without_a_microphone_is_answered(sit: Sit) -> None:
    """Whoever taps is told why nothing is heard."""
    table = sit(ways=("tap",)).start()
    table.listener.tap()
    (utterance,) = table.told()
    assert isinstance(utterance, Utterance)
    assert utterance.way == "tap"
    assert "not open yet" in (utterance.trouble or "")
