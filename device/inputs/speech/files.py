"""Sound held to the box's ear, of a WAV file or of any other source: the same path as the microphone's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...messages import Utterance
from .detection import Detector
from .ear import Ear
from .recogniser import Recogniser
from .ways import WAKE_PHRASE, WINDOW_WAYS


def recognise_blocks(
    blocks: Iterator[bytes],
    way: str,
    recogniser: Recogniser,
    goes_on: Callable[[str], bool] = lambda _text: False,
    is_phrase: Callable[[str], bool] = lambda _text: False,
    *,
    wake_phrase: str = WAKE_PHRASE,
    detector: Detector | None = None,
) -> list[Utterance]:
    """The utterances of a sound; at least one, which has no words where nothing was said.

    Hold: exactly one, as though the button had been held from its beginning to its end (at most 30 s).
    Tap: one, as though the button had been tapped at its beginning. Open: as many as there are, in order.

    Args:
        blocks: 16 kHz mono 16-bit, piece by piece; at least one. `audio.wav_blocks` has those of a file.
        way: hold, tap, wake or open.
        recogniser: Waited for where it is still loading.
        goes_on: Whether words are the beginning of a longer phrase, such as `Phrasebook.goes_on`.
        is_phrase: Whether words are a whole phrase, such as `Phrasebook.is_phrase`.
        wake_phrase: In normalised words.
        detector: Says what is speech, of what is loud; without one all of it is.

    Raises:
        AudioError: The blocks are of a file that cannot be used.
        RecogniserError: There is no recogniser.
    """
    ear = Ear(recogniser, {way}, goes_on, is_phrase=is_phrase, wake_phrase=wake_phrase, detector=detector)
    first = next(blocks)  # a bad file is told before the model is waited for
    recogniser.wait_ready()
    if way == "hold":
        ear.open_window()
    elif way == "tap":
        ear.tap()
    found = ear.feed(first)
    for block in blocks:
        found += ear.feed(block)
        if found and way in WINDOW_WAYS:
            return found
    ear.close_window()
    found += ear.finish()
    return found or [Utterance((), way, 0.0, ear.seconds, 0.0)]
