"""What the doctor finds of the voice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from delvebox.device.doctor.sound import voice
from delvebox.device.settings.load import load_text

OWN = "voice: {engine: own}"


def put(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program `delvebox-voice` on the path."""
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    program = folder / "delvebox-voice"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.mark.parametrize("settings", ["", OWN])
def test_a_voice_that_speaks_is_well(settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Espeak's, or one of the table's own."""
    put(tmp_path, monkeypatch, "exec espeak-ng --stdin --stdout")
    found, made = voice(load_text(settings).settings, "search the room")
    assert found.level == "ok"
    assert found.says.startswith("“search the room”: ")
    assert made is not None


def test_an_engine_of_ones_own_that_fails_is_seen_though_espeak_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box plays on; but who has set one wants to hear it."""
    put(tmp_path, monkeypatch, "exit 4")
    found, made = voice(load_text(OWN).settings, "search the room")
    assert found.level == "warning"
    assert found.says.endswith(
        "spoken by espeak-ng, since delvebox-voice ended with status 4: see in the log what it says, try it by hand"
    )
    assert found.cure == "try it by hand (docs/themes.md)"
    assert made is not None
