"""What the speech tests share: sounds, stand-ins and a box that hears, by the modules beside this file."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from delvebox.device.phrasebook import Phrasebook

for _name in ("wavs", "doubles", "heard"):
    # By their place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
    _spec = importlib.util.spec_from_file_location(_name, Path(__file__).with_name(f"{_name}.py"))
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules[_name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_name])

Say = Callable[..., Path]


@pytest.fixture(scope="session")
def say(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Say:
    """Speaks a text by espeak-ng into a WAV file; without espeak-ng the test is skipped, with CI=true it fails.

    The files are kept in pytest's cache folder, by all that makes them.
    """
    if shutil.which("espeak-ng") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("espeak-ng is not installed: apt install espeak-ng")
        pytest.skip("espeak-ng is not installed: apt install espeak-ng")
    cache: pytest.Cache | None = getattr(request.config, "cache", None)  # absent with -p no:cacheprovider
    folder = cache.mkdir("spoken") if cache else tmp_path_factory.mktemp("spoken")
    version = subprocess.run(["espeak-ng", "--version"], check=True, capture_output=True, text=True).stdout

    def one(text: str, voice: str = "en-us") -> Path:
        spoken = ["espeak-ng", "-v", voice, "-s", "150"]
        path = Path(folder, f"{hashlib.sha256(repr((version, spoken, text)).encode()).hexdigest()[:24]}.wav")
        if not path.exists():
            aside = path.with_suffix(f".{os.getpid()}")  # another run of the tests may read it meanwhile
            subprocess.run([*spoken, "-w", aside, "--", text], check=True)
            aside.replace(path)
        return path

    return one


@pytest.fixture(scope="session")
def box(speech_model: Path) -> Iterator[Any]:
    """The box's ear with the shipped phrasebook, in every way to talk: one recogniser for all that only hear."""
    from heard import box_with

    with box_with(speech_model) as made:
        yield made


@pytest.fixture(scope="session")
def coffee(speech_model: Path) -> Iterator[Any]:
    """The same with the phrasebook of the human clips."""
    from heard import box_with

    with box_with(speech_model, Phrasebook.load(Path(__file__).with_name("coffee.yaml"))) as made:
        yield made


@pytest.fixture(scope="session")
def speech_data() -> Path:
    """The folder of human clips and table talk that DELVEBOX_SPEECH_DATA names; without it the test is skipped."""
    folder = os.environ.get("DELVEBOX_SPEECH_DATA")
    if not folder:
        pytest.skip("DELVEBOX_SPEECH_DATA does not name a folder with human/*.wav and table_talk.txt")
    assert (Path(folder) / "human" / "labels.json").is_file(), f"{folder} holds no human/labels.json"
    return Path(folder)
