"""SIGTERM and SIGINT as a message on the session's queue.

A handler in Python could run while the main thread holds the queue's lock, and wait for itself for ever.
So the handler does nothing; the signal's number comes through a pipe to a thread that puts the message.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

from .messages import Stop

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def stop_on_signals(put: Callable[[Stop], None]) -> None:
    """From now on each of `SIGNALS` puts a `Stop`; call it once, on the main thread."""
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    os.set_blocking(reader, True)
    signal.set_wakeup_fd(writer)
    for number in SIGNALS:
        signal.signal(number, lambda _number, _frame: None)

    def wait() -> None:
        while numbers := os.read(reader, 1):  # any signal that has a handler in Python comes here
            if numbers[0] in SIGNALS:
                put(Stop(signal.Signals(numbers[0]).name))

    threading.Thread(target=wait, name="signals", daemon=True).start()
