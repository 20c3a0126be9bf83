"""What the trial does, step by step; each says in its first line what must hold."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from here import InstallError, Release
from machines import Machine
from wheels import break_one

ROOT = Path(__file__).parents[2]
CHECKOUT = "/srv/delvebox"
"""Where the checkout lies in the new root."""
UNITS = "/etc/systemd/system"
STATE = "/var/lib/delvebox"
SETTINGS = "/etc/delvebox.yaml"
FIRST_KILLS, KILLS = 2, 3
"""How often the first installation is killed, and an upgrade."""
WAIT_SECONDS = 60
HEAR = "runuser -u delvebox -- env DELVEBOX_MODELS=/opt/delvebox/models delvebox hear /tmp/search.wav"
STATUS = "systemctl show delvebox --property=MainPID,ActiveState,NRestarts,ExecMainStatus"


@dataclass
class Trial:
    """The machine, and what one step leaves for the next."""

    machine: Machine
    release: Release
    archive: bool
    """Whether the speech model is installed from its archive, at /model.aar; else it lies there already."""
    chance: random.Random = field(default_factory=random.Random)
    install_seconds: float = 20
    """How long an installation takes here, once it is known."""
    changes: int = 0

    @property
    def run(self) -> Callable[..., str]:
        """As `Machine.run`."""
        return self.machine.run

    @property
    def expect(self) -> Callable[..., str]:
        """As `Machine.expect`."""
        return self.machine.expect

    def install(self, more: str = "") -> str:
        """`make install` as on a machine without a network."""
        given = "DELVEBOX_MODEL_ARCHIVE=/model.aar " if self.archive else ""
        return self.run(f"cd {CHECKOUT}; {given}make install WHEELS=/wheels {more}")

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

    def wait_for(self, state: str) -> dict[str, str]:
        """The service's properties, once they hold this one.

        Raises:
            InstallError: they do not.
        """
        until = time.monotonic() + WAIT_SECONDS
        while state not in (told := self.run(STATUS)):
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


def a_first_installation_that_was_killed_is_made_whole(trial: Trial) -> None:
    """Killed at any moment, be it in the midst of system packages, it does not stand in the way of the next."""
    for _ in range(FIRST_KILLS):
        trial.kill_an_installation()


def a_command_as_the_page_says(trial: Trial) -> None:
    """README's lines, typed by a user who may use sudo, install the box."""
    # in place of the network: pip's own configuration names the folder
    trial.run("printf '[global]\nno-index = true\nfind-links = /wheels\n' >/etc/pip.conf")
    for block in blocks("README.md", "On a Raspberry Pi"):
        for line in block.splitlines():
            if trial.machine.boots or not line.startswith("systemctl"):
                trial.run(f"cd {CHECKOUT}; {line}", user="pi")
    trial.run("rm /etc/pip.conf")
    trial.lives()
    trial.expect("settings.last-good.yaml", f"ls {STATE}")


def a_command_is_heard(trial: Trial) -> None:
    """The service's user hears a spoken command; where the model could not be had, another installation gets it."""
    if trial.archive:
        trial.install()
    trial.run("cd /tmp; espeak-ng -s 150 -w search.wav 'search the room'; chmod 644 search.wav")
    trial.expect("→ search\n", HEAR)


def the_pins_library_is_there(trial: Trial) -> None:
    """On a Pi the pins' library is the release's own where it has one for this Python, else the wheel."""
    where = trial.run("cd /tmp; /opt/delvebox/current/bin/python -c 'import lgpio; print(lgpio.__file__)'")
    if where.startswith("/usr/lib/python3") is not trial.release.has_lgpio:
        raise InstallError(f"{trial.release.name}: lgpio is {where}")


def systemd_is_content(trial: Trial) -> None:
    """Systemd verifies the installed units without a word."""
    if said := trial.run("systemd-analyze verify delvebox.service"):
        raise InstallError(f"systemd says of the unit: {said}")


def a_killed_box_comes_back(trial: Trial) -> None:
    """The service that is killed starts again by itself, and one that hangs is ended by the watchdog."""
    soon = "/run/systemd/system/delvebox.service.d"
    trial.run(f"mkdir -p {soon}; printf '[Service]\nWatchdogSec=4s\n' >{soon}/soon.conf")
    trial.run("systemctl daemon-reload; systemctl restart delvebox")
    first = trial.wait_for("ActiveState=active")["MainPID"]
    trial.run(f"kill -KILL {first}")
    trial.wait_for("NRestarts=1")
    second = trial.wait_for("ActiveState=active")["MainPID"]
    if second == first:
        raise InstallError(f"process {first} was killed, and is there")
    trial.run(f"kill -STOP {second}")
    trial.wait_for("NRestarts=2")
    trial.wait_for("ActiveState=active")
    trial.expect("Watchdog timeout", "journalctl -u delvebox")
    trial.run(f"rm -r {soon}; systemctl daemon-reload; systemctl restart delvebox")


def there_is_one_box(trial: Trial) -> None:
    """A second box on the state says who runs and leaves, be it by hand or the service, which is not started again."""
    by_hand = f"delvebox run --silent --state-dir {STATE}"
    trial.expect("uses it", f"cd /tmp; ! runuser -u delvebox -- {by_hand} </dev/null")
    trial.wait_for("ActiveState=active")
    trial.run("systemctl stop delvebox")
    trial.run(f"systemd-run --quiet --unit=by-hand --uid=delvebox {by_hand}")
    trial.run(f"while flock --nonblock {STATE}/instance.lock true; do sleep 0.2; done")
    trial.run("! systemctl start delvebox")
    told = trial.wait_for("ActiveState=failed")
    if told["NRestarts"] != "0":
        raise InstallError(f"it was started again and again: {told}")
    trial.expect("uses it", "journalctl -u delvebox -n 20")
    trial.run("systemctl stop by-hand; systemctl start delvebox")
    trial.wait_for("ActiveState=active")


def the_settings_give_a_network_and_take_it(trial: Trial) -> None:
    """With the page on, box and doctor name what is missing, and `make install` gives it; with the page off it goes."""
    page = "python3 -c 'import urllib.request; print(urllib.request.urlopen(\"http://127.0.0.1:8642/\").status)'"
    drop_in = f"{UNITS}/delvebox.service.d/network.conf"
    trial.run(f"printf 'web: {{enabled: true}}\n' >{SETTINGS}")
    if trial.machine.boots:
        trial.run("systemctl restart delvebox")
        trial.expect("sudo make install", "journalctl -u delvebox -n 30")
        trial.expect("sudo make install", "delvebox doctor --silent --json --settings /etc/delvebox.yaml || true")
    said = trial.install()
    if "is up to date" not in said:
        raise InstallError(f"nothing was changed in the source, and the environment was made again:\n{said}")
    trial.run(f"test -f {drop_in}")
    systemd_is_content(trial)
    if trial.machine.boots:
        trial.expect("200", page)  # READY=1 comes once it listens
    trial.run(f"printf 'lamp: {{pin: null}}\n' >{SETTINGS}; mkdir -p {UNITS}/delvebox.service.d")
    trial.run(f"printf '[Service]\nNice=1\n' >{UNITS}/delvebox.service.d/own.conf")
    trial.install()
    trial.run(f"test ! -e {drop_in}; test -f {UNITS}/delvebox.service.d/own.conf")
    trial.run(f"rm {UNITS}/delvebox.service.d/own.conf")
    if trial.machine.boots:
        trial.expect("refused", f"! {page} 2>&1")


def an_upgrade_keeps_what_is_the_tables(trial: Trial) -> None:
    """A newer version: settings and delves stay, and the old environment for a while."""
    trial.run(f"echo kept >{STATE}/of-the-table")
    first = trial.run("readlink /opt/delvebox/current").strip()
    trial.change_the_source()
    began = time.monotonic()
    trial.install()
    trial.install_seconds = time.monotonic() - began
    trial.expect("lamp: {pin: null}", f"cat {SETTINGS}")
    trial.expect("kept", f"cat {STATE}/of-the-table")
    environments = trial.run("ls -d /opt/delvebox/environment-*").split()
    now = trial.run("readlink /opt/delvebox/current").strip()
    if now == first or sorted(environments) != sorted([first, now]):
        raise InstallError(f"after an upgrade from {first} {now} is in force and there are {environments}")
    trial.lives()


def another_language_wants_its_model(trial: Trial) -> None:
    """German settings: its model is looked for, and the box is installed without one where it is not to be had."""
    trial.run(f"printf 'language: de\n' >{SETTINGS}")
    said = trial.run(f"cd {CHECKOUT}; make install WHEELS=/wheels")
    for words in ("small-de", "no speech model", "installed: "):
        if words not in said:
            raise InstallError(f"expected {words!r} in:\n{said}")
    trial.run(f"printf 'lamp: {{pin: null}}\n' >{SETTINGS}")
    trial.install()


def what_fails_changes_nothing(trial: Trial) -> None:
    """No packages, a package that does not load, a box that does not start: the old one goes on each time."""
    trial.change_the_source()
    trial.run("mkdir /empty; cp -r /wheels /broken")
    trial.fail_to_install("the Python packages could not be had", "/empty")
    break_one(trial.machine.root / "broken")
    trial.fail_to_install("the part sounddevice does not load", "/broken")
    trial.run("rm -r /broken")
    if trial.machine.boots:
        module = trial.machine.root / CHECKOUT.lstrip("/") / "device/running.py"
        text = module.read_text()
        module.write_text(f'{text}\n\ndef run_box(wishes):\n    raise SystemExit("not today")\n')
        trial.fail_to_install("the box does not start")
        module.write_text(text)


def a_killed_installation_is_made_whole(trial: Trial) -> None:
    """Killed at any moment, it leaves a box that works, and the next one finds its way."""
    for _ in range(KILLS):
        trial.change_the_source()
        trial.kill_an_installation()
        trial.lives()
    trial.install()
    trial.lives()
    environments = trial.run("ls -d /opt/delvebox/environment-*").split()
    if len(environments) > 2:
        raise InstallError(f"what was cut off was left behind: {environments}")
    a_command_is_heard(trial)


def it_may_be_switched_off_by_the_box_alone(trial: Trial) -> None:
    """The box's user may switch the machine off without a password; an ordinary program may not."""
    ask = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff"
    trial.expect('"yes"', ask, user="delvebox")
    trial.expect('"challenge"', f"{ask}", user="nobody")


def the_page_on_being_away_holds(trial: Trial) -> None:
    """The examples of docs/away.md that need no other machine are run as they stand."""
    hotspot = next(blocks("docs/away.md", "A table without Wi-Fi"))
    trial.run(hotspot, user="pi")
    trial.expect("table", "nmcli --get-values NAME connection")
    backup, restore = blocks("docs/away.md", "Backing up and moving a box")
    trial.run(f"cd ~; {backup}", user="pi")
    trial.run(f"systemctl stop delvebox; rm -r {STATE}/* {SETTINGS}")
    trial.run(f"cd ~; {restore}", user="pi")
    trial.run("systemctl start delvebox")
    trial.lives()
    trial.expect("lamp: {pin: null}", f"cat {SETTINGS}")
    for block in blocks("docs/away.md", "A card that is never written but for the delves"):
        trial.run(block, user="pi")
    trial.run("systemctl restart delvebox")
    trial.expect("lamp: {pin: null}", f"cat {SETTINGS}", user="delvebox")
    trial.lives()


def nothing_is_left(trial: Trial) -> None:
    """Off again: settings and delves stay, until --all is asked for."""
    trial.run(f"cd {CHECKOUT}; make uninstall; test -f {SETTINGS}; test -d {STATE}")
    trial.run(f"cd {CHECKOUT}; make uninstall; test -f {SETTINGS}")  # safe to run again
    trial.run(f"cd {CHECKOUT}; make uninstall ARGS=--all; ! id delvebox")
    kept = f"-path {CHECKOUT} -o -path /proc -o -path /sys -o -path /var/log"
    left = trial.run(f"find / -xdev \\( {kept} \\) -prune -o -name '*delvebox*' -print")
    if left.strip():
        raise InstallError(f"uninstalling with --all left {left.split()}")


STEPS: tuple[Callable[[Trial], None], ...] = (
    a_first_installation_that_was_killed_is_made_whole,
    a_command_as_the_page_says,
    a_command_is_heard,
    the_pins_library_is_there,
    systemd_is_content,
    a_killed_box_comes_back,
    there_is_one_box,
    it_may_be_switched_off_by_the_box_alone,
    the_settings_give_a_network_and_take_it,
    an_upgrade_keeps_what_is_the_tables,
    another_language_wants_its_model,
    what_fails_changes_nothing,
    a_killed_installation_is_made_whole,
    the_page_on_being_away_holds,
    nothing_is_left,
)
BOOTED = {
    a_killed_box_comes_back,
    there_is_one_box,
    it_may_be_switched_off_by_the_box_alone,
    another_language_wants_its_model,  # the booted machine has no network, by which it might come
    the_page_on_being_away_holds,
}
"""Those that a root alone cannot do."""


def try_installation(trial: Trial) -> None:
    """Every step in its order.

    Raises:
        InstallError: something is not as it should be.
    """
    seed = int(os.environ.get("TRIAL_SEED") or random.randrange(10**6))  # noqa: S311 - moments to kill at
    print(f"TRIAL_SEED={seed}", flush=True)
    trial.chance.seed(seed)
    for each in STEPS:
        if each in BOOTED and not trial.machine.boots:
            continue
        began = time.monotonic()
        print((each.__doc__ or "").splitlines()[0], end="", flush=True)
        each(trial)
        print(f"  {time.monotonic() - began:.1f} s", flush=True)
