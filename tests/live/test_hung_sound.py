"""A sound service that stands still in the middle of a sentence: the box plays on, and ends when it is told to."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from ..sound_server import SoundServer
from .live_box import LiveBox, environment, wait_until

pytestmark = [pytest.mark.sound, pytest.mark.speech]


def test_a_sound_service_that_hangs_holds_neither_the_turns_nor_the_end(
    tmp_path: Path, speech_model: Path, own_sound_server: SoundServer
) -> None:
    """While its voice and its microphone hang, lines that cut a sentence are played; told to stop, it ends in order."""
    env = environment(tmp_path) | own_sound_server.env | {"DELVEBOX_MODELS": str(speech_model.parent)}
    state = tmp_path / "state"
    with LiveBox(tmp_path / "logs", "run", "--pins", "mock", "--seed", "1", "--state-dir", state, env=env) as box:
        box.expect("^ready: speech")
        with own_sound_server.record() as heard:
            box.type("status")
            wait_until(lambda: heard.peak() > 1000, lambda: "it does not speak")
        os.kill(own_sound_server.pid, signal.SIGSTOP)
        try:
            for _ in range(3):
                box.type("search the room")
                box.expect("^played: turn_began")
            box.expect("^trouble: .*(loudspeaker|microphone|sound system)")
            box.type("status")
            box.expect("^said: ")
            box.send(signal.SIGTERM)
            assert box.wait() == 0
        finally:
            os.kill(own_sound_server.pid, signal.SIGCONT)
    assert "Traceback" not in box.stderr
