"""The recogniser for a phrasebook and a model, and what of a box hears: its microphone, and files of sound."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from .inputs.gestures import TALK_HOLD_SECONDS
from .inputs.speech.audio import AudioError, wav_blocks
from .inputs.speech.detection import SpeechDetector
from .inputs.speech.ear import BEFORE_SECONDS
from .inputs.speech.files import recognise_blocks
from .inputs.speech.grammars import grammars_for
from .inputs.speech.listener import Listener
from .inputs.speech.microphone_care import OpenMicrophone
from .inputs.speech.phrase_graph import phrase_graph
from .inputs.speech.recogniser import Recogniser, RecogniserError
from .inputs.speech.ways import WAKE_PHRASE
from .messages import Message, PartChanged, Utterance
from .phrasebook import Phrasebook
from .ports import MissingListener
from .settings import Settings
from .sound import open_input
from .speech_models import find
from .words import normalise


def open_recogniser(
    model: str | None,
    phrasebook: Phrasebook,
    ways: Collection[str],
    on_change: Callable[[str], None] = lambda _trouble: None,
    wake_phrase: str = WAKE_PHRASE,
    *,
    on_words: Callable[[str], None] | None = None,
) -> Recogniser:
    """A recogniser whose child is not started yet.

    Args:
        model: A name of the catalogue or an absolute path; None for the phrasebook's language's own.
        phrasebook: What may be said.
        ways: The ways to talk, each with a grammar of its own.
        on_change: As `Recogniser` has it; told of a missing model too, with the cure.
        wake_phrase: In normalised words.
        on_words: As `Recogniser` has it.
    """
    folder = partial(find, model, language=phrasebook.language)
    return Recogniser(
        folder,
        grammars_for(phrasebook, ways, wake_phrase),
        on_change,
        graph=phrase_graph(phrasebook),
        on_words=on_words,
    )


class Hearing:
    """The ears of one box, as its settings and phrasebook have them."""

    def __init__(self, settings: Settings, phrasebook: Phrasebook) -> None:
        """Nothing is opened yet."""
        self._settings = settings
        self._phrasebook = phrasebook
        self._wake_phrase = normalise(settings.speech.wake_phrase, settings.language)
        self._open = partial(open_recogniser, settings.speech.model, phrasebook, wake_phrase=self._wake_phrase)
        self._file_recogniser: Recogniser | None = None

    def open_listener(
        self, put: Callable[[Message], None], *, sound: bool, open_microphone: OpenMicrophone = open_input
    ) -> Listener | MissingListener:
        """What hears the microphone and puts what was said; where nothing may be heard, what says so when asked.

        Args:
            put: Takes utterances, what listens, and whether speech works; from the listener's threads.
            sound: A microphone is wanted.
            open_microphone: As `sound.open_input`.
        """
        speech = self._settings.speech
        if not sound:
            why = "nothing was heard: this run is without a microphone"
            return MissingListener(why, put, taps="tap" in speech.ways)
        if not speech.ways:
            why = "nothing was heard: the settings turn voice commands off: put hold into the ways of speech"
            return MissingListener(why, put)

        def tell(trouble: str) -> None:
            put(PartChanged("speech", not trouble, trouble))

        times = self._settings.gestures
        decided_seconds = TALK_HOLD_SECONDS + times.debounce_ms / 1000
        if "tap" in speech.ways:
            decided_seconds += times.double_seconds  # a tap is known as one only then
        return Listener(
            self._open(speech.ways, on_change=tell),
            put,
            ways=speech.ways,
            goes_on=self._phrasebook.goes_on,
            is_phrase=self._phrasebook.is_phrase,
            wake_phrase=self._wake_phrase,
            detector=SpeechDetector(),
            microphone=speech.microphone,
            open_microphone=open_microphone,
            before_seconds=BEFORE_SECONDS + decided_seconds,
        )

    def recognise_file(self, path: Path) -> list[Utterance]:
        """What the box hears of a WAV file, by the first way to talk of the settings.

        A file or a recogniser that cannot be used is an utterance with its trouble.
        """
        way = next(iter(self._settings.speech.ways), "hold")
        try:
            if self._file_recogniser is None:
                self._file_recogniser = self._open((way,))
            book = self._phrasebook
            return recognise_blocks(
                wav_blocks(path),
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
        """End the recogniser of files; the listener is closed by who opened it."""
        if self._file_recogniser is not None:
            self._file_recogniser.close()
