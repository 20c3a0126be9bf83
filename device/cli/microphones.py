"""The microphones that `delvebox mics` shows, opened and metered: one after the other, or all at once."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from ..inputs.speech.meter import Meter
from ..inputs.speech.microphone_care import MicrophoneCare
from ..sound import SoundDevice, SoundError, choose_device, input_devices, open_input, rates_of

LOOK_SECONDS = 0.1
LIST_SECONDS = 2.0
"""How often it is looked for microphones that were plugged in."""
CLOSE_SECONDS = 2.0


@dataclass
class Row:
    """One microphone."""

    device: SoundDevice
    rates_hz: tuple[int, ...]
    chosen: bool = False
    """It is the one that the settings mean."""
    meter: Meter = field(default_factory=Meter)
    trouble: str = ""
    """Why it gives no sound, "" where it does."""


class Microphones:
    """Those there are. `with`: all of them are open, and opened again when they come back; new ones are found."""

    def __init__(self, wanted: str | None, names: Sequence[str] = ()) -> None:
        """Look for them.

        Args:
            wanted: The settings' microphone; None for the system's own.
            names: Only those with one of these in their names; all where there is none.

        Raises:
            SoundError: there is no microphone, or none with such a name.
        """
        self._wanted = wanted
        self._names = [name.casefold() for name in names]
        self.rows: list[Row] = []
        self._unchosen = ""
        devices = input_devices()
        self._take(devices)
        if not self.rows:
            listed = ", ".join(f'"{device.name}"' for device in devices)
            raise SoundError(f'no microphone has "{names[0]}" in its name', f"there are {listed}")
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._look_after, name="microphones", daemon=True)

    @property
    def trouble(self) -> str:
        """Why the settings' microphone cannot be used, "" where it can."""
        return self._unchosen or next((row.trouble for row in self.rows if row.chosen), "")

    def measure(self, row: Row, seconds: float) -> None:
        """Open one alone, listen for so long, and close it."""
        try:
            with open_input(row.device.name, row.meter.feed) as stream:
                until = time.monotonic() + seconds
                while (left := until - time.monotonic()) > 0:
                    time.sleep(min(left, LOOK_SECONDS))
                    stream.check()
        except SoundError as error:
            row.trouble = str(error)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closing.set()
        self._thread.join(CLOSE_SECONDS)

    def _take(self, devices: Sequence[SoundDevice]) -> None:
        """Add the rows of new devices, and mark the one that the settings mean now."""
        chosen = None
        try:
            chosen, self._unchosen = choose_device(devices, self._wanted, "input"), ""
        except SoundError as error:
            self._unchosen = str(error)
            if not devices:
                raise
        known = {row.device.name for row in self.rows}
        for device in devices:
            if device.name not in known and (not self._names or any(n in device.name.casefold() for n in self._names)):
                self.rows.append(Row(device, rates_of(device)))
        for row in self.rows:
            row.chosen = chosen is not None and row.device.name == chosen.name

    def _look_after(self) -> None:
        cared: dict[str, _Cared] = {}
        listed_at = time.monotonic()
        while not self._closing.is_set():
            if time.monotonic() - listed_at > LIST_SECONDS:
                listed_at = time.monotonic()
                with contextlib.suppress(SoundError):  # each row says what is wrong
                    self._take(input_devices())
            for row in self.rows:
                cared.setdefault(row.device.name, _Cared(row)).look_after()
            self._closing.wait(LOOK_SECONDS)
        for each in cared.values():
            each.close()


class _Cared:
    """A microphone that is kept open for its row."""

    def __init__(self, row: Row) -> None:
        self._row = row
        self._seen = 0
        self._care = MicrophoneCare(open_input, row.device.name, row.meter.feed, lambda _message: None, self._lost)
        self.close = self._care.close

    def look_after(self) -> None:
        """Open it, or see that it lives; the row then says what is wrong."""
        if self._row.meter.blocks != self._seen:
            self._seen = self._row.meter.blocks
            self._care.gave_sound()
        self._care.look_after()
        self._row.trouble = self._care.trouble

    def _lost(self, _trouble: str) -> None:
        self._seen = self._row.meter.blocks
