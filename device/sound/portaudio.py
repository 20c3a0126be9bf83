"""PortAudio in this process: the only module that imports sounddevice.

PortAudio finds devices at its initialisation alone. So that a microphone plugged in later is found,
it is initialised anew when no stream is open, or when the kernel's list of sound cards has changed:
open streams are then closed for that moment and opened again. Devices of a sound server come and go
without it: their name is looked up at each opening. Measured on PulseAudio through ALSA: opening and
starting an output 1–6 ms, aborting it 0.5 ms, initialising anew 20 ms.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from .jack import remove_stale_jack

HELD_SECONDS = 1.5
"""Opening and closing takes milliseconds, on a slow bus a second."""

log = logging.getLogger(__name__)


class SoundError(Exception):
    """Sound cannot be had: `thing` says what and why, `cure` what a person can do."""

    def __init__(self, thing: str, cure: str) -> None:
        super().__init__(f"{thing}: {cure}")
        self.thing = thing
        self.cure = cure


class Reopened(Protocol):
    """An open stream, as seen when PortAudio is initialised anew."""

    def let_go(self) -> None:
        """Close the stream."""

    def take_up(self) -> None:
        """Open it again; a failure is kept for the stream's next user."""


class Library:
    """PortAudio, loaded at first use. It is not safe in threads: it is `held` around every call.

    Any call may hang with the sound service, and then keeps `lock`: nobody waits for it without end but threads that
    have nothing else to do. What runs in a stream's callback must not take it: closing a stream waits for its callback.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.streams: set[Reopened] = set()
        self._module: Any = None
        self._cards = ""
        self._taking_up = False
        """Streams are being opened again after a look: none of them needs another."""

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """The lock; a hung sound service holds the thread that opens, cuts or closes a stream of its.

        Raises:
            SoundError: another thread has held it for `HELD_SECONDS`.
        """
        if not self.lock.acquire(timeout=HELD_SECONDS):
            raise SoundError("the sound system does not answer", "start the sound service again, or wait for it")
        try:
            yield
        finally:
            self.lock.release()

    def get(self) -> Any:
        """The sounddevice module.

        Raises:
            SoundError: PortAudio or sounddevice is missing, or will not start.
        """
        with self.held():
            if self._module is None:
                remove_stale_jack()
                try:
                    import sounddevice
                except ImportError as error:
                    raise SoundError(f"sounddevice is missing ({error})", "pip install sounddevice") from error
                except Exception as error:  # OSError without the library, PortAudioError when it will not start
                    cure = "apt install libportaudio2, and see whether the sound service runs"
                    raise SoundError(f"PortAudio cannot be loaded ({error})", cure) from error
                # the process's end gives every device back, and a hung sound service would hold it up
                atexit.unregister(sounddevice._exit_handler)  # noqa: SLF001 - it is offered in no other way
                _take_alsa_complaints()
                self._cards = _cards()
                self._module = sounddevice
            return self._module

    @property
    def cards_changed(self) -> bool:
        """Whether a sound card has come or gone since the last look; costs the reading of one small file."""
        return self._module is not None and _cards() != self._cards

    def refresh(self) -> bool:
        """Look for devices anew if that can show something new; say whether it was done.

        Raises:
            SoundError: PortAudio is missing or will not start.
        """
        with self.held():
            first = self._module is None
            module = self.get()
            cards = _cards()
            if first or self._taking_up or (self.streams and cards == self._cards):
                return first
            running = list(self.streams)
            for stream in running:
                stream.let_go()
            try:
                with quiet():
                    module._terminate()  # noqa: SLF001 – sounddevice documents no other way to see new devices
                    module._initialize()  # noqa: SLF001
            except module.PortAudioError as error:
                raise SoundError(f"PortAudio cannot be started anew ({error})", "start the box again") from error
            self._cards = cards
            self._taking_up = True
            try:
                for stream in running:
                    stream.take_up()
            finally:
                self._taking_up = False
            return True


def _log_alsa(file: bytes, line: int, function: bytes, error: int, text: bytes) -> None:
    log.debug("alsa: %r line %d, %r: %r, error %d", file, line, function, text, error)


_ALSA_TAKES = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_complaint_taker = _ALSA_TAKES(_log_alsa)  # kept for good: ALSA holds its address


def _take_alsa_complaints() -> None:
    """Have ALSA tell the log, not the terminal, of an underrun and the like; elsewhere there is no ALSA."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_complaint_taker)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep the complaints that PortAudio prints from a terminal that shows the panel.

    Descriptor 2 is the whole process's: what others print meanwhile is passed on afterwards. Not at the
    same time in two threads: hold the library.
    """
    kept, aside = os.dup(2), os.memfd_create("stderr")
    os.dup2(aside, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        printed = os.pread(aside, 1 << 16, 0).decode(errors="replace").splitlines(keepends=True)
        os.close(aside)
        noise = [line.strip() for line in printed if line.startswith(("ALSA lib", "Expression ")) or not line.strip()]
        passed = "".join(line for line in printed if line.strip() not in noise)
        if passed:
            os.write(kept, passed.encode())
        os.close(kept)
        for line in filter(None, noise):
            log.debug("%s", line)


def _cards() -> str:
    """What the kernel knows of sound cards; a change is worth a gap in open streams."""
    try:
        return Path("/proc/asound/pcm").read_text()
    except OSError:
        return ""


library = Library()
