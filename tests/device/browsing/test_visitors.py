"""A box in a network: who knocks at its pages is shown a code on its panel, and nobody else is shown it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from delvebox.device.bootstrap import Box
from delvebox.device.browsing.pages import Pages
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.web.passes import KEY_NAME
from delvebox.device.wishes import Wishes

from ...networked_box import STEP_SECONDS, NetworkedBox


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NetworkedBox]:
    """A box that is closed in the end."""
    played = NetworkedBox(tmp_path, monkeypatch)
    yield played
    played.close()


def test_the_panel_shows_the_code_until_it_is_used(played: NetworkedBox) -> None:
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


def test_players_elsewhere_are_not_sent_the_code(played: NetworkedBox) -> None:
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


def test_the_settings_page_tells_of_themes_and_tables_that_cannot_be_used(tmp_path: Path) -> None:
    """Before they are written, with line and cure, as `delvebox settings --check` does."""
    (tmp_path / "settings.yaml").write_text("web: {port: 0}\n")
    pages = Pages()
    wishes = Wishes(tmp_path, tmp_path / "settings.yaml", seed=3, pins="mock", sound=False)
    box = Box(wishes, RealClock(), Mailbox(), pages.observe, pages.on_frame, on_lamp=pages.on_lamp)
    try:
        address = pages.open(box)
        assert address is not None
        text = "voice: {theme: grimm}\ntables: [gone.yaml]\n"
        site = address.rstrip("/")
        asking = http.client.HTTPConnection(site.removeprefix("http://"), timeout=STEP_SECONDS)
        headers = {"Origin": site, "Content-Type": "application/json"}
        asking.request("POST", "/settings/check", json.dumps({"text": text}), headers)
        problems = asking.getresponse().read().decode()
        asking.close()
    finally:
        pages.close()
        box.close()
    assert "grimm: there is no such theme: give plain" in problems
    assert "gone.yaml: no such file" in problems
