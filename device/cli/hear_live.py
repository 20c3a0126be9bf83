"""`delvebox hear --live`: on a terminal a picture that moves, elsewhere one line an event."""

from __future__ import annotations

import sys
import textwrap
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import click

from ..inputs.speech.audio import AudioError
from ..inputs.speech.wav import open_wav
from ..inputs.speech.ways import WINDOW_WAYS
from ..sound import quiet
from .heard import Hearing
from .live import bar, can_show_live, show_live
from .live_ear import LiveEar
from .output import put_json, put_out

LOOK_SECONDS = 0.05
_EVENTS_KEPT = 200
_SHOWN_EVENTS = frozenset({"heard", "microphone", "model"})
"""On a terminal the others are seen in the rows above."""


def hear_live(hearing: Hearing, file: Path | None, way: str, seconds: float | None, as_json: bool) -> int:
    """Hear until ctrl-c, for `seconds`, or to the file's end; 1 where the file or the model cannot be used."""
    if file is not None:
        try:
            with open_wav(file):
                pass
        except AudioError as error:
            raise click.ClickException(str(error)) from error
    ear = LiveEar(hearing, way, file)
    live = _Live(ear, file, seconds)
    ear.start()
    try:
        if not as_json and can_show_live():
            live.show()
        else:
            live.write(as_json=as_json)
    except KeyboardInterrupt:
        pass
    finally:
        ear.close()
    if ear.trouble:
        click.echo(f"delvebox: {ear.trouble}", err=True)
    return 1 if ear.trouble else 0


class _Live:
    """A live ear before a person or a program."""

    def __init__(self, ear: LiveEar, file: Path | None, seconds: float | None) -> None:
        self._ear = ear
        self._file = file
        self._until = None if seconds is None else time.monotonic() + seconds
        self._told: deque[str] = deque(maxlen=_EVENTS_KEPT)
        self._input_over = False

    def is_over(self) -> bool:
        """Whether there is nothing more to hear."""
        ear = self._ear
        if self._until is not None and time.monotonic() >= self._until:
            return True
        if self._file is not None:
            return ear.file_is_heard or bool(ear.trouble)
        return self._input_over and not ear.window and ear.utterances > 0

    # -- lines --------------------------------------------------------------------------------------------

    def write(self, *, as_json: bool) -> None:
        """One line an event; lines of standard input move the button."""
        if self._file is None and self._ear.way in WINDOW_WAYS and sys.stdin is not None:
            threading.Thread(target=self._read_lines, name="lines", daemon=True).start()
        over = False
        while not over:
            over = self.is_over()
            for event in self._ear.events():
                if as_json:
                    put_json(event.record)
                else:
                    put_out(event.text)
            time.sleep(LOOK_SECONDS)

    def _read_lines(self) -> None:
        for _ in sys.stdin:
            self._ear.move()
        self._input_over = True

    # -- a picture ----------------------------------------------------------------------------------------

    def show(self) -> None:
        """The ear on a terminal; space and enter move the button."""
        keys = dict.fromkeys(("space", "enter"), self._ear.move) if self._file is None else {}
        with quiet():  # PortAudio prints in the middle of it
            show_live(self._rows, is_over=self.is_over, keys=keys)

    def _rows(self, columns: int, lines: int) -> Sequence[str]:
        for event in self._ear.events():
            if event.kind in _SHOWN_EVENTS:
                self._told += textwrap.wrap(event.text, columns - 1, subsequent_indent=" " * 9)
        head = [
            f"{self._file or 'the microphone'}, {self._ear.meter.form or 'no sound yet'}, way {self._ear.way}",
            f"level  {self._level(columns)}",
            f"ear    {self._state}",
            f"words  {self._ear.words}",
        ]
        room = max(0, lines - len(head) - 2)
        events = list(self._told)[-room:] if room else []
        return [*head, *events, f"{self._keys}ctrl-c ends"]

    def _level(self, columns: int) -> str:
        reading = self._ear.meter.read()
        if reading is None:
            return ""
        drawn = bar(reading.level_db, max(10, min(40, columns - 45)), sys.stdout.encoding)
        gate = "loud" if reading.loud else "    "
        return f"{drawn} {reading.level_db:3.0f} dB  {gate}  table {reading.floor_db:.0f} dB"

    @property
    def _state(self) -> str:
        if self._ear.model_trouble is None:
            return "the speech model loads"
        if self._ear.window:
            return "listens"
        return {"wake": "waits for the wake phrase", "open": "always listens"}.get(self._ear.way, "closed")

    @property
    def _keys(self) -> str:
        if self._file is not None:
            return ""
        told = {"tap": "enter taps the button   ", "hold": "enter presses the button, and lets it go   "}
        return told.get(self._ear.way, "")
