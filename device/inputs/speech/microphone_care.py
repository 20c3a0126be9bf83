"""The care of the microphone: opened, watched, and opened again with growing pauses when it goes away; told once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Protocol

from ...messages import Message, PartChanged
from ...sound import SoundError, devices_changed

log = logging.getLogger(__name__)

_CHECK_SECONDS = 0.5
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.5, 8.0

OnBlock = Callable[[bytes, int, int], None]
"""Takes sound, its rate in Hz and its channels, on any thread."""


class Microphone(Protocol):
    """An open microphone, such as `sound.InputStream`."""

    def check(self) -> None:
        """SoundError when it no longer gives sound."""

    def close(self) -> None:
        """Let it go."""


OpenMicrophone = Callable[[str | None, OnBlock], Microphone]


class MicrophoneCare:
    """Keeps a microphone open; used by the listener's thread alone.

    Args:
        open_microphone: As `sound.open_input`.
        name: Of the microphone, None for the default.
        on_block: Takes its sound.
        put: Takes `PartChanged`; must not block.
        on_loss: Called with the cause when it is gone, or cannot be opened.
        devices_changed: Whether something was plugged in: then it is tried at once.
    """

    def __init__(
        self,
        open_microphone: OpenMicrophone,
        name: str | None,
        on_block: OnBlock,
        put: Callable[[Message], None],
        on_loss: Callable[[str], None],
        *,
        devices_changed: Callable[[], bool] = devices_changed,
    ) -> None:
        self._open_microphone = open_microphone
        self._name = name
        self._on_block = on_block
        self._put = put
        self._on_loss = on_loss
        self._devices_changed = devices_changed
        self.hears = False
        """The microphone gives sound."""
        self.trouble = ""
        """What was told about the microphone, "" while it works."""
        self._stream: Microphone | None = None
        self._pause_seconds = _FIRST_PAUSE_SECONDS
        self._check_at = self._look_at = 0.0

    def look_after(self) -> bool:
        """Open it or see whether it still gives sound, where that is due: whether it was."""
        now = time.monotonic()
        if self._stream is None and now >= self._look_at:
            self._look_at = now + _CHECK_SECONDS
            if self._devices_changed():
                self._check_at, self._pause_seconds = now, _FIRST_PAUSE_SECONDS
        if now < self._check_at:
            return False
        self._check_at = now + _CHECK_SECONDS
        try:
            if self._stream is None:
                self._stream = self._open_microphone(self._name, self._on_block)
            else:
                self._stream.check()
        except SoundError as error:
            self._lose(str(error))
        return True

    def gave_sound(self) -> None:
        """Sound has come: it works from then on, not from its opening."""
        if not self.hears:
            self.hears, self._pause_seconds = True, _FIRST_PAUSE_SECONDS
            self._tell("")

    def change(self, why: str) -> None:
        """Another one is to be heard: open it at the next look. Nothing is lost but for who is just talking."""
        self.close()
        self._on_loss(why)
        self.hears = False
        self._check_at, self._pause_seconds = 0.0, _FIRST_PAUSE_SECONDS

    def close(self) -> None:
        """Let it go."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _lose(self, trouble: str) -> None:
        self._check_at = time.monotonic() + self._pause_seconds
        self._pause_seconds = min(2 * self._pause_seconds, _LONGEST_PAUSE_SECONDS)
        self.close()
        self._on_loss(trouble)
        self.hears = False
        if not self.trouble:  # said once, until it works again
            self._tell(trouble)

    def _tell(self, trouble: str) -> None:
        if trouble or self.trouble:
            log.info("microphone: %s", trouble or "works")
        self.trouble = trouble
        self._put(PartChanged("microphone", not trouble, trouble))
