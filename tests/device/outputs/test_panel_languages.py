"""The panel in every language: no page of any scene says a word in English that is not the table's own."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from delvebox.device.outputs.narration import Narration, english_panel
from delvebox.device.outputs.pages import Look
from delvebox.device.settings.languages import languages

SCENES = Path(__file__).parent / "scenes.py"
OWN = (
    *("Barrow of the Moon", "This delve ends at turn 27 and is kept.", "bless", "bless 0", "bless 3", "bless endet"),
    *("combat: say combat over first", "loudspeaker: none is plugged in"),
    "microphone: none is plugged in; plug one in, the buttons work meanwhile",
    *("next turn", "search the room", "how dangerous is it", "nothing was heard"),
    *("2 ogres", "7 rats out of a broken coffin, dragging a candle end", "crypt things"),
    "Somebody has written the number 57 in chalk, still wet, and under it the names of " * 2,
    *("Ritual fortsetzen", "Ritual abbrechen", "wie gefährlich ist es"),
    *("128 turns, 21 h 20 min", "11 dangers", "14 torches burnt", "23 searches", "no rest", "11 dangers  23 searches"),
)
"""Lines of the scenes that are names, sentences and troubles of the table and the box."""


def lines_in(language: str, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], list[str]]:
    """Every page of every scene, drawn for both heights, with the panel's texts in a language."""
    load = Narration.load
    english_panel.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(Narration, "load", lambda _english: load(language))
        scenes = runpy.run_path(str(SCENES))["SCENES"]
        pages = {(name, height): scene(Look(height)).lines() for name, scene in scenes.items() for height in (64, 32)}
    english_panel.cache_clear()
    return pages


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_line_of_the_panel_is_the_same_as_in_english(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for names, sentences that others gave, and numbers."""
    english, foreign = lines_in("en", monkeypatch), lines_in(language, monkeypatch)
    assert english.keys() == foreign.keys()
    same = {
        line
        for page, lines in foreign.items()
        for line in lines
        if line in english[page] and any(letter.isalpha() for letter in line)
    }
    assert {line for line in same if line not in OWN and not line.startswith("button ")} == set()
