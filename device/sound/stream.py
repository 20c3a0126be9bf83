"""What microphone and loudspeaker share: opening by name and ladder, closing, being lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from .devices import NOUNS, Kind, SoundDevice, find_device
from .portaudio import SoundError, library, quiet

SILENT_SECONDS = 2.0
"""A running stream that moves no sound for so long is lost."""
_MOST_CHANNELS = 8
"""A sound server's "32 channels" are no real device: more than these are not tried."""
_ANOTHER_RUNG = frozenset((-9994, -9997, -9998, -9999))
"""PortAudio's errors that another rate or channel count may cure; a dead device is not tried fifteen times."""


def channel_counts(device: SoundDevice) -> list[int]:
    """The numbers of channels to try, the best first."""
    return sorted({1, min(2, device.channels), min(_MOST_CHANNELS, device.channels)})


def no_other_rung(failure: Exception) -> bool:
    """Whether a device that has failed so need not be tried at another rate or with other channels."""
    return bool(failure.args[1:2]) and failure.args[1] not in _ANOTHER_RUNG


class Stream:
    """A stream by the device's name (None: the default), opened again when PortAudio must look anew."""

    kind: ClassVar[Kind]

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.rate_hz = 0
        self.channels = 0
        self._stream: Any = None
        self._ending = False
        """The stream's end is our own doing."""
        self._lost: SoundError | None = None
        self._moved_at = time.monotonic()

    def _rates(self, device: SoundDevice) -> Iterable[int]:
        """The rates to try, in Hz, the best first."""
        raise NotImplementedError

    def _make(self, device: SoundDevice, rate_hz: int, channels: int) -> Any:
        """The sounddevice stream, not yet started."""
        raise NotImplementedError

    def _open(self) -> None:
        """Open and start by the ladder of rates and channels; SoundError when nothing fits."""
        with library.held():
            device = find_device(self.name, self.kind)
            failure: Exception | None = None
            for rate_hz in dict.fromkeys(self._rates(device)):
                for channels in channel_counts(device):
                    failure = self._try(device, rate_hz, channels)
                    if failure is None:
                        return
                    if no_other_rung(failure):
                        raise self._refused(device, failure) from failure
            raise self._refused(device, failure) from failure

    def _refused(self, device: SoundDevice, failure: Exception | None) -> SoundError:
        cure = "see whether another program holds it, or whether it is still plugged in"
        return SoundError(f'{NOUNS[self.kind]} "{device.name}" cannot be opened ({failure})', cure)

    def _try(self, device: SoundDevice, rate_hz: int, channels: int) -> Exception | None:
        self.rate_hz, self.channels = rate_hz, channels
        self._lost, self._ending, self._moved_at = None, False, time.monotonic()
        with quiet():
            try:
                stream = self._make(device, rate_hz, channels)
            except (library.get().PortAudioError, ValueError) as error:
                return error
            try:
                stream.start()
            except library.get().PortAudioError as error:
                self._ending = True
                stream.close()
                return error  # type: ignore[no-any-return] # sounddevice has no types
        self._stream = stream
        library.streams.add(self)
        return None

    def let_go(self) -> None:
        """Close the stream; PortAudio can then be initialised anew. While a sound service hangs, it is closed later."""
        stream, self._stream = self._stream, None
        self._ending = True
        library.streams.discard(self)
        if stream is None:
            return
        try:
            with library.held():
                _close(stream)
        except SoundError:
            threading.Thread(target=_close, args=[stream], name="closing a stream", daemon=True).start()

    def take_up(self) -> None:
        """Open again after `let_go`; a failure is kept for the stream's next user."""
        try:
            self._open()
        except SoundError as error:
            self._lost = error

    def close(self) -> None:
        """Close for good; closing twice does nothing."""
        self.let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _on_finished(self) -> None:
        """PortAudio's thread ended the stream: unless that was our own doing, the device is gone."""
        if not self._ending:
            self._lost = self._gone("is gone")

    def _stalled(self) -> bool:
        return time.monotonic() - self._moved_at > SILENT_SECONDS

    def _gone(self, how: str) -> SoundError:
        named = f'"{self.name}"' if self.name else "(the default)"
        return SoundError(f"{NOUNS[self.kind]} {named} {how}", "see whether it is still plugged in")


def _close(stream: Any) -> None:
    """Close a stream of sounddevice's, once nobody else is in PortAudio."""
    with library.lock, quiet():
        stream.close()
