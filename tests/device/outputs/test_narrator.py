"""What is said when: one sentence at a time, cut at once, told when it does not work, with stand-ins for the sound."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from delvebox.device.messages import Cue, PartChanged, SpeakingChanged
from delvebox.device.outputs import narrator as narrator_module
from delvebox.device.outputs.breaths import LONGEST_SECONDS, seconds_at_most
from delvebox.device.outputs.narrator import Narrator
from delvebox.device.outputs.samples import Sound
from delvebox.device.outputs.sinks import SinkError
from delvebox.device.outputs.tones import TONES, sound_of
from delvebox.device.outputs.voice import VoiceError
from delvebox.device.settings import Voice as VoiceSettings

PATIENCE_SECONDS = 5.0


class VoiceStandIn:
    """Makes "sound" of a text: its bytes; may be told to fail."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.works = True
        self.starts = 0
        self.trouble = ""
        self.made: list[tuple[str, int, int]] = []
        self.closed = False
        self.looked_after = threading.Event()

    def look_after(self) -> None:
        self.looked_after.set()

    def start(self) -> None:
        self.starts += 1
        self.works = not self.trouble
        self.tell(self.trouble) if self.trouble else None

    def make(self, text: str, rate: int, volume: int) -> Sound:
        self.made.append((text, rate, volume))
        if self.trouble:
            self.works = False
            raise VoiceError(self.trouble)
        return Sound(text.encode(), 1)

    def close(self) -> None:
        self.closed = True


TONE_NAMES = {sound_of(tone, 80).pcm: f"({name})" for name, tone in TONES.items()}


class SinkStandIn:
    """A place where sentences last until the test lets them end."""

    part = "loudspeaker"
    takes_tones = True

    def __init__(self) -> None:
        self.said: list[list[str]] = []
        self.begun = threading.Semaphore(0)
        self.hold = threading.Event()
        self.hold.set()
        self.cuts = 0
        self.trouble: list[str] = []
        self.looks = 0
        self.looked = threading.Semaphore(0)
        self.closed = False

    def say(self, pieces: Iterator[Sound]) -> float | None:
        self.said.append([])
        for piece in pieces:
            if self.trouble:
                raise SinkError(self.trouble.pop(0))
            self.said[-1].append(TONE_NAMES.get(piece.pcm) or piece.pcm.decode())
            self.begun.release()
            self.hold.wait(PATIENCE_SECONDS)
        return 12.5 if self.said[-1] else None

    def cut(self) -> None:
        self.cuts += 1
        self.hold.set()

    def look(self) -> None:
        self.looks += 1
        self.looked.release()
        if self.trouble:
            raise SinkError(self.trouble[0])

    def close(self) -> None:
        self.closed = True


class Booth:
    """A narrator with stand-ins, and what it put."""

    def __init__(self) -> None:
        self.sink = SinkStandIn()
        self.voices: list[VoiceStandIn] = []
        self.put: list[SpeakingChanged | PartChanged] = []

    def open(self, *, volume: int = 80, trouble: str = "", tones: bool = True) -> Narrator:
        def make_voice(tell: Callable[[str], None]) -> Any:
            self.voices.append(VoiceStandIn(tell))
            self.voices[-1].trouble = trouble
            return self.voices[-1]

        settings = VoiceSettings(rate=150, volume=volume, tones=tones)
        self.narrator = Narrator(settings, self.put.append, self.sink, make_voice)
        return self.narrator

    def begin_a_sentence(self, text: str = "now", priority: str = "colour") -> None:
        """Have the narrator in the middle of a sentence."""
        self.sink.hold.clear()
        self.narrator.say(Cue(text, priority, text))
        first = text.split(". ", maxsplit=1)[0]
        while not (self.sink.said and self.sink.said[-1] and self.sink.said[-1][0].startswith(first)):
            assert self.sink.begun.acquire(timeout=PATIENCE_SECONDS)

    @property
    def parts(self) -> list[PartChanged]:
        return [each for each in self.put if isinstance(each, PartChanged)]

    @property
    def sentences(self) -> list[str]:
        return [" ".join(pieces) for pieces in self.sink.said]


@pytest.fixture
def booth() -> Iterator[Booth]:
    """A booth whose narrator ends with the test."""
    booth = Booth()
    yield booth
    booth.sink.hold.set()
    booth.narrator.close()
    assert not booth.narrator._thread.is_alive()


def test_a_cue_is_said_sentence_by_sentence_and_speaking_is_told(booth: Booth) -> None:
    """The first sentence sounds while the next is made; the microphone is closed from first to last."""
    narrator = booth.open()
    narrator.say(Cue("Turn five. All quiet.", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sink.said == [["Turn five.", "All quiet."]]
    assert booth.voices[0].made == [("Turn five.", 150, 80), ("All quiet.", 150, 80)]
    assert booth.put == [SpeakingChanged(speaking=True), SpeakingChanged(speaking=False)]


def test_a_sentence_without_end_is_said_in_pieces(booth: Booth) -> None:
    """By the words a minute that are in force; one piece sounds while the next is made."""
    narrator = booth.open()
    narrator.say(Cue("a name of a table, " * 20 + "and its end.", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    pieces = [piece for announced in booth.sink.said for piece in announced]
    assert len(pieces) == len(booth.sink.said) == 3
    assert all(seconds_at_most(piece, 150) <= LONGEST_SECONDS for piece in pieces)
    assert " ".join(pieces).endswith("a table, and its end.")


def test_a_long_cue_is_said_in_announcements_of_a_breath_and_danger_ends_it(booth: Booth) -> None:
    """The microphone stays closed between them; of a cue that danger cut nothing more is said."""
    narrator = booth.open()
    booth.begin_a_sentence("Go on. " * 40, "turn")
    narrator.say(Cue("Danger: hazard.", "danger", "danger"))
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences[-1] == "Danger: hazard."
    assert len(booth.sink.said) == 2
    narrator.say(Cue("Go on. " * 40, "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert all(seconds_at_most(each, 150) <= LONGEST_SECONDS for each in booth.sentences)
    assert sum(each.count("Go on.") for each in booth.sentences[2:]) == 40
    assert [each.speaking for each in booth.put] == [True, False] * (len(booth.put) // 2)


def test_how_long_it_spoke_stands_in_the_log(booth: Booth, caplog: pytest.LogCaptureFixture) -> None:
    """At its end, with how many cues it said; what was dropped, a tone, or what no loudspeaker took does not count."""
    caplog.set_level("INFO")
    narrator = booth.open()
    booth.sink.trouble = ["gone", "gone"]
    narrator.say(Cue("lost", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    booth.begin_a_sentence("then")
    narrator.say(Cue("stale", "turn", "turn"))
    narrator.say(Cue("Go on. " * 40, "turn", "turn"))
    booth.sink.hold.set()
    narrator.tone("open")
    assert narrator.flush(PATIENCE_SECONDS)
    narrator.close()
    assert "spoke for 2 min 2 s, in 4 announcements" in caplog.text


def test_the_box_goes_on_speaking_while_a_cue_waits(booth: Booth) -> None:
    """Between two cues the microphone does not open for a moment."""
    narrator = booth.open()
    booth.begin_a_sentence()
    narrator.say(Cue("next", "turn", "turn"))
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["now", "next"]
    assert booth.put == [SpeakingChanged(speaking=True), SpeakingChanged(speaking=False)]


def test_the_weightiest_is_said_next_and_what_is_stale_is_not_said(booth: Booth) -> None:
    """Behind the present sentence: what was asked, then the newest turn, never the turn before it."""
    narrator = booth.open()
    booth.begin_a_sentence()
    for text, priority, topic in (("four", "turn", "turn"), ("answer", "answer", "answer"), ("five", "turn", "turn")):
        narrator.say(Cue(text, priority, topic))
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["now", "answer", "five"]


@pytest.mark.parametrize("present", ["answer", "turn", "colour"])
def test_danger_cuts_a_sentence_that_weighs_less(booth: Booth, present: str) -> None:
    """Nobody waits for the end of a long answer; what waited behind it is said after the danger."""
    narrator = booth.open()
    booth.begin_a_sentence("Light for two turns. Noise three.", present)
    narrator.say(Cue("waits", "turn", "status"))
    for text, priority in (("danger", "danger"), ("turn", "turn")):
        narrator.say(Cue(text, priority, text))
    assert booth.sink.cuts == 1
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["Light for two turns.", "danger", "waits", "turn"]
    assert booth.put == [SpeakingChanged(speaking=True), SpeakingChanged(speaking=False)]


def test_danger_does_not_cut_danger(booth: Booth) -> None:
    """Of two one is said after the other, and both to their end."""
    narrator = booth.open()
    booth.begin_a_sentence("now", "danger")
    narrator.say(Cue("more of it", "danger", "later"))
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sink.cuts == 0
    assert booth.sentences == ["now", "more of it"]


def test_three_cues_of_one_command_are_all_said(booth: Booth) -> None:
    """With nothing being said, or the present sentence just cut, the first of them does not wait."""
    narrator = booth.open()
    for _ in range(2):
        booth.begin_a_sentence()
        narrator.cut()
        for text, priority in (("danger", "danger"), ("turn", "turn"), ("question", "answer")):
            narrator.say(Cue(text, priority, text))
        assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["now", "danger", "question", "turn"] * 2


def test_a_cut_ends_the_sentence_and_drops_what_waits(booth: Booth) -> None:
    """The rest of the sentence is not made any more; the next cue is said."""
    narrator = booth.open()
    booth.begin_a_sentence("One. Two. Three.")
    narrator.say(Cue("waits", "turn", "turn"))
    narrator.cut()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["One."]
    narrator.say(Cue("next", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["One.", "next"]
    assert booth.put[-1] == SpeakingChanged(speaking=False)


def test_the_first_sound_is_told_once(booth: Booth) -> None:
    """Of the first cue since the last question for it."""
    narrator = booth.open()
    assert narrator.take_first_sound() is None
    narrator.say(Cue("one", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert narrator.take_first_sound() == 12.5
    assert narrator.take_first_sound() is None


def test_the_volume_stays_in_its_bounds_and_zero_is_silent(booth: Booth) -> None:
    """Silent as the lowest: nothing is made or said."""
    narrator = booth.open(volume=95)
    assert narrator.change_volume(10) == 100
    narrator.say(Cue("loud", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert narrator.change_volume(-300) == 0
    narrator.say(Cue("silent", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.voices[0].made == [("loud", 150, 100)]
    assert narrator.change_volume(10) == 10


def test_the_rate_stays_in_its_bounds_and_counts_from_the_next_sentence(booth: Booth) -> None:
    """Faster and slower, in words a minute; what was made at another rate is made anew."""
    narrator = booth.open()
    assert narrator.change_rate(20) == 170
    narrator.say(Cue("fast", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert narrator.change_rate(-1000) == 80
    assert narrator.change_rate(1000) == 400
    narrator.say(Cue("fast", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.voices[0].made == [("fast", 170, 80), ("fast", 400, 80)]


def test_a_tone_is_heard_before_all_that_waits_and_the_box_speaks_meanwhile(booth: Booth) -> None:
    """The ear is closed from the tone to the end of the sentence; of two tones the newest is heard."""
    narrator = booth.open()
    booth.begin_a_sentence()
    for text, priority in (("question", "answer"), ("turn", "turn")):
        narrator.say(Cue(text, priority, text))
    narrator.tone("not_understood")
    narrator.tone("understood")
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["now", "(understood)", "question", "turn"]
    changes = [(each.speaking, each.tone) for each in booth.put if isinstance(each, SpeakingChanged)]
    assert changes == [(True, False), (True, True), (True, False), (False, False)]


def test_a_tone_takes_no_sentences_place(booth: Booth) -> None:
    """All three cues of a command are said after it, whether it sounds or waits; and it counts as no first sound."""
    narrator = booth.open()
    booth.sink.hold.clear()
    narrator.tone("understood")
    assert booth.sink.begun.acquire(timeout=PATIENCE_SECONDS)
    for text, priority in (("danger", "danger"), ("turn", "turn"), ("question", "answer")):
        narrator.say(Cue(text, priority, text))
    assert narrator.take_first_sound() is None
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["(understood)", "danger", "question", "turn"]


def test_a_cut_takes_the_tone_that_waits(booth: Booth) -> None:
    """It told of something that is over."""
    narrator = booth.open()
    booth.begin_a_sentence()
    narrator.tone("understood")
    narrator.cut()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["now"]


@pytest.mark.parametrize("why", ["setting", "silent", "files"])
def test_tones_can_be_off_and_are_when_the_box_is_silent(booth: Booth, why: str) -> None:
    """By the setting, at volume 0, and where sentences become files."""
    booth.sink.takes_tones = why != "files"
    narrator = booth.open(volume=0 if why == "silent" else 80, tones=why != "setting")
    narrator.tone("open")
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == []
    assert booth.put == []


def test_without_a_place_to_say_it_nothing_is_said_or_started() -> None:
    """Voice switched off: no child, no thread left, nothing to wait for."""
    put: list[SpeakingChanged | PartChanged] = []
    narrator = Narrator(VoiceSettings(), put.append, None)
    narrator.say(Cue("Turn five.", "turn", "turn"))
    assert narrator.flush(0)
    narrator.cut()
    narrator.close()
    assert narrator._voice._child is None
    assert put == []


def test_a_sentence_lost_with_its_device_is_said_once_more(booth: Booth) -> None:
    """A loudspeaker that is back at once costs only a line in the log."""
    narrator = booth.open()
    assert narrator.flush(PATIENCE_SECONDS)
    looks = booth.sink.looks
    booth.sink.trouble = ["gone"]
    narrator.say(Cue("Turn five.", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences == ["", "Turn five."]
    assert booth.sink.looks == looks + 1
    assert booth.parts == []


def test_what_others_heard_is_not_said_once_more(booth: Booth, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loudspeaker is gone, but pages beside it heard the sentence: the trouble is told, the sentence over."""
    narrator = booth.open()
    said: list[bytes] = []

    def say(pieces: Iterator[Sound]) -> float | None:
        said.extend(piece.pcm for piece in pieces)
        failure = SinkError("it is gone")
        failure.heard = True
        raise failure

    monkeypatch.setattr(booth.sink, "say", say)
    narrator.say(Cue("once", "colour", "x"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert said == [b"once"]
    assert booth.parts == [PartChanged("loudspeaker", working=False, sentence="it is gone")]


def test_a_device_that_stays_away_is_told_once_looked_for_and_taken_up(
    booth: Booth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With pauses between the looks; when it works again that is told too, without any cue."""
    monkeypatch.setattr(narrator_module, "LOOK_SECONDS", (0.01, 0.02))
    booth.sink.trouble = ["no loudspeaker found: plug in a loudspeaker"] * 2
    narrator = booth.open()
    for _ in range(4):
        assert booth.sink.looked.acquire(timeout=PATIENCE_SECONDS)
    narrator.say(Cue("unheard", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    told = PartChanged("loudspeaker", working=False, sentence="no loudspeaker found: plug in a loudspeaker")
    assert booth.parts == [told]
    booth.sink.trouble.clear()
    until = time.perf_counter() + PATIENCE_SECONDS
    while len(booth.parts) == 1 and time.perf_counter() < until:
        assert booth.sink.looked.acquire(timeout=PATIENCE_SECONDS)
    assert booth.parts == [told, PartChanged("loudspeaker", working=True)]


def test_a_loudspeaker_that_hangs_is_told_to_who_wants_something_said(
    booth: Booth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sound service holds the narrator's thread, which can tell nothing itself; told once, and when it is over."""
    narrator = booth.open()
    booth.begin_a_sentence("One.")
    narrator.say(Cue("Two.", "turn", "two"))
    assert booth.parts == []
    monkeypatch.setattr(narrator_module, "STUCK_SECONDS", -1.0)
    narrator.say(Cue("Three.", "turn", "three"))
    narrator.say(Cue("Four.", "turn", "four"))
    told = PartChanged("loudspeaker", False, "the sound system does not answer: start the sound service anew")
    assert booth.parts == [told]
    booth.sink.hold.set()
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.parts == [told, PartChanged("loudspeaker", working=True)]


def test_a_voice_with_nothing_to_say_is_looked_after(booth: Booth, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its child may die in the quiet, which nobody would notice before the next sentence."""
    monkeypatch.setattr(narrator_module, "IDLE_SECONDS", 0.01)
    booth.open()
    assert booth.voices[0].looked_after.wait(PATIENCE_SECONDS)
    assert booth.parts == []


def test_a_voice_that_is_missing_is_told_and_taken_up_when_it_appears(
    booth: Booth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The narrator lives on without it and drops what cannot be said."""
    monkeypatch.setattr(narrator_module, "LOOK_SECONDS", (0.01,))
    narrator = booth.open(trouble="no voice: apt install espeak-ng")
    narrator.say(Cue("unheard", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert PartChanged("voice", working=False, sentence="no voice: apt install espeak-ng") in booth.put
    booth.voices[0].trouble = ""
    until = time.perf_counter() + PATIENCE_SECONDS
    while not booth.voices[0].works and time.perf_counter() < until:
        assert booth.sink.looked.acquire(timeout=PATIENCE_SECONDS)
    narrator.say(Cue("heard", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    assert booth.sentences[-1] == "heard"


def test_a_narrator_that_fails_tells_it_and_holds_nobody_up(booth: Booth, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of our own ends the voice, not the box: what waits for it goes on."""
    narrator = booth.open()
    monkeypatch.setattr(booth.sink, "say", lambda _: 1 / 0)
    narrator.say(Cue("Turn five.", "turn", "turn"))
    assert narrator.flush(PATIENCE_SECONDS)
    narrator._thread.join(PATIENCE_SECONDS)
    assert booth.put[-1] == PartChanged(
        "voice", working=False, sentence="the voice failed: see the log, start the box again"
    )
    narrator.say(Cue("Turn six.", "turn", "turn"))
    assert narrator.flush(0)
    assert booth.voices[0].closed


def test_closing_cuts_and_lets_go_of_everything(booth: Booth) -> None:
    """In the middle of a sentence too; what comes later is not taken."""
    narrator = booth.open()
    booth.begin_a_sentence("One. Two.")
    narrator.close()
    assert booth.sentences == ["One."]
    assert booth.voices[0].closed
    assert booth.sink.closed
    narrator.say(Cue("late", "turn", "turn"))
    assert narrator.flush(0)
