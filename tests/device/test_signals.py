"""Signals become messages; in a process of its own, since handlers are the whole process's."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import os, queue, signal
from delvebox.device.signals import stop_on_signals
stops = queue.Queue()
stop_on_signals(stops.put)
signal.signal(signal.SIGUSR1, lambda *_: None)
for name in {names!r}:
    os.kill(os.getpid(), getattr(signal, name))
print(*(stops.get(timeout=5).reason for _ in range({count})))
"""


def stops_after(*names, count):
    """The reasons of the stops that a process gets when it is sent signals."""
    script = SCRIPT.format(names=names, count=count)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_to_stop_is_a_message(name):
    """It neither ends the process nor raises in the middle of something."""
    assert stops_after(name, count=1) == [name]


def test_another_signal_is_not_taken_for_one():
    """A library may have a signal of its own: the box runs on."""
    assert stops_after("SIGUSR1", "SIGTERM", count=1) == ["SIGTERM"]


def test_each_signal_is_told():
    """A second one while the box closes changes nothing, but the log may have it."""
    assert stops_after("SIGTERM", "SIGTERM", count=2) == ["SIGTERM", "SIGTERM"]
