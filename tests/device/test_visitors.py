"""A box in a network: who knocks at its pages is shown a code on its panel, and nobody else is shown it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from delvebox.device import browsing
from delvebox.device.bootstrap import Box, Wishes
from delvebox.device.browsing import Pages
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.visitors import door_of
from delvebox.device.web import door as door_module
from delvebox.device.web.door import Door
from delvebox.device.web.passes import KEY_NAME

STEP_SECONDS = 8.0
HERE, ELSEWHERE = "127.0.0.2", "127.0.0.1"


class Played:
    """A box on mock pins whose pages a network may open; that network is this machine's own loopback."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "settings.yaml").write_text("web: {port: 0, network: true}\n")
        self.pages = Pages()
        wishes = Wishes(folder, folder / "settings.yaml", seed=3, pins="mock", sound=False)
        self.box = Box(
            wishes, RealClock(), Mailbox(), self.pages.observe, self.pages.on_frame, on_lamp=self.pages.on_lamp
        )
        address = self.pages.open(self.box)
        assert address is not None
        self.host = address.removeprefix("http://").rstrip("/")
        self.box.start()
        self.settle()

    def settle(self) -> list[str]:
        """Handle what waits, and draw it; what the panel shows."""
        self.box.session.drain()
        assert self.box.screen.flush(STEP_SECONDS)
        return self.box.announcer.page.lines()

    def post(self, path: str, fields: dict[str, Any]) -> http.client.HTTPResponse:
        """As the door's page does, from elsewhere."""
        asking = http.client.HTTPConnection(self.host, timeout=STEP_SECONDS, source_address=(ELSEWHERE, 0))
        own = {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        asking.request("POST", path, json.dumps(fields), own)
        return asking.getresponse()

    def told(self, path: str, kind: str) -> str:
        """The message of this kind that a page on this machine is told on connection."""
        with connect(f"ws://{self.host}{path}", origin=f"http://{self.host}", source_address=(HERE, 0)) as page:
            while True:
                message = page.recv(STEP_SECONDS)
                if isinstance(message, str) and json.loads(message)["kind"] == kind:
                    return message


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    """A box that is closed in the end."""

    def on_loopback(box: Box) -> Door:
        door = door_of(box)
        door.is_here = lambda address: address == HERE
        return door

    monkeypatch.setattr(door_module, "EVERYWHERE", "127.0.0.1")
    monkeypatch.setattr(browsing, "door_of", on_loopback)
    played = Played(tmp_path)
    yield played
    played.pages.close()
    played.box.close()


def test_the_panel_shows_the_code_until_it_is_used(played: Played) -> None:
    """From the knock to the cookie, over queue, session and panel."""
    assert played.post("/knock", {}).status == 200
    lines = played.settle()
    assert lines[0] == "let a phone in?"
    code = lines[1].replace(" ", "")
    answer = played.post("/enter", {"code": code, "grant": "master"})
    assert answer.status == 200
    assert "HttpOnly" in answer.headers["set-cookie"]
    lines = played.settle()
    assert code not in "".join(lines).replace(" ", "")
    assert "A device is let in as the game master's." in lines
    assert (played.folder / KEY_NAME).exists()


def test_players_elsewhere_are_not_sent_the_code(played: Played) -> None:
    """On the wire: their view keeps what stood before, or they could let themselves in as the game master."""
    before = played.told("/socket/table", "page")
    played.post("/knock", {})
    shown = played.settle()
    assert shown[0] == "let a phone in?"
    assert shown[1] in played.told("/socket", "panel")
    assert played.told("/socket/table", "page") == before
    assert shown[1] not in before


def test_a_box_alone_makes_no_key(tmp_path: Path) -> None:
    """Without a network there is nobody to sign a pass for."""
    (tmp_path / "settings.yaml").write_text("web: {port: 0}\n")
    pages = Pages()
    box = Box(
        Wishes(tmp_path, tmp_path / "settings.yaml", seed=3, pins="mock", sound=False),
        RealClock(),
        Mailbox(),
        pages.observe,
        pages.on_frame,
        on_lamp=pages.on_lamp,
    )
    try:
        address = pages.open(box)
        assert address is not None
        host = address.removeprefix("http://").rstrip("/")
        with connect(f"ws://{host}/socket", origin=f"http://{host}", additional_headers={"Cookie": "a=b"}) as page:
            page.recv(STEP_SECONDS)
    finally:
        pages.close()
        box.close()
    assert not (tmp_path / KEY_NAME).exists()
