"""Installing the box as a service: the whole of it in a fresh Debian, and what an installation refuses."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_spec = importlib.util.spec_from_file_location("here", ROOT / "tests" / "installation" / "here.py")
assert _spec is not None
assert _spec.loader is not None
here = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(here)

WHY_NOT = here.why_not(here.NATIVE) if here.NATIVE else "no architecture that a Debian is tried on"


@pytest.mark.slow
@pytest.mark.timeout(1500)  # a whole Debian is unpacked: two minutes on a quiet machine
@pytest.mark.skipif(WHY_NOT != "", reason=WHY_NOT)
def test_a_fresh_debian_gets_the_box_and_loses_it_again() -> None:
    """Installed, a command heard, upgraded, failing and killed installations survived, taken off without a rest."""
    done = subprocess.run([sys.executable, "tests/installation"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("script", ["install", "uninstall"])
def test_who_is_not_root_is_told_so(script: str, tmp_path: Path) -> None:
    """Nothing is begun that could not be finished."""
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run([ROOT / "systemd" / script], env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"sudo make {script}" in done.stderr
    assert done.stdout == ""


def test_an_unknown_architecture_is_refused() -> None:
    """`make test-install ARGS=riscv64` names those that there are."""
    command = [sys.executable, "tests/installation", "riscv64"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "amd64 or arm64" in done.stderr
