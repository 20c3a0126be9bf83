"""A fresh Debian in a folder, of either architecture, kept as one file for the next trial."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from here import ROOT, InstallError, Release, cache, mirror
from machines import Machine

INCLUDED = ("ca-certificates", "e2fsprogs", "make", "sudo", "systemd")
ADDED = ("dbus", "network-manager", "polkitd")
"""What a Pi has besides, as far as the trial uses it; debootstrap orders them badly."""
PYTHON = ("python3", "python3-venv")
KEPT_DAYS = 30
"""A root that is older is made again: packages move on."""


def step(text: str, command: Sequence[str | Path]) -> None:
    """One step, told before it begins; its output only where it fails.

    Raises:
        InstallError: it failed.
    """
    print(f"{text} …", flush=True)
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise InstallError(f"{text}: exit status {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def make_root(root: Path, arch: str, release: Release) -> None:
    """A fresh Debian in a folder that is not there yet, with a user `pi` who may use sudo.

    Raises:
        InstallError: it cannot be made.
    """
    fetched = [*_packages(), *PYTHON]
    of_what = hashlib.sha256(repr([INCLUDED, ADDED, fetched]).encode()).hexdigest()[:8]
    kept = cache() / f"debian-{release.name}-{arch}-{of_what}.tar"
    if kept.exists() and time.time() - kept.stat().st_mtime < KEPT_DAYS * 86400:
        root.mkdir(parents=True)
        step(f"a kept {release.name} for {arch}", ["tar", "--extract", "--file", kept, "--directory", root])
    else:
        options = [f"--arch={arch}", "--variant=minbase", f"--include={','.join(INCLUDED)}"]
        step(f"a fresh {release.name} for {arch}", ["debootstrap", *options, release.name, root, mirror()])
        _take_names(root)
        apt = "DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends"
        Machine(root).run(f"{apt} install {' '.join(ADDED)}; apt-get clean")
        Machine(root).run(f"{apt} --download-only install {' '.join(fetched)}")  # once booted it has no network
        Machine(root).run("useradd --create-home --shell /bin/bash pi")
        (root / "etc/sudoers.d/pi").write_text("pi ALL=(ALL) NOPASSWD: ALL\n")
        kept.parent.mkdir(parents=True, exist_ok=True)
        for older in kept.parent.glob(f"debian-{release.name}-{arch}-*.tar"):
            older.unlink()
        unfinished = kept.with_suffix(f".{os.getpid()}")
        step("kept for the next trial", ["tar", "--create", "--file", unfinished, "--directory", root, "."])
        unfinished.rename(kept)
    _take_names(root)


def _packages() -> list[str]:
    """The system packages that an installation wants."""
    told = subprocess.run(
        ["bash", "-c", '. .ci/machine; echo "${packages_run[@]}"'], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return told.stdout.split()


def _take_names(root: Path) -> None:
    """Names are looked up as on this machine."""
    for name in ("etc/resolv.conf", "etc/hosts"):
        (root / name).unlink(missing_ok=True)
        shutil.copy(f"/{name}", root / name)
