"""Names that the table made are heard: spoken by a voice, recognised by the real model, told by their own spelling."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from delvebox.device.player import Player
from delvebox.device.wishes import Wishes

SETTINGS = """names:
  characters: [Bryn, {name: Xanathar, say: zan a thar}]
  spells: [feather fall]
  conditions: [blood poisoning]
"""
VOICES = ("en-us", "en-gb", "en-gb-scotland", "en-us+f3")


@pytest.mark.speech
@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        ("light a torch for zan a thar", "Torch for Xanathar lit: six turns."),
        ("mark blood poisoning on bryn", "Blood poisoning marked on Bryn."),
        (
            "start the spell feather fall for one hundred and five turns",
            "Feather fall begins: one hundred and five turns.",
        ),
    ],
)
def test_a_name_of_the_settings_is_heard(speech_model: Path, tmp_path: Path, spoken: str, told: str) -> None:
    """Characters, spells and conditions, one of them by its own saying; numbers beyond a hundred too.

    By one of four voices at least: how well a voice is understood is for the measurements to tell.
    """
    (tmp_path / "delvebox.yaml").write_text(SETTINGS, encoding="utf-8")
    wav = tmp_path / "spoken.wav"
    understood = []
    wishes = Wishes(tmp_path / "state", tmp_path / "delvebox.yaml", pins="mock", sound=False)
    with Player(wishes, pytest.fail) as player:
        for voice in VOICES:
            subprocess.run(["espeak-ng", "-v", voice, "-w", wav, spoken], check=True)
            understood += [told in player.play(1, f"hear {wav}").spoken]
            player.play(2, "say undo")
    assert sum(understood) >= 1, understood
