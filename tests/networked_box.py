"""A box whose pages a network may open, where that network is this machine's own loopback.

Its "other machines" are 127.0.0.1, and this machine is 127.0.0.2: nothing listens on a real network.
"""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from delvebox.device.bootstrap import Box
from delvebox.device.browsing import visitors
from delvebox.device.browsing.pages import Pages
from delvebox.device.browsing.visitors import door_of
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.web import door as door_module
from delvebox.device.web.door import Door
from delvebox.device.wishes import Wishes

STEP_SECONDS = 8.0
HERE, ELSEWHERE = "127.0.0.2", "127.0.0.1"


class NetworkedBox:
    """A box on mock pins, without sound; nobody runs its loop but `settle`."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        def on_loopback(box: Box) -> Door:
            door = door_of(box)
            door.is_here = lambda address: address == HERE
            return door

        patch.setattr(door_module, "EVERYWHERE", "127.0.0.1")
        patch.setattr(visitors, "door_of", on_loopback)
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
        return self.box.announcer.panel.page.lines()

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

    def close(self) -> None:
        """Close pages and box in order."""
        self.pages.close()
        self.box.close()
