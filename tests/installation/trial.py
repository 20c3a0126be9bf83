"""One trial: its machine, and what its steps do again and again."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from here import ROOT, InstallError, Release
from machines import Machine

CHECKOUT = "/srv/delvebox"
"""Where the checkout lies in the new root."""
UNITS = "/etc/systemd/system"
STATE = "/var/lib/delvebox"
SETTINGS = "/etc/delvebox.yaml"
FIRST_KILLS, KILLS = 1, 2
"""How often the first installation is killed, and an upgrade."""
WAIT_SECONDS = 60
HEAR = "runuser -u delvebox -- env DELVEBOX_MODELS=/opt/delvebox/models delvebox hear /tmp/search.wav"
STATUS = "systemctl show delvebox --property=MainPID,ActiveState,NRestarts,ExecMainStatus"


@dataclass
class Trial:
    """The machine, and what one step leaves for the next."""

    machine: Machine
    release: Release
    emulated: bool
    archive: bool
    """Whether the speech model is installed from its archive, at /model.aar; else it lies there already."""
    chance: random.Random = field(default_factory=random.Random)
    install_seconds: float = 20
    """How long an installation takes here, once it is known."""
    changes: int = 0

    @property
    def person(self) -> str:
        """Who types; root under emulation, which gives a program no other rights than those of who started it."""
        return "root" if self.emulated else "pi"

    @property
    def run(self) -> Callable[..., str]:
        """As `Machine.run`."""
        return self.machine.run

    @property
    def expect(self) -> Callable[..., str]:
        """As `Machine.expect`."""
        return self.machine.expect

    def install(self) -> str:
        """`make install` as on a machine without a network."""
        given = "DELVEBOX_MODEL_ARCHIVE=/model.aar" if self.archive else ""
        return self.run(f"cd {CHECKOUT}; sudo make install WHEELS=/wheels {given}", user=self.person)

    def fail_to_install(self, why: str, wheels: str = "/wheels") -> None:
        """`make install` must fail, say why, and leave all as it was."""
        before = self.installed()
        said = self.run(f"cd {CHECKOUT}; ! make install WHEELS={wheels}")
        for words in (why, "the box that was installed before is as it was"):
            if words not in said:
                raise InstallError(f"expected {words!r} in:\n{said}")
        if before != self.installed():
            raise InstallError(f"before: {before}\nafter: {self.installed()}\n{said}")
        self.lives()

    def installed(self) -> str:
        """What is in force, and what there is."""
        return self.run(
            f"readlink /opt/delvebox/current; ls -d /opt/delvebox/environment-*; ls {UNITS}; cat {SETTINGS}"
        )

    def lives(self) -> None:
        """The installed box works, and runs where systemd does."""
        self.run("cd /; delvebox --version")
        if self.machine.boots:
            self.wait_for("ActiveState=active")

    def wait_for(self, state: str, other_than: str = "no process") -> dict[str, str]:
        """The service's properties, once they hold this one and the service is another process.

        Raises:
            InstallError: they do not.
        """
        until = time.monotonic() + WAIT_SECONDS
        while state not in (told := self.run(STATUS)) or f"MainPID={other_than}\n" in told:
            if time.monotonic() > until:
                raise InstallError(
                    f"{state} was waited for, and it is {told}\n{self.run('journalctl -u delvebox -n 30')}"
                )
            time.sleep(0.2)
        return dict(line.split("=", 1) for line in told.splitlines())

    def change_the_source(self) -> None:
        """There is a newer version."""
        self.changes += 1
        with (self.machine.root / CHECKOUT.lstrip("/") / "device/__init__.py").open("a") as module:
            module.write(f"# {self.changes}\n")

    def kill_an_installation(self) -> None:
        """End one at a random moment, with everything it started."""
        after = self.chance.uniform(0, self.install_seconds)
        print(f"\n  killed after {after:.2f} s", end="", flush=True)
        killed = f"timeout --signal=KILL {after} make install WHEELS=/wheels"  # its whole group, itself included
        self.run(f"cd {CHECKOUT}; {killed} >/tmp/killed.log 2>&1 || true")


def blocks(page: str, section: str) -> Iterator[str]:
    """The shell blocks of a section of a page."""
    text = (ROOT / page).read_text().partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    if not text:
        raise InstallError(f"{page} has no section {section!r}")
    yield from re.findall(r"^ *```sh\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)


@contextlib.contextmanager
def a_box_that_does_not_start(trial: Trial) -> Iterator[None]:
    """A version whose parts all load, and which ends as soon as it runs."""
    module = trial.machine.root / CHECKOUT.lstrip("/") / "device/running.py"
    text = module.read_text()
    module.write_text(f'{text}\n\ndef run_box(wishes):\n    raise SystemExit("not today")\n')
    yield
    module.write_text(text)
