"""The speech model, and how quickly and rightly this machine recognises the box's own voice."""

from __future__ import annotations

import time

import numpy as np

from ..hearing import open_recogniser
from ..inputs.speech.audio import RATE_HZ, Converter
from ..inputs.speech.files import recognise_blocks
from ..inputs.speech.recogniser import Recogniser, RecogniserError
from ..inputs.speech.verdict import Context, judge
from ..messages import Intent
from ..phrasebook import Phrasebook
from ..settings import Settings
from ..speech_models import ModelError, find
from .finding import Finding, fault, ok, warning
from .sound import Sound

MOST_OF_REAL_TIME = 0.5
"""Recognising one second of sound in this or less keeps pace with a speaker, with room for the rest of the box."""


def model(settings: Settings) -> Finding:
    """Whether the speech model is there, and whole."""
    try:
        return ok(str(find(settings.speech.model, language=settings.language)))
    except ModelError as error:
        return fault(str(error), "delvebox models install")


class Hearing:
    """A recogniser for the checks, started once."""

    def __init__(self, settings: Settings, book: Phrasebook) -> None:
        """Prepare it; it starts with the first sound."""
        self._book = book
        self._recogniser: Recogniser = open_recogniser(settings.speech.model, book, ("hold",))

    def understand(self, sound: Sound) -> tuple[str, Intent | None, float]:
        """Words, what is understood of them, and the time it took as a share of the sound's own length.

        Raises:
            RecogniserError: there is no recogniser.
        """
        pcm, rate_hz = sound
        heard = Converter(rate_hz).convert(np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32768), last=True)
        self._recogniser.wait_ready()
        began = time.monotonic()
        blocks = iter([heard])
        utterance = recognise_blocks(blocks, "hold", self._recogniser, self._book.goes_on, self._book.is_phrase)[0]
        took = time.monotonic() - began
        verdict = judge(utterance, self._book, Context())
        return verdict.text, verdict.intent, took / (len(pcm) / 2 / rate_hz)

    def close(self) -> None:
        """End it."""
        self._recogniser.close()


def recognition(hearing: Hearing, sound: Sound, wanted: Intent) -> Finding:
    """The box's own sentence, given to the recogniser without a room between."""
    try:
        words, intent, share = hearing.understand(sound)
    except RecogniserError as error:
        return fault(str(error), "delvebox models install, or start the box again")
    says = f"“{words}” in {share:.2f} of its own length"
    if intent is None or intent.name != wanted.name:
        return fault(f"{says}: not understood", "delvebox hear shows what is heard of a recording")
    if share > MOST_OF_REAL_TIME:
        return warning(says, "this machine is slow for speech: fewer programs beside the box, or a faster Pi")
    return ok(says)


def voice_loop(hearing: Hearing, recorded: bytes, wanted: Intent) -> Finding:
    """What the microphone heard of the loudspeaker."""
    try:
        words, intent, _ = hearing.understand((recorded, RATE_HZ))
    except RecogniserError as error:
        return fault(str(error), "delvebox models install, or start the box again")
    if intent is None or intent.name != wanted.name:
        return warning(
            f"spoken, and heard as “{words or 'nothing'}”", "louder, or the microphone nearer; a headphone is not heard"
        )
    return ok(f"spoken, and heard as “{words}”")
