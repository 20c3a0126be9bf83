"""A box on loopback as a browser on another machine sees it: by a name that is none of its own machine's."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from typing import Self

NAME = "box.example"
"""A browser must be told that this is 127.0.0.1."""
RESOLVES = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"


class Elsewhere:
    """Hands what comes for `NAME` on to the box's port as if it came for 127.0.0.1, until the end of the `with`.

    So nothing listens on a real network, and yet the browser takes the page for another machine's.
    """

    def __init__(self, port: int) -> None:
        self._box = ("127.0.0.1", port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = [self._door]
        self.address = f"http://{NAME}:{self._door.getsockname()[1]}/"
        self._names = (self.address[7:-1].encode(), f"127.0.0.1:{port}".encode())

    def __enter__(self) -> Self:
        threading.Thread(target=self._let_in, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self._open:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it has gone by itself
            finally:
                each.close()

    def _let_in(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return  # closed
            box = socket.create_connection(self._box)
            self._open += [browser, box]
            threading.Thread(target=self._hand_on, args=[browser, box, *self._names], daemon=True).start()
            threading.Thread(target=self._hand_on, args=[box, browser, b"", b""], daemon=True).start()

    @staticmethod
    def _hand_on(source: socket.socket, sink: socket.socket, name: bytes, other: bytes) -> None:
        try:
            while part := source.recv(65536):
                sink.sendall(part.replace(name, other) if name else part)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            return  # the other end has gone
