"""What comes from outside, as an error repeats it: short, on one line, whatever it is."""

from __future__ import annotations

import pytest

from delvebox.engine.shown import is_blank, is_unreadable, key_shown, shown

DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "'x'"),
        (7, "7"),
        (None, "None"),
        ("a\nb", r"'a\nb'"),
        ("\ud800", r"'\ud800'"),
        ("x" * 58, f"'{'x' * 58}'"),
        ("x" * 59, f"'{'x' * 58}…"),
        ("x" * 10**6, f"'{'x' * 58}…"),
        (10**5000, "a int too large to show"),
        (DEEP, "a list too large to show"),
        ([10**5000], "a list too large to show"),
    ],
    ids=["word", "number", "nothing", "lines", "half", "60", "61", "long", "huge", "deep", "huge inside"],
)
def test_a_value_is_shown_on_one_short_line(value, text):
    """Long is cut, what Python cannot write out is named by its kind, and no line is broken."""
    assert shown(value) == text
    assert len(text) <= 60


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("die", "die"),
        ("x" * 60, "x" * 60),
        ("x" * 61, f"'{'x' * 58}…"),
        ("", "''"),
        ("a\x00", r"'a\x00'"),
        (3, "3"),
        (10**5000, "a int too large to show"),
    ],
    ids=["word", "60", "61", "empty", "unreadable", "number", "huge"],
)
def test_a_key_is_shown_as_it_is_written(key, text):
    """Bare where it can be read, else as a value."""
    assert key_shown(key) == text


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u3000", "\u200b", "\u200d\u200c", "\u202e \u2066\ufeff", "\xad"])
def test_what_nobody_can_see_is_blank(text):
    """Spaces of any kind, joiners, marks of direction, soft hyphens."""
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", " a ", "\u200da", "\u0301", "🔥", ".", "\x00"])
def test_one_sign_is_enough(text):
    """Anything that is there to be seen, or to be refused for its own reason."""
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("letter", "unreadable"),
    [
        *((letter, True) for letter in "\x00\n\x1f\x7f\x80\x9f\u2028\u2029\ud800\udfff"),
        *((letter, False) for letter in " ~\xa0\u2027\u202a\ud7ff\ue000🔥"),
    ],
    ids=ascii,
)
def test_control_characters_lines_and_halves_are_unreadable(letter, unreadable):
    """No panel row, terminal or file can hold them; all else is text."""
    assert is_unreadable(letter) is unreadable
