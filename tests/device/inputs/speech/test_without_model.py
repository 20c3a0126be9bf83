"""Tests that need the speech model, on a machine without it: skipped and counted, but never in CI."""

import os
import subprocess
import sys
from pathlib import Path

NEEDS_MODEL = "tests/device/inputs/speech/test_recogniser_child.py::test_vosk_says_nothing_in_the_log"
ROOT = Path(__file__).parents[4]


def run(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A run of one test that needs the model, where there is none."""
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", NEEDS_MODEL],
        cwd=ROOT,
        env=kept | {"DELVEBOX_MODELS": str(folder)} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_the_model_tests_are_skipped_with_cause_and_count(tmp_path: Path) -> None:
    """A person without the model learns how many tests did not run, why, and how to get it."""
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "1 test skipped: no speech model (the speech model small-en-us is not installed" in done.stdout
    assert "delvebox models install" in done.stdout


def test_without_the_model_ci_fails(tmp_path: Path) -> None:
    """A green CI has recognised speech."""
    done = run(tmp_path, CI="true")
    assert done.returncode == 1, done.stdout
    assert "no speech model: the speech model small-en-us is not installed" in done.stdout
