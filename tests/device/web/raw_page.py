"""A page's connection as bare bytes, for what no honest client sends, or reads."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator
from contextlib import contextmanager

STEP_SECONDS = 8.0
"""Longest wait for anything that is expected."""


@contextmanager
def raw_page(port: int, frm: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection from this address that has just become the WebSocket of the box's own page."""
    host, key = f"127.0.0.1:{port}", base64.b64encode(bytes(16)).decode()
    head = (
        f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), STEP_SECONDS, (frm, 0)) as line:
        line.sendall(head.encode())
        assert line.recv(12) == b"HTTP/1.1 101"
        yield line


def masked(first: int, payload: bytes, *, mask: int = 0x80) -> bytes:
    """A frame of a WebSocket whose first byte and mask bit are as given."""
    length = bytes([mask | len(payload)]) if len(payload) < 126 else bytes([mask | 126]) + len(payload).to_bytes(2)
    return bytes([first]) + length + (bytes(4) if mask else b"") + payload
