"""The narrator's child process: text in, sound out; the only module that imports pyttsx3.

A request is `{"text", "rate", "volume", "engine"}`: words a minute, 0–100, and the engine:
`delvebox-voice`, pyttsx3 or espeak-ng. The
answer is `{"ok": true, "rate_hz", "made_seconds"}` with 16-bit mono samples, or `{"ok": false, "trouble"}`.
The language that is spoken is the process's one argument.
The first frame says what there is: each engine with its trouble or "".

pyttsx3 2.99 on espeak-ng: `runAndWait` returns before a long sentence is made, the driver keeps one text
and one buffer, and it prints. So: one sentence at a time, ended by the driver's own finished event and
by espeak's thread having come to rest, standard output closed, and the file in memory only.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import threading
import wave
from typing import Any

from ..child_side import become_child, serve
from ..frames import Frame, Header, write_frame
from .own_engine import PROGRAM, make_by_own, missing
from .samples import RATE_HZ
from .spoken import VoiceTrouble, samples_of, trim

_LIMIT_SECONDS = 30.0
"""The parent ends a child long before; this only keeps a forgotten one from waiting for ever."""


class Pyttsx3:
    """One pyttsx3 engine for the life of the process, with espeak's voice of a language."""

    def __init__(self, language: str = "en") -> None:
        try:
            import pyttsx3

            # Without a name and kept: pyttsx3 holds its engines by weak references only.
            self._engine: Any = pyttsx3.init("espeak")
            # A new engine counts as busy and keeps rate and volume back until the first sentence. Sent at once with
            # it, espeak's thread lost the rate in one of 160 starts on a busy machine, and spoke at 200 words a minute.
            self._engine.proxy.setBusy(False)
            self._wait_for_rest = importlib.import_module("pyttsx3.drivers._espeak").Synchronize
        except (ImportError, OSError, RuntimeError) as error:
            raise VoiceTrouble(
                f"pyttsx3 does not start ({error}): apt install espeak-ng, pip install pyttsx3"
            ) from error
        self._finished = threading.Event()
        self._engine.connect("finished-utterance", lambda **_: self._finished.set())
        self._voice = language
        self._properties: dict[str, float | str] = {"voice": "en"}  # espeak begins with it
        self._file = os.memfd_create("sentence.wav")

    def make(self, text: str, rate: int, volume: int) -> bytes:
        """The sentence as a WAV file; empty where the driver lost it."""
        wanted: tuple[tuple[str, float | str], ...] = (("voice", self._voice), ("rate", rate), ("volume", volume / 100))
        for name, value in wanted:
            if self._properties.get(name) != value:
                self._engine.setProperty(name, value)
                self._wait_for_rest()  # espeak's thread takes it up; a sentence begun meanwhile is cancelled
                self._properties[name] = value
        os.ftruncate(self._file, 0)
        self._finished.clear()
        self._engine.save_to_file(text, f"/proc/self/fd/{self._file}")
        self._engine.runAndWait()
        self._finished.wait(_LIMIT_SECONDS)
        self._wait_for_rest()  # the driver's thread has more to do after its event
        return os.pread(self._file, os.fstat(self._file).st_size, 0)


def make_by_espeak(text: str, rate: int, volume: int, language: str = "en") -> bytes:
    """The sentence as a WAV file by the program espeak-ng."""
    # S603 below: no shell, and each word is an argument of its own
    command = ["espeak-ng", "-v", language, "-s", str(rate), "-a", str(volume), "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_LIMIT_SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise VoiceTrouble(f"espeak-ng does not speak ({error}): apt install espeak-ng") from error
    return done.stdout


class Child:
    """What the process holds: the engines that there are."""

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._pyttsx3: Pyttsx3 | None = None
        self.greeting: Header = {PROGRAM: missing(), "pyttsx3": "", "espeak-ng": ""}
        try:
            self._pyttsx3 = Pyttsx3(language)
        except VoiceTrouble as trouble:
            self.greeting["pyttsx3"] = str(trouble)
        if shutil.which("espeak-ng") is None:
            self.greeting["espeak-ng"] = "the program espeak-ng is missing: apt install espeak-ng"

    def handle(self, header: Header, _payload: bytes) -> Frame:
        """Make one sentence."""
        try:
            pcm, rate_hz = self._sound(header["engine"], header["text"], header["rate"], header["volume"])
        except (VoiceTrouble, wave.Error, EOFError) as error:
            return {"ok": False, "trouble": str(error)}, b""
        made_seconds = len(pcm) / 2 / rate_hz if rate_hz else 0.0
        return {"ok": True, "rate_hz": rate_hz, "made_seconds": made_seconds}, trim(pcm, rate_hz)

    def _sound(self, engine: str, text: str, rate: int, volume: int) -> tuple[bytes, int]:
        if engine == PROGRAM:
            return make_by_own(text, rate, volume, self._language), RATE_HZ
        if engine == "espeak-ng":
            return samples_of(make_by_espeak(text, rate, volume, self._language))
        if self._pyttsx3 is None:
            raise VoiceTrouble(self.greeting["pyttsx3"])
        return samples_of(self._pyttsx3.make(text, rate, volume))


def main() -> None:
    """Run as a child process until the parent closes its pipe."""
    pipes = become_child()
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 – for good: pyttsx3 prints every file's name
    child = Child(*sys.argv[1:2])
    write_frame(pipes.outgoing, child.greeting)
    serve(child.handle, pipes)


if __name__ == "__main__":
    main()
