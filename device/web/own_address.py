"""Who is let in: only who asks for this machine by its own address."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .protocol import shown

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")

Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Event, Receive, Send], Awaitable[None]]
"""As ASGI has it."""


class OwnAddress:
    """Refuses another site's page, and another name for this machine, with 403.

    A browser tells the name that it was given as `Host`, whoever pointed that name here, and the site of the page
    as `Origin`: always with a socket, with files where it is not their own.
    """

    def __init__(self, app: App, port: int) -> None:
        """Let in to `app` who asks for this port."""
        self._app = app
        self._hosts = {f"{name}:{port}" for name in NAMES}
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Event, receive: Receive, send: Send) -> None:
        """Answer one request or one socket."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        is_socket = scope["type"] == "websocket"
        if host in self._hosts and (origin in self._origins or (origin is None and not is_socket)):
            await self._app(scope, receive, send)
            return
        log.warning("web: refused: host %s, origin %s", shown(host), shown(origin))
        if is_socket:
            await send({"type": "websocket.close"})
        else:
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": f"only http://{HOST} is answered here\n".encode()})
