"""The only place where the parts are put together.

A part that cannot be had is left out and told in one sentence; the box starts with whatever is there.
Only the journal is not optional: what it cannot write down, the box must not tell.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..engine.delve import EntryError
from ..engine.records import RecordError
from ..engine.rules import RulesError
from .announcer import Announcer
from .clock import Clock, RealClock
from .hearing import open_recogniser
from .inputs.buttons import Buttons
from .inputs.gestures import TALK_HOLD_SECONDS, Gestures, timing_for
from .inputs.speech.audio import AudioError
from .inputs.speech.ear import BEFORE_SECONDS
from .inputs.speech.files import recognise_file
from .inputs.speech.listener import Listener
from .inputs.speech.recogniser import Recogniser, RecogniserError
from .instance import Instance, InstanceError, take_instance
from .journal import Journal, JournalError
from .messages import Fact, Message, PartChanged, Utterance
from .outputs.lamp import Lamp
from .outputs.narration import Narration
from .outputs.narrator import Narrator
from .outputs.pages import goodbye_of
from .outputs.screen import Screen
from .outputs.sinks import Loudspeaker, Sink, WavFolder
from .phrasebook import Phrasebook, PhrasebookError
from .pins import Pins, PinsError, open_pins
from .ports import MissingLamp, MissingListener, Parts
from .recorded import RecordedDelve
from .session import Session
from .settings import Loaded, Problem, Settings, load_or_last_good
from .speech_models import ModelError
from .translate import misfits

SEED_BITS = 63
"""SQLite and JSON readers elsewhere hold whole numbers of so many bits."""


class BoxError(Exception):
    """There can be no box; the text says why and the cure."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a command asks of the box."""

    state_folder: Path
    settings_file: Path | None = None
    """None: the default places."""
    seed: int | None = None
    """Fixes the dice of the delves begun by this run; None takes chance."""
    pins: str | None = None
    """auto, lgpio or mock; None: as the settings say."""
    wav_folder: Path | None = None
    """Sentences are written here as WAV files and not played."""
    sound: bool = True
    """Microphone and loudspeaker are wanted."""


class Box:
    """Every part, put together; `start` shows the first page, `close` or `drop` ends it."""

    def __init__(
        self,
        wishes: Wishes,
        clock: Clock,
        observe: Callable[[Fact], None],
        on_frame: Callable[[], object] | None = None,
    ) -> None:
        """Build the box.

        Args:
            wishes: What the command asks of it.
            clock: The run's clock, real or moved by hand.
            observe: Told every fact once it is durable, on the session's thread.
            on_frame: Called when the panel's picture changed, on the screen's thread; must be quick.

        Raises:
            BoxError: another box runs on the state folder, or the journal cannot be used.
        """
        self._instance, self._journal = _open_state(wishes.state_folder)
        try:
            self._build(wishes, clock, observe, on_frame)
        except BaseException:
            self._journal.close()
            self._instance.close()
            raise

    def _build(
        self, wishes: Wishes, clock: Clock, observe: Callable[[Fact], None], on_frame: Callable[[], object] | None
    ) -> None:
        loaded = load_or_last_good(wishes.settings_file, wishes.state_folder, check_bindings)
        self.settings = settings = loaded.settings
        self.problems = (*loaded.sentences(), *loaded.warnings, *self._journal.troubles)
        """What is wrong with settings and journal, each in a sentence."""
        troubles = {"settings": loaded.trouble, "recovery": " ".join(self._journal.troubles)}
        phrasebook, troubles["phrasebook"] = open_phrasebook(settings)
        delve = _open_delve(self._journal, settings, wishes)
        self.pins, troubles["pins"] = _open_pins(wishes.pins or settings.pins)
        messages = _Door()
        self.buttons = Buttons(self.pins, settings.buttons, messages.put, clock)
        troubles |= {f"button {number}": text for number, text in enumerate(self.buttons.troubles)}
        self.gestures = _gestures(settings, self.buttons)
        self.announcer = Announcer(delve, Narration.load(settings.language), clock, observe)
        self.session = Session(
            delve=delve,
            announcer=self.announcer,
            phrasebook=phrasebook,
            buttons=settings.buttons,
            gestures=self.gestures,
            clock=clock,
        )
        messages.open(self.session.put)
        self._lamp, troubles["lamp"] = _open_lamp(self.pins, settings)
        kind = "dummy" if self.pins.is_mock or not settings.panel.enabled else "auto"
        self.screen = Screen(settings.panel, self.session.offer, kind, on_frame=on_frame)
        self.narrator = Narrator(settings.voice, self.session.offer, _sink(wishes, settings))
        self._open_recogniser = partial(open_recogniser, settings.speech.model, phrasebook)
        self._phrasebook = phrasebook
        self._listener, troubles["speech"] = self._open_listener(wishes)
        self._file_recogniser: Recogniser | None = None
        for part, sentence in troubles.items():
            if sentence:
                self.session.offer(PartChanged(part, working=False, sentence=sentence))

    def start(self) -> None:
        """Begin to listen, show the first page and say where a resumed delve stands."""
        listener = self._listener or MissingListener()
        self.session.start(Parts(self.screen, self.narrator, listener, self._lamp or MissingLamp()))
        if self._lamp is not None:
            self._lamp.start()
        if self._listener is not None:
            self._listener.start()

    def recognise_file(self, path: Path) -> list[Utterance]:
        """What the box hears of a WAV file, by the first way to talk of the settings.

        A file or a recogniser that cannot be used is an utterance with its trouble.
        """
        way = next(iter(self.settings.speech.ways), "hold")
        try:
            if self._file_recogniser is None:
                self._file_recogniser = self._open_recogniser((way,))
            return recognise_file(path, way, self._file_recogniser, self._phrasebook.goes_on)
        except (ModelError, AudioError, RecogniserError) as error:
            return [Utterance((), way, 0.0, 0.0, 0.0, str(error))]

    def close(self) -> None:
        """Close in order: inputs first, the journal last; the goodbye stays on the panel."""
        self.buttons.close()
        if self._listener is not None:
            self._listener.close()
        if self._file_recogniser is not None:
            self._file_recogniser.close()
        self.narrator.close()
        if self._lamp is not None:
            self._lamp.close()
        self.screen.close(goodbye_of(self.announcer.view))
        self.pins.close()
        self._journal.close()
        self._instance.close()

    def _open_listener(self, wishes: Wishes) -> tuple[Listener | None, str]:
        speech = self.settings.speech
        if not (wishes.sound and speech.ways):
            return None, ""

        def tell(trouble: str) -> None:
            self.session.offer(PartChanged("speech", not trouble, trouble))

        try:
            recogniser = self._open_recogniser(speech.ways, tell)
        except ModelError as error:
            return None, f"no voice commands: {error}"
        listener = Listener(
            recogniser,
            self.session.offer,
            ways=speech.ways,
            goes_on=self._phrasebook.goes_on,
            microphone=speech.microphone,
            before_seconds=BEFORE_SECONDS + TALK_HOLD_SECONDS + self.settings.gestures.debounce_ms / 1000,
        )
        return listener, ""


class _Door:
    """Takes messages for a session that is still being built: an input may be armed before it."""

    def __init__(self) -> None:
        self._waiting: list[Message] = []
        self._put: Callable[[Message], None] = self._waiting.append

    def put(self, message: Message) -> None:
        self._put(message)

    def open(self, put: Callable[[Message], None]) -> None:
        self._put = put
        for message in self._waiting:
            put(message)


def check_bindings(loaded: Loaded) -> tuple[Problem, ...]:
    """The phrases bound to buttons that the phrasebook does not know, with their lines."""
    phrasebook, _ = open_phrasebook(loaded.settings)
    problems = []
    for name, button in loaded.settings.buttons.items():
        for gesture in ("press", "double", "hold"):
            phrase = getattr(button, gesture)
            if phrase is not None and phrasebook.match(phrase) is None:
                path = ("buttons", name, gesture)
                text = f'"{phrase}" is no phrase of the phrasebook: give a whole one, such as search the room'
                problems.append(Problem(loaded.line_of(path), path, phrase, text))
    return tuple(problems)


def open_phrasebook(settings: Settings) -> tuple[Phrasebook, str]:
    """The table's phrasebook with the settings' names; the shipped one and a sentence where it cannot be used."""
    names = settings.names
    lists = {
        "characters": names.characters,
        "spells": names.spells,
        "conditions": names.conditions,
        "lights": names.lights,
    }
    try:
        phrasebook = Phrasebook.load(settings.speech.phrasebook, settings.language, lists)
        unfit = misfits(phrasebook)
    except PhrasebookError as error:
        unfit = tuple(str(problem) for problem in error.problems)
    if not unfit:
        return phrasebook, ""
    return Phrasebook.load(None, "en"), f"the phrasebook cannot be used, the shipped one is: {unfit[0]}"


def _open_state(folder: Path) -> tuple[Instance, Journal]:
    try:
        instance = take_instance(folder)
    except InstanceError as error:
        raise BoxError(str(error)) from error
    try:
        return instance, Journal.open(folder)
    except JournalError as error:
        instance.close()
        raise BoxError(str(error)) from error


def _open_delve(journal: Journal, settings: Settings, wishes: Wishes) -> RecordedDelve:
    def new_seed() -> int:
        return secrets.randbits(SEED_BITS) if wishes.seed is None else wishes.seed

    try:
        return RecordedDelve(journal, settings.rules, new_seed)
    except (JournalError, RecordError, EntryError, RulesError) as error:
        raise BoxError(f"the delve in {wishes.state_folder} cannot be played on: {error}") from error


def _open_pins(kind: str) -> tuple[Pins, str]:
    try:
        return open_pins(kind), ""
    except PinsError as error:
        return open_pins("mock"), f"the buttons do not work: {error}"


def _gestures(settings: Settings, buttons: Buttons) -> Gestures:
    times = settings.gestures
    timings = {
        name: timing_for(
            double=button.double is not None,
            hold=button.hold is not None,
            hold_to_talk=button.hold_to_talk,
            debounce_seconds=times.debounce_ms / 1000,
            hold_seconds=times.hold_seconds,
            double_seconds=times.double_seconds,
        )
        for name, button in settings.buttons.items()
    }
    return Gestures(timings, down=buttons.down(), read_level=buttons.level)


def _open_lamp(pins: Pins, settings: Settings) -> tuple[Lamp | None, str]:
    if settings.lamp.pin is None:
        return None, ""
    try:
        return Lamp(pins.lamp(settings.lamp.pin), RealClock()), ""
    except PinsError as error:
        return None, f"the lamp does not work: {error}"


def _sink(wishes: Wishes, settings: Settings) -> Sink | None:
    if wishes.wav_folder is not None:
        return WavFolder(wishes.wav_folder)
    if not (wishes.sound and settings.voice.enabled):
        return None
    return Loudspeaker(settings.voice.device)
