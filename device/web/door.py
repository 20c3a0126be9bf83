"""Who is let in, and as what: this machine, and on a network whoever holds a pass.

Everything that reaches the server comes through here first: its `Host` and `Origin`, its path, its pass. What is not
known to be open is for the game master alone.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address

from ..lines import shown
from .asgi import Answer, App, Event, Receive, Send, read_json, reply, single
from .pace import Paces
from .passes import Grant
from .protocol import RefusedMessageError

log = logging.getLogger(__name__)

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - where the settings say so
PAIR_FIRST = 4003
"""Code with which a socket is closed that has no pass, or none any more: the page then loads itself again."""
PAIR_PAGE = "/pair"
STREAM = "/socket/stream"
"""What players see, as data: programs read it, which tell no origin, and pages of the sites that the settings name."""
FOR_TABLE = frozenset({"/table", "/socket/table", STREAM})
ASSETS = (".css", ".mjs")
"""Files that are in every copy of the program: no secret."""
REQUESTS = ((100, 10.0), (300, 30.0))
"""Requests of one other machine, and of all: at once, and per second. A page is a dozen of them."""
PROXIES = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers that a proxy adds; behind one on this machine, everybody would look like its own user."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Who asks, from where, and what he may; None: nothing yet."""

    visitor: str
    grant: Grant | None
    is_here: bool


@dataclass(frozen=True, slots=True)
class Action:
    """What a request does beside fetching a file; `is_open` to strangers."""

    do: Callable[[Visit, Mapping[str, object]], Awaitable[Answer]]
    is_open: bool = False


@dataclass(slots=True)
class Door:
    """Stands before the server's app.

    Attributes:
        network: Other machines may knock.
        grant_of: What the holder of a pass may.
        actions: What requests do, by method and path.
        is_here: Whether an address is this machine's own, whose user needs no pass.
        origins: Sites whose pages may read the stream, without a pass: browsers send other sites' pages none.
    """

    network: bool = False
    grant_of: Callable[[str], Grant | None] = lambda _pass: None
    actions: Mapping[tuple[str, str], Action] = field(default_factory=dict)
    is_here: Callable[[str], bool] = lambda address: ip_address(address).is_loopback
    origins: frozenset[str] = frozenset()
    _app: App = field(default=lambda _scope, _receive, _send: _nobody())
    _port: int = 0
    _headers: Mapping[str, str] = field(default_factory=dict)
    _guests: set[asyncio.Task[None]] = field(default_factory=set)
    _requests: Paces = field(default_factory=lambda: Paces(*REQUESTS))

    @property
    def address(self) -> str:
        """Where the server listens."""
        return EVERYWHERE if self.network else HERE

    @property
    def cookie_name(self) -> str:
        """Of passes: cookies of one machine are shared by its ports."""
        return f"delvebox-{self._port}"

    def guard(self, app: App, port: int, headers: Mapping[str, str]) -> App:
        """`app` behind this door: at this port, each answer with these headers."""
        self._app, self._port, self._headers = app, port, headers
        for address in self.addresses():
            log.info("web: on another machine of the network, open %s", address)
        return self._enter

    def addresses(self) -> list[str]:
        """What to open on another machine: by this one's name, and by its address where it has one; none on its own."""
        if not self.network:
            return []
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect(("192.0.2.1", 9))  # sends nothing: the kernel tells by which address it would
                own = [asking.getsockname()[0]]
            except OSError:
                own = []
        names = (f"{socket.gethostname().partition('.')[0]}.local", *own)
        return [f"http://{name}:{self._port}/" for name in names]

    def show_out(self) -> None:
        """Whoever came in by a pass must show it again."""
        for guest in tuple(self._guests):
            guest.cancel()

    async def _enter(self, scope: Event, receive: Receive, send: Send) -> None:
        client, server = ((scope[end] or ("?", 0))[0] for end in ("client", "server"))  # none: it has gone already
        is_here = client != "?" and self.is_here(client)
        visit = Visit(client, "master" if is_here else self._grant(scope), is_here)
        is_socket = scope["type"] == "websocket"
        acts = scope["path"] != STREAM if is_socket else scope["method"] not in {"GET", "HEAD"}
        why = self._wrong(scope, server, must_tell_origin=acts)
        if not is_here and not self._requests.allows(client, asyncio.get_running_loop().time()):
            why = "too many requests"
        if why:
            log.warning("web: refused from %s: %s", client, why)
            if is_socket:
                await send({"type": "websocket.close"})
            else:
                await self._with_headers(send, Answer(403, {"why": f"refused: {why}"}, (("connection", "close"),)))
        elif is_socket:
            await self._socket(visit, scope, receive, send)
        else:
            await self._request(visit, scope, receive, send)

    # -- what is wrong with a request whoever sends it --------------------------------------------------

    def _wrong(self, scope: Event, server: str, *, must_tell_origin: bool) -> str | None:
        """Why this is answered to nobody, in words for the log; None where it may be."""
        host, origin = single(scope["headers"], "host"), single(scope["headers"], "origin")
        if host is None or host.lower() not in self._hosts(server):  # a name that somebody else pointed here
            return f"host {shown(host)}"
        own = origin is not None and origin.lower() == f"http://{host.lower()}"
        if not own and (origin is not None or must_tell_origin) and not self._is_named(scope):
            cure = ": web: origins in the settings names whose pages may read it" if scope["path"] == STREAM else ""
            return f"origin {shown(origin)}{cure}"  # another site's page, or a program that tells none
        if scope["raw_path"].decode("latin-1") != scope["path"]:
            return f"path {shown(scope['raw_path'])}"  # escapes, of which no path here has any
        if any(single(scope["headers"], name) is not None for name in PROXIES):
            return "it comes through a proxy, which hides who asks"
        return None

    def _hosts(self, server: str) -> set[str]:
        """This machine's names: its own address at which the connection came in, and what the network calls it."""
        names = {HERE, "localhost"}
        if self.network:
            own = socket.gethostname().lower()
            names |= {server, own, f"{own.partition('.')[0]}.local"}
        return {f"{name}:{self._port}" for name in names} | (names if self._port == 80 else set())

    def _grant(self, scope: Event) -> Grant | None:
        """By the first of the passes that is one, or for the stream alone by the page's site."""
        for name, value in scope["headers"]:
            if name == b"cookie":
                for each in value.decode("latin-1").split(";"):
                    key, _, text = each.strip().partition("=")
                    if key == self.cookie_name and (grant := self.grant_of(text)):
                        return grant
        return "table" if self._is_named(scope) else None

    def _is_named(self, scope: Event) -> bool:
        """Whether a page asks for the stream whose site the settings name."""
        return scope["path"] == STREAM and (single(scope["headers"], "origin") or "").lower() in self.origins

    # -- what a visitor may -----------------------------------------------------------------------------

    async def _request(self, visit: Visit, scope: Event, receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        action = self.actions.get((method, path))
        if action is not None and (action.is_open or visit.grant == "master"):
            await self._with_headers(send, await self._done(action, visit, scope, receive))
        elif action is None and (path == PAIR_PAGE or path.endswith(ASSETS) or _may(visit.grant, path)):
            await self._file(scope, receive, send)
        else:
            log.warning("web: refused from %s: %s %s without a pass for it", visit.visitor, method, shown(path))
            is_page = action is None and method == "GET"
            await self._with_headers(send, Answer(303, {}, (("location", PAIR_PAGE),)) if is_page else Answer(403))

    async def _file(self, scope: Event, receive: Receive, send: Send) -> None:
        more = [(name.lower().encode(), value.encode()) for name, value in self._headers.items()]

        async def send_with_headers(event: Event) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event.get("headers", ()), *more]
            await send(event)

        await self._app(scope, receive, send_with_headers)

    async def _with_headers(self, send: Send, answer: Answer) -> None:
        await reply(send, Answer(answer.status, answer.fields, (*answer.headers, *self._headers.items())))

    async def _done(self, action: Action, visit: Visit, scope: Event, receive: Receive) -> Answer:
        try:
            posted = {} if scope["method"] == "GET" else await read_json(scope["headers"], receive)
            return await action.do(visit, posted)
        except RefusedMessageError as error:
            log.warning("web: refused from %s: %s", visit.visitor, error)
            return Answer(400, {"why": str(error)}, (("connection", "close"),))

    async def _socket(self, visit: Visit, scope: Event, receive: Receive, send: Send) -> None:
        if not _may(visit.grant, scope["path"]):
            log.warning("web: refused from %s: %s without a pass for it", visit.visitor, shown(scope["path"]))
            await send({"type": "websocket.accept"})  # else a page could not tell this from a box that is away
            await send({"type": "websocket.close", "code": PAIR_FIRST, "reason": "pair first"})
            return

        async def send_or_gone(event: Event) -> None:
            try:
                await send(event)
            except RuntimeError as error:  # uvicorn has closed it, as for a broken frame, and lets the sender find out
                raise ConnectionResetError("closed already") from error

        if visit.is_here:
            await self._app(scope, receive, send_or_gone)
            return
        page = asyncio.ensure_future(self._app(scope, receive, send_or_gone))
        self._guests.add(page)
        try:
            await asyncio.wait({page})
        finally:
            self._guests.discard(page)
            page.cancel()
        if page.cancelled():
            await send_or_gone({"type": "websocket.close", "code": PAIR_FIRST, "reason": "pair again"})
        else:
            page.result()  # its fault, if any, is the server's to log


async def _nobody() -> None:
    raise RuntimeError("the door guards nothing: call guard first")


def _may(grant: Grant | None, path: str) -> bool:
    return grant == "master" or (grant == "table" and path in FOR_TABLE)
