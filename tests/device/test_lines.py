"""Text from outside, as the box takes and shows it."""

from __future__ import annotations

from delvebox.device.lines import LONGEST_SHOWN, one_line, shown


def test_one_line_is_one_line() -> None:
    """Line breaks, escapes and tabs become spaces; letters of any language stay."""
    assert one_line("a\nb\x1b[2Jc\t\u2028d – ⣿ß") == "a b [2Jc d – ⣿ß"


def test_what_a_log_shows_is_short_and_harmless() -> None:
    """Whatever a stranger sends cannot move a terminal's cursor, nor fill a line of the log."""
    assert shown("a\x1b[2J\nß") == r"'a\x1b[2J\n\xdf'"
    assert shown(b"\xff") == r"b'\xff'"
    assert len(shown("ß" * 1000).encode()) < 64, "a socket's last word has room for it"
    assert shown("a" * 1000) == "'" + "a" * (LONGEST_SHOWN - 1) + "…"
