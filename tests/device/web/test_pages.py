"""The pages as files: their words are all there, in every language, and none is written for nothing."""

from __future__ import annotations

import re

import pytest

from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.labels import LABELS
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.settings.languages import languages
from delvebox.device.web.files import FOLDER

MODULES = ("gm.html", "gm.mjs", "history.mjs", "rests.mjs", "tables.mjs", "trackers.mjs")
BY_VALUE = {"exact", "hints", "hidden"}
"""Words of the game master's screen that are taken by a value of the settings."""


def test_the_game_masters_screen_has_every_word_that_it_uses_and_no_other() -> None:
    """A word that is missing would be seen as "undefined"."""
    text = "".join((FOLDER / name).read_text() for name in MODULES)
    used = set(re.findall(r"\btexts\.([a-z_]+)", text)) | set(re.findall(r'data-(?:text|label|hint|say)="(\w+)"', text))
    assert used - set(LABELS["gm"]) == set()
    named = used | BY_VALUE | set(re.findall(r'\["([a-z_]+)", \{', text)) | set(re.findall(r'"([a-z_]+)"', text))
    named |= set(re.findall(r"\b([a-z_]+)(?=: mode|, bright|, split|: area\.)", text))
    assert set(LABELS["gm"]) - named == set()


@pytest.mark.parametrize("language", languages())
def test_what_the_screen_says_to_the_box_is_a_phrase(language: str) -> None:
    """A button that says something says it in words that the box understands."""
    said = re.findall(r'data-say="(\w+)"', (FOLDER / "gm.html").read_text())
    assert said
    texts, book = Narration.load(language).labels("gm"), Phrasebook.load(None, language=language, lists={})
    assert [key for key in said if book.match(texts[key]) is None] == []
