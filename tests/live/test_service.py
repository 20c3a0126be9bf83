"""`delvebox run` as systemd's own service: what it tells, in which order, from a process of its own."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from .live_box import STEP_SECONDS, LiveBox, environment


def test_a_service_says_ready_lives_and_stops(tmp_path: Path) -> None:
    """Ready once it can be used, signs of life while it waits, stopping at SIGTERM; a stopped process gives no sign."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(STEP_SECONDS)
        env = environment(tmp_path, {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "400000"})
        with LiveBox(tmp_path, "run", "--silent", "--pins", "mock", "--state-dir", tmp_path, env=env) as box:
            told = [systemd.recv(100)]
            while told.count(b"WATCHDOG=1") < 3:
                told.append(systemd.recv(100))
            assert told.count(b"READY=1") == 1
            box.process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, box.process.pid, os.WSTOPPED)
            systemd.settimeout(0.5)
            with pytest.raises(TimeoutError):
                _drain(systemd)  # what was on its way, then silence
            box.process.send_signal(signal.SIGCONT)
            systemd.settimeout(STEP_SECONDS)
            box.process.send_signal(signal.SIGTERM)
            while (said := systemd.recv(100)) != b"STOPPING=1":
                assert said == b"WATCHDOG=1"
            assert box.process.wait(STEP_SECONDS) == 0


def _drain(systemd: socket.socket) -> None:
    while True:
        systemd.recv(100)
