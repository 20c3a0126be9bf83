"""The unit: sound by systemd's own judgement, and each of its lines explained."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from delvebox.device.wishes import BoxTaken

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "delvebox.service"
NETWORK = ROOT / "systemd" / "delvebox.service.d" / "network.conf"
SAFE = {"alone": 10, "with a network": 16}
"""Ten times the exposure that `systemd-analyze security` may give at most."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def directives(file: Path = UNIT) -> list[str]:
    """The names of a unit's lines."""
    return re.findall(r"^([A-Z]\w+)=", file.read_text(), re.MULTILINE)


@pytest.fixture(params=SAFE)
def root(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int]:
    """A root with the unit installed, alone or with a network, and how exposed it may be."""
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    shutil.copy(UNIT, units)
    if request.param == "with a network":
        (units / "delvebox.service.d").mkdir()
        shutil.copy(NETWORK, units / "delvebox.service.d")
    command = tmp_path / "opt/delvebox/current/bin/delvebox"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    shutil.copytree("/usr/lib/systemd/system", tmp_path / "usr/lib/systemd/system", symlinks=True)
    return tmp_path, SAFE[request.param]


def test_every_line_of_the_unit_has_its_reason() -> None:
    """A line nobody can explain is a line nobody dares to change; one that is gone needs no reason."""
    table = (ROOT / "systemd" / "README.md").read_text().partition("## Each line's reason")[2].partition("\n## ")[0]
    explained = set(re.findall(r"`([A-Z]\w+)=", table))
    assert explained == set(directives())


def test_what_was_tried_and_fails_is_not_in_the_unit() -> None:
    """Checkers advise these four, and the box does not run under them."""
    broken = {"MemoryDenyWriteExecute", "ProcSubset", "PrivateDevices", "PrivateUsers"}
    assert not broken & set(directives())


def test_the_network_opens_what_the_unit_closes_and_no_more() -> None:
    """Each of its lines takes back one of the unit's, and is explained beside it."""
    assert set(directives(NETWORK)) == {"PrivateNetwork", "IPAddressAllow", "RestrictAddressFamilies"}
    explained = (ROOT / "systemd" / "README.md").read_text().partition("## With a network")[2]
    explained = explained.partition("\n## ")[0]
    assert set(re.findall(r"`([A-Z]\w+)=", explained)) == set(directives(NETWORK))


@needs_systemd
def test_the_unit_is_exposed_little(root: tuple[Path, int]) -> None:
    """`systemd-analyze security` gives at most 1.0, and 1.6 with a network, where 10 is the worst."""
    folder, threshold = root
    options = [f"--root={folder}", "--offline=true", f"--threshold={threshold}", "--no-pager"]
    command = ["systemd-analyze", "security", *options, "delvebox.service"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr


@needs_systemd
def test_systemd_reads_the_unit_without_a_word(root: tuple[Path, int]) -> None:
    """No line misspelt, no value that systemd does not know, no unit missing."""
    command = ["systemd-analyze", "verify", f"--root={root[0]}", "delvebox.service"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_who_finds_its_things_taken_is_not_started_again() -> None:
    """The exit status of such a box is the one that the unit names."""
    assert f"RestartPreventExitStatus={BoxTaken.exit_status}\n" in UNIT.read_text()
