"""`make test-install`: a fresh Debian, the box installed into it as a service, and a command heard there.

    make test-install                        this machine's architecture, Debian 12
    make test-install ARGS="arm64 trixie"    another one, under emulation, or Debian 13

As root, with debootstrap. The mirror is the one of the machine's own apt sources. Where the architecture is this
machine's, the new Debian is booted: its own systemd runs the service, without a network. Python packages come from a
folder of wheels. Emulation takes the packages qemu-user-static and binfmt-support, and about ten times as long, so that
only what depends on the architecture is tried. What was fetched is kept in the user's cache folder for the next trial.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from debian import make_root
from here import NATIVE, RELEASES, ROOT, InstallError, Release, why_not
from machines import CannotBoot, Machine, booted
from steps import try_installation
from trial import CHECKOUT, Trial
from wheels import TAGS, gather_wheels

from delvebox.device.speech_models import ModelError, find


def copy_checkout(target: Path) -> None:
    """The checkout as it stands, without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    for name in listed.decode().split("\0")[:-1]:
        source, copy = ROOT / name, target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            copy.symlink_to(source.readlink())
        elif source.is_file():
            shutil.copy2(source, copy)


def prepare(root: Path, arch: str, release: Release) -> bool:
    """Put everything there that the trial uses; whether the speech model comes as an archive."""
    make_root(root, arch, release)
    copy_checkout(root / CHECKOUT.lstrip("/"))
    gather_wheels(root / "wheels", arch, release)
    pretend_a_pi(root, release)
    archive = os.environ.get("DELVEBOX_MODEL_ARCHIVE", "")
    if archive:
        shutil.copy(archive, root / "model.aar")
    else:
        shutil.copytree(find(), root / "opt/delvebox/models" / find().name)
    return bool(archive)


def pretend_a_pi(root: Path, release: Release) -> None:
    """An installation takes it for a Pi by what it greps; the box finds no pins, and takes mock ones."""
    stand_in = root / "usr/local/bin/grep"
    stand_in.write_text('#!/bin/sh\ncase "$*" in *device-tree*) exit 0;; esac\nexec /usr/bin/grep "$@"\n')
    stand_in.chmod(0o755)
    if release.has_lgpio:
        package = root / "python3-lgpio"
        (package / "DEBIAN").mkdir(parents=True)
        facts = {
            "Package": "python3-lgpio",
            "Version": "0.2.2",
            "Architecture": "all",
            "Maintainer": "trial",
            "Description": "stand-in",
        }
        (package / "DEBIAN/control").write_text("".join(f"{name}: {value}\n" for name, value in facts.items()))
        module = package / "usr/lib/python3/dist-packages/lgpio.py"
        module.parent.mkdir(parents=True)
        module.touch()
        Machine(root).run("dpkg-deb --build /python3-lgpio; dpkg --install /python3-lgpio.deb")


@contextlib.contextmanager
def machine_in(root: Path, *, boots: bool) -> Iterator[Machine]:
    """The root as a machine, booted where that is wanted and can be."""
    with contextlib.ExitStack() as running:
        machine = Machine(root)
        if boots:
            try:
                machine = running.enter_context(booted(root))
            except CannotBoot as error:
                print(f"{error}: what takes a running systemd is left out", flush=True)
        yield machine


def main(arguments: Sequence[str]) -> int:
    """Try it; exit status 1 where something is not as it should be."""
    arch = next((each for each in arguments if each in TAGS), NATIVE)
    name = next((each for each in arguments if each in RELEASES), next(iter(RELEASES)))
    if unknown := set(arguments) - {arch, name}:
        print(f"no trial for {', '.join(unknown)}: give {' or '.join(TAGS)}, {' or '.join(RELEASES)}", file=sys.stderr)
        return 2
    if trouble := why_not(arch):
        print(trouble, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix=f"delvebox-{name}-{arch}-", dir="/var/tmp") as here:
        root = Path(here) / "root"
        try:
            archive = prepare(root, arch, RELEASES[name])
            with machine_in(root, boots=arch == NATIVE) as machine:
                try_installation(Trial(machine, RELEASES[name], arch != NATIVE, archive))
        except (InstallError, ModelError) as error:
            print(f"\n{error}", file=sys.stderr)
            return 1
    print(f"installed, heard, upgraded, uninstalled on a fresh {name} for {arch}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
