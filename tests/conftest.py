"""Fixtures for all tests: the speech model, how many tests went without it, and a real sound server."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from delvebox.device import speech_models

from .sound_server import SoundServer, why_not

# What is true stays true on a busy machine or a small Pi: no example has a time limit of its own. Tests have.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

_NO_MODEL = "no speech model: "
"""How a skip for want of the model begins, for the count at the end."""


@pytest.fixture(scope="session")
def speech_model() -> Path:
    """The folder of the installed small English model; without it the test is skipped, with CI=true it fails."""
    try:
        return speech_models.find()
    except speech_models.ModelError as error:
        cause = f"{_NO_MODEL}{error}"
    if os.environ.get("CI") == "true":
        pytest.fail(cause)
    pytest.skip(cause)


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


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a third of the time goes by in waiting for sound, browsers and processes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several run at once the slow ones come first: begun last, one of minutes would be waited for alone."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped for want of the speech model."""
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if _NO_MODEL in str(report.longrepr)]
    if skipped:
        cause = str(skipped[0].longrepr[2]).partition(_NO_MODEL)[2]
        tests = "1 test" if len(skipped) == 1 else f"{len(skipped)} tests"
        terminalreporter.write_line(f"{tests} skipped: no speech model ({cause})", yellow=True)
