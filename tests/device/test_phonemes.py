"""How phrases sound, asked of espeak-ng."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.phonemes import NoSoundsError, sounds


def test_each_phrase_has_its_sounds_in_its_language() -> None:
    """One row for each, also where phrases are long, alike, or hold umlauts."""
    english = sounds(["torch", "light a torch", "torch", "a " * 60], "en")
    assert english[0] == english[2]
    assert english[1][-len(english[0]) :] == english[0]
    assert sounds(["tür"], "de") != sounds(["tür"], "en")


def test_without_espeak_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the cure, never a traceback."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSoundsError, match=r"it is missing.*apt install espeak-ng"):
        sounds(["torch"], "en")


def test_a_language_that_espeak_does_not_speak_is_told() -> None:
    """As a made-up one."""
    with pytest.raises(NoSoundsError, match="does not speak the language"):
        sounds(["torch"], "qqx")
