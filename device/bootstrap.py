"""The only place where the parts are put together.

A part that cannot be had is left out and told in one sentence; the box starts with whatever is there.
Only the journal is not optional: what it cannot write down, the box must not tell.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..engine.delve import EntryError
from ..engine.records import RecordError
from ..engine.rules import RulesError
from .announcer import Announcer
from .clips import ClipFolder, ClipKeeper
from .clock import Clock, RealClock
from .hearing import open_recogniser
from .inputs.buttons import Buttons
from .inputs.chord import Chord
from .inputs.gestures import TALK_HOLD_SECONDS, Gestures, timing_for
from .inputs.speech.audio import AudioError
from .inputs.speech.detection import SpeechDetector
from .inputs.speech.ear import BEFORE_SECONDS
from .inputs.speech.files import recognise_file
from .inputs.speech.listener import Listener
from .inputs.speech.recogniser import Recogniser, RecogniserError
from .instance import InstanceError, take_instance
from .journal import Journal, JournalError
from .kept import KeptVoice
from .mailbox import Mailbox
from .messages import Fact, PartChanged, Utterance
from .outputs.lamp import Buzzer, Lamp
from .outputs.narration import Narration
from .outputs.narrator import Narrator
from .outputs.screen import Screen
from .outputs.sinks import Loudspeaker, Sink, WavFolder
from .pins import Pins, PinsError, open_pins
from .places import clips_folder
from .ports import MissingLamp, MissingListener, Parts, ToldLamp
from .power import BoxPower, MachinePower
from .recorded import RecordedDelve
from .session import Session
from .settings import Settings, load_or_last_good
from .speech_models import words_of
from .talking import Talking, unmuting_hand
from .vocabulary import check_bindings, open_phrasebook
from .words import normalise

log = logging.getLogger(__name__)

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
    web: bool = False
    """The page in the browser is wanted, whatever the settings say."""


class Box:
    """Every part, put together; `start` shows the first page, `close` ends it."""

    def __init__(
        self,
        wishes: Wishes,
        clock: Clock,
        mailbox: Mailbox,
        observe: Callable[[Fact], None],
        on_frame: Callable[[], object] | None = None,
        *,
        on_lamp: Callable[[str], object] = lambda _pattern: None,
    ) -> None:
        """Build the box.

        Args:
            wishes: What the command asks of it.
            clock: The run's clock, real or moved by hand.
            mailbox: Where everything comes in; what waits there already is handled first.
            observe: Told every fact once it is durable, on the session's thread.
            on_frame: Called when the panel's picture changed, on the screen's thread; must be quick.
            on_lamp: Told each pattern that the lamp is to show, on the session's thread; must be quick.

        Raises:
            BoxError: another box runs on the state folder, or the journal cannot be used.
        """
        self.mailbox = mailbox
        self._on_lamp = on_lamp
        with ExitStack() as opened:
            self._build(opened, wishes, clock, observe, on_frame)
            self._opened = opened.pop_all()

    def _build(
        self,
        opened: ExitStack,
        wishes: Wishes,
        clock: Clock,
        observe: Callable[[Fact], None],
        on_frame: Callable[[], object] | None,
    ) -> None:
        """Open every part; `opened` closes them in the opposite order, and all of them if one fails."""
        journal = _open_state(opened, wishes.state_folder)
        loaded = load_or_last_good(wishes.settings_file, wishes.state_folder, check_bindings)
        self.settings = settings = loaded.settings
        self.problems = (*loaded.sentences(), *loaded.warnings, *journal.troubles)
        """What is wrong with settings and journal, each in a sentence."""
        troubles = {"settings": loaded.trouble, "recovery": " ".join(journal.troubles)}
        self._phrasebook, troubles["phrasebook"] = open_phrasebook(settings)
        words_of.cache_clear()  # nothing looks at them any more
        delve = _open_delve(journal, settings, wishes)
        self.pins, troubles["pins"] = _open_pins(wishes.pins or settings.pins)
        opened.callback(self.pins.close)
        self._slow: list[Callable[[], None]] = []
        """Closes the parts that may hang."""
        opened.callback(_close_at_once, self._slow)
        self.buttons = Buttons(self.pins, settings.buttons, self.mailbox.put, clock)
        opened.callback(self.buttons.close)
        troubles |= {f"button {number}": text for number, text in enumerate(self.buttons.troubles)}
        self.gestures = _gestures(settings, self.buttons)
        self.announcer = Announcer(delve, Narration.load(settings.language), clock, observe, settings.panel)
        kept = KeptVoice(wishes.state_folder, settings.voice)
        folder = ClipFolder(clips_folder(wishes.state_folder))
        clips = ClipKeeper(folder, settings.speech.keep_clips, self.mailbox.offer)
        self._slow.append(clips.close)
        self.session = Session(
            mailbox=self.mailbox,
            delve=delve,
            announcer=self.announcer,
            phrasebook=self._phrasebook,
            buttons=settings.buttons,
            gestures=self.gestures,
            chord=Chord(chord_of(settings, self.buttons.names), settings.shutdown.seconds),
            keep_clip=clips.keep,
            talking=Talking(self.announcer, kept, unmuting_hand(settings.buttons, self._phrasebook)),
            clock=clock,
        )
        self._lamp, troubles["lamp"] = _open_lamp(self.pins, settings)
        self._buzzer, troubles["buzzer"] = _open_buzzer(self.pins, settings, kept)
        kind = "dummy" if self.pins.is_mock or not settings.panel.enabled else "auto"
        self.screen = Screen(settings.panel, self.mailbox.offer, kind, on_frame=on_frame)
        self._slow.append(lambda: self.screen.close(self.announcer.last_page))
        self.narrator = Narrator(kept.voice, self.mailbox.offer, _sink(wishes, settings))
        self._slow.append(self.narrator.close)
        self._wake_phrase = normalise(settings.speech.wake_phrase, settings.language)
        self._open_recogniser = partial(
            open_recogniser, settings.speech.model, self._phrasebook, wake_phrase=self._wake_phrase
        )
        self._listener = self._open_listener(wishes)
        self._slow += [blinking.close for blinking in (self._lamp, self._buzzer) if blinking is not None]
        if isinstance(self._listener, Listener):
            self._slow.append(self._listener.close)
        self._file_recogniser: Recogniser | None = None
        for part, sentence in troubles.items():
            if sentence:
                self.mailbox.offer(PartChanged(part, working=False, sentence=sentence))

    def start(self) -> None:
        """Begin to listen, show the first page and say where a resumed delve stands."""
        buzz = (self._buzzer or MissingLamp()).show
        power = BoxPower(self.mailbox.offer) if self.pins.is_mock else MachinePower(self.mailbox.offer)
        lamp = ToldLamp(ToldLamp(self._lamp or MissingLamp(), buzz), self._on_lamp)
        self.session.start(Parts(self.screen, self.narrator, self._listener, lamp, power))
        for blinking in (self._lamp, self._buzzer):
            if blinking is not None:
                blinking.start()
        if isinstance(self._listener, Listener):
            self._listener.start()

    def recognise_file(self, path: Path) -> list[Utterance]:
        """What the box hears of a WAV file, by the first way to talk of the settings.

        A file or a recogniser that cannot be used is an utterance with its trouble.
        """
        way = next(iter(self.settings.speech.ways), "hold")
        try:
            if self._file_recogniser is None:
                self._file_recogniser = self._open_recogniser((way,))
                self._slow.append(self._file_recogniser.close)
            book = self._phrasebook
            return recognise_file(
                path,
                way,
                self._file_recogniser,
                book.goes_on,
                book.is_phrase,
                wake_phrase=self._wake_phrase,
                detector=SpeechDetector(),
            )
        except (AudioError, RecogniserError) as error:
            return [Utterance((), way, 0.0, 0.0, 0.0, str(error))]

    def close(self) -> None:
        """Close in order: inputs first, the journal last; the goodbye stays on the panel."""
        self._opened.close()

    def _open_listener(self, wishes: Wishes) -> Listener | MissingListener:
        speech = self.settings.speech
        if not wishes.sound:
            why = "nothing was heard: this run is without a microphone"
            return MissingListener(why, self.mailbox.offer, taps="tap" in speech.ways)
        if not speech.ways:
            why = "nothing was heard: the settings turn voice commands off: put hold into the ways of speech"
            return MissingListener(why, self.mailbox.offer)

        def tell(trouble: str) -> None:
            self.mailbox.offer(PartChanged("speech", not trouble, trouble))

        times = self.settings.gestures
        decided_seconds = TALK_HOLD_SECONDS + times.debounce_ms / 1000
        if "tap" in speech.ways:
            decided_seconds += times.double_seconds  # a tap is known as one only then
        return Listener(
            self._open_recogniser(speech.ways, on_change=tell),
            self.mailbox.offer,
            ways=speech.ways,
            goes_on=self._phrasebook.goes_on,
            is_phrase=self._phrasebook.is_phrase,
            wake_phrase=self._wake_phrase,
            detector=SpeechDetector(),
            microphone=speech.microphone,
            before_seconds=BEFORE_SECONDS + decided_seconds,
        )


def chord_of(settings: Settings, working: Collection[str]) -> Collection[str]:
    """The buttons that switch the box off; none where one of them is missing or would act before it is held."""
    wanted = settings.shutdown.buttons
    buttons = settings.buttons
    fit = all(name in working and buttons[name].hold is not None for name in wanted)
    return wanted if fit else ()


def _close_at_once(closings: Iterable[Callable[[], None]]) -> None:
    """Close parts that may hang, each for a second or two, side by side; a fault of one is logged."""

    def close(closing: Callable[[], None]) -> None:
        try:
            closing()
        except Exception:
            log.exception("a part did not close in order")

    threads = [threading.Thread(target=close, args=[closing], name="closing") for closing in closings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _open_state(opened: ExitStack, folder: Path) -> Journal:
    try:
        opened.callback(take_instance(folder).close)
        journal = Journal.open(folder)
    except (InstanceError, JournalError) as error:
        raise BoxError(str(error)) from error
    opened.callback(journal.close)
    return journal


def _open_delve(journal: Journal, settings: Settings, wishes: Wishes) -> RecordedDelve:
    def new_seed() -> int:
        return secrets.randbits(SEED_BITS) if wishes.seed is None else wishes.seed

    try:
        return RecordedDelve(journal, settings.rules, new_seed)
    except (JournalError, RecordError, EntryError, RulesError) as error:
        cure = "start the delvebox that wrote it, or choose another state folder with --state-dir"
        raise BoxError(f"the delve in {wishes.state_folder} cannot be played on ({error}): {cure}") from error


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
            repeat=button.repeat,
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
        return Lamp(pins.output(settings.lamp.pin, "lamp", dims=settings.lamp.dims), RealClock()), ""
    except PinsError as error:
        return None, f"the lamp does not work: {error}"


def _open_buzzer(pins: Pins, settings: Settings, kept: KeptVoice) -> tuple[Buzzer | None, str]:
    """Silent where the settings want no tones, and while the table has turned the volume down to 0."""
    if settings.buzzer.pin is None or not settings.voice.tones:
        return None, ""
    try:
        return Buzzer(pins.output(settings.buzzer.pin, "buzzer"), RealClock(), lambda: kept.volume == 0), ""
    except PinsError as error:
        return None, f"the buzzer does not work: {error}"


def _sink(wishes: Wishes, settings: Settings) -> Sink | None:
    if wishes.wav_folder is not None:
        return WavFolder(wishes.wav_folder)
    if not (wishes.sound and settings.voice.enabled):
        return None
    return Loudspeaker(settings.voice.device)
