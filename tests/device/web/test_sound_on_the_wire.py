"""Sound over a real socket: who is heard, who hears, what is refused, and that nobody waits for a page."""

from __future__ import annotations

import json
import queue
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from delvebox.device.web.fanout import Fanout
from delvebox.device.web.hands import Hands
from delvebox.device.web.page_sound import Sounds
from delvebox.device.web.server import BROKE_RULES, Inward, View, WebServer
from delvebox.device.web.sound_frames import BLOCKS_AT_ONCE
from delvebox.device.web.speakers import Speakers

STEP_SECONDS = 8.0
"""Longest wait for anything that is expected."""
BLOCK = struct.pack("<BBxxI", 1, 2, 48_000) + bytes(3072)


class Served:
    """A server whose box notes what it hears."""

    def __init__(self) -> None:
        self.speakers = Speakers()
        self.fanout = Fanout()
        self.heard: queue.Queue[tuple[str, object, int]] = queue.Queue()
        self.on_end: Callable[[str], object] = lambda _why: None
        inward = Inward(Hands((), None), lambda _text: None, lambda _command: None, sounds=Sounds(self.speakers, self))
        views = {"/socket": View("box", {}), "/socket/gm": View("gm", {}), "/socket/table": View("table", {})}
        self.server = WebServer(0, views, self.fanout, inward)

    def lend(self, lender: object, on_end: Callable[[str], object]) -> None:
        self.on_end = on_end
        self.heard.put(("lends", lender, 0))

    def take(self, lender: object, pcm: bytes, rate_hz: int) -> None:
        self.heard.put((f"{len(pcm)} bytes", lender, rate_hz))

    def end(self, lender: object) -> None:
        self.heard.put(("ends", lender, 0))

    def next(self) -> str:
        """What it hears next."""
        return self.heard.get(timeout=STEP_SECONDS)[0]

    @contextmanager
    def connect(self, path: str = "/socket") -> Iterator[ClientConnection]:
        """A page's connection, greeted."""
        host = f"127.0.0.1:{self.server.port}"
        with connect(f"ws://{host}{path}", origin=f"http://{host}", open_timeout=STEP_SECONDS) as page:
            assert json.loads(page.recv(STEP_SECONDS))["kind"] == "hello"
            yield page


@pytest.fixture
def served() -> Iterator[Served]:
    """A server that is closed in the end."""
    served = Served()
    yield served
    served.server.close()


def send(page: ClientConnection, **fields: Any) -> None:
    """Send a page's message."""
    page.send(json.dumps({"v": 1, **fields}))


def until_wanted(served: Served) -> None:
    """Wait until a page hears: a message comes some time after it was sent."""
    came = threading.Event()
    while not served.speakers.wanted:
        came.wait(0.005)  # between two looks; the test's own time limit ends it


def test_a_page_is_heard_from_its_lending_to_its_going(served: Served) -> None:
    """Whether it says so or its connection goes."""
    with served.connect() as page:
        page.send(BLOCK)
        send(page, kind="microphone", on=True)
        page.send(BLOCK)
        assert [served.next(), served.next()] == ["lends", "3072 bytes"]
        send(page, kind="microphone", on=False)
        assert served.next() == "ends"
        send(page, kind="microphone", on=True)
        assert served.next() == "lends"
    assert served.next() == "ends"


def test_a_page_is_told_that_another_is_heard(served: Served) -> None:
    """And may go on in every other way."""
    with served.connect() as page:
        send(page, kind="microphone", on=True)
        assert served.next() == "lends"
        served.on_end("another is heard")
        assert json.loads(page.recv(STEP_SECONDS)) == {
            "v": 1,
            "kind": "microphone",
            "on": False,
            "why": "another is heard",
        }
        page.send(BLOCK)
        send(page, kind="microphone", on=True)
        assert served.next() == "lends"


def test_a_page_hears_the_box_and_its_cuts_once_it_asked(served: Served) -> None:
    """Frames in their order, the cut after them, and nothing for who did not ask."""
    with served.connect() as page, served.connect() as silent:
        send(page, kind="sound", on=True)
        until_wanted(served)
        served.speakers.play(b"voice!", 22_050)
        frame = page.recv(STEP_SECONDS)
        assert isinstance(frame, bytes)
        assert struct.unpack_from("<BBBxII", frame) == (1, 1, 1, 1, 22_050)
        assert frame[12:] == b"voice!"
        served.speakers.cut()
        assert json.loads(page.recv(STEP_SECONDS)) == {"v": 1, "kind": "cut", "number": 1}
        served.speakers.play(b"more", 22_050)
        assert isinstance(page.recv(STEP_SECONDS), bytes)
        send(page, kind="played", number=2)
        served.speakers.wait()
        served.fanout.tell("said", {"text": "the only thing"})
        assert json.loads(silent.recv(STEP_SECONDS))["text"] == "the only thing"


@pytest.mark.parametrize("fields", [{"kind": "sound", "on": True}, {"kind": "microphone", "on": True}])
def test_other_roles_neither_hear_nor_are_heard(served: Served, fields: dict[str, Any]) -> None:
    """The game master's screen is refused, the players' view sent away; the box hears nothing of either."""
    with served.connect("/socket/gm") as screen:
        send(screen, **fields)
        assert json.loads(screen.recv(STEP_SECONDS))["kind"] == "refused"
        screen.send(BLOCK)
    with served.connect("/socket/table") as players:
        players.send(BLOCK)
        with pytest.raises(ConnectionClosed) as ended:
            players.recv(STEP_SECONDS)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == BROKE_RULES
    assert served.heard.empty()
    assert not served.speakers.wanted


@pytest.mark.parametrize("garbage", [b"", b"\xff", BLOCK[:-1], BLOCK[:8], bytes(len(BLOCK))])
def test_what_is_no_sound_is_refused(served: Served, garbage: bytes) -> None:
    """The page is told why, and what is sound is heard after it."""
    with served.connect() as page:
        send(page, kind="microphone", on=True)
        page.send(garbage)
        assert "send" in json.loads(page.recv(STEP_SECONDS))["why"]
        page.send(BLOCK)
        assert [served.next(), served.next()] == ["lends", "3072 bytes"]


def test_a_flood_of_sound_ends_the_connection(served: Served) -> None:
    """Faster than any microphone, it is sent away; what it lent ends with it."""
    with served.connect() as page:
        send(page, kind="microphone", on=True)
        with pytest.raises(ConnectionClosed) as ended:  # noqa: PT012 - somewhere in it the server has enough
            for _ in range(2 * BLOCKS_AT_ONCE):
                page.send(BLOCK)
            page.recv(STEP_SECONDS)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == BROKE_RULES
    heard = [served.next()]
    while heard[-1] != "ends":
        heard.append(served.next())
    assert len(heard) <= BLOCKS_AT_ONCE + 50


def test_a_block_over_4_kb_ends_the_connection(served: Served) -> None:
    """It is not even read to its end."""
    with served.connect() as page:
        page.send(bytes(5000))
        with pytest.raises(ConnectionClosed) as ended:
            page.recv(STEP_SECONDS)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1009
