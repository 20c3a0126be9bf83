"""The box's ear as it hears, told event by event: from the settings' microphone, or from a file."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..inputs.speech.detection import SpeechDetector
from ..inputs.speech.file_microphone import FileMicrophone
from ..inputs.speech.gate import Change
from ..inputs.speech.listener import Listener
from ..inputs.speech.meter import Meter
from ..inputs.speech.microphone_care import Microphone, OnBlock
from ..inputs.speech.report import details, record_of
from ..inputs.speech.verdict import judge
from ..inputs.speech.ways import WINDOW_WAYS
from ..messages import ListeningChanged, Message, PartChanged, Utterance
from ..sound import open_input
from .heard import Hearing, outcome

SILENCE_AFTER_FILE_SECONDS = 1.5
"""Heard after a file, so that the end of its speech is found."""
_WINDOWS = {(True, True): "always open", (True, False): "open", (False, False): "closed"}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the ear noticed: a line for a person, and a record for a program."""

    kind: str
    text: str
    record: dict[str, Any]


class LiveEar:
    """Listens between `start` and `close`; `events` gives what has happened since the last look.

    Args:
        hearing: The words and the model.
        way: hold, tap, wake or open.
        file: Heard at real speed in the place of the microphone; with hold or tap the window opens with it.
    """

    def __init__(self, hearing: Hearing, way: str, file: Path | None) -> None:
        self.way = way
        self._hearing = hearing
        self._file = file
        self._began = time.monotonic()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._player: FileMicrophone | None = None
        self.meter = Meter(self._gate_changed)
        self.window = False
        """A window is open, by hand or by the wake phrase."""
        self.utterances = 0
        self.model_trouble: str | None = None
        """"" once the model is loaded, else why it is not; None while it loads."""
        recogniser = hearing.open_recogniser([way], self._model_changed, self._words_changed)
        self._words = self._microphone_trouble = ""
        self._listener = Listener(
            recogniser,
            self._put,
            ways=[way],
            goes_on=hearing.book.goes_on,
            is_phrase=hearing.book.is_phrase,
            wake_phrase=hearing.wake_phrase,
            detector=SpeechDetector(),
            microphone=hearing.settings.speech.microphone,
            open_microphone=self._open_microphone,
        )

    @property
    def words(self) -> str:
        """The words so far of what is being said."""
        return self._words

    def start(self) -> None:
        """Begin to listen."""
        self._listener.start()

    def close(self) -> None:
        """Let go of microphone, file and model."""
        self._listener.close()

    def move(self) -> None:
        """The talk button, as far as a terminal can tell: a tap, or with hold pressed and the next time let go."""
        if self.way == "tap":
            self._listener.tap()
        elif self.way == "hold" and self.window:
            self._listener.close_window()
        elif self.way == "hold":
            self._listener.open_window()

    def events(self) -> Iterator[Event]:
        """What has happened since."""
        while True:
            try:
                yield self._events.get_nowait()
            except queue.Empty:
                return

    @property
    def file_is_heard(self) -> bool:
        """Whether the file was heard to its end, and what was said in it was judged; False with a microphone."""
        if self._player is None or self._player.silent_seconds < SILENCE_AFTER_FILE_SECONDS:
            return False
        return not self.window and (self.way not in WINDOW_WAYS or self.utterances > 0)

    @property
    def trouble(self) -> str:
        """Why the file cannot be heard, "" where it can; a microphone may still come."""
        if self._file is None:
            return ""
        unread = self._player.trouble if self._player is not None else ""
        return unread or self.model_trouble or self._microphone_trouble

    # -- what the parts tell, each on its own thread ----------------------------------------------------

    def _open_microphone(self, name: str | None, on_block: OnBlock) -> Microphone:
        def take(pcm: bytes, rate_hz: int, channels: int) -> None:
            self.meter.feed(pcm, rate_hz, channels)
            on_block(pcm, rate_hz, channels)

        if self._file is None:
            return open_input(name, take)
        opening = {"hold": self._listener.open_window, "tap": self._listener.tap}.get(self.way, lambda: None)
        self._player = FileMicrophone(self._file, take, opening, self._listener.close_window)
        if self.model_trouble == "":
            self._player.begin()
        return self._player

    def _model_changed(self, trouble: str) -> None:
        self.model_trouble = trouble
        self._tell("model", trouble or "speech model: ready", working=not trouble, sentence=trouble)
        if self._player is not None and not trouble:
            self._player.begin()

    def _gate_changed(self, change: Change) -> None:
        reading = self.meter.read()
        if reading is None or change not in {Change.BEGINS, Change.ENDS}:
            return
        levels = f"{reading.level_db:.0f} dB, table {reading.floor_db:.0f} dB"
        told = {"level_db": round(reading.level_db, 1), "floor_db": round(reading.floor_db, 1)}
        opens = change is Change.BEGINS
        self._tell("gate", f"gate: {'opens' if opens else 'closes'} ({levels})", open=opens, **told)

    def _words_changed(self, words: str) -> None:
        if words != self._words:
            self._words = words
            if words:
                self._tell("words", f"words so far: {words}", text=words)

    def _put(self, message: Message) -> None:
        match message:
            case PartChanged(part, working, sentence):
                self._microphone_trouble = sentence
                self._tell(part, sentence or f"{part}: ready", working=working, sentence=sentence)
            case ListeningChanged(is_open, always):
                self.window = is_open and not always
                self._tell("window", f"window: {_WINDOWS[is_open, always]}", open=is_open, always=always)
            case Utterance():
                self._heard(message)

    def _heard(self, utterance: Utterance) -> None:
        self._words = ""
        verdict = judge(utterance, self._hearing.book, self._hearing.context)
        judged_at = time.monotonic()
        told = utterance.trouble or f"{outcome(verdict)}   ({details(utterance, judged_at)})"
        self._tell("heard", f"heard: {told}", **record_of(utterance, verdict, judged_at))
        self.utterances += 1

    def _tell(self, kind: str, line: str, /, **more: Any) -> None:
        seconds = round(time.monotonic() - self._began, 2)
        self._events.put(Event(kind, f"{seconds:7.2f}  {line}", {"event": kind, "at_seconds": seconds} | more))
