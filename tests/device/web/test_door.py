"""The door on the wire: raw sockets and real clients, as a stranger, a player, the game master, this machine's user.

The tests' "other machines" are 127.0.0.1, and this machine is 127.0.0.2: nothing listens on a real network.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import queue
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from delvebox.device.clock import VirtualClock
from delvebox.device.web import connections
from delvebox.device.web.asgi import LARGEST_BODY, Answer, Event, Receive, Send
from delvebox.device.web.door import PAIR_FIRST, Action, Door
from delvebox.device.web.entrance import Entrance
from delvebox.device.web.fanout import Fanout
from delvebox.device.web.hands import Hands
from delvebox.device.web.pairing import CODE_SECONDS, Code, Pairing
from delvebox.device.web.passes import Passes
from delvebox.device.web.server import BROKE_RULES, FILES, Inward, View, WebServer

from .raw_page import STEP_SECONDS, masked, raw_page

HERE, ELSEWHERE = "127.0.0.2", "127.0.0.1"
NAMED = "http://192.168.1.5:30000"
"""The site of another program, whose pages may read the stream."""
ROLE_OF = {"": "box", "/gm": "gm", "/table": "table", "/stream": "stream"}
POST = b"POST /change HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Type: application/json\r\n"
"""Stands for POST in the raw requests below."""


class House:
    """A server behind its door; what reaches the box is written down."""

    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        self.shown: queue.Queue[Code | None] = queue.Queue()
        self.paired: queue.Queue[str] = queue.Queue()
        self.moves: queue.Queue[tuple[str, bool]] = queue.Queue()
        self.said: queue.Queue[str] = queue.Queue(9)
        self.changed: list[dict[str, object]] = []
        numbers = count(123_456)

        async def change(_visit: object, posted: Any) -> Answer:
            self.changed.append(posted)
            return Answer(200, {"changed": True})

        entrance = Entrance(
            Passes(folder),
            network=True,
            origins=frozenset({NAMED}),
            show=self.shown.put,
            paired=self.paired.put,
            words={"language": "en", "texts": {}},
            now_seconds=self.clock.now_seconds,
            actions={("POST", "/change"): Action(change)},
            pairing=Pairing(lambda: str(next(numbers))),
        )
        door = entrance.door
        door.is_here = lambda address: address == HERE
        self.fanout = Fanout()
        inward = Inward(Hands(("turn",), self._drive), self.said.put_nowait, lambda _command: None)
        views = {f"/socket{path}": View(role, {}) for path, role in ROLE_OF.items()}
        self.server = WebServer(0, views, self.fanout, inward, door=door)
        self.host = f"127.0.0.1:{self.server.port}"

    def _drive(self, button: str, *, pressed: bool) -> None:
        self.moves.put((button, pressed))

    def ask(
        self, method: str, path: str, posted: Any = None, *, frm: str = ELSEWHERE, **headers: str
    ) -> http.client.HTTPResponse:
        """One request as a browser makes it; `headers` are more, or others."""
        asking = http.client.HTTPConnection("127.0.0.1", self.server.port, STEP_SECONDS, (frm, 0))
        own = {"Host": self.host, "Origin": f"http://{self.host}"}
        if posted is not None:
            own["Content-Type"] = "application/json"
        body = None if posted is None else posted if isinstance(posted, bytes) else json.dumps(posted)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        asking.request(method, path, body, {**own, **named})
        return asking.getresponse()

    def fields(self, answer: http.client.HTTPResponse) -> dict[str, Any]:
        """What an answer tells."""
        fields: dict[str, Any] = json.loads(answer.read())
        return fields

    def pair(self, grant: str) -> str:
        """Knock and enter the code; the cookie."""
        assert self.ask("POST", "/knock", {}).status == 200
        code = self.shown.get(timeout=STEP_SECONDS)
        assert code is not None
        answer = self.ask("POST", "/enter", {"code": code.digits, "grant": grant})
        assert answer.status == 200
        assert self.paired.get(timeout=STEP_SECONDS) == grant
        assert self.shown.get(timeout=STEP_SECONDS) is None, "the panel is free again"
        self.cookie = answer.headers["set-cookie"]
        return self.cookie.partition(";")[0]

    def socket(self, path: str, cookie: str = "", frm: str = ELSEWHERE, **options: Any) -> ClientConnection:
        """A page's connection."""
        options = {"origin": f"http://{self.host}", "source_address": (frm, 0)} | options
        headers = {"Cookie": cookie} if cookie else {}
        return connect(f"ws://{self.host}{path}", additional_headers=headers, open_timeout=STEP_SECONDS, **options)

    def raw(self, request: bytes) -> bytes:
        """What is answered to these bytes, until it hangs up."""
        with socket.create_connection(("127.0.0.1", self.server.port), STEP_SECONDS, (HERE, 0)) as line:
            answer = b""
            with suppress(ConnectionError):  # it may hang up before it has read all of it
                line.sendall(request.replace(b"POST", POST).replace(b"HOST", self.host.encode()))
                while data := line.recv(4096):
                    answer += data
        return answer


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house that is closed in the end; nothing was done to the box unless a test says so."""
    house = House(tmp_path)
    yield house
    house.server.close()


def closed(page: ClientConnection) -> int:
    """The code with which the server closes a page, whatever it sends before."""
    with pytest.raises(ConnectionClosed) as ended:  # noqa: PT012 - any number of messages comes before
        while True:
            page.recv(STEP_SECONDS)
    return ended.value.rcvd.code if ended.value.rcvd else 1006


def untouched(house: House) -> bool:
    """Whether nothing reached the box."""
    return house.moves.empty() and house.said.empty() and not house.changed and house.paired.empty()


# -- strangers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/gm", "/table", "/settings", "/nothing"])
def test_a_stranger_is_sent_to_the_door(house: House, path: str) -> None:
    """Whatever page he asks for, one that is not there included."""
    answer = house.ask("GET", path)
    assert (answer.status, answer.headers["location"]) == (303, "/pair")
    assert b"<" not in answer.read()


def test_a_stranger_sees_the_door_and_what_draws_it(house: House) -> None:
    """The page and the files of the program, which are no secret; and nothing of the delve."""
    for path in ("/pair", *(name for name in FILES if name.endswith((".css", ".mjs")))):
        assert house.ask("GET", path).status == 200
    who = house.fields(house.ask("GET", "/who"))
    assert (who["grant"], who["here"]) == (None, False)
    assert set(who) == {"grant", "here", "network", "language", "texts"}


@pytest.mark.parametrize("path", ["/socket", "/socket/gm", "/socket/table", "/socket/stream", "/socket/nothing"])
def test_a_stranger_gets_no_socket(house: House, path: str) -> None:
    """Not one message: it is closed with the code that sends a page to the door."""
    house.fanout.tell("panel", {"lines": ["secret"]})
    with house.socket(path) as page, pytest.raises(ConnectionClosed) as ended:  # noqa: PT012 - with either
        page.send('{"v":1,"kind":"say","text":"next turn"}')
        page.recv(STEP_SECONDS)
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == PAIR_FIRST
    assert untouched(house)


@pytest.mark.parametrize("frm", [HERE, ELSEWHERE])
def test_a_page_of_a_named_site_reads_the_stream_alone(house: House, frm: str) -> None:
    """Without a pass, which its browser does not send; what it sends ends the connection, the rest is shut to it."""
    house.fanout.tell("panel", {"lines": ["secret"]})
    house.fanout.tell("state", {"state": {"turn": 7}})
    with house.socket("/socket/stream", frm=frm, origin=NAMED.upper()) as page:
        told = [json.loads(page.recv(STEP_SECONDS)) for _ in range(2)]
        assert [each["kind"] for each in told] == ["hello", "state"]
        page.send('{"v":1,"kind":"say","text":"next turn"}')
        assert closed(page) == BROKE_RULES
    for path in ("/socket", "/socket/gm", "/socket/table"):
        with pytest.raises(InvalidStatus):
            house.socket(path, frm=frm, origin=NAMED)
    assert house.ask("GET", "/table", frm=frm, Origin=NAMED).status == 403
    assert house.ask("POST", "/change", {}, frm=frm, Origin=NAMED).status == 403
    assert untouched(house)


@pytest.mark.parametrize("origin", ["http://192.168.1.5", "https://192.168.1.5:30000", "null", "file://", f"{NAMED}/"])
def test_a_page_of_a_site_without_a_name_is_refused_the_stream(house: House, origin: str) -> None:
    """From this machine too, whose browser shows pages of anybody; the log tells how it is named."""
    with pytest.raises(InvalidStatus):
        house.socket("/socket/stream", frm=HERE, origin=origin)


def test_a_program_reads_the_stream_without_an_origin(house: House) -> None:
    """Every page of a browser tells one: on this machine a program is its user's; elsewhere it wants a pass."""
    with house.socket("/socket/stream", frm=HERE, origin=None) as page:
        assert json.loads(page.recv(STEP_SECONDS))["kind"] == "hello"
    with house.socket("/socket/stream", origin=None) as page:
        assert closed(page) == PAIR_FIRST
    for path in ("/socket", "/socket/table"):
        with pytest.raises(InvalidStatus):
            house.socket(path, frm=HERE, origin=None)


@pytest.mark.parametrize("path", ["/change", "/forget"])
def test_a_stranger_and_a_player_change_nothing(house: House, path: str) -> None:
    """What acts is for the game master alone."""
    table = house.pair("table")
    assert house.ask("POST", path, {}).status == 403
    assert house.ask("POST", path, {}, Cookie=table).status == 403
    assert not house.changed
    assert house.fields(house.ask("GET", "/who", Cookie=table))["grant"] == "table"


# -- pairing ------------------------------------------------------------------------------------------


def test_a_game_master_is_let_in_by_the_code(house: House) -> None:
    """Every page and socket is his; the cookie is out of reach of scripts and of other sites."""
    master = house.pair("master")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(house.cookie.split("; "))
    for path in ("/", "/gm", "/table"):
        assert house.ask("GET", path, Cookie=master).status == 200
    with house.socket("/socket", master) as page:
        page.send('{"v":1,"kind":"say","text":"next turn"}')
        assert house.said.get(timeout=STEP_SECONDS) == "next turn"
    assert house.ask("POST", "/change", {"a": 1}, Cookie=master).status == 200
    assert house.changed == [{"a": 1}]


def test_a_view_for_players_gets_its_page_and_socket_alone(house: House) -> None:
    """The rest is sent to the door, however it is asked for."""
    table = house.pair("table")
    assert house.ask("GET", "/table", Cookie=table).status == 200
    with house.socket("/socket/table", table) as page:
        assert json.loads(page.recv(STEP_SECONDS))["kind"] == "hello"
    with house.socket("/socket/stream", table) as page:
        assert json.loads(page.recv(STEP_SECONDS))["kind"] == "hello"
    for path in ("/", "/gm", "/settings"):
        assert house.ask("GET", path, Cookie=table).status == 303
    for path in ("/socket", "/socket/gm"):
        with house.socket(path, table) as page:
            assert closed(page) == PAIR_FIRST
    assert untouched(house)


def test_a_wrong_an_old_and_a_used_code_let_nobody_in(house: House) -> None:
    """Each is told apart; no cookie comes with any."""
    entering = {"code": "123456", "grant": "master"}
    never = house.ask("POST", "/enter", entering)
    house.ask("POST", "/knock", {})
    wrong = house.ask("POST", "/enter", {**entering, "code": "000000"})
    house.clock.advance(CODE_SECONDS)
    old = house.ask("POST", "/enter", entering)
    house.clock.advance(60)
    house.ask("POST", "/knock", {})
    assert house.ask("POST", "/enter", {**entering, "code": "123457"}).status == 200
    house.clock.advance(60)
    used = house.ask("POST", "/enter", {**entering, "code": "123457"})
    assert [each.status for each in (never, wrong, old, used)] == [410, 403, 410, 410]
    assert [house.fields(each)["why"] for each in (never, wrong, old, used)] == [
        "no_code",
        "wrong_code",
        "no_code",
        "no_code",
    ]
    assert {each.headers["set-cookie"] for each in (never, wrong, old, used)} == {None}


def test_guessing_is_slowed_and_ends_the_code(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """After five wrong ones the panel takes the code away; then he waits; the log has it all."""
    house.ask("POST", "/knock", {})
    assert house.shown.get(timeout=STEP_SECONDS) is not None
    tries = [house.ask("POST", "/enter", {"code": f"{n:06}", "grant": "master"}).status for n in range(9)]
    assert tries == [403] * 5 + [429] * 4
    assert house.shown.get(timeout=STEP_SECONDS) is None
    assert house.shown.empty(), "and the box is told so once"
    assert house.ask("POST", "/enter", {"code": "123456", "grant": "master"}).status == 429
    assert "wrong code" in caplog.text
    assert "too often" in caplog.text


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"code": "123456"},
        {"code": 123456, "grant": "master"},
        {"code": "123456", "grant": "owner"},
        {"code": "123456", "grant": "master", "more": 1},
        [],
        b"{",
        b"[" * 10_000,
        b"",
        b"\xff\xfe",
        {"code": "1" * 100_000, "grant": "master"},
    ],
)
def test_garbage_at_the_door_is_refused(house: House, posted: Any) -> None:
    """It is no entry, and the server lives."""
    house.ask("POST", "/knock", {})
    assert house.ask("POST", "/enter", posted).status in {400, 403}
    assert house.ask("POST", "/enter", {"code": "123456", "grant": "table"}).status == 200


def test_a_forged_cookie_is_no_pass(house: House) -> None:
    """A player's made a master's, a made-up one, and a hundred of them."""
    table = house.pair("table")
    name = table.partition("=")[0]
    for forged in (table.replace("table", "master"), f"{name}=master.0.0", f"{name}=", name, f"{name}=x; " * 100):
        assert house.ask("GET", "/gm", Cookie=forged).status == 303
        assert house.ask("POST", "/change", {}, Cookie=forged).status == 403
    assert house.ask("GET", "/table", Cookie=f"other=1; {name}=x; {table}").status == 200
    assert not house.changed


def test_forgotten_devices_are_strangers_at_once(house: House) -> None:
    """Their open pages are closed too; this machine's stay."""
    master = house.pair("master")
    with house.socket("/socket/gm", master) as guest, house.socket("/socket/gm", frm=HERE) as own:
        guest.recv(STEP_SECONDS)
        own.recv(STEP_SECONDS)
        assert house.ask("POST", "/forget", {}, Cookie=master).status == 200
        assert closed(guest) == PAIR_FIRST
        house.fanout.tell("said", {"text": "still here"})
        assert json.loads(own.recv(STEP_SECONDS))["text"] == "still here"
    assert house.ask("GET", "/gm", Cookie=master).status == 303


def test_this_machine_needs_no_code(house: House) -> None:
    """Its user is the game master; he forgets phones as well."""
    assert house.ask("GET", "/gm", frm=HERE).status == 200
    assert house.ask("POST", "/forget", {}, frm=HERE).status == 200
    who = house.fields(house.ask("GET", "/who", frm=HERE))
    assert who["grant"] == "master"
    assert who["addresses"][0] == f"http://{socket.gethostname().partition('.')[0]}.local:{house.server.port}/"


# -- other sites, other names, other programs ---------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://localhost:{port}"])
@pytest.mark.parametrize("path", ["/change", "/forget", "/knock", "/enter"])
def test_another_sites_page_can_do_nothing(house: House, origin: str, path: str) -> None:
    """With this machine's rights in its user's own browser: not even a name of this machine that was not asked for."""
    origin = origin.format(port=house.server.port)
    assert house.ask("POST", path, {}, frm=HERE, Origin=origin).status == 403
    assert house.shown.empty()
    assert untouched(house)


def test_a_form_of_another_site_can_post_nothing(house: House) -> None:
    """A form needs no leave to post, but cannot say that it is JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert house.ask("POST", "/change", b"{}", frm=HERE, Content_Type=kind).status == 400
    assert not house.changed


@pytest.mark.parametrize("host", ["evil.example:{port}", "127.0.0.1", "127.0.0.1.evil:{port}", "127.0.0.1:{port}."])
def test_a_name_that_was_pointed_here_is_not_answered(house: House, host: str) -> None:
    """DNS rebinding: the page's own origin would fit such a name."""
    host = host.format(port=house.server.port)
    answer = house.ask("GET", "/", frm=HERE, Host=host, Origin=f"http://{host}")
    assert answer.status in {400, 403}
    assert b"<html" not in answer.read()


def test_this_machines_own_names_are_answered(house: House) -> None:
    """Its address as it was reached, localhost, its name and its name in the local network."""
    name = socket.gethostname().lower()
    for host in ("127.0.0.1", "localhost", "LOCALHOST", name, f"{name.partition('.')[0]}.local"):
        own = f"{host}:{house.server.port}"
        assert house.ask("GET", "/", frm=HERE, Host=own, Origin=f"http://{own}").status == 200


def test_a_proxy_makes_nobody_this_machines_user(house: House) -> None:
    """Behind one, everybody would come from here: it is refused, whom ever it brings."""
    for name in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP"):
        assert house.ask("GET", "/", frm=HERE, **{name: "192.168.0.7"}).status == 403


# -- paths, sizes, bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/../web.key",
        "/..%2fweb.key",
        "/%2e%2e/web.key",
        "//etc/passwd",
        "/./gm",
        "/gm/../web.key",
        "/gm%00.css",
        "/%67m",
        "/gm%2f",
        "/web.key",
        "/\\..\\web.key",
        "/gm;x",
        "/table/../gm",
        "/x.css/../../web.key",
        "/%c0%ae%c0%ae/web.key",
        "*",
    ],
)
def test_path_tricks_find_nothing(house: House, path: str) -> None:
    """Not for this machine's user, and for a player none opens more than his page."""
    table = house.pair("table")
    for frm, cookie in ((HERE, ""), (ELSEWHERE, table)):
        answer = house.ask("GET", path, frm=frm, Cookie=cookie)
        assert answer.status in {303, 400, 403, 404}
        assert b"<html" not in answer.read()


@pytest.mark.parametrize(
    "request_line",
    [
        b"GARBAGE\r\n\r\n",
        b"\x00\xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : HOST\r\n\r\n",
        b"GET http://evil/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
        b"GET /gm\x00 HTTP/1.1\r\nHost: HOST\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\n folded: yes\r\n\r\n",
        # two lengths, a length and pieces: where one request ends must be one answer
        b"POSTContent-Length: 2\r\nContent-Length: 60\r\n\r\n{}",
        b"POSTContent-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"POSTTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"POSTContent-Length: -1\r\n\r\n{}",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nOrigin: http://evil\r\n\r\n",
    ],
)
def test_bytes_that_are_no_honest_request_are_refused(house: House, request_line: bytes) -> None:
    """Smuggling, two hosts, garbage, endless headers: refused, and nothing changed."""
    answer = house.raw(request_line)
    assert answer[:12] in {b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 404", b"HTTP/1.1 505", b""}
    assert b"<html" not in answer
    assert untouched(house)
    assert house.ask("GET", "/", frm=HERE).status == 200


def test_more_than_a_settings_file_is_not_taken(house: House) -> None:
    """It is not even kept in memory to its end."""
    answer = house.ask("POST", "/change", b"{}" + b" " * LARGEST_BODY, frm=HERE)
    assert answer.status == 400
    assert not house.changed


def test_every_answer_has_the_policy(house: House) -> None:
    """Pages, refusals, what is not there, and what is told as JSON."""
    for path, frm in (("/", HERE), ("/", ELSEWHERE), ("/nothing", HERE), ("/who", HERE), ("/%00", HERE)):
        headers = house.ask("GET", path, frm=frm).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


# -- too many, too slow -------------------------------------------------------------------------------


def test_a_request_that_drips_is_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slowloris: a byte now and then keeps nothing open; nor does a body that never comes, or a silent line."""
    monkeypatch.setattr(connections.Connection, "request_seconds", 0.2)
    starts = (
        b"",
        b"GET / HTTP/1.1\r\nHost:",
        f"POST /change HTTP/1.1\r\nHost: {house.host}\r\nOrigin: http://{house.host}\r\n"
        "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{".encode(),
    )
    for start in starts:
        with socket.create_connection(("127.0.0.1", house.server.port), STEP_SECONDS, (HERE, 0)) as line:
            line.sendall(start)
            line.settimeout(0.02)
            ended = False
            for _ in range(400):
                try:
                    line.sendall(b"x")
                    ended = line.recv(100) == b""
                except TimeoutError:
                    continue
                except OSError:
                    ended = True
                if ended:
                    break
            assert ended
    assert not house.changed


def test_so_many_connections_and_no_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address, so that another still gets in; and in all."""
    monkeypatch.setattr(connections.Connection, "most_of_one", 5)
    with ExitStack() as lines:

        def line(frm: str) -> socket.socket:
            return lines.enter_context(
                socket.create_connection(("127.0.0.1", house.server.port), STEP_SECONDS, (frm, 0))
            )

        opened = [line(ELSEWHERE) for _ in range(6)]
        with pytest.raises(ConnectionResetError):  # noqa: PT012 - the sixth, with either call
            opened[5].sendall(b"GET / HTTP/1.1\r\n")
            while opened[5].recv(1):
                pass
            raise ConnectionResetError  # an orderly end is one too
        assert house.ask("GET", "/", frm=HERE).status == 200
        monkeypatch.setattr(connections.Connection, "most", 5)
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            house.ask("GET", "/", frm=HERE)


def test_a_flood_of_requests_is_slowed_and_leaves_others_alone(house: House) -> None:
    """A machine that asks without end is refused; this machine's user is not."""
    answers = {house.ask("GET", "/who").status for _ in range(140)}
    assert answers == {200, 403}
    assert house.ask("GET", "/who", frm=HERE).status == 200


def test_a_stranger_who_never_reads_is_let_go(house: House) -> None:
    """His socket is closed at once; nothing is queued for it."""
    with raw_page(house.server.port, ELSEWHERE):
        assert len(house.fanout) == 0


@pytest.mark.parametrize(
    "frames",
    [
        masked(0x81, b'{"v":1,"kind":"say","text":"\xff"}'),
        masked(0x81, b"{}", mask=0),
        masked(0x83, b"reserved"),
        masked(0xF1, b"reserved bits"),
        masked(0x80, b"goes on without a beginning"),
        masked(0x89, b"x" * 126),
        masked(0x88, b"\x00"),
        masked(0x01, b"x" * 4000) + masked(0x00, b"x" * 4000),
        masked(0x01, b"x") * 2,
        b"\x81\xff" + b"\xff" * 8,
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_broken_frames_end_the_connection_and_are_no_fault(
    house: House, frames: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Bytes that are no WebSocket, while the box tells what happens: nothing reaches it, and it is well."""
    with raw_page(house.server.port, HERE) as line:
        line.sendall(frames)
        for number in range(9):
            house.fanout.tell("said", {"text": f"sentence {number}"})
        with suppress(ConnectionError):
            while line.recv(4096):
                pass
    assert untouched(house)
    assert "fault" not in caplog.text
    assert house.ask("GET", "/who", frm=HERE).status == 200


def test_a_socket_that_the_server_has_closed_is_gone_for_who_sends() -> None:
    """The server lets a sender find out by a RuntimeError; to the pages it is a page that has gone, as any other."""
    felt: list[type[BaseException]] = []

    async def page(_scope: Event, _receive: Receive, send: Send) -> None:
        try:
            await send({"type": "websocket.send", "text": "late"})
        except OSError as error:
            felt.append(type(error))

    async def closed_already(_event: Event) -> None:
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    async def nothing() -> Event:
        return {"type": "websocket.disconnect"}

    enter = Door().guard(page, 80, {})
    scope = {
        "type": "websocket",
        "client": (HERE, 9),
        "server": ("127.0.0.1", 80),
        "path": "/socket",
        "raw_path": b"/socket",
        "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
    }
    asyncio.run(enter(scope, nothing, closed_already))
    assert felt == [ConnectionResetError]
