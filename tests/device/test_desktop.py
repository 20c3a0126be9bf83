"""The browser that `delvebox run --web` opens: where a person sits before the machine, and nowhere else."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from delvebox.device import desktop, running
from delvebox.device.desktop import open_browser, why_no_browser
from delvebox.device.wishes import Wishes

DESKTOP = {"DISPLAY": ":0"}


@pytest.mark.parametrize("environ", [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_a_person_before_a_display_gets_one(environ: dict[str, str]) -> None:
    """On a desktop of either kind."""
    assert why_no_browser(environ, is_root=False, on_terminal=True) == ""


@pytest.mark.parametrize(
    ("environ", "is_root", "on_terminal", "why"),
    [
        (DESKTOP, False, False, "terminal"),
        (DESKTOP, True, True, "root"),
        ({}, False, True, "display"),
        ({"DISPLAY": ""}, False, True, "display"),
        (DESKTOP | {"SSH_CONNECTION": "10.0.0.2 1 10.0.0.3 22"}, False, True, "elsewhere"),
    ],
)
def test_nobody_else_gets_one(environ: dict[str, str], is_root: bool, on_terminal: bool, why: str) -> None:
    """No service, no root, no machine without a display, nobody who came in over ssh."""
    assert why in why_no_browser(environ, is_root=is_root, on_terminal=on_terminal)


class Seat(io.StringIO):
    """Standard input and output of somebody at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person before a display, whose browser writes down what it is told to open, and prints."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho noise\necho "$1" >{opened}.new\nmv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":0")
    for name in desktop.AWAY:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    streams = SimpleNamespace(stdin=Seat(), stdout=Seat(), executable=sys.executable)
    monkeypatch.setattr(desktop, "sys", streams)
    return opened


def _join() -> None:
    for thread in threading.enumerate():
        if thread.name == "browser":
            thread.join(8)


def test_the_persons_browser_is_opened_on_the_page(capfd: pytest.CaptureFixture[str], seat: Path) -> None:
    """The one that the desktop prefers; nothing that it prints gets between the panel's rows."""
    open_browser("http://127.0.0.1:8642/")
    _join()
    assert seat.read_text() == "http://127.0.0.1:8642/\n"
    assert capfd.readouterr() == ("", "")


def test_without_a_display_none_is_started(seat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is run at all."""
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    open_browser("http://127.0.0.1:8642/")
    _join()
    assert not seat.exists()


@pytest.fixture
def _own_signals() -> Iterator[None]:
    """What the box does with signals is undone."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield
    signal.set_wakeup_fd(-1)
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_own_signals")
@pytest.mark.parametrize(("web", "browser", "opens"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_box_on_mock_pins_opens_its_page_unless_it_is_told_not_to(
    web: bool, browser: bool, opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the page and without --no-browser; a box without a page opens nothing."""
    opened: list[str] = []
    monkeypatch.setattr(running, "open_browser", opened.append)
    monkeypatch.setattr(running.Service, "ready", lambda _self: os.kill(os.getpid(), signal.SIGTERM))
    settings = tmp_path / "settings.yaml"
    settings.write_text("web: {port: 0}\n")
    running.run_box(Wishes(tmp_path, settings, pins="mock", sound=False, web=web, browser=browser))
    assert [address.startswith("http://127.0.0.1:") for address in opened] == [True] * opens
