"""The examination: each check in its order, and a check that breaks is a finding itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..instance import InstanceError, who_runs
from ..messages import Intent
from ..phrasebook import Phrasebook
from ..pins import is_pi
from ..settings import Settings, load_settings
from ..sound import SoundError
from ..vocabulary import open_phrasebook
from . import machine, service, sound, speech, state, wires
from .finding import Finding, fault, ok

log = logging.getLogger(__name__)

SPOKEN_INTENT = "search"
"""What the box says to itself."""


@dataclass
class Patient:
    """The box that is examined, and what one check leaves for the next."""

    state_folder: Path
    settings_file: Path | None = None
    root: Path = Path("/")
    aloud: bool = True
    """Whether the box may be heard."""
    card_seconds: float = wires.CARD_SECONDS
    """How long the test card is to be looked at."""
    settings: Settings = field(init=False)
    book: Phrasebook = field(init=False)
    spoken: sound.Sound | None = field(default=None, init=False)
    shows: bool = field(default=False, init=False)
    """Whether a wired display answers."""
    has_sound: bool = field(default=True, init=False)
    """Whether both sound devices are there and wanted."""
    hearing: speech.Hearing = field(init=False)

    def __post_init__(self) -> None:
        self.settings = load_settings(self.settings_file).settings
        self.book, _ = open_phrasebook(self.settings)
        self.hearing = speech.Hearing(self.settings, self.book)

    @property
    def phrase(self) -> Intent:
        """What is spoken and should be heard."""
        return Intent(SPOKEN_INTENT, {}, self.book.example(SPOKEN_INTENT) or "")


def _voice(patient: Patient) -> Finding:
    if not patient.settings.voice.enabled:
        return ok("none, by the settings")
    found, patient.spoken = sound.voice(patient.settings, patient.phrase.text)
    return found


def _device(look: Callable[[Settings], Finding | None], patient: Patient) -> Finding:
    found = look(patient.settings)
    patient.has_sound = patient.has_sound and found is not None and found.level == "ok"
    return found or ok("none, by the settings")


def _display(patient: Patient) -> Finding:
    found = wires.display(patient.settings, patient.root)
    patient.shows = found.level == "ok" and patient.settings.panel.enabled and is_pi(patient.root)
    return found


def _card(patient: Patient) -> Finding:
    try:
        alone = who_runs(patient.state_folder) is None
    except InstanceError:  # told above
        alone = False
    return wires.card(patient.settings, free=patient.shows and alone, seconds=patient.card_seconds)


def _recognition(patient: Patient) -> Finding:
    if patient.spoken is None:
        return ok("not tried: no voice to try it with")
    return speech.recognition(patient.hearing, patient.spoken, patient.phrase)


def _voice_loop(patient: Patient) -> Finding:
    if not patient.aloud:
        return ok("not tried: silent was asked for")
    if patient.spoken is None or not patient.has_sound:
        return ok("not tried: it takes voice, loudspeaker and microphone")
    try:
        recorded = sound.record_while_playing(patient.settings, patient.spoken)
    except SoundError as error:
        return fault(str(error), "a box that runs holds them: stop it; else see hardware/sound.md")
    return speech.voice_loop(patient.hearing, recorded, patient.phrase)


CHECKS: dict[str, Callable[[Patient], Finding]] = {
    "machine": lambda patient: machine.machine(patient.root),
    "power": lambda patient: machine.power(patient.root),
    "warmth": lambda patient: machine.warmth(patient.root),
    "memory": lambda patient: machine.memory(patient.root),
    "clock": lambda patient: machine.clock(patient.root),
    "settings": lambda patient: state.settings(patient.settings_file),
    "state folder": lambda patient: state.state_folder(patient.state_folder, patient.root),
    "other box": lambda patient: state.other_box(patient.state_folder),
    "service": lambda patient: service.service(patient.settings),
    "pins": lambda patient: wires.pins(patient.settings, patient.root),
    "display": _display,
    "test card": _card,
    "microphone": lambda patient: _device(sound.microphone, patient),
    "loudspeaker": lambda patient: _device(sound.loudspeaker, patient),
    "speech model": lambda patient: speech.model(patient.settings),
    "voice": _voice,
    "recognition": _recognition,
    "voice loop": _voice_loop,
}
"""By name, in the order in which they are told."""


def examine(patient: Patient) -> Iterator[tuple[str, Finding]]:
    """Every check with what it found, each as soon as it is done."""
    try:
        for name, check in CHECKS.items():
            try:
                found = check(patient)
            except Exception as error:
                log.exception("the check of %s broke", name)
                found = fault(f"the check itself broke: {error}", "please report it, with the lines above")
            yield name, found
    finally:
        patient.hearing.close()
