"""Bitmap fonts: every text can be drawn, measured, cut and wrapped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.outputs.canvas import Canvas
from delvebox.device.outputs.font import Font, open_font

SMALL = open_font("small")
LARGE = open_font("helvB14")


def drawn(text: str, font: Font = SMALL) -> bytes:
    """The pixels of a text."""
    canvas = Canvas(256, 24)
    canvas.text(0, 0, text, font)
    return canvas.to_bytes()


def ink(text: str, font: Font = SMALL) -> tuple[int, int]:
    """First and last lit column, (-1, -1) for none."""
    rows = drawn(text, font)
    columns = 0
    for start in range(0, len(rows), 32):
        columns |= int.from_bytes(rows[start : start + 32], "big")
    if not columns:
        return -1, -1
    return 256 - columns.bit_length(), 255 - ((columns & -columns).bit_length() - 1)


@pytest.mark.parametrize("font", ["small", "helvB14", "helvB18"])
def test_all_that_the_panel_says_by_itself_has_a_glyph_of_its_own(font: str) -> None:
    """Letters, digits and signs of the pages are never made up."""
    text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?+-=()'…%"
    assert all(ord(character) in open_font(font)._places for character in text)
    assert ord("∞") in SMALL._places


@pytest.mark.parametrize("name", ["Łukasz", "Zoë", "Ψυχή", "Борис", "שרה", "ᚠᚢᚦ", "Ćirić", "Ñandú", "Ægir"])
def test_names_of_many_scripts_are_drawn_as_they_are_written(name: str) -> None:
    """Latin with its accents, Greek, Cyrillic, Hebrew and runes have glyphs."""
    assert all(ord(character) in SMALL._places for character in name)


def test_accents_written_apart_and_ligatures_fall_back_to_their_letters() -> None:
    """A letter with a mark that no font has stays a letter; a composed character becomes its parts."""
    assert drawn("Zoe\u0308") == drawn("Zoë")
    assert drawn("Zoe\u035b") == drawn("Zoe")
    assert drawn("ﬁre") == drawn("fire")
    assert drawn("Ṩara") == drawn("Sara")
    assert drawn("no\u00a0limit") == drawn("no limit")
    assert drawn("a\u200db\ufe0f") == drawn("ab")


def test_what_no_font_has_is_a_visible_block_each() -> None:
    """Two unknown names of equal length look alike, but neither vanishes."""
    assert drawn("王") == drawn("😀") == drawn("\ue000")
    assert ink("王") == (0, 4)
    assert SMALL.width("王小明") == 3 * 6 - 1


def test_a_large_font_borrows_what_it_lacks_on_the_same_baseline() -> None:
    """Greek in a heading comes from the small font, lowered to the heading's baseline."""
    small, large = SMALL.glyphs("Ψ")[0], LARGE.glyphs("Ψ")[0]
    assert large.rows == small.rows
    assert large.top - small.top == LARGE.ascent - SMALL.ascent


@given(st.text(max_size=20))
def test_a_text_s_width_holds_all_its_ink(text: str) -> None:
    """Whatever the characters, nothing is drawn at or right of the width that is told."""
    assert ink(text)[1] < max(SMALL.width(text), 1)


@given(st.text(max_size=60), st.integers(min_value=0, max_value=128))
def test_cut_text_fits(text: str, width: int) -> None:
    """A cut text is the text itself where that fits, else its beginning with an ellipsis, or nothing."""
    cut = SMALL.cut(text, width)
    assert SMALL.width(cut) <= max(width, 0)
    if SMALL.width(text) <= width:
        assert cut == text
    elif cut:
        assert cut.endswith("…")
        assert text.startswith(cut[:-1])


def test_a_cut_takes_as_few_characters_as_it_can() -> None:
    """One pixel less costs a letter."""
    text = "torch Gwendolyn"
    assert SMALL.cut(text, SMALL.width(text)) == text
    assert SMALL.cut(text, SMALL.width(text) - 1) == "torch Gwendol…"


@given(st.text(max_size=200), st.integers(min_value=20, max_value=128), st.integers(min_value=1, max_value=4))
def test_wrapped_lines_fit_and_lose_no_word_before_the_last_line(text: str, width: int, rows: int) -> None:
    """At most so many lines, each within the width; only an ellipsis leaves something out."""
    lines = SMALL.wrap(text, width, rows)
    assert len(lines) <= rows
    assert all(SMALL.width(line) <= width for line in lines)
    if not any(line.endswith("…") for line in lines):
        assert " ".join(lines) == " ".join(text.split())


def test_a_sentence_is_broken_at_spaces() -> None:
    """And cut at the end of the last line."""
    sentence = "one turn to search the bodies and catch breath"
    assert SMALL.wrap(sentence, 126, 3) == ["one turn to search the", "bodies and catch", "breath"]
    assert SMALL.wrap(sentence, 126, 2) == ["one turn to search the", "bodies and catch brea…"]
    assert SMALL.wrap("", 126, 2) == []


def test_a_file_that_is_no_font_is_refused() -> None:
    """The error says what is missing."""
    with pytest.raises(ValueError, match="font has no FONT_ASCENT, FONT_DESCENT or glyphs"):
        Font("STARTFONT 2.1\n")
