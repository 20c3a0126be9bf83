"""The box's own voice leaks into its microphone at half its level, on a real sound server: it never acts on itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ..sound_server import SoundServer
from .live_box import LiveBox, environment, wait_until

pytestmark = [pytest.mark.sound, pytest.mark.speech, pytest.mark.timeout(120)]  # long sentences, in real time

SETTINGS = """
speech: {{ways: [hold, tap, {way}]}}
names: {{spells: [short rest, hey lantern undo]}}
"""
TYPED = (
    "start the spell short rest for two turns",  # "Short rest begins: two turns."
    "cast hey lantern undo for three turns",
    "status",  # both names, each before a pause
    "long rest",  # asks, and waits for a yes
)
PLAYED = ["played: effect_started", "played: effect_started", "played: question_asked"]
LATENCY_MS = 250
"""Of a slow loudspeaker: it sounds on when the box is done speaking."""
HEARD = re.compile(r"^(hold|tap|wake|open): ")


@pytest.mark.parametrize(("way", "command"), [("open", "combat"), ("wake", "hey lantern, combat")])
def test_the_box_never_acts_on_its_own_voice(
    tmp_path: Path, speech_model: Path, own_sound_server: SoundServer, way: str, command: str
) -> None:
    """Always listening, it says commands and a question: nothing acts, nor just after; the next voice is heard."""
    state, settings, phrase = tmp_path / "state", tmp_path / "delvebox.yaml", tmp_path / "phrase.wav"
    subprocess.run(["espeak-ng", "-v", "en-gb+f2", "-w", phrase, command], check=True)
    settings.write_text(SETTINGS.format(way=way))
    own_sound_server.leak(0.5, LATENCY_MS)
    env = environment(tmp_path) | own_sound_server.env | {"DELVEBOX_MODELS": str(speech_model.parent)}
    arguments = ("run", "--pins", "mock", "--seed", "1", "--state-dir", state, "--settings", settings)
    with (
        LiveBox(tmp_path / "logs", *arguments, env=env) as box,
        own_sound_server.record("microphone") as microphone,
    ):
        box.expect("^ready: speech")
        for line in TYPED:
            began = microphone.seconds()
            box.type(line)
            box.expect("^said: ")
            box.expect("^panel: .* speaking")
            wait_until(lambda: "speaking" not in box.told("panel: ")[-1], lambda: f"still speaks: {box.lines}")
            wait_until(lambda: microphone.seconds() - (microphone.last_loud_at() or 0.0) > 1.0, lambda: "no end")
            assert (microphone.last_loud_at() or 0.0) > began + 0.5, "the leak was not heard"
        assert [line for line in box.lines if HEARD.match(line)] == []
        assert box.told("played: ")[: len(PLAYED)] == PLAYED  # and the answer that lapsed
        own_sound_server.play(phrase)
        box.expect(f"^{way}: combat")
