"""`delvebox run --web`: the page's socket on a real box, over its presses, restarts and kills."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from .ledger import Ledger
from .live_box import STEP_SECONDS
from .web_box import Start, port_of


def page_of(port: int) -> ClientConnection:
    """A page's connection."""
    return connect(f"ws://127.0.0.1:{port}/socket", origin=f"http://127.0.0.1:{port}")


def send(page: ClientConnection, **fields: Any) -> None:
    """Send what a page sends."""
    page.send(json.dumps({"v": 1, **fields}))


def until(page: ClientConnection, kind: str, text: str) -> dict[str, Any]:
    """The next message of this kind that holds this text."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(STEP_SECONDS))
        if message["kind"] == kind and text in json.dumps(message, ensure_ascii=False):
            return message


def test_a_press_in_the_page_is_a_press_of_the_pin(start: Start) -> None:
    """Down and up play a turn, down alone is a hold after its time; both pages and the console are told."""
    box = start(0, "", "--web")
    port = port_of(box)
    with page_of(port) as one, page_of(port) as two:
        send(one, kind="down", button="search")
        for page in (one, two):
            assert until(page, "heard", "search the room")["source"] == "button search"
            until(page, "said", "Turn one")
            until(page, "panel", "turn 2")
        box.expect("^button search: search the room")
        send(one, kind="up", button="search")
        send(two, kind="down", button="noise")
        until(one, "heard", "all calm")
        send(two, kind="up", button="noise")
        send(two, kind="say", text="undo")
        assert until(one, "heard", "undo")["source"] == "web"


def test_what_is_refused_plays_nothing(start: Start, tmp_path: Path) -> None:
    """Garbage, ancient versions and floods leave the delve as it was, and the box well."""
    box = start()
    port = port_of(box)
    with page_of(port) as page, pytest.raises(ConnectionClosed):  # noqa: PT012 - at any of them, or after what it was told
        for bad in ("{}", "[]", "\0", '{"v":1,"kind":"order","text":"search the room"}'):
            page.send(bad)
        while True:
            page.recv(STEP_SECONDS)
    with page_of(port) as page:
        send(page, kind="say", text="status")
        until(page, "heard", "status")
    box.closes_in_order(tmp_path / "state")
    assert Ledger(tmp_path / "state").delve().state.completed == 0
    assert "load the page again" in box.stderr


def test_a_page_comes_back_to_a_box_that_was_killed(start: Start) -> None:
    """On the same port a new box goes on with the delve, and tells the page where it stands."""
    first = start()
    port = port_of(first)
    with page_of(port) as page:
        send(page, kind="say", text="search the room")
        until(page, "panel", "turn 2")
        first.kill()
        with pytest.raises(ConnectionClosed):  # noqa: PT012 - as above
            while True:
                page.recv(STEP_SECONDS)
    assert port_of(start(port)) == port
    with page_of(port) as page:
        until(page, "panel", "turn 2")


def test_a_port_that_is_taken_leaves_the_box_without_its_page(start: Start) -> None:
    """The trouble names the port and the cure; phrases are played as ever."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        box = start(taken.getsockname()[1])
        box.expect("^trouble: the page in the browser is off: port [0-9]+ cannot be had .*web: port")
        box.type("search the room")
        box.expect("^played: ")
