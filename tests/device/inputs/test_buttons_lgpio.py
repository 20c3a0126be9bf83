"""Buttons on the real lgpio wheel, its pipe written to by the test: it needs no GPIO.

In a process of its own, since a thread of lgpio's that has ended does not come back.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from delvebox.device.pins import is_pi

PREPARED = """
import logging, queue, struct, sys
from functools import partial
from types import SimpleNamespace
from delvebox.device import pins as module
from delvebox.device.pins.chip import import_lgpio
from delvebox.device.clock import RealClock
from delvebox.device.inputs.buttons import Buttons
from delvebox.device.running import _buttons_trouble
from delvebox.device.settings import Button
from delvebox.device.watchdog import Watchdog

logging.basicConfig(level=logging.ERROR, format="%(message)s")
lgpio = import_lgpio()
wire = open(f"/proc/self/fd/{lgpio._notify_thread._file.fileno()}", "wb", buffering=0)


class Pin:
    "A gpiozero pin as far as edges go: lgpio tells its thread of them, and that calls `when_changed`."

    state, bounce, edges = 1, None, None

    def __init__(self, number):
        self.number = number

    def input_with_pull(self, pull):
        lgpio.callback(0, self.number, lgpio.BOTH_EDGES, lambda chip, pin, level, tick: self.when_changed(tick, level))

    def close(self):
        pass


def move(pin, level, tick=5):
    wire.write(struct.pack("QBBBBI", tick, 0, pin, level, 0, 0))


arrived = queue.Queue()


def put(edge):
    if edge.button == "bad":
        raise RuntimeError("no room for it")
    arrived.put(edge)


pins = module.Pins(SimpleNamespace(pin=Pin, close=lambda: None), is_mock=False, errors=())
settings = {"bad": Button(pin=5, press="undo"), "good": Button(pin=6, press="undo")}
buttons = Buttons(pins, settings, put, RealClock())
signs = []
watchdog = Watchdog({"buttons": partial(_buttons_trouble, pins)}, lambda: signs.append("alive"), 20)
"""


def run(script: str) -> str:
    """The errors that a script logged; it must end well."""
    ran = subprocess.run(
        [sys.executable, "-c", PREPARED + script], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


pytestmark = pytest.mark.skipif(is_pi(), reason="this machine has real pins")


def test_an_exception_in_a_callback_leaves_the_other_buttons_alive() -> None:
    """A hundred edges of one button go wrong; the other's all arrive, in order, and the watchdog is content."""
    logged = run(
        """
for tick in range(100):
    move(5, tick % 2)
    move(6, tick % 2)
seen = [arrived.get(timeout=10) for _ in range(100)]
assert [edge.button for edge in seen] == ["good"] * 100
assert [edge.pressed for edge in seen] == [True, False] * 50
assert buttons.lost == 100
watchdog.look()
assert signs == ["alive"] and pins.callbacks_live()
"""
    )
    assert logged.count("an edge of the button bad is lost (1 in all): RuntimeError") == 1


def test_the_watchdog_sees_a_thread_that_has_ended() -> None:
    """Whatever ended it, here a callback that is not the box's own: the process runs on and gives no sign of life."""
    logged = run(
        """
watchdog.look()
lgpio.callback(0, 7, lgpio.BOTH_EDGES, lambda *edge: 1 / 0)
move(7, 1)
lgpio._notify_thread.join(timeout=10)
watchdog.look()
assert not pins.callbacks_live()
assert signs == ["alive"]
move(6, 0)
assert arrived.empty()
"""
    )
    assert "no sign of life: buttons: the thread that brings their edges has ended" in logged
