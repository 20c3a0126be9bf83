"""A button held while somebody speaks: what the box understands of people, plain Vosk, and open Vosk."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from open_vosk import OpenVosk
from voice_sounds import PEOPLE, Samples, as_pcm, clips_of, mixed
from voice_tally import Tally

from delvebox.device.inputs.speech.audio import RATE_HZ
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import BEFORE_SECONDS, Ear
from delvebox.device.inputs.speech.endings import AFTER_SECONDS
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.messages import Utterance
from delvebox.device.phrasebook import Phrasebook

COFFEE = Path(__file__).parents[1] / "device/inputs/speech/coffee.yaml"
SNRS_DB = (24, 18, 12, 6)
CONDITIONS = ("clean", *(f"{kind} {snr_db} dB" for kind in PEOPLE for snr_db in SNRS_DB))
ANYTHING = Context(asking="anything", table_rolls=True)


def hold(sound: Samples, recogniser: Recogniser, book: Phrasebook) -> tuple[Utterance, float]:
    """A held button from half a second into the sound to 0.2 s before its end; with the seconds of the last step."""
    pcm = as_pcm(sound)
    before, after = round(BEFORE_SECONDS * RATE_HZ) * 2, round(AFTER_SECONDS * RATE_HZ) * 2
    ear = Ear(recogniser, {"hold"}, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())
    ear.feed(pcm[:before])
    ear.open_window()
    ear.feed(pcm[before:-after])
    recogniser.words_so_far()  # returns when what was fed is recognised, as it is by the time of a release
    ear.close_window()
    began = time.perf_counter()
    (utterance,) = ear.feed(pcm[-after:] + bytes(-len(pcm) % 640)) or ear.finish()
    return utterance, time.perf_counter() - began


def as_heard(utterance: Utterance) -> Utterance:
    """The same without all that the box knows beside the words: plain Vosk."""
    words = (tuple(replace(word, level_db=None) for word in said) for said in utterance.alternatives)
    return replace(utterance, alternatives=tuple(words), near=(), phrases=(), levels_db=(), table_db=None)


class People:
    """The clips of one part, and who hears them: the box's recogniser, and open Vosk where it is wanted.

    Args:
        folder: With the clips and their labels.
        part: tuned or reported.
        recogniser: With a grammar for hold, of the clips' phrasebook.
        other: Open Vosk.
    """

    def __init__(self, folder: Path, part: str, recogniser: Recogniser, other: OpenVosk | None) -> None:
        self._clips, self._labels = clips_of(folder, part)
        self._book = Phrasebook.load(COFFEE)
        self._recogniser, self._other = recogniser, other

    def heard(self, conditions: Collection[str], most_clips: int) -> Iterator[dict[str, object]]:
        """In each condition: what the box understands, plain Vosk, and open Vosk with the nearest phrase."""
        for condition in conditions:
            kind, _, snr = condition.removesuffix(" dB").partition(" ")
            snr_db = float(snr or 0)
            told = {"box": Tally(), "plain Vosk": Tally(), "open Vosk": Tally()}
            for name in list(self._clips)[:most_clips]:
                sound, wanted = mixed(name, self._clips, kind, snr_db), self._labels[name]
                utterance, seconds = hold(sound, self._recogniser, self._book)
                told["box"].spent.append(seconds)
                for who, each in (("box", utterance), ("plain Vosk", as_heard(utterance))):
                    intent = judge(each, self._book, ANYTHING).intent
                    told[who].count(intent and dict(intent.slots), wanted)
                if self._other is not None:
                    intent = self._book.match(self._other.phrase(as_pcm(sound)) or "")
                    told["open Vosk"].count(intent and dict(intent.slots), wanted)
            heard = {who: tally for who, tally in told.items() if tally.of}
            shares = "; ".join(f"{who} {tally}" for who, tally in heard.items())
            print(f"{condition:13} {shares}; words {told['box'].median_ms} ms after the last sound", flush=True)
            yield {"condition": condition, **{who: tally.as_dict() for who, tally in heard.items()}}
