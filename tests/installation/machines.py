"""A Debian in a folder as a machine: its root alone, or with its own systemd as first process."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from here import InstallError

START_SECONDS = 120
ENVIRON = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


class CannotBoot(InstallError):  # noqa: N818 - it names the case
    """This machine does not let a Debian boot in a folder."""


class Machine:
    """A root whose programs can be run."""

    boots = False
    """Whether its systemd runs."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, script: str, user: str = "root") -> str:
        """What a shell script says there.

        Raises:
            InstallError: it failed.
        """
        as_user = ["runuser", "-u", user, "--"] if user != "root" else []
        done = subprocess.run(
            [*self._there(), *as_user, "bash", "-ec", script],
            check=False,
            env=ENVIRON,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise InstallError(f"in the new Debian: {script}: exit status {done.returncode}\n{done.stdout[-6000:]}")
        return done.stdout

    def expect(self, wanted: str, script: str, user: str = "root") -> str:
        """What a script says there, in which wanted words must be.

        Raises:
            InstallError: they are not.
        """
        said = self.run(script, user)
        if wanted not in said:
            raise InstallError(f"{script}: expected {wanted!r} in:\n{said[-6000:]}")
        return said

    def _there(self) -> Sequence[str]:
        """With /proc and /dev of its own that vanish with it."""
        mounts = f"mount -t proc proc {self.root}/proc; mount --rbind /dev {self.root}/dev"
        whole = f'{mounts}; exec chroot {self.root} "$@"'
        return ["unshare", "--mount", "--fork", "--pid", "--kill-child", "bash", "-ec", whole, "-"]


class Booted(Machine):
    """A root whose systemd runs, in namespaces of its own: it has its own processes, services, network and devices."""

    boots = True

    def __init__(self, root: Path, first: int) -> None:
        """For `booted`; `first` is its systemd as this machine numbers it."""
        super().__init__(root)
        self._first = first

    def _there(self) -> Sequence[str]:
        into = [f"--{each}" for each in ("mount", "pid", "uts", "ipc", "net", "cgroup", "root", "wd")]
        return ["nsenter", f"--target={self._first}", *into]


MOUNTS = """
mount --bind {root} {root}
mount -t proc proc {root}/proc
mount -t sysfs -o ro sysfs {root}/sys
mount -t cgroup2 cgroup2 {root}/sys/fs/cgroup
mount -t tmpfs tmpfs {root}/run
mount -t tmpfs tmpfs {root}/tmp
mount -t tmpfs -o mode=755 tmpfs {root}/dev
for each in null zero full random urandom tty; do
  mknod -m 666 {root}/dev/$each c $(stat -c '0x%t 0x%T' /dev/$each)
done
mkdir {root}/dev/pts {root}/dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts {root}/dev/pts
ln -s pts/ptmx {root}/dev/ptmx
mount -t tmpfs -o mode=1777 tmpfs {root}/dev/shm
mkdir -p {root}/run/lock
exec chroot {root} env -i container=other /lib/systemd/systemd
"""


@contextlib.contextmanager
def booted(root: Path) -> Iterator[Booted]:
    """Boot a root, and end all of it at the end.

    Raises:
        CannotBoot: this machine does not let it.
    """
    with _control_group() as group:
        namespaces = [f"--{each}" for each in ("mount", "pid", "fork", "kill-child", "uts", "ipc", "net", "cgroup")]
        enter = f'echo $$ >{group}/cgroup.procs; exec unshare {" ".join(namespaces)} bash -ec "$1"'
        outer = subprocess.Popen(
            ["bash", "-ec", enter, "-", MOUNTS.format(root=root)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            machine = Booted(root, _systemd_of(outer))
            machine.run("systemctl is-system-running --wait || true; systemctl is-active multi-user.target")
            yield machine
        finally:
            outer.kill()
            outer.wait()


def _systemd_of(outer: subprocess.Popen[str]) -> int:
    """Its first process, once it is systemd."""
    until = time.monotonic() + START_SECONDS
    children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
    while time.monotonic() < until:
        if outer.poll() is not None:
            assert outer.stdout is not None
            raise CannotBoot(f"a Debian does not boot in a folder here: {outer.stdout.read().strip()}")
        for child in children.read_text().split():
            with contextlib.suppress(OSError):
                if Path(f"/proc/{child}/comm").read_text() == "systemd\n" and _answers(child):
                    return int(child)
        time.sleep(0.1)
    raise CannotBoot(f"no systemd came up within {START_SECONDS} s")


def _answers(child: str) -> bool:
    return Path(f"/proc/{child}/root/run/systemd/private").exists()


@contextlib.contextmanager
def _control_group() -> Iterator[Path]:
    """A control group of its own, which is gone once its last process is."""
    found = subprocess.run(
        ["findmnt", "--noheadings", "--first-only", "--types", "cgroup2", "--output", "TARGET"],
        check=False,
        capture_output=True,
        text=True,
    ).stdout.strip()
    if not found:
        raise CannotBoot("a Debian does not boot in a folder here: no control groups of version 2")
    group = Path(found) / f"delvebox-trial-{os.getpid()}"
    group.mkdir()
    try:
        yield group
    finally:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                for folder, _, _ in os.walk(group, topdown=False):
                    os.rmdir(folder)  # noqa: PTH106 - a control group has files, and goes whole
                break
            time.sleep(0.1)
