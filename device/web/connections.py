"""The connections: how many there may be, and how long each may take to ask; uvicorn itself waits for ever.

The only module that imports uvicorn.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .asgi import App

log = logging.getLogger(__name__)

MOST = 100
"""Connections in all."""
MOST_OF_ONE = 60
"""Connections of one address: a page has at most seven, and 40 pages may be open on this machine."""
REQUEST_SECONDS = 10.0
"""A request must have come and be answered within this time, however slowly its bytes drip."""
LARGEST_HEAD = 16_384
"""Bytes of a request without its body."""
PING_SECONDS = 10.0
"""A page that sleeps, or whose machine has gone, is known as gone after twice this: its buttons come up."""
CLOSE_SECONDS = 1
"""At the end, pages have this long to go by themselves."""


def server_of(app: App, largest_message: int) -> uvicorn.Server:
    """The server of an app, of whose sockets no message is longer than so many bytes."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            interface="asgi3",
            http=Connection,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            ws="websockets-sansio",
            ws_max_size=largest_message,
            ws_max_queue=1,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=CLOSE_SECONDS,
        )
    )


class Connection(H11Protocol):
    """One connection until it becomes a WebSocket, which pings for itself."""

    request_seconds = REQUEST_SECONDS
    most, most_of_one = MOST, MOST_OF_ONE

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._too_slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's own
        """Take the connection, or end it at once."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        others: list[Any] = list(self.connections)  # sockets among them
        of_one = sum(1 for each in others if each.client and each.client[0] == address)
        if len(self.connections) > self.most or of_one > self.most_of_one:
            log.warning("web: refused from %s: too many connections", address)
            transport.abort()
            return
        self._wait_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """The next request has its own time."""
        self._wait_again()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The WebSocket's pings tell whether somebody is there."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def _wait_again(self) -> None:
        self._wait_no_more()
        self._too_slow = self.loop.call_later(self.request_seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self._too_slow is not None:
            self._too_slow.cancel()

    def _give_up(self) -> None:
        log.warning("web: refused from %s: its request does not come to an end", self.client[0] if self.client else "?")
        self.transport.abort()
