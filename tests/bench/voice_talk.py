"""Table talk by synthetic voices: what is taken for a command with the button held, and the wake phrase among it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np
from open_vosk import OpenVosk
from voice_hold import ANYTHING, as_heard, hold
from voice_sounds import (
    TALK_WORDS_A_MINUTE,
    VOICES,
    Samples,
    as_pcm,
    cuts_of_talk,
    last_sound_seconds,
    spoken,
    together,
    within_bounds,
)
from voice_tally import Tally, wilson

from delvebox.device.grammar import draw_sentences
from delvebox.device.inputs.speech.audio import RATE_HZ
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import BEFORE_SECONDS, Ear
from delvebox.device.inputs.speech.endings import AFTER_SECONDS
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import judge
from delvebox.device.inputs.speech.ways import WAKE_PHRASE
from delvebox.device.messages import Intent
from delvebox.device.phrasebook import Phrasebook

COMMAND_WORDS_A_MINUTE = 150
FIRST_SECONDS = 60.0
TOLD_SECONDS = 1800.0
"""How it stands is told so often: hours take long."""
OPEN_SECONDS = 900.0
"""Of the talk is given to open Vosk too: it takes a fifth of real time."""
TALK_SNR_DB = 12.0
PAUSE = bytes(RATE_HZ // 5 * 2)


class Table:
    """The game's phrasebook, and who hears it: the box's recogniser, and open Vosk where it is wanted.

    Args:
        recogniser: With grammars for hold and wake.
        lines: Of actual play.
        other: Open Vosk.
    """

    def __init__(self, recogniser: Recogniser, lines: list[str], other: OpenVosk | None) -> None:
        self._book = Phrasebook.load()
        self._recogniser, self._lines, self._other = recogniser, lines, other

    def talk_held(self, cuts: int) -> dict[str, object]:
        """Cuts of actual play with the button held: how many are taken for a command of the game."""
        told, accepted = {"box": Tally(), "plain Vosk": Tally(), "open Vosk": Tally()}, []
        for line, sound in cuts_of_talk(self._lines, cuts, seed=1):
            padded = np.pad(sound, (round(BEFORE_SECONDS * RATE_HZ), round(AFTER_SECONDS * RATE_HZ)))
            utterance, _ = hold(padded, self._recogniser, self._book)
            verdict = judge(utterance, self._book, ANYTHING)
            if verdict.intent is not None:
                accepted.append(f"{line!r} as {verdict.text!r}")
            told["box"].count(verdict.intent, None)
            told["plain Vosk"].count(judge(as_heard(utterance), self._book, ANYTHING).intent, None)
            if self._other is not None:
                told["open Vosk"].count(self._other.phrase(as_pcm(sound)), None)
        heard = {who: tally for who, tally in told.items() if tally.of}
        shares = (f"{who} {each.wrong} of {each.of} {wilson(each.wrong, each.of)} %" for who, each in heard.items())
        print("talk, held    taken for a command:", "; ".join(shares), accepted, flush=True)
        return {"condition": "talk, held", **{who: each.as_dict() for who, each in heard.items()}}

    def wake_commands(self, commands: int) -> Iterator[dict[str, object]]:
        """Wake phrase and command in one breath by synthetic voices, clean and in talk at 12 dB."""
        phrases = [each for each in draw_sentences(self._book, seed=7) if self._book.is_phrase(each)]
        for condition in ("clean", f"talk {TALK_SNR_DB:.0f} dB"):
            random = Random(3)  # noqa: S311 - seeded on purpose
            told = {"box": Tally(), "plain Vosk": Tally(), "open Vosk": Tally()}
            for number in range(commands):
                phrase = random.choice(phrases)
                near, others = (
                    spoken(text, VOICES[(number + place) % len(VOICES)], COMMAND_WORDS_A_MINUTE)
                    for place, text in enumerate((f"{WAKE_PHRASE}, {phrase}", " ".join(random.sample(self._lines, 3))))
                )
                sound = np.pad(near, (2 * RATE_HZ, RATE_HZ))
                over = last_sound_seconds(sound)
                if condition == "clean":
                    sound = within_bounds(sound)
                else:
                    sound = together(sound, np.resize(others, len(sound)), TALK_SNR_DB)
                self._count(told, sound, over, phrase)
            heard = {who: tally for who, tally in told.items() if tally.of}
            shares = "; ".join(f"{who} {tally}" for who, tally in heard.items())
            print(f"wake, {condition:11} {shares}; command {told['box'].median_ms} ms after the last sound", flush=True)
            yield {"condition": f"wake, {condition}", **{who: each.as_dict() for who, each in heard.items()}}

    def _count(self, told: dict[str, Tally], sound: Samples, over: float, phrase: str) -> None:
        """One wake phrase and command, heard by all of them."""
        wanted, pcm = _meaning(self._book.match(phrase)), as_pcm(sound)
        ear = self._ear()
        heard = [*ear.feed(pcm), *ear.finish()]
        intents = []
        for utterance in heard:
            if (intent := judge(utterance, self._book, ANYTHING).intent) is not None:
                intents.append(_meaning(intent))
                told["box"].spent.append(utterance.end_seconds - over + utterance.recognising_ms / 1000)
        told["box"].count(intents or None, [wanted])
        told["plain Vosk"].count(_meaning(self._plain(pcm)), wanted)
        if self._other is not None:
            told["open Vosk"].count(_meaning(self._open(pcm)), wanted)

    def wake_talk(self, hours: float) -> dict[str, object]:
        """Table talk in wake mode: how often the box acts, and how often it wakes; with the recogniser's memory."""
        ear, counts, number, passed = self._ear(), _Counts(), 0, 0.0
        was_open, told_at = False, TOLD_SECONDS
        while passed < hours * 3600:
            line, voice = self._lines[number % len(self._lines)], VOICES[_voice_of(number, len(self._lines))]
            pcm = as_pcm(spoken(line, voice, TALK_WORDS_A_MINUTE)) + PAUSE
            number, passed = number + 1, passed + len(pcm) / 2 / RATE_HZ
            for at in range(0, len(pcm), len(PAUSE)):
                for utterance in ear.feed(pcm[at : at + len(PAUSE)]):
                    verdict = judge(utterance, self._book, ANYTHING)
                    if verdict.intent is not None:
                        counts.accepted.append(f"{line!r} as {verdict.text!r}")
                counts.windows += ear.window_open and not was_open
                was_open = ear.window_open
            counts.plain += self._plain(pcm) is not None
            if self._other is not None and counts.open_seconds < OPEN_SECONDS:
                counts.open += self._open(pcm) is not None
                counts.open_seconds = passed
            counts.weigh(self._recogniser.memory_bytes, passed)
            if passed >= min(told_at, hours * 3600):
                told_at += TOLD_SECONDS
                counts.tell(passed / 3600)
        return counts.as_dict(passed / 3600)

    def _ear(self) -> Ear:
        book = self._book
        return Ear(self._recogniser, {"wake"}, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())

    def _plain(self, pcm: bytes) -> Intent | None:
        """What plain Vosk makes of it: a whole phrase after the wake phrase, in the first alternative, by no level."""
        alternatives = self._recogniser.recognise(pcm, "wake")
        text = " ".join(word.text for word in alternatives[0]) if alternatives else ""
        _, wake, command = f"{text} ".rpartition(f"{WAKE_PHRASE} ")
        return self._book.match(command.strip()) if wake and command.strip() else None

    def _open(self, pcm: bytes) -> Intent | None:
        assert self._other is not None
        phrase = self._other.phrase(pcm, after=WAKE_PHRASE)
        return self._book.match(phrase) if phrase else None


@dataclass
class _Counts:
    """What came of hours of talk."""

    accepted: list[str] = field(default_factory=list)
    windows: int = 0
    plain: int = 0
    open: int = 0
    open_seconds: float = 0.0
    first_bytes: int = 0
    """The recogniser's memory after the first minute."""
    most_bytes: int = 0

    def weigh(self, memory_bytes: int, passed_seconds: float) -> None:
        """Look at the recogniser's memory."""
        if passed_seconds < FIRST_SECONDS or not self.first_bytes:
            self.first_bytes = memory_bytes
        self.most_bytes = max(self.most_bytes, memory_bytes)

    def tell(self, hours: float) -> None:
        """Print how it stands."""
        most = _at_most(len(self.accepted), hours)
        memory = f"{self.first_bytes / 1e6:.0f} MB after a minute, {self.most_bytes / 1e6:.0f} at most"
        print(
            f"talk, wake    {hours:.2f} h: box {len(self.accepted)} (at most {most} an hour), {self.windows} windows "
            f"opened; plain Vosk {self.plain}; open Vosk {self.open} in {self.open_seconds / 3600:.2f} h; "
            f"recogniser {memory}; {self.accepted}",
            flush=True,
        )

    def as_dict(self, hours: float) -> dict[str, object]:
        """For JSON."""
        most = _at_most(len(self.accepted), hours)
        return {
            "condition": "talk, wake",
            "hours": hours,
            "box": {"accepted": len(self.accepted), "an_hour_at_most": most, "windows": self.windows},
            "plain Vosk": {"accepted": self.plain, "an_hour_at_most": _at_most(self.plain, hours)},
            "open Vosk": {"accepted": self.open, "hours": self.open_seconds / 3600},
            "memory_bytes": {"after_a_minute": self.first_bytes, "most": self.most_bytes},
        }


def _at_most(events: int, hours: float) -> float:
    """The upper end of the 95 % interval of a rate, near enough: for none the rule of three."""
    return round((events + 3.0 + 1.96 * math.sqrt(events)) / hours, 2)


def _voice_of(number: int, lines: int) -> int:
    """Each time round, every line is another voice's."""
    return (number + number // lines) % len(VOICES)


def _meaning(intent: Intent | None) -> tuple[str, dict[str, object]] | None:
    return None if intent is None else (intent.name, dict(intent.slots))
