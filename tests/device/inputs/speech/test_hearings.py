"""When a window is heard again as whole phrases, and of what sound."""

from collections.abc import Sequence

import numpy as np
import pytest
from wavs import levels_db, pcm16

from delvebox.device.inputs.speech.denoise import denoised
from delvebox.device.inputs.speech.hearings import Hearings
from delvebox.device.inputs.speech.near_voice import is_noisy, muted, table_db
from delvebox.device.inputs.speech.stretch import Stretch
from delvebox.device.messages import Alternatives, Scored, Word

FRAME = 320
RANDOM = np.random.default_rng(1)


class Phrases:
    """A recogniser that keeps what it is asked."""

    def __init__(self, *, has_phrases: bool = True) -> None:
        self.has_phrases = has_phrases
        self.sounds: list[bytes] = []

    def recognise_phrases(self, sounds: Sequence[bytes]) -> tuple[tuple[Scored, ...], ...]:
        """One word at the beginning of each sound."""
        self.sounds += sounds
        return tuple((Scored((Word("undo", 0.2, 0.5),), 1.0),) for _ in sounds)


def stretch(*parts: tuple[float, float], before_seconds: float = 0.5) -> Stretch:
    """A held stretch of parts: seconds, and loudness 0–1 of a noise."""
    sound = np.concatenate([loud * RANDOM.uniform(-0.5, 0.5, round(16_000 * seconds)) for seconds, loud in parts])
    pcm = pcm16(sound)
    frames = [pcm[at : at + 2 * FRAME] for at in range(0, len(pcm) - 2 * FRAME + 1, 2 * FRAME)]
    opened_at = round(before_seconds / 0.02)
    return Stretch("hold", 0, opened_at, 0.0, [(each, float(levels_db(each)[0])) for each in frames])


def words(*said: tuple[str, float]) -> Alternatives:
    """One alternative of words with levels, 0.3 s each, from half a second on."""
    return (tuple(Word(text, 0.5 + 0.3 * at, 0.8 + 0.3 * at, level) for at, (text, level) in enumerate(said)),)


def phrases(heard: Stretch, plain: Alternatives, recogniser: Phrases) -> tuple[tuple[Scored, ...], ...]:
    """What is heard again."""
    hearings = Hearings(recogniser, lambda text: text == "undo that")  # type: ignore[arg-type]
    return hearings.phrases(heard, heard.beside_peak(), plain)


QUIET = ((0.5, 0.001), (0.6, 1.0), (0.5, 0.001))
AMONG_OTHERS = ((0.5, 0.1), (0.6, 1.0), (0.9, 0.1))
COVERED = ((0.5, 0.4), (0.6, 1.0), (0.5, 0.4))
CLEAR = (("undo", 0.0), ("that", -1.0), ("open", -20.0))
MIXED = (("undo", 0.0), ("open", -5.0), ("that", -12.0))


@pytest.mark.parametrize(
    ("parts", "plain", "again"),
    [
        (QUIET, words(("undo", 0.0), ("that", 0.0)), False),  # understood
        (QUIET, words(("undo", 0.0), ("the", 0.0)), False),  # another sentence of one who is alone
        (AMONG_OTHERS, words(*CLEAR), False),  # clear of the words of others
        (AMONG_OTHERS, words(*MIXED), True),
        (COVERED, words(("undo", 0.0), ("that", 0.0)), True),  # a phrase, in noise that may have made it
        (COVERED, (), True),
    ],
)
def test_phrases_are_heard_where_noise_or_others_cover_what_was_said(
    parts: tuple[tuple[float, float], ...], plain: Alternatives, again: bool
) -> None:
    """Elsewhere the first hearing is enough, and a second would find a phrase in anything."""
    recogniser = Phrases()
    assert bool(phrases(stretch(*parts), plain, recogniser)) == again
    assert bool(recogniser.sounds) == again


def test_a_phrase_that_lost_words_is_heard_again() -> None:
    """The near voice was as loud for longer than the words of the phrase."""
    long = ((0.5, 0.1), (1.6, 1.0), (0.5, 0.1))
    assert phrases(stretch(*long), words(("undo", 0.0), ("that", 0.0)), Phrases())


def test_a_model_without_phrases_is_not_asked() -> None:
    """Its hearing is another (`again`)."""
    recogniser = Phrases(has_phrases=False)
    assert phrases(stretch(*AMONG_OTHERS), words(*MIXED), recogniser) == ()
    assert recogniser.sounds == []


def test_the_wider_hearing_comes_first_and_silence_around_is_cut_off() -> None:
    """What lies 4 dB below the near voice is muted in the narrow one, 8 dB in the wide one; words keep their times."""
    steps = ((2.0, 0.1), (0.4, 0.55), (1.0, 0.1), (0.6, 1.0), (2.0, 0.1))
    recogniser = Phrases()
    wide, narrow = phrases(stretch(*steps), words(*MIXED), recogniser)
    seconds = [len(each) / 32_000 for each in recogniser.sounds]
    assert seconds[0] == pytest.approx(0.3 + 0.4 + 1.0 + 0.6 + 0.5 + 0.4, abs=0.15)
    assert seconds[1] == pytest.approx(0.3 + 0.6 + 0.5 + 0.4, abs=0.15)
    assert wide[0].words[0].start_seconds == pytest.approx(2.0 - 0.3, abs=0.1)
    assert narrow[0].words[0].start_seconds == pytest.approx(3.4 - 0.3, abs=0.1)
    assert narrow[0].words[0].level_db is not None


def test_a_word_that_begins_with_the_window_is_not_taken_for_noise() -> None:
    """Where nothing was kept from before, nothing is known of the noise."""
    recogniser = Phrases()
    phrases(stretch((0.5, 0.4), (0.6, 1.0), (0.5, 0.4), before_seconds=0.0), (), recogniser)
    loudest = np.abs(np.frombuffer(recogniser.sounds[0], "<i2")).max()
    assert loudest == pytest.approx(16_384, rel=0.01)


def test_noise_is_made_quieter_and_what_is_louder_stays() -> None:
    """By 6 dB, as far as the sound before anybody spoke was alike."""
    noise = RANDOM.normal(0, 300, 48_000)
    tone = np.zeros(48_000)
    tone[24_000:40_000] = 8_000 * np.sin(np.arange(16_000) * 0.3)
    pcm = np.rint(noise + tone).astype("<i2").tobytes()
    out = np.frombuffer(denoised(pcm), "<i2").astype(float)
    assert len(out) == 48_000
    assert out[:20_000].std() == pytest.approx(0.5 * noise[:20_000].std(), rel=0.2)
    assert out[26_000:38_000].std() == pytest.approx(tone[26_000:38_000].std(), rel=0.05)


@pytest.mark.parametrize(("seconds", "known"), [(1.0, 0.05), (0.3, 0.5)])
def test_too_little_noise_to_know_it_changes_nothing(seconds: float, known: float) -> None:
    """A window that opened with the stream, or a very short one."""
    pcm = pcm16(RANDOM.uniform(-0.1, 0.1, round(16_000 * seconds)))
    assert denoised(pcm, known) == pcm


def test_more_may_be_kept_after_loud_sound_than_before() -> None:
    """The ends of phrases are quiet."""
    levels = [-30.0] * 50 + [0.0] * 10 + [-30.0] * 50
    kept = np.frombuffer(muted(b"\1\0" * FRAME * 110, levels, 6.0, 0.5), "<i2").reshape(110, FRAME)[:, 0]
    assert np.flatnonzero(kept).tolist() == list(range(50 - 15, 60 + 25))


def test_how_loud_the_table_was_is_known_from_before_the_window() -> None:
    """At its louder moments; with too little before, the quietest tenth of all says it; without sound nothing does."""
    before = [-40.0] * 15 + [-20.0] * 10
    assert table_db([*before, *[0.0] * 50], 25) == -20.0
    assert table_db([*before, *[0.0] * 50], 9) == pytest.approx(-40.0 + 6.0)
    assert table_db([], 25) is None


def test_a_window_without_anything_before_it_is_known_by_itself() -> None:
    """Silence stands in for what was not kept, and is not how loud the table was."""
    whole = stretch(*AMONG_OTHERS)
    levels = whole.beside_peak()
    assert whole.table_db(levels) == table_db(levels, 25)
    whole.padding_seconds = 0.5
    assert whole.table_db(levels) == table_db(levels, 0)
    recogniser = Phrases()
    phrases(whole, words(*MIXED), recogniser)
    loudest = np.abs(np.frombuffer(recogniser.sounds[0], "<i2")).max()
    assert loudest == np.abs(np.frombuffer(whole.sound, "<i2")).max()  # of the noise nothing is known


def test_a_table_that_is_never_quiet_is_noisy() -> None:
    """Four frames of five are louder than that; of nothing nothing is known."""
    assert is_noisy([-10.0] * 81 + [-60.0] * 19, -11.0)
    assert not is_noisy([-10.0] * 79 + [-60.0] * 21, -11.0)
    assert not is_noisy([], -11.0)
