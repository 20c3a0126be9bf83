"""A recogniser's child process without Vosk, which goes wrong when it is told so."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from delvebox.device.child_side import Pipes, become_child, serve
from delvebox.device.frames import Frame, Header


class TroublesomeChild:
    """Speaks the recogniser's frames; sound that begins with CRASH, HANG, GROW or GARBLE makes it do so."""

    def __init__(self, pipes: Pipes, waits_for: Path | None) -> None:
        self._pipes = pipes
        self._waits_for = waits_for
        self._way = ""
        self._sound = b""
        self._memory = 1 << 20

    def handle(self, header: Header, payload: bytes) -> Frame | None:
        """Do what one frame asks."""
        match header["do"]:
            case "load":
                return self._load(header)
            case "begin":
                self._way = header["way"]  # as in Vosk, sound that was not finished or cancelled stays
            case "feed":
                self._sound += payload
                if b"CRASHNOW" in payload:
                    os.abort()
            case "partial":
                self._sound += payload
                return {"partial": f"so far {len(self._sound) / 32_000:.2f}"}, b""
            case "finish":
                return self._finish()
            case "phrases":
                if b"CRASHNOW" in payload:
                    os.abort()
                heard = [[([["phrase", 0.0, size / 32_000]], 7.0), ([], 6.0)] for size in header["sizes"]]
                return {"phrases": heard, "memory_bytes": self._memory}, b""
            case "cancel":
                assert self._way, "cancelled what never began"
                self._sound = b""
        return None

    def _load(self, header: Header) -> Frame:
        if "CRASH" in header["model"]:
            os.abort()
        if "BAD" in header["model"]:
            return {"failed": "the speech model is bad: install it again"}, b""
        while self._waits_for is not None and not self._waits_for.exists():
            time.sleep(0.005)
        phrases = header["graph"] is not None
        return {"unknown_words": ["zork"], "memory_bytes": self._memory, "phrases": phrases}, b""

    def _finish(self) -> Frame:
        if b"CRASH" in self._sound:
            os.abort()
        if b"HANG" in self._sound:
            time.sleep(600)
        if b"GARBLE" in self._sound:
            self._pipes.outgoing.write(b"\xff" * 64)
            self._pipes.outgoing.flush()
        self._memory = 1 << 30 if b"GROW" in self._sound else self._memory
        seconds = len(self._sound) / 32_000
        words = [[self._way, 0.0, 0.1], [f"{seconds:.2f}", 0.1, seconds]]
        self._sound = b""
        return {"alternatives": [words, []], "memory_bytes": self._memory}, b""


if __name__ == "__main__":
    pipes = become_child()
    serve(TroublesomeChild(pipes, Path(sys.argv[1]) if len(sys.argv) > 1 else None).handle, pipes)
