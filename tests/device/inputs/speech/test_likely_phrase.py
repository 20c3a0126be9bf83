"""The phrase that was most likely said: what speaks for one candidate and what against it."""

from dataclasses import replace
from pathlib import Path

import pytest

from delvebox.device.inputs.speech import likely_phrase as module
from delvebox.device.inputs.speech.likely_phrase import candidates, chance_of, likely_phrase
from delvebox.device.messages import Scored, Utterance, Word
from delvebox.device.phrasebook import Phrasebook

BOOK = Phrasebook.load(Path(__file__).with_name("coffee.yaml"))
LATTE, MORE, OTHER = "make me a latte", "make me a latte with milk", "i want an espresso"


def said(text: str, level_db: float = 0.0, start_seconds: float = 0.5) -> tuple[Word, ...]:
    """Words of 0.3 s each, as loud as that."""
    return tuple(
        Word(word, start_seconds + 0.3 * place, start_seconds + 0.3 * place + 0.3, level_db)
        for place, word in enumerate(text.split())
    )


def heard(plain: tuple[Word, ...], *hearings: dict[str, float], loud_until: float = 1.7) -> Utterance:
    """An utterance that is loud from 0.5 s on, with hearings of phrases and their scores."""
    levels = tuple(0.0 if 25 <= at < loud_until * 50 else -15.0 for at in range(150))
    phrases = tuple(tuple(Scored(said(text), score) for text, score in each.items()) for each in hearings)
    return Utterance((plain,), "hold", 0.0, 3.0, 1.5, levels_db=levels, phrases=phrases)


def figures(utterance: Utterance, text: str) -> dict[str, float]:
    """Those of one candidate."""
    return next(each for candidate, each in candidates(utterance, BOOK) if candidate.intent.text == text)


def chance(utterance: Utterance, text: str) -> float:
    """How likely one candidate is."""
    return chance_of(figures(utterance, text))


def test_what_both_hearings_find_by_far_and_the_plain_one_too_is_taken() -> None:
    """Every word of it stands in the plain hearing, at its time; around it are words of others."""
    plain = (*said("with", -12.0, 0.1), *said(LATTE), *said("and with", -12.0, 1.8))
    found = likely_phrase(heard(plain, {LATTE: 700.0}, {LATTE: 710.0}), BOOK)
    assert found is not None
    assert found[0] == LATTE


def test_what_only_a_hearing_of_phrases_finds_is_not_taken() -> None:
    """Such a hearing finds a phrase in anything, and the plain one has none of its words."""
    assert (
        likely_phrase(heard(said("small roast with sugar"), {LATTE: 700.0, OTHER: 699.5}, {OTHER: 700.0}), BOOK) is None
    )


def test_a_hearing_without_phrases_gives_none() -> None:
    """Nothing is made up."""
    assert likely_phrase(heard(said("small roast with sugar"), {}, {}), BOOK) is None


def test_a_candidate_is_an_intent_however_it_is_worded() -> None:
    """With an article or without: they are no rivals."""
    utterance = heard(said(LATTE), {LATTE: 700.0, "make me latte": 699.9, OTHER: 690.0}, {LATTE: 700.0})
    assert figures(utterance, LATTE)["margin, narrow"] == 8.0
    assert figures(utterance, LATTE)["least margin"] == 8.0


def test_one_that_is_hardly_better_than_the_next_is_less_likely() -> None:
    """The margin to the next intent is what a hearing knows best."""
    clear = chance(heard(said(LATTE), {LATTE: 700.0}, {LATTE: 700.0}), LATTE)
    close = chance(heard(said(LATTE), {LATTE: 700.0, OTHER: 699.9}, {LATTE: 700.0, OTHER: 699.9}), LATTE)
    assert close < clear


def test_sound_as_loud_as_the_near_voice_without_a_word_speaks_against() -> None:
    """A part of what was said was lost."""
    whole = heard(said(LATTE), {LATTE: 700.0}, {LATTE: 700.0})
    lost = heard(said(LATTE), {LATTE: 700.0}, {LATTE: 700.0}, loud_until=2.7)
    assert figures(lost, LATTE)["seconds lost"] == pytest.approx(0.94, abs=0.1)
    assert chance(lost, LATTE) < chance(whole, LATTE)


def test_a_phrase_that_the_wide_hearing_goes_on_with_loudly_was_cut_short() -> None:
    """The narrow gate takes the end of a phrase for others; the wide one still has it."""
    utterance = heard(said(MORE), {MORE: 700.0}, {LATTE: 710.0}, loud_until=2.3)
    assert figures(utterance, LATTE)["cut short"] == 12.0
    assert figures(utterance, MORE)["beyond a shorter one"] == 9.0
    assert chance(utterance, MORE) > chance(utterance, LATTE)


def test_words_of_others_after_it_do_not_belong_to_it() -> None:
    """What goes on far quieter is somebody else's."""
    plain = (*said(LATTE), *said("with milk", -14.0, 1.7))
    phrases = ((Scored(plain, 700.0),), (Scored(said(LATTE), 710.0),))
    levels = tuple(0.0 if 25 <= at < 85 else -14.0 for at in range(150))
    utterance = Utterance((plain,), "hold", 0.0, 3.0, 1.5, levels_db=levels, phrases=phrases)
    assert chance(utterance, LATTE) > chance(utterance, MORE)


def test_a_row_of_the_plain_hearing_is_a_candidate_though_no_other_hearing_has_it() -> None:
    """Quiet words within it are left out."""
    plain = (*said("make me", 0.0, 0.5), *said("and", -16.0, 1.1), *said("a latte", 0.0, 1.4))
    assert figures(heard(plain, {OTHER: 700.0}, {OTHER: 700.0}), LATTE)["weight of the row"] == pytest.approx(12.0)


def test_of_two_such_rows_the_louder_counts() -> None:
    """The other is somebody else's, who says the same."""
    plain = (*said(LATTE, -9.0, 0.5), *said("small", -9.5, 1.7), *said(LATTE, 0.0, 2.0), *said(LATTE, -9.0, 3.2))
    found = figures(heard(plain, {OTHER: 700.0}, {OTHER: 700.0}), LATTE)
    assert found["weight of the row"] == pytest.approx(12.0)


def test_of_several_that_are_likely_enough_the_likeliest_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever came first."""
    monkeypatch.setattr(module, "WEIGHTS", {"": 1.0, "words": 0.1})
    for phrases in ({LATTE: 700.0, MORE: 699.0}, {MORE: 700.0, LATTE: 699.0}):
        found = likely_phrase(heard(said(LATTE), phrases, phrases), BOOK)
        assert found is not None
        assert found[0] == MORE


def test_words_without_a_level_are_no_row() -> None:
    """Levels that were not measured say nothing."""
    plain = tuple(Word(word.text, word.start_seconds, word.end_seconds) for word in said(LATTE))
    assert [each.intent.text for each, _ in candidates(heard(plain, {OTHER: 700.0}, {OTHER: 700.0}), BOOK)] == [OTHER]


def test_a_sentence_of_the_near_voice_around_a_phrase_speaks_against_it() -> None:
    """Its words are louder than the table was before; where the table was as loud, they may be others'."""
    plain = (*said("large", -1.0, 0.1), *said(LATTE), *said("and small roast", -1.0, 1.8))
    utterance = heard(plain, {LATTE: 700.0}, {LATTE: 700.0})
    alone, among = (replace(utterance, table_db=table_db) for table_db in (-20.0, -4.0))
    assert figures(alone, LATTE)["near words around"] == 1.0
    assert figures(among, LATTE)["near words around"] == 0.0
    assert chance(alone, LATTE) < chance(among, LATTE)
    assert chance(utterance, LATTE) == chance(alone, LATTE)  # nobody listened before


def test_after_the_wake_phrase_a_less_likely_one_is_taken() -> None:
    """More of what is said there is meant for the box than while a button is held."""
    plain = (*said("in a"), *said("latte", start_seconds=1.4))
    held = heard(plain, {LATTE: 704.0, OTHER: 697.0}, {LATTE: 704.0, OTHER: 697.0})
    likely = chance(held, LATTE)
    assert module.LEAST_CHANCE_WOKEN <= likely < module.LEAST_CHANCE
    assert likely_phrase(held, BOOK) is None
    found = likely_phrase(replace(held, way="wake"), BOOK)
    assert found is not None
    assert found[0] == LATTE
