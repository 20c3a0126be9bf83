"""The lines of a script: each is read whole, or refused with what was expected."""

import pytest

from delvebox.device import script
from delvebox.device.script import ScriptError, read_step


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("say search the room", script.Say("search the room")),
        ("  say   two  spaces \n", script.Say("two  spaces")),
        ("note a door with a face", script.Note("a door with a face")),
        ("note Tür  ⚔", script.Note("Tür  ⚔")),
        ("press turn", script.Press("turn")),
        ("double talk", script.Double("talk")),
        ("hold noise 0.8", script.HoldDown("noise", 0.8)),
        ("hear a file.wav", script.HearFile("a file.wav")),
        ("wait 0", script.Wait(0.0)),
        ("die 3 6 1", script.Dice((3, 6, 1))),
        ("die -4", script.Dice((-4,))),
        ("show", script.Show()),
        ("cut", script.Cut()),
        ("# anything", script.Comment()),
        ("", script.Comment()),
    ],
)
def test_a_line_is_read_into_its_step(line, step):
    """Each form of line gives its own step, spaces around it ignored."""
    assert read_step(line) == step


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dance", "a line begins with say, note, press"),
        ("note", "expected note TEXT"),
        ("say", "expected say TEXT"),
        ("press", "expected press BUTTON"),
        ("press turn twice", "expected press BUTTON"),
        ("double talk talk", "expected double BUTTON"),
        ("hold turn", "expected hold BUTTON SECONDS"),
        ("hold turn long", "for the seconds"),
        ("hold turn -1", "give 0 to"),
        ("hold turn 3601", "give 0 to 3600"),
        ("wait nan", "give 0 to"),
        ("wait 1e9", "give 0 to"),
        ("die", "expected die N"),
        ("die two", "expected die N"),
        ("die 1.5", "expected die N"),
        ("die " + "1 " * 101, "at most 100"),
        ("show panel", "expected show alone"),
        ("SAY hello", "cannot read"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(line, expected):
    """The error names the form of the line or the bound."""
    with pytest.raises(ScriptError, match=expected):
        read_step(line)
