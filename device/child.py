"""A child process that talks in frames: recogniser and narrator run in one, so that a crash stays there.

The parent's side is `Child`; the child's side is `serve` (in `child_side`, offered here too).

A child must never outlive the box. Two ways end it: the end of its standard input, which it reads as
"go", and the kernel's parent-death signal for one that hangs in native code. That signal is sent when
the *thread* that started the child ends, not only the process: start a child from a thread that lives
as long as the child is wanted.
"""

from __future__ import annotations

import collections
import contextlib
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from .child_side import Pipes, become_child, serve
from .frames import Frame, Header, decode_frame, encode_frame, read_frame, write_frame

__all__ = [
    "Child",
    "ChildError",
    "ChildGarbled",
    "ChildGone",
    "ChildSilent",
    "Frame",
    "Header",
    "Pipes",
    "become_child",
    "python_child",
    "read_frame",
    "serve",
    "write_frame",
]

log = logging.getLogger(__name__)

_REAP_SECONDS = 5.0
_LAST_LINES = 3
_MAX_LINE_BYTES = 4096


class ChildError(Exception):
    """Something is wrong with a child; the text names the child."""


class ChildGone(ChildError):  # noqa: N818 - a fact about the child, as the design names it
    """The child has ended or was ended; a new one must be started."""


class ChildGarbled(ChildGone):
    """What came is no frame. The child was ended: nothing it says later could be trusted."""


class ChildSilent(ChildError):  # noqa: N818 - as above
    """The child did not answer, or did not take what was sent, in time. It still runs: wait again or `kill` it."""


def python_child(module: str, *arguments: str) -> list[str]:
    """The command line that runs `module` of this installation; never one of the working directory."""
    return [sys.executable, "-P", "-m", module, *arguments]


class Child:
    """A running child process and its pipes; started by the constructor.

    One thread sends and receives. `kill` and `close` may come from any thread and wake the first with
    `ChildGone`. Lines on the child's standard error go to the log.

    Args:
        argv: Program and arguments.
        name: What it is called in errors and in the log, such as "recogniser".

    Raises:
        ChildGone: The program could not be started.
    """

    def __init__(self, argv: Sequence[str], name: str) -> None:
        self.name = name
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                process_group=0,  # Ctrl-C is the parent's to answer, and grandchildren can be ended with it
            )
        except OSError as error:
            raise ChildGone(f"{name}: cannot start {argv[0]}: {error.strerror}") from error
        assert self._process.stdin is not None  # noqa: S101 - asked for above
        assert self._process.stdout is not None  # noqa: S101
        assert self._process.stderr is not None  # noqa: S101
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._received = bytearray()
        self._closed = False
        self._sending, self._receiving = threading.Lock(), threading.Lock()
        self._last_lines: collections.deque[str] = collections.deque(maxlen=_LAST_LINES)
        self._stop_reading, self._stop_writing = os.pipe()
        self._stderr_thread = threading.Thread(target=self._forward_stderr, name=f"{name} stderr", daemon=True)
        self._stderr_thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._closed and self._process.poll() is None

    def send(self, header: Header, payload: bytes = b"", timeout_seconds: float = 5.0) -> None:
        """Send one frame.

        Raises:
            ChildGone: It has ended.
            ChildSilent: It did not take the frame in time. Part of the frame may be with it: `kill` it.
        """
        frame = encode_frame(header, payload)
        with self._let_go_when_gone(), self._sending:
            self._write(memoryview(frame), timeout_seconds)

    def receive(self, timeout_seconds: float) -> Frame:
        """Wait up to `timeout_seconds` (0 looks only) for the next frame; what has come of one is kept.

        Raises:
            ChildGone: It has ended and every whole frame it sent has been received.
            ChildGarbled: What came is no frame; the child has been ended.
            ChildSilent: No whole frame came in time.
        """
        with self._let_go_when_gone(), self._receiving:
            return self._read(timeout_seconds)

    def kill(self) -> None:
        """End the process and what it started at once, and let go of its pipes. May be repeated."""
        self._end_process()
        self._let_go()

    def close(self, timeout_seconds: float = 1.0) -> None:
        """End in order: the end of its input, up to `timeout_seconds` to leave, then `kill`. May be repeated."""
        end = time.monotonic() + timeout_seconds
        if self._sending.acquire(timeout=timeout_seconds):
            with contextlib.suppress(OSError):
                self._stdin.close()
            self._sending.release()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, end - time.monotonic()))
        self.kill()

    @contextlib.contextmanager
    def _let_go_when_gone(self) -> Iterator[None]:
        try:
            yield
        except ChildGone:
            self.kill()
            raise

    def _write(self, left: memoryview, timeout_seconds: float) -> None:
        end = time.monotonic() + timeout_seconds
        while left:
            self._refuse_closed()
            try:
                left = left[os.write(self._stdin.fileno(), left) :]
            except BlockingIOError:
                self._wait_for(self._stdin.fileno(), select.POLLOUT, end, timeout_seconds, "took nothing")
            except BrokenPipeError:
                raise self._gone() from None

    def _read(self, timeout_seconds: float) -> Frame:
        end = time.monotonic() + timeout_seconds
        while True:
            self._refuse_closed()
            if (frame := self._next_frame()) is not None:
                return frame
            try:
                came = os.read(self._stdout.fileno(), 1 << 16)
            except BlockingIOError:
                self._wait_for(self._stdout.fileno(), select.POLLIN, end, timeout_seconds, "said nothing")
                continue
            if not came:
                raise self._gone()
            self._received += came

    def _refuse_closed(self) -> None:
        if self._closed or self._stdin.closed:
            raise ChildGone(f"{self.name}: process {self.pid} was ended; start a new one")

    def _wait_for(self, fd: int, what: int, end: float, timeout_seconds: float, complaint: str) -> None:
        poll = select.poll()  # select() fails on file descriptors above 1,023
        poll.register(fd, what)
        left = end - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise ChildSilent(f"{self.name}: process {self.pid} {complaint} for {timeout_seconds:g} s")

    def _next_frame(self) -> Frame | None:
        try:
            frame = decode_frame(self._received)
        except ValueError as error:
            self._end_process()
            raise ChildGarbled(f"{self.name}: process {self.pid} was ended: {error}") from error
        if frame is None:
            return None
        header, payload, used = frame
        del self._received[:used]
        return header, payload

    def _gone(self) -> ChildGone:
        """The error for a child whose pipe has ended: how it went, and its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)  # the pipe ends a moment before the process
        self._end_process()
        self._stderr_thread.join(_REAP_SECONDS)
        status = self._process.returncode
        how = f"status {status}" if status is None or status >= 0 else signal.Signals(-status).name
        last = f": {' / '.join(self._last_lines)}" if self._last_lines else ""
        return ChildGone(f"{self.name}: process {self.pid} ended with {how}{last}")

    def _end_process(self) -> None:
        if self._process.returncode is None:  # not reaped: the number is still its own
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            try:
                self._process.wait(_REAP_SECONDS)
            except subprocess.TimeoutExpired:
                log.exception("%s: process %d does not end even when killed", self.name, self.pid)

    def _let_go(self) -> None:
        with self._sending, self._receiving:
            if self._closed:
                return
            self._closed = True
            os.write(self._stop_writing, b".")
            self._stderr_thread.join()
            for stream in (self._stdin, self._stdout, self._stderr):
                with contextlib.suppress(OSError):
                    stream.close()
            os.close(self._stop_reading)
            os.close(self._stop_writing)

    def _forward_stderr(self) -> None:
        """Log the child's standard error line by line until it ends, or until `_let_go` (a grandchild may hold it)."""
        poll = select.poll()
        poll.register(self._stderr.fileno(), select.POLLIN)
        poll.register(self._stop_reading, select.POLLIN)
        rest = b""
        while True:
            ready = [fd for fd, _ in poll.poll()]
            came = os.read(self._stderr.fileno(), 1 << 16) if self._stderr.fileno() in ready else b""
            *lines, rest = (rest + came).split(b"\n")
            if len(rest) > _MAX_LINE_BYTES:
                lines, rest = [*lines, rest], b""
            for line in lines:
                self._log_line(line)
            if not came or self._stop_reading in ready:
                break
        self._log_line(rest)
        self._end_process()  # nothing holds its standard error: it has ended, and is not left a zombie

    def _log_line(self, line: bytes) -> None:
        text = line[:_MAX_LINE_BYTES].decode(errors="replace").strip()
        if text:
            self._last_lines.append(text)
            log.info("%s: %s", self.name, text)
