"""The wake phrase: found in one breath with a command, alone, and where others talk; and what is no wake phrase."""

from collections.abc import Sequence

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from numpy.typing import NDArray
from wavs import noise, pcm16, tone

from delvebox.device.inputs.speech.audio import seconds_of
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.endings import LONGEST_TAP_SECONDS
from delvebox.device.messages import Alternatives, Scored, Utterance, Word


def voice(seconds: float, mark: float = 0.3) -> NDArray[np.float64]:
    """Something as uneven as speech."""
    return np.resize(np.concatenate([tone(0.08, level=mark), tone(0.04, level=mark / 4)]), round(seconds * 16_000))


def hush(seconds: float) -> NDArray[np.float64]:
    """The table's own."""
    return noise(seconds, 0.0005)


def pcm(*parts: NDArray[np.float64]) -> bytes:
    """The parts one after the other."""
    return pcm16(np.concatenate(parts))


class Hearer(ScriptedRecogniser):
    """Hears words where they are said: `said` are words with the second of the sound in which each begins."""

    def __init__(self, *said: str) -> None:
        super().__init__()
        self.said = [(float(at), word) for at, _, word in (each.partition(" ") for each in said)]
        self.again: list[Alternatives] = []
        """What is heard each time a sound is given whole."""

    def finish(self) -> Alternatives:
        """Every word, at its time; 0.3 s long."""
        super().finish()
        return (tuple(Word(word, at, at + 0.3) for at, word in self.said),) if self.said else ()

    def recognise(self, pcm: bytes, way: str) -> Alternatives:
        """As the recogniser's."""
        self.heard_again.append((pcm, way))
        return self.again.pop(0) if self.again else ()


class PhraseHearer(Hearer):
    """Hears whole phrases too: "undo" in anything."""

    def __init__(self, *said: str) -> None:
        super().__init__(*said)
        self.has_phrases = True

    def recognise_phrases(self, sounds: Sequence[bytes]) -> tuple[tuple[Scored, ...], ...]:
        """As the recogniser's."""
        return tuple((Scored((Word("undo", 0.5, 0.8),), 700.0),) for _ in sounds)


def words(text: str, at: float = 0.5) -> tuple[Word, ...]:
    """One after the other, 0.3 s each."""
    return tuple(Word(word, at + 0.3 * place, at + 0.3 * place + 0.3) for place, word in enumerate(text.split()))


def heard(recogniser: ScriptedRecogniser, sound: bytes) -> list[Utterance]:
    """What is heard in wake mode where the phrases are "search the room" and "undo"."""
    ear = Ear(recogniser, {"wake"}, is_phrase=lambda text: text in {"search the room", "undo"})  # type: ignore[arg-type]
    return ear.feed(sound)


BREATH = pcm(hush(2.0), voice(2.0), hush(2.0))
"""Half a second from before is kept: the voice begins at 0.5."""
TALK = pcm(hush(2.0), voice(1.0, 0.03), voice(2.0), voice(0.6, 0.03), hush(1.0))
"""Others 20 dB below before and after: the near voice begins at 1.5."""


def test_after_the_wake_phrase_the_command_counts() -> None:
    """In one breath: the wake words are left out, and what is understood is heard once."""
    recogniser = Hearer("0.5 hey", "0.8 lantern", "1.2 search", "1.5 the", "1.8 room")
    (utterance,) = heard(recogniser, BREATH)
    assert (utterance.way, utterance.woken, utterance.others) == ("wake", True, False)
    assert [word.text for word in utterance.alternatives[0]] == ["search", "the", "room"]
    assert recogniser.heard_again == []


def test_the_command_is_timed_from_the_end_of_the_wake_phrase() -> None:
    """Its words stand at their levels, and nothing of the wake phrase counts as a lost word."""
    (utterance,) = heard(Hearer("0.5 hey", "0.8 lantern", "1.2 search", "1.5 the", "1.8 room"), BREATH)
    first = utterance.alternatives[0][0]
    assert utterance.start_seconds == pytest.approx(1.56 + 1.06, abs=0.06)
    assert first.start_seconds == pytest.approx(0.1, abs=0.05)
    assert first.level_db == pytest.approx(0.0, abs=2.0)
    assert len(utterance.levels_db) * 0.02 == pytest.approx(utterance.end_seconds - utterance.start_seconds, abs=0.03)


def test_the_wake_phrase_in_the_middle_of_a_sentence_wakes_nothing() -> None:
    """Words as loud before it: somebody speaks of it, or the recogniser makes it of table talk."""
    recogniser = Hearer("0.5 the", "0.9 hey", "1.2 lantern", "1.5 undo")
    (utterance,) = heard(recogniser, BREATH)
    assert not utterance.woken


def test_the_words_of_others_before_the_wake_phrase_do_not_keep_the_box_from_waking() -> None:
    """They are quieter; that others talked is known to the verdict."""
    recogniser = Hearer("0.6 some", "1.0 talk", "1.5 hey", "1.8 lantern", "2.2 undo")
    (utterance, *_) = heard(recogniser, TALK)
    assert (utterance.woken, utterance.others) == (True, True)
    assert [word.text for word in utterance.alternatives[0]] == ["undo"]


def test_a_command_that_is_not_understood_is_heard_again_by_itself() -> None:
    """As in a window: by its grammar, as it came and without what is quiet, from the end of the wake words on."""
    recogniser = Hearer("0.6 some", "1.0 talk", "1.5 hey", "1.8 lantern", "2.2 on", "2.5 do")
    again = words("hey lantern on do", 1.5)
    recogniser.again = [(again, words("hey lantern on two", 1.5)), (words("and undo"),), (words("undo"),)]
    (utterance, *_) = heard(recogniser, TALK)
    assert [way for _, way in recogniser.heard_again] == ["wake", "tap", "tap"]
    whole, command, muted = (seconds_of(sound) for sound, _ in recogniser.heard_again)
    assert command == muted == pytest.approx(whole - 2.06 + 0.5, abs=0.05)
    texts = [" ".join(word.text for word in each) for each in utterance.alternatives]
    assert texts[0] == "and undo"
    assert "undo" in [" ".join(word.text for word in each) for each in utterance.near]


@pytest.mark.parametrize("others", [True, False])
def test_where_others_talk_the_command_is_heard_as_whole_phrases(others: bool) -> None:
    """What was not understood is heard once more as what may be said; what one voice said clearly is no phrase."""
    if others:
        recogniser, sound = PhraseHearer("0.6 some", "1.0 talk", "1.5 hey", "1.8 lantern", "2.2 on", "2.5 do"), TALK
        recogniser.again = [(words("hey lantern on do", 1.5),)]
    else:
        recogniser, sound = PhraseHearer("0.5 hey", "0.8 lantern", "1.2 on", "1.5 do"), BREATH
    recogniser.again += [(words("on do"),), (words("undo"),)]
    (utterance, *_) = heard(recogniser, sound)
    assert (utterance.woken, utterance.others) == (True, others)
    assert [each[0].words[0].text for each in utterance.phrases] == ["undo", "undo"] * others
    assert len(recogniser.again) == others  # without the quiet words is not heard where whole phrases are


def test_wake_words_lost_among_others_words_are_found_without_them() -> None:
    """The first hearing has none; what is left when the quiet is muted does."""
    recogniser = Hearer("0.6 some", "1.0 talk", "1.5 the", "1.8 lantern", "2.2 undo")
    recogniser.again = [(words("hey lantern undo", 1.5),)]
    (utterance, *_) = heard(recogniser, TALK)
    assert utterance.woken
    assert [word.text for word in utterance.alternatives[0]] == ["undo"]


def test_the_wake_phrase_alone_must_be_heard_while_it_is_said() -> None:
    """What one hearing of three makes of talk opens no window."""
    recogniser = Hearer("0.6 some", "1.0 talk", "1.5 the", "1.8 lantern")
    recogniser.again = [(words("hey lantern", 1.5),)]
    assert not heard(recogniser, TALK)[0].woken
    recogniser.again = [(words("hey lantern", 1.5),)]
    recogniser.so_far = "some talk hey lantern"
    ear = Ear(recogniser, {"wake"})  # type: ignore[arg-type]
    assert ear.feed(TALK) == []
    assert ear.window_open


def test_talk_without_the_wake_phrase_wakes_nothing() -> None:
    """It is an utterance for the log, marked as not meant for the box, and of one voice alone not heard twice."""
    recogniser = Hearer("0.6 search", "0.9 the", "1.2 room")
    (utterance,) = heard(recogniser, BREATH)
    assert not utterance.woken
    assert recogniser.heard_again == []


@pytest.mark.parametrize("after", [(), ("2.2 talk",)])
def test_the_wake_phrase_alone_opens_a_window(after: tuple[str, ...]) -> None:
    """As a tap does, and no utterance comes of it, whatever others say after it; what is said then is one."""
    recogniser = Hearer("0.5 hey", "0.8 lantern", *after)
    ear = Ear(recogniser, {"wake"}, is_phrase=lambda text: text == "undo")  # type: ignore[arg-type]
    assert ear.feed(pcm(hush(2.0), voice(0.8), voice(0.3, 0.02), hush(2.0))) == []
    assert ear.window_open
    recogniser.said = [(0.5, "undo")]
    recogniser.so_far = "undo"
    (utterance,) = ear.feed(pcm(voice(0.5), hush(1.0)))
    assert (utterance.way, utterance.alternatives[0][0].text) == ("tap", "undo")
    assert recogniser.ways == ["wake", "tap"]
    assert not ear.window_open


def test_others_do_not_close_the_window_that_the_wake_phrase_opened() -> None:
    """It knows how loud the near voice is: talk 20 dB below it neither begins nor ends what is waited for."""
    recogniser = Hearer("0.5 hey", "0.8 lantern")
    ear = Ear(recogniser, {"wake"}, is_phrase=lambda text: text == "undo")  # type: ignore[arg-type]
    assert ear.feed(pcm(hush(2.0), voice(0.8), hush(1.0), voice(1.5, 0.03), hush(1.0))) == []
    assert ear.window_open


@pytest.mark.parametrize("whole", [True, False])
def test_where_others_never_pause_the_command_has_an_end(whole: bool) -> None:
    """Heard while it is said, the wake phrase tells how loud the near voice is: 0.3 s after it, or 0.8, it is over."""
    recogniser = Hearer("2.0 hey", "2.3 lantern", "2.7 undo")
    ear = Ear(recogniser, {"wake"}, is_phrase=lambda text: text == "undo")  # type: ignore[arg-type]
    others, near = voice(2.0, 0.05), voice(1.5, 0.5)
    ear.feed(pcm(hush(2.0), others))
    recogniser.so_far = "talk hey lantern undo" + ("" if whole else " and")
    (utterance,) = ear.feed(pcm(near, others))
    assert utterance.end_seconds == pytest.approx(2.0 + 2.0 + 1.5 + (0.3 if whole else 0.8), abs=0.08)


def test_who_goes_on_for_ever_after_the_wake_phrase_is_cut() -> None:
    """Eight seconds after it."""
    recogniser = Hearer("0.5 hey", "0.8 lantern", "1.2 and", "1.5 so", "1.8 on")
    recogniser.so_far = "hey lantern"
    (utterance,) = heard(recogniser, pcm(hush(2.0), voice(10.0)))
    assert utterance.end_seconds == pytest.approx(2.0 + LONGEST_TAP_SECONDS + 0.2, abs=0.2)


@pytest.mark.parametrize("so_far", ["they lantern", "hey lanterns", "hey", ""])
def test_only_the_whole_words_of_the_phrase_wake(so_far: str) -> None:
    """Others are looked for no end of: the utterance ends as talk does."""
    recogniser = Hearer("0.5 they")
    recogniser.so_far = so_far
    (utterance,) = heard(recogniser, BREATH)
    assert utterance.end_seconds == pytest.approx(4.5, abs=0.08)
    assert not utterance.woken


def test_button_and_wake_phrase_work_side_by_side() -> None:
    """A window that opens ends what was heard for the wake phrase; after it the wake phrase works as before."""
    recogniser = Hearer("0.6 undo")
    ear = Ear(recogniser, {"hold", "tap", "wake"}, is_phrase=lambda text: text == "undo")  # type: ignore[arg-type]
    ear.feed(pcm(hush(1.0), voice(1.0, 0.1)))
    ear.open_window()
    found = ear.feed(pcm(voice(1.0)))
    ear.close_window()
    found += ear.feed(pcm(hush(1.0)))
    ear.tap()
    recogniser.so_far = "undo"
    found += ear.feed(pcm(voice(1.0), hush(1.0)))
    recogniser.said = [(0.5, "hey"), (0.8, "lantern"), (1.2, "undo")]
    recogniser.so_far = "hey lantern undo"
    found += ear.feed(pcm(hush(1.0), voice(1.2), hush(1.0)))
    assert [(each.way, each.alternatives[0][-1].text) for each in found] == [
        ("hold", "undo"),
        ("tap", "undo"),
        ("wake", "undo"),
    ]
    assert recogniser.ways == ["wake", "hold", "tap", "wake"]
    assert recogniser.cancelled == 1
