"""Keeps clips beside the session, which never waits for the disk."""

from __future__ import annotations

import datetime as dt
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..messages import PartChanged
from .folder import ClipFolder, ClipsError

MOST_WAITING = 8
"""Clips that may wait for a slow disk; more are not kept."""
CLOSE_SECONDS = 1.0

log = logging.getLogger(__name__)

Record = Mapping[str, Any]


class ClipKeeper:
    """Keeps the last clips in a folder, on a thread of its own.

    Args:
        folder: Where they lie.
        most: How many are kept; with 0 none is, and those of earlier are deleted.
        put: Told once that clips cannot be kept, and that they can again.
    """

    def __init__(self, folder: ClipFolder, most: int, put: Callable[[PartChanged], None]) -> None:
        self._folder = folder
        self._most = most
        self._put = put
        self._failing = False
        self._waiting: queue.Queue[tuple[Record, bytes] | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="clips", daemon=True)
        self._thread.start()

    def keep(self, record: Record, pcm: bytes) -> None:
        """Keep an utterance soon; returns at once. One without sound is none.

        Args:
            record: What was made of it.
            pcm: 16 kHz mono 16-bit.
        """
        if not self._most or not pcm:
            return
        at = dt.datetime.now().astimezone().isoformat(timespec="seconds")
        try:
            self._waiting.put_nowait(({"at": at, **record}, pcm))
        except queue.Full:
            log.warning("a clip was not kept: the disk is too slow")

    def close(self) -> None:
        """Write what waits, for up to a second."""
        try:
            self._waiting.put(None, timeout=CLOSE_SECONDS)
        except queue.Full:
            log.warning("%d clips were not kept: the disk hangs", self._waiting.qsize())
            return
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        self._try(partial(self._folder.prune, self._most))
        while (item := self._waiting.get()) is not None:
            record, pcm = item
            self._try(partial(self._folder.keep, record, pcm, self._most))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except ClipsError as error:
            if not self._failing:
                self._failing = True
                self._put(PartChanged("clips", working=False, sentence=str(error)))
        else:
            if self._failing:
                self._failing = False
                self._put(PartChanged("clips", working=True))
