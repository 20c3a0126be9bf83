"""What this machine can do for a trial, and where it keeps what was fetched."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
"""The checkout."""
NATIVE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "")
EMULATORS = {"arm64": "qemu-aarch64-static", "amd64": "qemu-x86_64-static"}


class Release(NamedTuple):
    """A release of Debian."""

    name: str
    python: str
    glibc: int
    """Its C library is 2.this: wheels for it and for older ones."""
    has_lgpio: bool
    """The pins' library is a package, as in Raspberry Pi OS; plain Debian has none, so that it is a stand-in here."""


RELEASES = {
    each.name: each
    for each in (Release("bookworm", "3.11", 36, has_lgpio=False), Release("trixie", "3.13", 41, has_lgpio=True))
}


class InstallError(Exception):
    """What went wrong, in a sentence."""


def why_not(arch: str) -> str:
    """What this machine lacks for the trial; empty where nothing does."""
    if os.geteuid() != 0:
        return "a fresh Debian is root's business"
    if shutil.which("debootstrap") is None:
        return "no debootstrap here: apt install debootstrap"
    if arch != NATIVE and shutil.which(EMULATORS[arch]) is None:
        return "no emulation here: apt install qemu-user-static binfmt-support"
    if mirror() == "":
        return "the apt sources name no archive of Debian"
    return ""


def mirror() -> str:
    """The archive that this machine's own apt uses."""
    if shutil.which("apt-get") is None:
        return ""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages"]
    listed = subprocess.run(asked, check=False, capture_output=True, text=True).stdout.splitlines()
    archives = [line.split() for line in listed]
    return next((each[0] for each in archives if each[1] in RELEASES and each[2:] == ["main"]), "")


def cache() -> Path:
    """Where roots and wheels are kept from one trial to the next."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "delvebox-trial"
