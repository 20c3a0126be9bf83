"""The only place where the parts are put together.

A part that cannot be had is left out and told in one sentence; the box starts with whatever is there.
Only the journal is not optional: what it cannot write down, the box must not tell.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

from ..engine.delve import EntryError
from ..engine.records import RecordError
from ..engine.rules import RulesError
from ..engine.tables import Tables
from .announcing.announcer import Announcer
from .clips import ClipFolder, ClipKeeper
from .clock import Clock
from .hearing import Hearing
from .inputs.buttons import Buttons
from .inputs.chord import Chord
from .inputs.speech.listener import Listener
from .instance import AlreadyRunning, Instance, InstanceError, take_instance
from .journal import Evenings, Journal, JournalError, Snapshots
from .kept import KeptVoice
from .lent_sound import LentSound
from .mailbox import Mailbox
from .messages import Fact, PartChanged
from .outputs.narrator import Narrator
from .outputs.screen import Screen
from .outputs.sinks import Loudspeaker, Sink, WavFolder
from .outputs.voice import voice_of
from .places import clips_folder
from .ports import MissingLamp, Parts, ToldLamp
from .power import BoxPower, MachinePower
from .recorded import RecordedDelve
from .session.session import Session
from .session.talking import Talking, unmuting_hand
from .settings import Settings, load_or_last_good
from .speech_models import words_of
from .theme import open_narration
from .vocabulary import check_bindings, open_phrasebook, tables_of
from .wired import chord_of, gestures_of, held_by_others, open_buzzer, open_lamp, open_pins_or_mock, watch_dial
from .wishes import BoxError, BoxTaken, Wishes

log = logging.getLogger(__name__)

SEED_BITS = 63
"""SQLite and JSON readers elsewhere hold whole numbers of so many bits."""
CLOSE_SECONDS = 5.0
"""A part that takes longer to close hangs."""


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
        on_buzz: Callable[[str], object] = lambda _pattern: None,
        lent: LentSound | None = None,
    ) -> None:
        """Build the box.

        Args:
            wishes: What the command asks of it.
            clock: The run's clock, real or moved by hand.
            mailbox: Where everything comes in; what waits there already is handled first.
            observe: Told every fact once it is durable, on the session's thread.
            on_frame: Called when the panel's picture changed, on the screen's thread; must be quick.
            on_lamp: Told each pattern that the lamp is to show, on the session's thread; must be quick.
            on_buzz: The same of each that the buzzer sounds.
            lent: Microphones and loudspeakers that others lend; None: the box's own alone.

        Raises:
            BoxTaken: another box runs on the state folder.
            BoxError: the state folder or the journal cannot be used.
        """
        self.mailbox = mailbox
        self._on_lamp, self._on_buzz = on_lamp, on_buzz
        self._lent = lent or LentSound()
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
        journal, self._instance = _open_state(opened, wishes.state_folder)
        loaded = load_or_last_good(wishes.settings_file, wishes.state_folder, check_bindings)
        self.settings = settings = loaded.settings
        self.settings_file, self.state_folder = loaded.path, wishes.state_folder
        tables = tables_of(settings)
        self.problems = (*loaded.sentences(), *map(str, tables.faults), *loaded.warnings, *journal.troubles)
        """What is wrong with settings, tables and journal, each in a sentence."""
        troubles = {"settings": loaded.trouble, "recovery": " ".join(journal.troubles)}
        self._phrasebook, troubles["phrasebook"] = open_phrasebook(settings)
        words_of.cache_clear()  # nothing looks at them any more
        troubles["tables"] = tables.trouble
        self.delve = delve = _open_delve(journal, settings, tables.tables, wishes)
        """For who only looks, on the session's thread: the session alone plays it."""
        self._snapshots = Snapshots(wishes.state_folder, lambda: journal.number, self.mailbox.offer)
        opened.callback(self._snapshots.close)
        self.pins, troubles["pins"] = open_pins_or_mock(wishes.pins or settings.pins)
        opened.callback(self.pins.close)
        self._slow: list[Callable[[], None]] = []
        """Closes the parts that may hang."""
        opened.callback(_close_at_once, self._slow)
        self.buttons = _open_buttons(opened, settings, Buttons(self.pins, settings.buttons, self.mailbox.put, clock))
        dial_troubles = watch_dial(self.pins, settings, self.mailbox.put, clock)
        troubles |= {f"button {number}": text for number, text in enumerate((*self.buttons.troubles, *dial_troubles))}
        self.gestures = gestures_of(settings, self.buttons)
        narration, troubles["theme"] = open_narration(settings, delve.seed)
        self.announcer = Announcer(delve, narration, clock, observe, settings)
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
            dial=settings.dial,
            gestures=self.gestures,
            chord=Chord(chord_of(settings, self.buttons.names), settings.shutdown.seconds),
            keep_clip=clips.keep,
            talking=Talking(self.announcer, kept, unmuting_hand(settings.buttons, self._phrasebook)),
            clock=clock,
        )
        self._lamp, troubles["lamp"] = open_lamp(self.pins, settings)
        self._buzzer, troubles["buzzer"] = open_buzzer(self.pins, settings, lambda: kept.volume == 0, self._on_buzz)
        kind = "dummy" if self.pins.is_mock or not settings.panel.enabled else "auto"
        self.screen = Screen(settings.panel, self.mailbox.offer, kind, on_frame=on_frame)
        self._slow.append(lambda: self.screen.close(self.announcer.panel.last_page))
        self.narrator = self._open_narrator(_sink(wishes, settings), kept)
        self._slow.append(self.narrator.close)
        self.hearing = Hearing(settings, self._phrasebook)
        self._slow.append(self.hearing.close)
        self._listener = self.hearing.open_listener(
            self.mailbox.offer, sound=wishes.sound, open_microphone=self._lent.open_microphone
        )
        self._slow += [self._close_lamp, *([self._buzzer.close] if self._buzzer else [])]
        if isinstance(self._listener, Listener):
            self._slow.append(self._listener.close)
            self._lent.microphones.on_change = self._listener.change_microphone
        for part, sentence in troubles.items():
            if sentence:
                self.mailbox.offer(PartChanged(part, working=False, sentence=sentence))

    def _open_narrator(self, sink: Sink | None, kept: KeptVoice) -> Narrator:
        self.has_voice = sink is not None
        """What it says can be heard."""
        if sink is not None:
            sink = self._lent.beside(sink, alone=self.pins.is_mock)
        return Narrator(kept.voice, self.mailbox.offer, sink, voice_of(self.settings))

    def start(self) -> None:
        """Begin to listen, show the first page and say where a resumed delve stands."""
        buzz = (self._buzzer or MissingLamp()).show
        put = self.mailbox.offer
        power = BoxPower(put) if self.pins.is_mock else MachinePower(put, self.settings.lamp.pin)
        lamp = ToldLamp(ToldLamp(self._lamp or MissingLamp(), buzz), self._on_lamp)
        self.session.start(Parts(self.screen, self.narrator, self._listener, lamp, power))
        for blinking in (self._lamp, self._buzzer):
            if blinking is not None:
                blinking.start()
        if isinstance(self._listener, Listener):
            self._listener.start()
        self._snapshots.start()

    @property
    def deaf(self) -> str:
        """Why it hears no microphone in this run; empty where it does."""
        return "" if isinstance(self._listener, Listener) else self._listener.why

    def close(self) -> None:
        """Close in order: inputs first, the journal last; the goodbye stays on the panel."""
        self._instance.leave_soon()
        self._opened.close()

    def _close_lamp(self) -> None:
        if self._lamp is not None:  # where the machine goes down, it says so until the plug may be pulled
            self._lamp.close(lit=self.announcer.signs.off and not self.pins.is_mock)


def _close_at_once(closings: Iterable[Callable[[], None]]) -> None:
    """Close parts that may hang, each for a second or two, side by side; a fault of one is logged."""

    def close(closing: Callable[[], None]) -> None:
        try:
            closing()
        except Exception:
            log.exception("a part did not close in order")

    threads = [threading.Thread(target=close, args=[closing], name="closing", daemon=True) for closing in closings]
    for thread in threads:
        thread.start()
    until = time.monotonic() + CLOSE_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    if any(thread.is_alive() for thread in threads):
        log.error("a part did not close within %g s: it hangs, and is left behind", CLOSE_SECONDS)


def _open_state(opened: ExitStack, folder: Path) -> tuple[Journal, Instance]:
    try:
        instance = take_instance(folder)
        opened.callback(instance.close)
        journal = Journal.open(folder)
    except AlreadyRunning as error:
        raise BoxTaken(str(error)) from error
    except (InstanceError, JournalError) as error:
        raise BoxError(str(error)) from error
    opened.callback(journal.close)
    return journal, instance


def _open_buttons(opened: ExitStack, settings: Settings, buttons: Buttons) -> Buttons:
    opened.callback(buttons.close)
    if buttons.held:
        raise BoxTaken(held_by_others([each.pin for each in settings.buttons.values()]))
    return buttons


def _open_delve(journal: Journal, settings: Settings, tables: Tables, wishes: Wishes) -> RecordedDelve:
    def new_seed() -> int:
        return secrets.randbits(SEED_BITS) if wishes.seed is None else wishes.seed

    try:
        return RecordedDelve(journal, settings.rules, new_seed, Evenings(wishes.state_folder).note, tables)
    except (JournalError, RecordError, EntryError, RulesError) as error:
        cure = "start the delvebox that wrote it, or choose another state folder with --state-dir"
        raise BoxError(f"the delve in {wishes.state_folder} cannot be played on ({error}): {cure}") from error


def _sink(wishes: Wishes, settings: Settings) -> Sink | None:
    if wishes.wav_folder is not None:
        return WavFolder(wishes.wav_folder)
    if not (wishes.sound and settings.voice.enabled):
        return None
    return Loudspeaker(settings.voice.device)
