"""Fixtures of the box's tests: a real sound server of the tests' own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

# By its place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
_spec = importlib.util.spec_from_file_location("sound_server", Path(__file__).parents[1] / "sound_server.py")
assert _spec is not None
assert _spec.loader is not None
sys.modules["sound_server"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["sound_server"])

if TYPE_CHECKING:
    from sound_server import SoundServer


@pytest.fixture(scope="session")
def sound_server() -> Iterator[SoundServer]:
    """One sound server for all tests that leave its sinks plugged in."""
    with _server() as server:
        yield server


@pytest.fixture
def own_sound_server() -> Iterator[SoundServer]:
    """A sound server for one test that unplugs, stops or kills it."""
    with _server() as server:
        yield server


@contextmanager
def _server() -> Iterator[SoundServer]:
    from sound_server import SoundServer, why_not

    cause = why_not()
    if cause is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(cause)
        pytest.skip(cause)
    folder = Path(tempfile.mkdtemp(prefix="sound-"))  # pytest's own folders are too long for a socket
    try:
        with SoundServer(folder) as server:
            yield server
    finally:
        shutil.rmtree(folder)
