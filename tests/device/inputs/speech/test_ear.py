"""The ear: which sound makes an utterance, in hold and in open mode, and in files."""

from pathlib import Path

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from wavs import noise, pcm16, tone, write_wav

from delvebox.device.inputs.speech.audio import AudioError, seconds_of, wav_blocks
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.files import recognise_blocks
from delvebox.device.messages import Utterance, Word

QUIET = 0.0005


def speech(seconds: float, mark: float = 0.3) -> NDArray[np.float64]:
    """Something as loud and uneven as speech, of a loudness that can be told again."""
    return np.resize(np.concatenate([tone(0.08, level=mark), tone(0.04, level=mark / 8)]), round(seconds * 16_000))


def quiet(seconds: float) -> NDArray[np.float64]:
    """The table's own hush."""
    return noise(seconds, QUIET)


def pcm(*parts: NDArray[np.float64]) -> bytes:
    """The parts one after the other."""
    return pcm16(np.concatenate(parts))


def any_words(_text: str) -> bool:
    """As though every row of words were a whole phrase."""
    return True


def held(ear: Ear, before: bytes, within: bytes, after: bytes) -> list[Utterance]:
    """What is heard around and in a held button."""
    found = ear.feed(before)
    ear.open_window()
    found += ear.feed(within)
    ear.close_window()
    return found + ear.feed(after)


def test_a_window_is_one_utterance_with_sound_from_before_and_after() -> None:
    """Half a second before the press and 0.2 s after the release belong to it: words are not cut."""
    recogniser = ScriptedRecogniser()
    recogniser.say("search the room")
    before, within, after = pcm(quiet(2.0)), pcm(speech(1.0)), pcm(quiet(1.0))
    (utterance,) = held(Ear(recogniser), before, within, after)
    assert recogniser.heard == [before[-16_000:] + within + after[:6400]]
    assert recogniser.ways == ["hold"]
    assert (utterance.way, utterance.start_seconds, utterance.end_seconds) == ("hold", 1.5, 3.2)
    assert utterance.speech_seconds == pytest.approx(1.0, abs=0.1)
    assert [word.text for word in utterance.alternatives[0]] == ["search", "the", "room"]
    assert utterance.sound == recogniser.heard[0], "it is kept for who diagnoses"
    assert utterance.ended_at > 0
    assert utterance.recognising_ms >= 0


def test_the_time_a_gesture_takes_can_be_added_before() -> None:
    """A hold is known as one only after a while; speech from the press on is kept."""
    recogniser = ScriptedRecogniser()
    held(Ear(recogniser, before_seconds=0.75), pcm(quiet(2.0)), pcm(speech(1.0)), pcm(quiet(1.0)))
    assert seconds_of(recogniser.heard[0]) == pytest.approx(0.75 + 1.0 + 0.2, abs=0.021)


def test_a_window_right_at_the_start_is_given_silence_before() -> None:
    """The recogniser loses the first word without it; the words' times are still those of the sound."""
    recogniser = ScriptedRecogniser()
    recogniser.say("move")
    (utterance,) = held(Ear(recogniser), b"", pcm(speech(1.0)), pcm(quiet(1.0)))
    assert recogniser.heard[0].startswith(bytes(16_000) + pcm(speech(0.1)))
    assert utterance.start_seconds == 0.0
    assert utterance.alternatives[0][0].start_seconds == 0.0  # the double says 0.5
    assert utterance.sound == recogniser.heard[0][16_000:], "the silence was never heard"


def test_a_silent_window_is_an_utterance_without_words() -> None:
    """Every press is answered, if only with "nothing was said"."""
    (utterance,) = held(Ear(ScriptedRecogniser()), pcm(quiet(1.0)), pcm(quiet(1.0)), pcm(quiet(1.0)))
    assert utterance.alternatives == ()
    assert utterance.speech_seconds < 0.1


def test_two_windows_in_a_row_share_no_sound() -> None:
    """The end of one command is not the beginning of the next."""
    recogniser = ScriptedRecogniser()
    ear = Ear(recogniser)
    held(ear, pcm(quiet(1.0)), pcm(speech(1.0, 0.5)), pcm(quiet(0.2)))
    held(ear, b"", pcm(speech(1.0, 0.1)), pcm(quiet(0.5)))
    assert recogniser.heard[1] == bytes(16_000) + pcm(speech(1.0, 0.1)) + pcm(quiet(0.5))[:6400]


def test_something_lying_on_the_button_is_no_endless_utterance() -> None:
    """After 30 s the window closes by itself; letting go later is nothing."""
    ear = Ear(ScriptedRecogniser())
    ear.open_window()
    found = [each for _ in range(60) for each in ear.feed(pcm(quiet(1.0)))]
    assert [round(each.end_seconds) for each in found] == [30]
    ear.close_window()
    assert ear.feed(pcm(quiet(2.0))) == []


def test_letting_go_without_a_press_is_nothing() -> None:
    """Orders that make no sense are harmless."""
    ear = Ear(ScriptedRecogniser())
    ear.close_window()
    ear.forget()
    assert ear.feed(pcm(speech(1.0), quiet(1.0))) == []
    assert ear.finish() == []


def test_open_mode_hears_each_phrase_by_itself() -> None:
    """Speech between silences is an utterance each, with half a second from before."""
    recogniser = ScriptedRecogniser()
    recogniser.say("one", "two")
    ear = Ear(recogniser, {"open"}, is_phrase=any_words)
    found = ear.feed(pcm(quiet(2.0), speech(1.0), quiet(2.0), speech(0.5), quiet(2.0)))
    assert [utterance.alternatives[0][0].text for utterance in found] == ["one", "two"]
    assert [utterance.way for utterance in found] == ["open", "open"]
    first, second = found
    assert first.start_seconds == pytest.approx(1.56, abs=0.03)
    assert first.end_seconds == pytest.approx(3.3, abs=0.06)
    assert second.start_seconds == pytest.approx(4.56, abs=0.03)


@pytest.mark.parametrize(
    ("goes_on", "is_phrase", "waited"), [(False, True, 0.3), (True, True, 0.5), (True, False, 0.5), (False, False, 0.5)]
)
def test_the_end_of_a_whole_phrase_is_not_waited_for(goes_on: bool, is_phrase: bool, waited: float) -> None:
    """After "combat" it waits half a second for "over", after "undo" less; what is no phrase yet may become one."""
    ear = Ear(ScriptedRecogniser(), {"open"}, lambda _: goes_on, is_phrase=lambda _: is_phrase)
    (utterance,) = ear.feed(pcm(quiet(2.0), speech(1.0), quiet(2.0)))
    assert utterance.end_seconds - 3.0 == pytest.approx(waited, abs=0.06)


def test_open_mode_hears_nothing_in_steady_sound_and_clicks() -> None:
    """A fan that starts, dice, silence: no utterance, and the recogniser is not asked for words."""
    recogniser = ScriptedRecogniser()
    ear = Ear(recogniser, {"open"})
    clicks = [part for _ in range(10) for part in (quiet(0.5), noise(0.03, 0.3))]
    assert ear.feed(pcm(quiet(2.0), *clicks, noise(20.0, 0.05))) + ear.finish() == []
    assert recogniser.heard == []


def test_open_mode_without_a_model_says_nothing() -> None:
    """That there is no model was told once; talk is not answered with it again and again."""
    recogniser = ScriptedRecogniser()
    recogniser.trouble = "no model: install it"
    assert Ear(recogniser, {"open"}).feed(pcm(quiet(1.0), speech(1.0), quiet(1.0))) == []
    assert recogniser.ways == []


def test_trouble_is_part_of_the_utterance() -> None:
    """What could not be recognised carries the sentence for the table."""
    recogniser = ScriptedRecogniser()
    recogniser.fails = "say it again"
    (utterance,) = held(Ear(recogniser), pcm(quiet(1.0)), pcm(speech(1.0)), pcm(quiet(1.0)))
    assert (utterance.alternatives, utterance.trouble) == ((), "say it again")


def test_a_window_ends_what_open_mode_was_hearing() -> None:
    """Both ways at once: the button wins, and its sound is not heard twice."""
    recogniser = ScriptedRecogniser()
    ear = Ear(recogniser, {"hold", "open"})
    found = held(ear, pcm(quiet(2.0), speech(0.5)), pcm(speech(1.0)), pcm(quiet(2.0)))
    assert [utterance.way for utterance in found] == ["hold"]
    assert recogniser.ways == ["open", "hold"]
    assert recogniser.cancelled == 1


def test_the_box_s_own_voice_is_not_heard_nor_kept() -> None:
    """Skipped sound begins nothing, ends what was going on, and is silence in what is kept from before."""
    recogniser = ScriptedRecogniser()
    ear = Ear(recogniser, {"hold", "open"})
    ear.feed(pcm(quiet(1.0), speech(0.5)))
    ear.skip(pcm(speech(3.0, 0.9)))
    assert recogniser.cancelled == 1
    assert ear.feed(pcm(quiet(0.5))) == []
    ear.skip(pcm(speech(0.4, 0.9)))
    held(ear, b"", pcm(speech(0.5)), pcm(quiet(1.0)))
    assert recogniser.heard[-1].startswith(pcm(quiet(0.5))[-3200:] + bytes(12_800) + pcm(speech(0.1)))
    assert ear.seconds == pytest.approx(1.5 + 3.0 + 0.5 + 0.4 + 1.5, abs=0.03)


@pytest.mark.timeout(120)  # a hundred examples, on a machine that others use too
@given(st.lists(st.integers(50, 4000), min_size=1, max_size=30), st.booleans())
@settings(deadline=None)  # sound is much work for one example
def test_the_ear_hears_the_same_however_the_sound_is_cut(cuts: list[int], always: bool) -> None:
    """Blocks of any length give the same utterances and the same sound to the recogniser."""
    sound = pcm(quiet(0.6), speech(0.5), quiet(0.7), speech(0.3), quiet(0.6))
    heard = []
    for sizes in ([1 << 20], cuts):
        recogniser = ScriptedRecogniser()
        ear = Ear(recogniser, {"open" if always else "hold"})
        if not always:
            ear.open_window()
        found, at, turn = [], 0, 0
        while at < len(sound):
            size = 2 * sizes[turn % len(sizes)]
            found += ear.feed(sound[at : at + size])
            at, turn = at + size, turn + 1
        ear.close_window()
        found += ear.finish()
        heard.append((found, recogniser.heard))
    assert heard[0] == heard[1]
    assert len(heard[0][0]) == (2 if always else 1)


# -- a tapped window -------------------------------------------------------------------------------


def tapped(ear: Ear, *parts: NDArray[np.float64]) -> list[Utterance]:
    """What is heard when the button is tapped after two seconds of hush."""
    ear.feed(pcm(quiet(2.0)))
    ear.tap()
    return ear.feed(pcm(*parts))


def test_a_tapped_window_closes_by_itself_at_the_end_of_speech() -> None:
    """Sound from before the tap belongs to it, and 0.3 s of quiet end it."""
    recogniser = ScriptedRecogniser()
    recogniser.say("undo")
    ear = Ear(recogniser, {"tap"}, is_phrase=any_words)
    (utterance,) = tapped(ear, quiet(1.0), speech(1.0), quiet(2.0))
    assert utterance.way == "tap"
    assert (utterance.start_seconds, utterance.end_seconds) == (1.5, pytest.approx(4.3, abs=0.06))
    assert recogniser.ways == ["tap"]
    assert not ear.window_open


def test_a_tapped_window_waits_for_the_rest_of_a_phrase() -> None:
    """Half a second of quiet ends what may go on."""
    recogniser = ScriptedRecogniser()
    recogniser.so_far = "combat"
    (utterance,) = tapped(Ear(recogniser, {"tap"}, lambda text: text == "combat"), speech(1.0), quiet(2.0))
    assert utterance.end_seconds == pytest.approx(3.5, abs=0.06)


def test_who_taps_and_says_nothing_is_answered_after_six_seconds() -> None:
    """The window closes: nothing was said."""
    ear = Ear(ScriptedRecogniser(), {"tap"})
    (utterance,) = tapped(ear, quiet(8.0))
    assert utterance.end_seconds == pytest.approx(8.0, abs=0.05)
    assert utterance.speech_seconds < 0.1


def test_a_second_tap_closes_the_window() -> None:
    """Where others never pause, the hand says when it is over; 0.2 s after it are heard."""
    ear = Ear(ScriptedRecogniser(), {"tap"})
    assert tapped(ear, speech(1.0)) == []
    ear.tap()
    (utterance,) = ear.feed(pcm(speech(1.0)))
    assert utterance.end_seconds == pytest.approx(3.2, abs=0.03)


def test_where_others_never_pause_a_tapped_window_closes_all_the_same() -> None:
    """Eight seconds after speech began."""
    (utterance,) = tapped(Ear(ScriptedRecogniser(), {"tap"}), speech(12.0))
    assert utterance.end_seconds == pytest.approx(10.0, abs=0.1)


def test_what_the_table_said_before_a_tap_is_not_the_end_of_what_follows_it() -> None:
    """Talk that stops at the tap does not close the window."""
    recogniser = ScriptedRecogniser()
    ear = Ear(recogniser, {"tap"}, is_phrase=any_words)
    ear.feed(pcm(quiet(2.0), speech(2.0)))
    ear.tap()
    assert ear.feed(pcm(quiet(2.0))) == []
    (utterance,) = ear.feed(pcm(speech(1.0), quiet(1.0)))
    assert utterance.end_seconds == pytest.approx(7.3, abs=0.06)


# -- the near voice ---------------------------------------------------------------------------------


def test_each_word_is_given_its_level_beside_the_near_voice() -> None:
    """A word said by the near voice is loud, one at a tenth of its loudness 20 dB below."""
    recogniser = ScriptedRecogniser()
    recogniser.say("word")  # the double says it lasts from 0.5 s to the end
    (utterance,) = held(Ear(recogniser), pcm(quiet(1.0)), pcm(speech(1.0)), pcm(quiet(1.0)))
    level = utterance.alternatives[0][0].level_db
    assert level is not None
    assert abs(level) < 3


def test_a_window_without_a_phrase_is_heard_once_more_without_what_is_quiet() -> None:
    """Another voice 20 dB below the near one is silence the second time; the near one is kept with 0.3 s around."""
    recogniser = ScriptedRecogniser()
    recogniser.say("some search the room words")
    recogniser.near = ((Word("undo", 0.7, 1.0),),)
    before, other, near = pcm(quiet(2.0)), pcm(speech(1.0, 0.03)), pcm(speech(1.0))
    (utterance,) = held(Ear(recogniser), before, other + near, pcm(quiet(1.0)))
    ((sound, way),) = recogniser.heard_again
    assert way == "hold"
    assert sound[: 16_000 + 20_000] == bytes(36_000)
    assert near in sound
    assert [word.text for word in utterance.near[0]] == ["undo"]
    assert utterance.near[0][0].level_db is not None


def test_a_window_that_is_understood_is_heard_once() -> None:
    """The second time costs a small computer a third of a second."""
    recogniser = ScriptedRecogniser()
    recogniser.say("undo")
    ear = Ear(recogniser, is_phrase=lambda text: text == "undo")
    (utterance,) = held(ear, pcm(quiet(2.0)), pcm(speech(1.0)), pcm(quiet(1.0)))
    assert recogniser.heard_again == []
    assert utterance.near == ()


def test_a_silent_window_is_heard_once() -> None:
    """Where nobody spoke there is no near voice."""
    recogniser = ScriptedRecogniser()
    held(Ear(recogniser), pcm(quiet(2.0)), pcm(quiet(1.0)), pcm(quiet(1.0)))
    assert recogniser.heard_again == []


# -- files ------------------------------------------------------------------------------------------


def test_a_file_in_hold_mode_is_one_utterance(tmp_path: Path) -> None:
    """As though the button had been held all the time, with silence around."""
    recogniser = ScriptedRecogniser()
    recogniser.say("undo")
    path = write_wav(tmp_path / "undo.wav", np.concatenate([speech(0.5), quiet(1.0), speech(0.5)]))
    (utterance,) = recognise_blocks(wav_blocks(path), "hold", recogniser)
    assert recogniser.heard == [bytes(16_000) + pcm(speech(0.5), quiet(1.0), speech(0.5)) + bytes(6400)]
    assert (utterance.start_seconds, utterance.end_seconds) == (0.0, 2.0)


def test_a_file_in_tap_mode_ends_with_what_is_said_first(tmp_path: Path) -> None:
    """As though the button had been tapped at its beginning."""
    path = write_wav(tmp_path / "tap.wav", np.concatenate([quiet(1.0), speech(0.5), quiet(1.0), speech(0.5)]))
    (utterance,) = recognise_blocks(wav_blocks(path), "tap", ScriptedRecogniser(), is_phrase=any_words)
    assert utterance.way == "tap"
    assert utterance.end_seconds == pytest.approx(1.8, abs=0.06)


def test_a_long_file_in_hold_mode_is_still_one_utterance(tmp_path: Path) -> None:
    """The first 30 s count, as at the button."""
    path = write_wav(tmp_path / "long.wav", quiet(70.0))
    (utterance,) = recognise_blocks(wav_blocks(path), "hold", ScriptedRecogniser())
    assert utterance.end_seconds == pytest.approx(29.5, abs=0.6)


def test_a_file_in_open_mode_has_as_many_utterances_as_are_spoken(tmp_path: Path) -> None:
    """The same gate as the microphone's; the last is ended by the end of the file."""
    recogniser = ScriptedRecogniser()
    recogniser.say("one", "two", "three")
    sound = np.concatenate([speech(0.5), quiet(1.0), speech(0.5), quiet(1.0), speech(0.5)])
    found = recognise_blocks(wav_blocks(write_wav(tmp_path / "three.wav", sound)), "open", recogniser)
    assert [each.alternatives[0][0].text for each in found] == ["one", "two", "three"]


def test_a_file_without_speech_is_one_utterance_without_words(tmp_path: Path) -> None:
    """Silence is told, not left out."""
    (utterance,) = recognise_blocks(wav_blocks(write_wav(tmp_path / "s.wav", quiet(2.0))), "open", ScriptedRecogniser())
    assert utterance == Utterance((), "open", 0.0, 2.0, 0.0)


def test_a_bad_file_is_told_before_the_model_is_waited_for(tmp_path: Path) -> None:
    """The cure of a bad file does not take a model."""
    recogniser = ScriptedRecogniser()
    recogniser.wait_ready = lambda: pytest.fail("waited")  # type: ignore[method-assign]
    with pytest.raises(AudioError):
        recognise_blocks(wav_blocks(tmp_path / "none.wav"), "hold", recogniser)
