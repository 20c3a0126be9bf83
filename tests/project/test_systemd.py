"""The unit: sound by systemd's own judgement, and each of its lines explained."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "delvebox.service"
SAFE = 10
"""Ten times the exposure that `systemd-analyze security` may give at most."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def directives() -> list[str]:
    """The names of the unit's lines."""
    return re.findall(r"^([A-Z]\w+)=", UNIT.read_text(), re.MULTILINE)


def test_every_line_of_the_unit_has_its_reason() -> None:
    """A line nobody can explain is a line nobody dares to change; one that is gone needs no reason."""
    table = (ROOT / "systemd" / "README.md").read_text().partition("## Each line's reason")[2].partition("Left out")[0]
    explained = set(re.findall(r"`([A-Z]\w+)=", table))
    assert explained == set(directives())


def test_what_was_tried_and_fails_is_not_in_the_unit() -> None:
    """Checkers advise these four, and the box does not run under them."""
    broken = {"MemoryDenyWriteExecute", "ProcSubset", "PrivateDevices", "PrivateUsers"}
    assert not broken & set(directives())


@needs_systemd
def test_the_unit_is_exposed_little() -> None:
    """`systemd-analyze security` gives at most 1.0, where 10 is the worst."""
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={SAFE}", "--no-pager", UNIT]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr


@needs_systemd
def test_systemd_reads_the_unit_without_a_word(tmp_path: Path) -> None:
    """No line misspelt, no value that systemd does not know, no unit missing."""
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    shutil.copy(UNIT, units)
    command = tmp_path / "opt/delvebox/current/bin/delvebox"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr/lib/systemd/system", symlinks=True)
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={tmp_path}", "delvebox.service"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
