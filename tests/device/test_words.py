"""The one normalisation of phrases, speech and typing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.words import GREATEST_NUMBER, languages, normalise, number_words, numerals_of, parse_number


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Light a  TORCH!", "light a torch"),
        ("  search the trap-door ", "search the trap door"),
        ("2 turn ritual", "two turn ritual"),
        ("d20", "d twenty"),
        ("noise 105", "noise one hundred and five"),
        ("torch +2", "torch plus two"),
        ("torch -2", "torch minus two"),
        ("five-2", "five two"),
        ("calm 3.5", "calm three point five"),
        ("calm 1/2", "calm one over two"),
        ("calm ½", "calm one over two"),
        ("turn to 1,000", "turn to one thousand"),
        ("rolled 3, 5", "rolled three five"),
        ("007", "seven"),
        ("²", "two"),
        ("٣", "three"),
        ("9999999", "nine nine nine nine nine nine nine"),
        ("I’d like", "i'd like"),
        ("'tis the players' rock 'n' roll", "tis the players rock n roll"),
        ("Ａｎｎａ", "anna"),
        ("a\u00adb\u200bc", "abc"),
        ("Zoë’s ÉPÉE", "zoë's épée"),
        ("हिन्दी", "हिन्दी"),
        ("bed & board", "bed and board"),
        ("[unk]", "unk"),
        ("\ud800", ""),
        ("…!?", ""),
        ("", ""),
    ],
)
def test_said_and_typed_words_come_to_one_form(text: str, normal: str) -> None:
    """Capitals, hyphens, punctuation, digits and odd Unicode all come to plain lower-case words."""
    assert normalise(text) == normal


@given(st.text())
def test_what_is_normal_stays_as_it_is(text: str) -> None:
    """Normalising twice changes nothing, and the result is words with one space between them."""
    normal = normalise(text)
    assert normalise(normal) == normal
    assert normal == " ".join(normal.split())


@given(st.text(st.characters(categories=["Cs", "Cc", "So", "Nd", "Lo"])))
def test_any_string_is_taken(text: str) -> None:
    """Broken Unicode, control characters and symbols raise nothing."""
    normalise(text)


@given(st.integers(-GREATEST_NUMBER, GREATEST_NUMBER))
def test_a_number_in_digits_or_words_is_the_same_number(number: int) -> None:
    """Digits become the words that are read back as the same number, with and without "and"."""
    words = number_words(number)
    assert normalise(str(number)) == words
    assert parse_number(words) == number
    assert parse_number(words.replace(" and ", " ")) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "torch", "and", "one two", "twenty twelve", "twenty zero", "five twenty", "hundred", "zero hundred"),
        *("one hundred and", "one hundred zero", "twelve hundred", "one hundred hundred", "one thousand thousand"),
        *("one thousand and one hundred", "minus", "minus minus one", "one hundred and five torches"),
    ],
)
def test_what_is_not_one_number_is_none(text: str) -> None:
    """Half numbers, two numbers in a row and other words are no number."""
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Fackel +2", "fackel plus zwei"),
        ("für 25 Züge", "für fünfundzwanzig züge"),
        ("Zug auf 1.000", "zug auf eintausend"),
        ("Lärm 3,5", "lärm drei komma fünf"),
        ("Lärm -105", "lärm minus einhundertfünf"),
        ("GROSSE Tür", "grosse tür"),
        ("Größe & Maß", "größe und maß"),
    ],
)
def test_german_numbers_and_signs_are_german_words(text: str, normal: str) -> None:
    """Capitals, digits and signs come to German words; umlauts and ß stay as the speech model has them."""
    assert normalise(text, "de") == normal
    assert normalise(normal, "de-AT") == normal


@given(st.integers(-GREATEST_NUMBER, GREATEST_NUMBER))
def test_a_german_number_is_one_word_and_is_understood_in_parts(number: int) -> None:
    """As it is written, and in the pieces that the recogniser hears: "hundert fünf"."""
    words = number_words(number, "de")
    assert normalise(str(number), "de") == words
    assert len(words.split()) == (2 if number < 0 else 1)
    assert parse_number(words, "de") == number
    german = numerals_of("de")
    assert german is not None
    assert parse_number(german.as_heard(number), "de") == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("einhundertfünf", 105), ("hundert fünf", 105), ("hundertundfünf", 105), ("fünf und zwanzig", 25)),
        *(("zwo", 2), ("zweiundzwanzig", 22), ("zwoundzwanzig", 22), ("tausend", 1000), ("zehntausend", 10_000)),
        *(("eins zwei", None), ("hundert hundert", None), ("ein", None), ("zwanzigfünf", None), ("", None)),
    ],
)
def test_german_numbers_are_read(text: str, number: int | None) -> None:
    """Every way that people say them, and nothing that is not one number."""
    assert parse_number(text, "de") == number


def test_a_language_without_a_file_keeps_its_digits() -> None:
    """Nothing is said wrongly: "2" stays "2", and words are brought to one form all the same."""
    assert normalise("Deux  TORCHES: 2!", "fr") == "deux torches 2"
    assert number_words(2, "fr") == "2"
    assert parse_number("deux", "fr") is None
    assert {"de", "en"} <= set(languages())


@pytest.mark.parametrize("number", [-GREATEST_NUMBER - 1, GREATEST_NUMBER + 1])
def test_numbers_beyond_the_bounds_are_refused_by_name(number: int) -> None:
    """The error names the number and the bounds."""
    with pytest.raises(ValueError, match=f"number {number}.*{GREATEST_NUMBER}"):
        number_words(number)
