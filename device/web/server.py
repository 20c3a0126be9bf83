"""The server of the box's pages, behind its door, on a thread and an event loop of its own.

The only module that imports starlette. It never waits for the session, nor the session
for it: what the box tells comes through a `Fanout`, and what pages send is checked here and then put on the session's
queue.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from errno import EACCES, EADDRINUSE
from functools import partial
from os import strerror
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...engine.commands import Command
from .asgi import App
from .connections import CLOSE_SECONDS, server_of
from .door import HERE, Door
from .fanout import Fanout, Listening
from .files import FILES, FOLDER, HEADERS, TYPES
from .hands import Hands
from .pace import Pace
from .page_sound import NO_SOUND, PageSound, Sounds
from .protocol import (
    LARGEST_BYTES,
    ROLES,
    Hears,
    Lends,
    Moved,
    Order,
    OtherVersionError,
    PlayedSound,
    RefusedMessageError,
    Said,
    read_message,
    written,
)
from .seldom import seldom

log = logging.getLogger(__name__)

MOST_PAGES = 40
"""That may listen at once."""
MOST_STREAMS = 20
"""Of them: programs that connect again and again must not keep the game master out."""
TAKE_SECONDS = 10.0
"""A page that does not take a message within this is dropped."""
STUCK_MS = 20_000
"""A connection that takes nothing for so long, its end included, is ended by the kernel."""
TRY_AGAIN, BROKE_RULES, OTHER_VERSION = 1013, 1008, 4001
"""Codes with which a connection is closed; docs/web.md tells them."""
LOGS = (__name__, f"{__package__}.door", f"{__package__}.entrance", f"{__package__}.connections", "uvicorn.error")
"""What strangers send is told in these."""


class WebError(Exception):
    """The pages cannot be served; the text says why and the cure."""


@dataclass(frozen=True, slots=True)
class View:
    """One kind of page: its role tells what it is told and what it may do."""

    role: str
    """One of `protocol.ROLES`."""
    hello: Mapping[str, Any]
    """Told first."""


@dataclass(frozen=True, slots=True)
class Inward:
    """What pages may do to the box."""

    hands: Hands
    say: Callable[[str], None]
    """Puts a phrase on the session's queue, or raises `queue.Full`."""
    order: Callable[[Command], None]
    """As `say`, a command."""
    sounds: Sounds = NO_SOUND


class WebServer:
    """Serves the pages from construction until `close`."""

    def __init__(
        self,
        port: int,
        views: Mapping[str, View],
        fanout: Fanout,
        inward: Inward,
        *,
        door: Door | None = None,
        take_seconds: float = TAKE_SECONDS,
    ) -> None:
        """Listen.

        Args:
            port: 1–65535, or 0 for any that is free.
            views: By the path of their sockets.
            fanout: What pages are told after their hello.
            inward: What it may do.
            door: Who may connect, and as what; None: this machine alone, without a code.
            take_seconds: How long it may take to take one message.

        Raises:
            WebError: the port cannot be had.
        """
        self._door = door or Door()
        try:
            self._socket = socket.create_server((self._door.address, port))
        except OSError as error:
            cures = {EADDRINUSE: "give another with web: port in the settings", EACCES: "give one above 1023"}
            cure = cures.get(
                error.errno or 0, "the installed service has no network until sudo make install is run again"
            )
            why = f"the page in the browser is off: port {port} cannot be had ({strerror(error.errno or 0)})"
            raise WebError(f"{why}: {cure}") from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
        self.port: int = self._socket.getsockname()[1]
        self._views = views
        self._fanout = fanout
        self._inward = inward
        self._take_seconds = take_seconds
        self._server = server_of(self._app(), LARGEST_BYTES)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://{HERE}:{self.port}/"

    def close(self) -> None:
        """Let every page go, and the port."""
        self._server.should_exit = True
        self._thread.join(2 * CLOSE_SECONDS)
        if self._thread.is_alive():
            log.warning("web: a page keeps the server from closing, and is left to itself")

    def _run(self) -> None:
        with self._socket, seldom(*LOGS):
            try:
                self._server.run(sockets=[self._socket])
            except Exception:
                log.exception("web: the server has ended by a fault: report its log")

    def _app(self) -> App:
        files = {path: self._file(FOLDER / name) for path, name in FILES.items()}

        async def file(request: Request) -> Response:
            return files[request.url.path]

        sockets = (WebSocketRoute(path, partial(self._page, view=view)) for path, view in self._views.items())
        routes = [*(Route(path, file) for path in FILES), *sockets]
        return self._door.guard(Starlette(routes=routes), self.port, HEADERS)

    @staticmethod
    def _file(path: Path) -> Response:
        return Response(path.read_bytes(), media_type=TYPES[path.suffix])

    # -- one page, on the server's thread -------------------------------------------------------------

    async def _page(self, page: WebSocket, *, view: View) -> None:
        await page.accept()
        full = f"{MOST_PAGES} pages" if len(self._fanout) >= MOST_PAGES else ""
        if view.role == "stream" and self._fanout.count("stream") >= MOST_STREAMS:
            full = f"{MOST_STREAMS} streams"
        if full:
            log.warning("web: one more than %s is refused", full)
            await page.close(TRY_AGAIN, f"{full} are open: close one")
            return
        loop, waits = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            loop.call_soon_threadsafe(waits.set)

        listening, sound = self._fanout.join(wake, view.role), PageSound(self._inward.sounds, wake)
        tasks: list[asyncio.Task[None]] = []
        try:
            await page.send_text(written("hello", view.hello))
            hearing = self._hear(page, view.role, sound) if ROLES[view.role].sends else self._refuse(page)
            tasks += [asyncio.create_task(each) for each in (hearing, self._tell(page, listening, sound, waits))]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except WebSocketDisconnect:
            pass  # it went before it was greeted
        finally:
            self._fanout.leave(listening)
            sound.leave()
            self._inward.hands.let_go(page)
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect):
                    log.error("web: a page ended by a fault", exc_info=ended)

    async def _tell(self, page: WebSocket, listening: Listening, sound: PageSound, waits: asyncio.Event) -> None:
        try:
            while not listening.dropped:
                await waits.wait()
                waits.clear()
                for told in (*self._fanout.take(listening), *sound.take()):
                    async with asyncio.timeout(self._take_seconds):
                        await (page.send_text(told) if isinstance(told, str) else page.send_bytes(told))
        except TimeoutError:
            pass  # nor would it take the reason
        else:
            await page.close(TRY_AGAIN, "the page did not read: connect again")
        log.warning("web: a page that did not read is dropped")

    async def _hear(self, page: WebSocket, role: str, sound: PageSound) -> None:
        words = Pace()
        while True:
            received = await page.receive()
            if received["type"] == "websocket.disconnect":
                return
            pace = words if received.get("bytes") is None else sound.pace
            if not pace.allows(asyncio.get_running_loop().time()):
                log.warning("web: a page sends too fast and is sent away")
                await page.close(BROKE_RULES, pace.wanted)
                return
            try:
                await self._do(page, role, sound, received)
            except OtherVersionError as error:
                log.warning("web: %s", error)
                await page.close(OTHER_VERSION, str(error))
                return
            except (RefusedMessageError, queue.Full) as error:
                why = str(error) or "the box is busy: do it again"
                log.warning("web: refused: %s", why)
                await page.send_text(written("refused", {"why": why}))

    async def _refuse(self, page: WebSocket) -> None:
        if (await page.receive())["type"] != "websocket.disconnect":
            log.warning("web: a view for players sends something and is sent away")
            await page.close(BROKE_RULES, "this view can do nothing: send nothing")

    async def _do(self, page: WebSocket, role: str, sound: PageSound, received: Mapping[str, Any]) -> None:
        if (data := received.get("bytes")) is not None:
            sound.give(data)
            return
        match read_message(received["text"], role):
            case Hears() | Lends() | PlayedSound() as asked:
                sound.do(asked)
            case Moved() as moved:
                await asyncio.sleep(self._inward.hands.due_seconds(page, moved))
                self._inward.hands.move(page, moved)
            case Order(command):
                self._inward.order(command)
            case Said(words):
                self._inward.say(words)
