"""The console: lines that somebody types, and one line of text for each thing that happens.

On a terminal it is the live line (`live_line`), with the panel above it. Elsewhere – under systemd, in a
pipe, with standard input closed – lines are read where there are any, each event is a line of plain text,
and the end of the input is no reason to stop. Neither ever makes the session wait.
"""

from __future__ import annotations

import logging
import os
import queue
import select
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

from ..lines import LONGEST_LINE, one_line
from .typist import MockButtons, Put, Tell, Typist

log = logging.getLogger(__name__)

WAITING_LINES = 1000
"""Lines of text that may wait for a slow reader of standard output; then the newest are lost and counted."""
RETRY_SECONDS = 0.02
"""How long a line that was read waits when the session's queue is full."""


class Console(Protocol):
    """What the rest of the box sees of either console."""

    def start(self) -> None:
        """Begin, on a thread of its own."""

    def report(self, text: str) -> None:
        """Show that something happened, as one line; returns at once, from any thread."""

    def note(self, text: str) -> None:
        """Show what is worth knowing for the whole evening; returns at once, from any thread."""

    def invalidate(self) -> None:
        """The panel has changed; returns at once, from any thread."""

    def close(self) -> None:
        """End within two seconds and leave the terminal as it was."""


def open_console(
    put: Put, panel: Callable[[], Sequence[str]], tell: Tell, buttons: MockButtons | None = None
) -> Console:
    """The console that suits standard input and output; not started yet.

    Args:
        put: takes what is typed, and `Stop`.
        panel: the panel as lines of text, asked for on the console's thread.
        tell: gives the console's own sentences.
        buttons: the buttons on mock pins; None where pins are real.
    """
    typist = Typist(put, buttons, tell)
    on_terminal = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
    if on_terminal and os.environ.get("TERM", "dumb") != "dumb":
        from .live_line import LiveLine

        return LiveLine(typist, panel)
    # A terminal is read only where it also shows the answer: else reading would stop a background job.
    source = _descriptor(sys.stdin) if on_terminal or not _is_terminal(sys.stdin) else None
    return PlainConsole(typist, source, _descriptor(sys.stdout), getattr(sys.stdout, "encoding", None) or "utf-8")


def _is_terminal(stream: TextIO | None) -> bool:
    """Python has no stream at all where the descriptor was closed at the start."""
    return stream is not None and not stream.closed and stream.isatty()


def _descriptor(stream: TextIO | None) -> int | None:
    try:
        return None if stream is None else stream.fileno()
    except (OSError, ValueError):  # closed, or something that stands in for it in memory
        return None


class PlainConsole:
    """Lines in, lines out, without a terminal.

    It writes to the descriptor itself: Python's own stream would hold a lock while a slow reader keeps it
    waiting, and end the interpreter with an error for that.
    """

    def __init__(self, typist: Typist, source: int | None, output: int | None, encoding: str = "utf-8") -> None:
        """Read lines from one descriptor and write events to the other; None for either where there is none."""
        self._typist = typist
        self._source = source
        self._output = output
        self._encoding = encoding
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._lost = 0
        self._closing = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin to read and write."""
        self._begin(self._write, "console-out")
        if self._source is not None:
            self._begin(self._read, "console-in")

    def report(self, text: str) -> None:
        """Write one line; where standard output is not read for long, lines are lost and counted."""
        try:
            self._lines.put_nowait(one_line(text))
        except queue.Full:
            self._lost += 1

    def note(self, text: str) -> None:
        """A line like any other."""
        self.report(text)

    def invalidate(self) -> None:
        """The panel is not shown here: what happens is reported line by line."""

    def close(self) -> None:
        """Write what waits, for up to a second, and stop reading."""
        if self._closing.is_set():
            return
        self._closing.set()
        os.write(self._wake_write, b".")
        try:
            self._lines.put(None, timeout=0.5)
        except queue.Full:
            log.warning("standard output is not read: %d lines were not written", self._lines.qsize())
        for thread in self._threads:
            thread.join(timeout=0.5)
        if not any(thread.is_alive() for thread in self._threads):
            os.close(self._wake_read)
            os.close(self._wake_write)
        self._threads.clear()
        self._typist.close()

    def _begin(self, run: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _write(self) -> None:
        broken = False
        while (line := self._lines.get()) is not None:
            if self._output is None:
                continue
            lost, self._lost = self._lost, 0
            note = self._typist.tell("lines_lost", count=lost) + "\n" if lost else ""
            text = f"{line}\n{note}".encode(self._encoding, "replace")
            try:
                while text:
                    text = text[os.write(self._output, text) :]
            except OSError as error:
                if not broken:
                    log.warning("standard output is gone (%s): the box runs on without it", error)
                broken = True
            else:
                broken = False

    def _read(self) -> None:
        source, rest = self._source, b""
        while source is not None:
            ready, _, _ = select.select([source, self._wake_read], [], [])
            if self._wake_read in ready:
                return
            try:
                block = os.read(source, 4096)
            except OSError as error:
                log.warning("standard input cannot be read (%s): the box runs on without it", error)
                block = b""
            *lines, rest = (rest + block).split(b"\n")
            if not block and rest:
                lines.append(rest)
            elif len(rest) > 4 * LONGEST_LINE:
                rest = rest[: 4 * LONGEST_LINE]  # the line is too long already; its end need not be kept
            for line in lines:
                self._take(line.decode("utf-8", "replace"))
            if not block:
                log.info("standard input has ended: the box runs on")
                return

    def _take(self, line: str) -> None:
        while not self._closing.is_set():
            try:
                trouble = self._typist.take(line)
            except queue.Full:
                self._closing.wait(RETRY_SECONDS)
            else:
                if trouble is not None:
                    self.report(trouble)
                return
