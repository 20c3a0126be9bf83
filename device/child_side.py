"""The child's side of a child process: `serve`, and below it `become_child`. The parent's side is `child`."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from .frames import Frame, Header, read_frame, write_frame

_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Pipes:
    """The child's ends: frames come in and go out here, whatever is printed elsewhere."""

    incoming: BinaryIO
    outgoing: BinaryIO


def become_child() -> Pipes:
    """Make this process a child: first thing in it, before any library is loaded.

    It dies with the thread that started it, leaves SIGINT and SIGTERM to its parent (who closes it in
    order), tells native crashes on standard error, and moves the pipes away from descriptors 0 and 1:
    what is printed goes to standard error, hence to the log, and cannot corrupt a frame.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    faulthandler.enable()
    pipes = Pipes(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return pipes


def serve(handle: Callable[[Header, bytes], Frame | None], pipes: Pipes | None = None) -> None:
    """Answer frames until the input ends: `handle` gets each and returns the answer, or None for none.

    Without `pipes` it calls `become_child` itself. An error in `handle` ends the child with its traceback
    on standard error; the parent starts a new one.
    """
    pipes = pipes or become_child()
    while (frame := read_frame(pipes.incoming)) is not None:
        answer = handle(*frame)
        if answer is not None:
            try:
                write_frame(pipes.outgoing, *answer)
            except BrokenPipeError:
                return
