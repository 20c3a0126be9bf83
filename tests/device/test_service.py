"""What systemd is told: by a real datagram socket in its place."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.service import Service


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket that systemd listens at."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def test_systemd_is_told_each_step_in_its_own_words(systemd: socket.socket) -> None:
    """Ready, signs of life and stopping are the lines of sd_notify(3)."""
    service = Service({"NOTIFY_SOCKET": systemd.getsockname()})
    service.ready()
    service.alive()
    service.stopping()
    assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_socket_of_an_abstract_name_is_found() -> None:
    """In a container systemd may listen at a name without a file, written with an @."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the kernel chooses an abstract name
        listening.settimeout(5)
        name = listening.getsockname()
        Service({"NOTIFY_SOCKET": "@" + name[1:].decode()}).ready()
        assert listening.recv(100) == b"READY=1"


def test_without_a_service_nothing_is_told() -> None:
    """In a terminal there is no socket, and no watchdog waits."""
    service = Service({})
    service.ready()
    assert service.watchdog_seconds is None


def test_a_socket_that_is_gone_is_logged_and_harms_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The box goes on; systemd's own time limits decide."""
    with caplog.at_level(logging.WARNING):
        Service({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()
    assert "systemd does not take WATCHDOG=1" in caplog.text


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, None),  # meant for another process
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdogs_time_is_systemds(environ: dict[str, str], seconds: float | None) -> None:
    """Microseconds, and only for the process that is named."""
    assert Service(environ, pid=7).watchdog_seconds == seconds
