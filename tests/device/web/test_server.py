"""The server on loopback with real clients: what it serves, whom it refuses, and that it waits for nobody."""

from __future__ import annotations

import base64
import errno
import http.client
import json
import logging
import os
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from delvebox.device.web.fanout import MOST_WAITING, Fanout
from delvebox.device.web.files import FILES
from delvebox.device.web.hands import Hands
from delvebox.device.web.pace import AT_ONCE
from delvebox.device.web.protocol import ROLES
from delvebox.device.web.server import (
    BROKE_RULES,
    MOST_PAGES,
    MOST_STREAMS,
    OTHER_VERSION,
    Inward,
    View,
    WebError,
    WebServer,
)
from delvebox.engine.commands import AddMarks, Command

from .raw_page import STEP_SECONDS, masked, raw_page


class Served:
    """A server whose box only writes down what pages do."""

    def __init__(self) -> None:
        self.fanout = Fanout()
        self.moves: queue.Queue[tuple[str, bool]] = queue.Queue()
        self.said: queue.Queue[str] = queue.Queue(2)
        self.ordered: queue.Queue[Command] = queue.Queue(2)
        inward = Inward(Hands(("turn", "talk"), self._drive), self.said.put_nowait, self.ordered.put_nowait)
        views = {
            "/socket": View("box", {"buttons": ["turn", "talk"]}),
            "/socket/gm": View("gm", {"view": "gm"}),
            "/socket/table": View("table", {"view": "table"}),
            "/socket/stream": View("stream", {"view": "stream"}),
        }
        self.server = WebServer(0, views, self.fanout, inward, take_seconds=0.5)

    def _drive(self, button: str, *, pressed: bool) -> None:
        self.moves.put((button, pressed))

    def connect(self, path: str = "/socket", **options: Any) -> ClientConnection:
        """A page's connection."""
        port = self.server.port
        options = {"origin": f"http://127.0.0.1:{port}", "open_timeout": STEP_SECONDS} | options
        return connect(f"ws://127.0.0.1:{port}{path}", **options)

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """Ask for a path as it stands."""
        asking = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=STEP_SECONDS)
        asking.request("GET", path, headers=headers)
        return asking.getresponse()


@pytest.fixture
def served() -> Iterator[Served]:
    """A server that is closed in the end."""
    served = Served()
    yield served
    served.server.close()


def send(page: ClientConnection, version: int = 1, **fields: Any) -> None:
    """Send a page's message."""
    page.send(json.dumps({"v": version, **fields}))


def receive(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message, which is of this kind."""
    message: dict[str, Any] = json.loads(page.recv(STEP_SECONDS))
    assert message["kind"] == kind, message
    return message


def test_every_file_is_served_with_a_policy_and_nothing_from_elsewhere(served: Served) -> None:
    """Page, style and modules, 200 kB at most in all; no address of another machine stands in any of them."""
    weight = 0
    for path in FILES:
        answer = served.get(path)
        text = answer.read().decode()
        weight += len(text)
        assert answer.status == 200
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "//" not in text.replace("// ", ""), path
    assert 0 < weight <= 200_000


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/box.css/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/socket", "/server.py"],
)
def test_no_path_reaches_anything_else(served: Served, path: str) -> None:
    """Path tricks find nothing: paths are names in a table, and never reach the disk."""
    assert served.get(path).status in {403, 404}


@pytest.mark.parametrize("host", ["delvebox.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}", ""])
def test_another_name_for_this_machine_is_refused(served: Served, host: str) -> None:
    """A name that somebody else points here (DNS rebinding) gets nothing."""
    answer = served.get("/", Host=host.format(port=served.server.port))
    assert answer.status in {400, 403}
    assert b"<html" not in answer.read()


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1"]
)
def test_another_sites_page_gets_no_socket(served: Served, origin: str | None) -> None:
    """Only the box's own page may speak to it; who tells no origin neither."""
    with pytest.raises(InvalidStatus) as refused:
        served.connect(origin=origin and origin.format(port=served.server.port))
    assert refused.value.response.status_code == 403


def test_a_page_is_greeted_and_told_everything_after(served: Served) -> None:
    """First hello, then what stands, then what happens."""
    served.fanout.tell("said", {"text": "before"})
    with served.connect() as page:
        assert receive(page, "hello")["buttons"] == ["turn", "talk"]
        assert receive(page, "said")["text"] == "before"
        served.fanout.tell("said", {"text": "after"})
        assert receive(page, "said")["text"] == "after"


def test_a_page_presses_and_says(served: Served) -> None:
    """Down, up and words reach the box in their order."""
    with served.connect() as page:
        send(page, kind="down", button="turn")
        send(page, kind="up", button="turn")
        send(page, kind="say", text="search the room")
        assert served.moves.get(timeout=STEP_SECONDS) == ("turn", True)
        assert served.moves.get(timeout=STEP_SECONDS) == ("turn", False)
        assert served.said.get(timeout=STEP_SECONDS) == "search the room"


def test_a_page_that_goes_lets_go_of_its_buttons(served: Served) -> None:
    """A held talk button comes up with the connection, however that ends."""
    with served.connect() as page:
        send(page, kind="down", button="talk")
        assert served.moves.get(timeout=STEP_SECONDS) == ("talk", True)
        page.socket.shutdown(socket.SHUT_RDWR)
        assert served.moves.get(timeout=STEP_SECONDS) == ("talk", False)


@pytest.mark.parametrize(
    "garbage",
    [
        "no json",
        "[]",
        '{"v":1}',
        '{"v":1,"kind":"down","button":"trun"}',
        '{"v":1,"kind":"up","button":"turn"}',
        b"\xff",
    ],
)
def test_garbage_is_refused_and_logged_and_nothing_changes(
    served: Served, garbage: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """The page is told why, the log has it, no pin moves, and what is right works on."""
    with served.connect() as page:
        receive(page, "hello")
        page.send(garbage)
        why = receive(page, "refused")["why"]
        assert any(why in record.getMessage() for record in caplog.records)
        send(page, kind="say", text="next turn")
        assert served.said.get(timeout=STEP_SECONDS) == "next turn"
    assert served.moves.empty()


def closed(page: ClientConnection) -> int:
    """The code with which the server closes a page, whatever it sends before."""
    with pytest.raises(ConnectionClosed) as ended:  # noqa: PT012 - any number of messages comes before
        while True:
            page.recv(STEP_SECONDS)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code


def test_an_ancient_page_is_sent_to_load_itself_anew(served: Served) -> None:
    """Its messages are not guessed at."""
    with served.connect() as page:
        send(page, version=0, kind="down", button="turn")
        assert closed(page) == OTHER_VERSION
    assert served.moves.empty()


def test_a_message_over_4_kb_ends_the_connection(served: Served) -> None:
    """It is not even read to its end."""
    with served.connect() as page:
        page.send("x" * 5000)
        assert closed(page) == 1009


def test_a_page_that_sends_too_fast_is_sent_away(served: Served) -> None:
    """A flood is cut off, and the session sees no more of it than its bucket holds."""
    with served.connect() as page:
        for _ in range(AT_ONCE + 60):
            try:
                send(page, kind="down", button="trun")
            except ConnectionClosed:
                break
        assert closed(page) == BROKE_RULES


def test_a_busy_box_tells_so(served: Served) -> None:
    """A phrase for which the session's queue has no room is refused, not lost without a word."""
    with served.connect() as page:
        receive(page, "hello")
        for number in range(3):
            send(page, kind="say", text=f"phrase {number}")
        assert "busy" in receive(page, "refused")["why"]


def test_players_are_sent_their_page_and_nothing_else(served: Served) -> None:
    """On the wire, not on the page: what was heard, said or went wrong, and the panel, never reach their view."""
    hidden = sorted(set().union(*(role.told for role in ROLES.values())) - {"page"})
    for kind in hidden:
        served.fanout.tell(kind, {"text": "before"})
    served.fanout.tell("page", {"rows": ["before"]})
    with served.connect("/socket/table") as page:
        assert receive(page, "hello") == {"v": 1, "kind": "hello", "view": "table"}
        assert receive(page, "page")["rows"] == ["before"]
        for kind in hidden:
            served.fanout.tell(kind, {"text": "after"})
        served.fanout.tell("page", {"rows": ["after"]})
        assert receive(page, "page")["rows"] == ["after"]


ORDER = {"kind": "order", "command": {"type": "add_marks", "cause": "noise", "count": 2}}


def test_the_game_master_orders_and_says(served: Served) -> None:
    """A tapped command and a typed phrase reach the box; buttons are not the game master's to press."""
    with served.connect("/socket/gm") as page:
        assert receive(page, "hello")["view"] == "gm"
        send(page, **ORDER)
        assert served.ordered.get(timeout=STEP_SECONDS) == AddMarks("noise", 2)
        send(page, kind="say", text="search the room")
        assert served.said.get(timeout=STEP_SECONDS) == "search the room"
        send(page, kind="down", button="turn")
        assert "role gm" in receive(page, "refused")["why"]
    assert served.moves.empty()


def test_the_box_page_orders_nothing(served: Served) -> None:
    """The page that is the box presses and says, as the table does."""
    with served.connect() as page:
        receive(page, "hello")
        send(page, **ORDER)
        assert "role box" in receive(page, "refused")["why"]
    assert served.ordered.empty()


@pytest.mark.parametrize("fields", [{"kind": "down", "button": "turn"}, {"kind": "say", "text": "next turn"}, ORDER])
def test_players_can_do_nothing(served: Served, fields: dict[str, Any]) -> None:
    """Whatever their view sends ends its connection, and the box hears nothing of it."""
    with served.connect("/socket/table") as page:
        send(page, **fields)
        assert closed(page) == BROKE_RULES
    assert served.moves.empty()
    assert served.said.empty()
    assert served.ordered.empty()


def test_two_pages_see_the_same(served: Served) -> None:
    """What one does, both are told."""
    with served.connect() as one, served.connect() as two:
        for page in (one, two):
            receive(page, "hello")
        served.fanout.tell("said", {"text": "both"})
        assert receive(one, "said") == receive(two, "said")


def test_a_page_that_never_reads_holds_nobody_up(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    """It is dropped once its queue is full; whoever tells never waits, and a page that reads misses nothing."""
    words = {"text": base64.b64encode(os.urandom(150_000)).decode()}
    down = json.dumps({"v": 1, "kind": "down", "button": "talk"}).encode()
    with raw_page(served.server.port) as asleep, served.connect(max_size=None) as awake:
        asleep.sendall(masked(0x81, down))
        assert served.moves.get(timeout=STEP_SECONDS) == ("talk", True)
        receive(awake, "hello")
        told = 0
        while len(served.fanout) == 2:
            assert told < 20 * MOST_WAITING
            served.fanout.tell("said", words, stands=False)
            told += 1
            receive(awake, "said")
        served.fanout.tell("said", {"text": "still here"})
        assert receive(awake, "said")["text"] == "still here"
        assert served.moves.get(timeout=STEP_SECONDS) == ("talk", False), "what it held comes up"
    assert any("did not read" in record.getMessage() for record in caplog.records)


def test_a_page_that_goes_before_it_is_greeted_is_not_kept(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It takes no place among those that may listen, and is no fault."""

    async def gone(_page: WebSocket, _text: str) -> None:
        raise WebSocketDisconnect

    with monkeypatch.context() as patch:
        patch.setattr(WebSocket, "send_text", gone)
        with served.connect() as page, pytest.raises(ConnectionClosed):
            page.recv(STEP_SECONDS)
    assert len(served.fanout) == 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_one_page_too_many_is_told_so(served: Served) -> None:
    """Pages that are left open by the dozen cannot use up the box."""
    with ExitStack() as pages:
        for _ in range(MOST_PAGES):
            receive(pages.enter_context(served.connect()), "hello")
        with served.connect() as page:
            assert closed(page) == 1013


def test_streams_leave_room_for_the_game_master(served: Served) -> None:
    """A program that connects again and again without ever closing keeps nobody else out."""
    with ExitStack() as pages:
        for _ in range(MOST_STREAMS):
            receive(pages.enter_context(served.connect("/socket/stream")), "hello")
        with served.connect("/socket/stream") as page:
            assert closed(page) == 1013
        receive(pages.enter_context(served.connect("/socket/gm")), "hello")


def test_a_port_that_is_taken_is_one_sentence() -> None:
    """Which port, why and the cure; the box runs on without the page."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WebError, match=rf"port {port} cannot be had \(Address already in use\): give another"):
            WebServer(port, {}, Fanout(), Inward(Hands((), None), lambda _text: None, lambda _command: None))


def test_a_service_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The installed service may open no internet socket at all: another port would not help."""

    def refuse(*_address: object) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(WebError, match="no network until sudo make install is run again"):
        WebServer(8642, {}, Fanout(), Inward(Hands((), None), lambda _text: None, lambda _command: None))


def test_closing_lets_pages_and_port_go() -> None:
    """Pages that listen are told that it restarts; the port is free at once, and no thread is left."""
    served = Served()
    with served.connect() as page:
        receive(page, "hello")
        served.server.close()
        assert closed(page) == 1012
    socket.create_server(("127.0.0.1", served.server.port)).close()
    assert "web" not in {thread.name for thread in threading.enumerate()}
