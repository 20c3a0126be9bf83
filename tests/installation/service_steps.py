"""The steps that take a machine whose systemd runs; each says in its first line what must hold."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator

from here import InstallError
from trial import CHECKOUT, SETTINGS, STATE, Trial, a_box_that_does_not_start, blocks


def a_killed_box_comes_back(trial: Trial) -> None:
    """The service that is killed starts again by itself, and one that hangs is ended by the watchdog."""
    soon = "/run/systemd/system/delvebox.service.d"
    trial.run(f"mkdir -p {soon}; printf '[Service]\nWatchdogSec=8s\n' >{soon}/soon.conf")
    trial.run("systemctl daemon-reload; systemctl restart delvebox")
    first = trial.wait_for("ActiveState=active")["MainPID"]
    trial.run(f"kill -KILL {first}")
    second = trial.wait_for("ActiveState=active", other_than=first)["MainPID"]
    trial.run(f"kill -STOP {second}")
    trial.wait_for("ActiveState=active", other_than=second)
    trial.expect("Watchdog timeout", "journalctl -u delvebox")
    trial.run(f"rm -r {soon}; systemctl daemon-reload; systemctl restart delvebox")


def there_is_one_box(trial: Trial) -> None:
    """A second box on the state says who runs and leaves, be it by hand or the service, which is not started again."""
    by_hand = f"delvebox run --silent --state-dir {STATE}"
    trial.expect("uses it", f"cd /tmp; ! runuser -u delvebox -- {by_hand} </dev/null")
    trial.wait_for("ActiveState=active")
    trial.run("systemctl stop delvebox")
    trial.run(f"systemd-run --quiet --unit=by-hand --property=Type=notify --uid=delvebox {by_hand}")
    trial.run("! systemctl start delvebox")
    told = trial.wait_for("ActiveState=failed")
    if told["NRestarts"] != "0":
        raise InstallError(f"it was started again and again: {told}")
    trial.expect("uses it", "journalctl -u delvebox -n 20")
    trial.run("systemctl stop by-hand; systemctl start delvebox")
    trial.wait_for("ActiveState=active")


def it_may_be_switched_off_by_the_box_alone(trial: Trial) -> None:
    """The box's user may switch the machine off without a password; an ordinary program may not."""
    ask = "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff"
    trial.expect('"yes"', ask, user="delvebox")
    trial.expect('"challenge"', ask, user="nobody")


def another_language_wants_its_model(trial: Trial) -> None:
    """German settings: its model is looked for, and the box is installed without one where it is not to be had."""
    trial.run(f"printf 'language: de\n' >{SETTINGS}")
    said = trial.run(f"cd {CHECKOUT}; make install WHEELS=/wheels")
    for words in ("small-de", "no speech model", "installed: "):
        if words not in said:
            raise InstallError(f"expected {words!r} in:\n{said}")
    trial.run(f"printf 'lamp: {{pin: null}}\n' >{SETTINGS}")
    trial.install()


def the_page_on_being_away_holds(trial: Trial) -> None:
    """The examples of docs/away.md that need no other machine are run as they stand."""
    hotspot = next(blocks("docs/away.md", "A table without Wi-Fi"))
    trial.run(hotspot, user="pi")
    trial.expect("table", "nmcli --get-values NAME connection")
    backup, restore = blocks("docs/away.md", "Backing up and moving a box")
    trial.run(f"cd ~; {backup}", user="pi")
    trial.run(f"systemctl stop delvebox; rm -r {STATE}/*; echo kept >{STATE}/of-the-table")
    trial.run(f"cd ~; {restore}", user="pi")
    trial.run("systemctl start delvebox")
    trial.lives()
    trial.expect("lamp: {pin: null}", f"cat {SETTINGS}", user="pi")
    with a_third_partition(trial):
        for block in blocks("docs/away.md", "A card that is never written but for the delves"):
            trial.run(block, user="pi")
        trial.lives()
        trial.expect("delvebox 711", f"findmnt {STATE}; stat --format '%U %a' {STATE}")
        trial.expect("lamp: {pin: null}", f"cat {SETTINGS}", user="delvebox")
        trial.expect("kept", f"cat {STATE}/of-the-table")
        trial.run(f"systemctl stop delvebox; umount {STATE}")


@contextlib.contextmanager
def a_third_partition(trial: Trial) -> Iterator[None]:
    """The card's, which is a file here."""
    card = trial.machine.root / "card"
    with card.open("wb") as image:
        image.truncate(32 << 20)
    loop = subprocess.check_output(["losetup", "--find", "--show", card], text=True).strip()
    trial.run(f"mknod {loop} b 7 {loop.removeprefix('/dev/loop')}; ln -s {loop} /dev/mmcblk0p3")
    try:
        yield
    finally:
        subprocess.run(["losetup", "--detach", loop], check=True)


def a_first_one_that_does_not_start_leaves_nothing(trial: Trial) -> None:
    """Where no box was before, a box that does not start is not left to systemd, which would try for ever."""
    trial.run(f"cd {CHECKOUT}; make uninstall")
    with a_box_that_does_not_start(trial):
        trial.expect("the box does not start", f"cd {CHECKOUT}; ! make install WHEELS=/wheels")
    trial.run("! systemctl is-enabled delvebox; ! systemctl is-active delvebox; ! ls -d /opt/delvebox/environment-*")
