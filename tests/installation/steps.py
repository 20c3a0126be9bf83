"""What the trial does, step by step; each says in its first line what must hold."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

import service_steps
from here import InstallError
from trial import CHECKOUT, FIRST_KILLS, HEAR, KILLS, SETTINGS, STATE, UNITS, Trial, a_box_that_does_not_start, blocks
from wheels import break_one


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
                trial.run(f"cd {CHECKOUT}; {line}", user=trial.person)
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


def what_fails_changes_nothing(trial: Trial) -> None:
    """No packages, a package that does not load, a box that does not start: the old one goes on each time."""
    trial.change_the_source()
    trial.run("mkdir /empty; cp -r /wheels /broken")
    trial.fail_to_install("the Python packages could not be had", "/empty")
    break_one(trial.machine.root / "broken")
    trial.fail_to_install("the part sounddevice does not load", "/broken")
    trial.run("rm -r /broken")
    if trial.machine.boots:
        with a_box_that_does_not_start(trial):
            trial.fail_to_install("the box does not start")


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
    service_steps.a_killed_box_comes_back,
    service_steps.there_is_one_box,
    service_steps.it_may_be_switched_off_by_the_box_alone,
    the_settings_give_a_network_and_take_it,
    an_upgrade_keeps_what_is_the_tables,
    service_steps.another_language_wants_its_model,
    what_fails_changes_nothing,
    a_killed_installation_is_made_whole,
    service_steps.the_page_on_being_away_holds,
    service_steps.a_first_one_that_does_not_start_leaves_nothing,
    nothing_is_left,
)


EMULATED = (
    a_command_as_the_page_says,
    a_command_is_heard,
    the_pins_library_is_there,
    systemd_is_content,
    the_settings_give_a_network_and_take_it,
    nothing_is_left,
)
"""What depends on the architecture; the rest would take half an hour there, and find nothing else."""


def try_installation(trial: Trial) -> None:
    """Every step in its order.

    Raises:
        InstallError: something is not as it should be.
    """
    seed = int(os.environ.get("TRIAL_SEED") or random.randrange(10**6))  # noqa: S311 - moments to kill at
    print(f"TRIAL_SEED={seed}", flush=True)
    trial.chance.seed(seed)
    for each in EMULATED if trial.emulated else STEPS:
        if each.__module__ == service_steps.__name__ and not trial.machine.boots:
            continue
        began = time.monotonic()
        print((each.__doc__ or "").splitlines()[0], end="", flush=True)
        each(trial)
        print(f"  {time.monotonic() - began:.1f} s", flush=True)
