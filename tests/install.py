"""`make test-install`: a fresh Debian, the box installed into it as a service, and a command heard there.

As root, with debootstrap. The mirror is the one of the machine's own apt sources. Python packages come from a folder
of wheels, since the machine's certificates are not in the new root. `arm64` as argument does the same under emulation
(packages qemu-user-static and binfmt-support); it takes about ten times as long. The root stands in `build/` meanwhile.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from delvebox.device.speech_models import ModelError, find

ROOT = Path(__file__).parents[1]
NATIVE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "")
EMULATORS = {"arm64": "qemu-aarch64-static"}
TAGS = {"amd64": "x86_64", "arm64": "aarch64"}
PYTHON = "3.11"
"""Of Debian 12, which the new root is."""
SUITE = "bookworm"
CHECKOUT = "/srv/delvebox"
"""Where the checkout lies in the new root."""
GLIBC = 36
"""Its C library is 2.36: wheels for it and for older ones."""


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
    return next((line.split()[0] for line in listed if line.split()[1:] == [SUITE, "main"]), "")


def step(text: str, command: Sequence[str | Path], **options: str | Path) -> None:
    """One step, told before it begins; its output only where it fails.

    Raises:
        InstallError: it failed.
    """
    print(f"{text} …", flush=True)
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    if done.returncode:
        raise InstallError(f"{text}: exit status {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def inside(root: Path, script: str) -> str:
    """What a shell script says inside the root, with /proc and /dev of its own that vanish with it.

    Raises:
        InstallError: it failed.
    """
    mounts = f"mount -t proc proc {root}/proc; mount --rbind /dev {root}/dev"
    command = ["unshare", "--mount", "--fork", "--pid", "--kill-child", "bash", "-ec"]
    whole = f'{mounts}; exec chroot {root} /bin/bash -ec "$1"'
    done = subprocess.run(
        [*command, whole, "-", script],
        check=False,
        env={"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise InstallError(f"in the new Debian: {script}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def gather_wheels(folder: Path, arch: str) -> None:
    """Every package that the box needs, for the new root's Python, and what builds the box itself.

    Some are published as sources alone: those are pure Python, so that wheels of them made here do everywhere.
    """
    wanted = [*requirements(), "setuptools>=77"]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    names = ("manylinux2010", "manylinux2014", *(f"manylinux_2_{libc}" for libc in range(5, GLIBC + 1)))
    of_arch = [f"--platform={name}_{TAGS[arch]}" for name in names]
    chosen = ["--only-binary=:all:", f"--python-version={PYTHON}", "--implementation=cp", *of_arch]
    with tempfile.TemporaryDirectory() as here:
        step("Python packages", [*pip, "wheel", "--wheel-dir", here, *wanted])
        step(
            f"Python packages for {arch}", [*pip, "download", "--dest", folder, "--find-links", here, *chosen, *wanted]
        )


def requirements() -> list[str]:
    """What the project says that it needs, for Debian 12's Python on either machine."""
    import tomllib

    wanted: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [each.partition(";")[0].strip() for each in wanted]


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


def make_root(root: Path, arch: str) -> None:
    """A fresh Debian of an architecture."""
    options = [f"--arch={arch}", "--variant=minbase", "--include=systemd,ca-certificates,make"]
    step(f"a fresh Debian for {arch}", ["debootstrap", *options, SUITE, root, mirror()])
    for name in ("etc/resolv.conf", "etc/hosts"):
        shutil.copy(f"/{name}", root / name)


def try_installation(root: Path, arch: str) -> None:
    """Make the root, install the box, hear a command, upgrade, fail an upgrade, uninstall.

    Raises:
        InstallError: something is not as it should be.
    """
    make_root(root, arch)
    copy_checkout(root / CHECKOUT.lstrip("/"))
    gather_wheels(root / "wheels", arch)
    archive = os.environ.get("DELVEBOX_MODEL_ARCHIVE", "")
    if archive:
        shutil.copy(archive, root / "model.aar")
    else:
        shutil.copytree(find(), root / "opt/delvebox/models" / find().name)
    make = f"cd {CHECKOUT}; export WHEELS=/wheels"
    if archive:
        make += " DELVEBOX_MODEL_ARCHIVE=/model.aar"
    print("the box into it …", flush=True)
    inside(root, f"{make}; make install")
    print("a command heard there …", flush=True)
    say = "cd /tmp; espeak-ng -s 150 -w search.wav 'search the room'; chmod 644 search.wav"
    hear = "runuser -u delvebox -- env DELVEBOX_MODELS=/opt/delvebox/models delvebox hear /tmp/search.wav"
    expect("→ search\n", inside(root, f"{say}; {hear}"))
    print("again, as an upgrade: settings stay, the old environment is kept for a while …", flush=True)
    inside(root, "echo 'lamp: {pin: null}' >/etc/delvebox.yaml")
    first = inside(root, "readlink /opt/delvebox/current")
    inside(root, f"{make}; make install")
    expect("lamp: {pin: null}", inside(root, "cat /etc/delvebox.yaml"))
    second = inside(root, "readlink /opt/delvebox/current; ls -d /opt/delvebox/environment-*")
    if first in second.splitlines()[0] or first.strip() not in second:
        raise InstallError(f"after an upgrade the old environment is {first!r} and there are {second!r}")
    print("an upgrade that fails changes nothing …", flush=True)
    now = inside(root, "readlink /opt/delvebox/current; ls -d /opt/delvebox/environment-*")
    said = inside(root, f"cd {CHECKOUT}; mkdir -p /empty; ! make install WHEELS=/empty")
    expect("the box that was installed before is as it was", said)
    expect(now, inside(root, "readlink /opt/delvebox/current; ls -d /opt/delvebox/environment-*"))
    if said := inside(root, "systemd-analyze verify delvebox.service"):
        raise InstallError(f"systemd says of the unit: {said}")
    print("off again …", flush=True)
    inside(root, f"cd {CHECKOUT}; make uninstall; test -f /etc/delvebox.yaml; test -d /var/lib/delvebox")
    inside(root, f"cd {CHECKOUT}; make uninstall ARGS=--all; ! id delvebox")
    left = inside(root, f"find / -xdev -name '*delvebox*' -not -path '{CHECKOUT}*' -not -path '/proc/*'")
    if left.strip():
        raise InstallError(f"uninstalling with --all left {left.split()}")


def expect(wanted: str, said: str) -> None:
    """Wanted words must be there.

    Raises:
        InstallError: they are not.
    """
    if wanted not in said:
        raise InstallError(f"expected {wanted!r} in:\n{said}")


def main() -> int:
    """Try it; exit status 1 where something is not as it should be."""
    arch = sys.argv[1] if len(sys.argv) > 1 else NATIVE
    if arch not in TAGS:
        print(f"no trial for {arch!r}: give one of {', '.join(TAGS)}", file=sys.stderr)
        return 2
    if trouble := why_not(arch):
        print(trouble, file=sys.stderr)
        return 1
    root = ROOT / "build" / f"debian-{arch}"
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(exist_ok=True)
    try:
        try_installation(root, arch)
    except (InstallError, ModelError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"installed, heard, upgraded, uninstalled on a fresh Debian for {arch}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
