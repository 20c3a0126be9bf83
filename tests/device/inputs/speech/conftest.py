"""What the speech tests share: sounds and stand-ins, by the modules `wavs` and `doubles` beside this file."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

for _name in ("wavs", "doubles"):
    # By their place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
    _spec = importlib.util.spec_from_file_location(_name, Path(__file__).with_name(f"{_name}.py"))
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules[_name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_name])

Say = Callable[..., Path]


@pytest.fixture(scope="session")
def say(tmp_path_factory: pytest.TempPathFactory) -> Say:
    """Speaks a text by espeak-ng into a WAV file; without espeak-ng the test is skipped, with CI=true it fails."""
    if shutil.which("espeak-ng") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("espeak-ng is not installed: apt install espeak-ng")
        pytest.skip("espeak-ng is not installed: apt install espeak-ng")
    folder = tmp_path_factory.mktemp("spoken")

    def one(text: str, voice: str = "en-us") -> Path:
        path = folder / f"{len(list(folder.iterdir()))}.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", path, "--", text], check=True)
        return path

    return one


@pytest.fixture(scope="session")
def speech_data() -> Path:
    """The folder of human clips and table talk that DELVEBOX_SPEECH_DATA names; without it the test is skipped."""
    folder = os.environ.get("DELVEBOX_SPEECH_DATA")
    if not folder:
        pytest.skip("DELVEBOX_SPEECH_DATA does not name a folder with human/*.wav and table_talk.txt")
    assert (Path(folder) / "human" / "labels.json").is_file(), f"{folder} holds no human/labels.json"
    return Path(folder)
