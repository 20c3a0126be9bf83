"""Where speech is, from levels alone: no microphone, no model."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wavs import levels_db, noise, pcm16, tone

from delvebox.device.inputs.speech.gate import (
    FRAME_BYTES,
    FRAME_SECONDS,
    LEAST_SPEECH_SECONDS,
    Change,
    SpeechGate,
    speech_seconds,
)

TABLE_DB = -65.0
SPEECH_DB = -25.0


def changes(*parts: tuple[float, float]) -> list[tuple[str, float]]:
    """What the gate says, with seconds, of parts of (level, seconds); it is ended at `ENDS`, as by the ear."""
    gate = SpeechGate()
    told = []
    levels = [level for level, seconds in parts for _ in range(round(seconds / FRAME_SECONDS))]
    for frame, level in enumerate(levels, 1):
        change = gate.step(level)
        if change is not None:
            told.append((change.value, round(frame * FRAME_SECONDS, 2)))
        if change is Change.ENDS:
            gate.end()
    return told


def test_levels_are_in_decibels_below_full_scale() -> None:
    """A full sine is at −3 dB, a tenth of it 20 dB lower, digital silence far below any microphone."""
    for level, wanted in ((1.0, -3.0), (0.1, -23.0), (0.01, -43.0)):
        assert levels_db(pcm16(tone(0.1, level=level))) == pytest.approx(wanted, abs=0.1)
    assert levels_db(bytes(FRAME_BYTES)) == pytest.approx(-90.3, abs=0.1)


def test_a_microphone_with_an_offset_is_as_silent_as_one_without() -> None:
    """A constant voltage of cheap sound cards is no sound."""
    quiet = noise(1.0, 0.0003)
    assert levels_db(pcm16(quiet + 0.05)) == pytest.approx(levels_db(pcm16(quiet)), abs=0.2)


def test_part_of_a_frame_has_no_level() -> None:
    """Only whole frames of 20 ms are measured."""
    assert len(levels_db(bytes(FRAME_BYTES * 3 - 2))) == 2
    assert len(levels_db(b"")) == 0


@pytest.mark.parametrize("rms", [0.0, 0.0001, 0.003, 0.1])
def test_steady_sound_is_no_speech(rms: float) -> None:
    """Silence, a fan and rain have no speech in them, however loud."""
    assert speech_seconds(levels_db(pcm16(noise(3.0, rms))).tolist()) < LEAST_SPEECH_SECONDS


def test_a_click_is_no_speech_and_the_shortest_word_is() -> None:
    """A die on the table is over in 40 ms; "no" lasts a fifth of a second."""
    quiet = noise(2.0, 0.001)
    click, word = quiet.copy(), quiet.copy()
    click[16_000:16_640] += noise(0.04, 0.3)
    word[16_000:19_200] += tone(0.2, level=0.1)
    assert speech_seconds(levels_db(pcm16(click)).tolist()) < LEAST_SPEECH_SECONDS
    assert speech_seconds(levels_db(pcm16(word)).tolist()) == pytest.approx(0.2, abs=0.05)


def test_speech_without_any_silence_around_it_is_speech() -> None:
    """A clip that is cut tightly around a word still has its own quiet parts."""
    syllables = np.concatenate([tone(0.15, level=0.3), tone(0.05, level=0.01)] * 3)
    assert speech_seconds(levels_db(pcm16(syllables)).tolist()) > 0.3


def test_speech_begins_pauses_and_ends() -> None:
    """A phrase is over 0.3 s after its last sound, and any phrase after 0.5 s."""
    told = changes((TABLE_DB, 1.0), (SPEECH_DB, 1.0), (TABLE_DB, 1.0))
    assert told == [("begins", 1.06), ("pauses", 2.32), ("ends", 2.52)]


def test_a_short_pause_ends_nothing() -> None:
    """People breathe between words."""
    told = changes((TABLE_DB, 1.0), (SPEECH_DB, 0.6), (TABLE_DB, 0.24), (SPEECH_DB, 0.6), (TABLE_DB, 0.6))
    assert [what for what, _ in told] == ["begins", "pauses", "ends"]


def test_a_click_begins_nothing() -> None:
    """40 ms of noise, twice, are dice."""
    assert changes((TABLE_DB, 1.0), (-20, 0.04), (TABLE_DB, 0.3), (-20, 0.04), (TABLE_DB, 1.0)) == []


def test_a_click_in_speech_does_not_end_it() -> None:
    """A die falls loudly while a quiet person speaks: the speech is no pause after it."""
    told = changes((TABLE_DB, 1.0), (-40, 0.3), (-8, 0.02), (-40, 1.0), (TABLE_DB, 0.6))
    assert told == [("begins", 1.06), ("pauses", 2.64), ("ends", 2.84)]


def test_speech_over_a_loud_table_ends_at_the_table_s_floor() -> None:
    """Where others talk only 12 dB below, the end of speech is found by the floor."""
    told = changes((-40, 3.0), (-22, 1.0), (-40, 1.0))
    assert told[-3:] == [("begins", 3.06), ("pauses", 4.34), ("ends", 4.54)]


def test_where_others_never_pause_the_near_voice_has_an_end() -> None:
    """Told how loud the near voice is, the gate takes talk 12 dB below it for quiet, and for no beginning."""
    others, near = [TABLE_DB + 28] * 50, [SPEECH_DB] * 50
    gate = SpeechGate()
    told = [gate.step(level) for level in [TABLE_DB] * 50 + others + near]
    gate.listen_to(SPEECH_DB)
    told += [gate.step(level) for level in others[:42]]
    assert [each.value for each in told if each] == ["begins", "pauses", "ends"]
    gate.end()
    gate.listen_to(SPEECH_DB)
    assert [gate.step(level) for level in others] == [None] * 50
    gate.end()
    assert Change.BEGINS in [gate.step(level) for level in near]


def test_a_quiet_room_that_becomes_loud_is_not_speech_for_ever() -> None:
    """A fan that is switched on is an utterance once, then the floor."""
    told = changes((TABLE_DB, 2.0), (-30, 60.0))
    assert [what for what, _ in told][-1] == "ends"
    assert sum(what == "begins" for what, _ in told) <= 2


def test_speech_from_the_first_frame_on_is_heard() -> None:
    """A file may begin with speech; there is no floor yet."""
    assert changes((SPEECH_DB, 1.0), (TABLE_DB, 0.6))[0] == ("begins", 0.06)


def test_endless_speech_is_ended() -> None:
    """After 20 s of talk it is no command."""
    talk = [(SPEECH_DB, 0.4), (-45, 0.1)] * 100
    told = changes((TABLE_DB, 1.0), *talk)
    ends = [at for what, at in told if what == "ends"]
    assert ends
    assert ends[0] <= 21.2


@given(st.lists(st.floats(-90, 0), max_size=400))
def test_beginnings_and_ends_alternate(levels: list[float]) -> None:
    """Whatever the levels: pauses and ends only within speech, never two beginnings in a row."""
    gate = SpeechGate()
    speaking = False
    for level in levels:
        change = gate.step(level)
        if change is not None:
            assert (change is Change.BEGINS) is not speaking
            speaking = change is not Change.ENDS
            if not speaking:
                gate.end()
        assert gate.in_speech is speaking
