"""How well the near voice is understood where others talk: `make bench-voice`, or this file with `--help`.

DELVEBOX_SPEECH_DATA names a folder with human/*.wav and human/labels.json. Noise is mixed at run time from
other clips of the same part, seeded: babble is six other people with the same words, murmur is forty. SNR is
the loudest 2,048 samples of the clip over those of the noise. Thresholds were chosen on the first 88 clips
(`--part tuned`); what is reported is the other 72. Understood is a whole phrase with all slots as labelled;
intervals are Wilson's at 95 %. Beside each figure stand, of the same run, plain Vosk (same grammar, first of five
alternatives, no levels) and open Vosk (all words of the model, then the nearest phrase). Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from open_vosk import OpenVosk

from delvebox.device.grammar import draw_sentences
from delvebox.device.inputs.speech.audio import RATE_HZ, read_wav
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import BEFORE_SECONDS, Ear
from delvebox.device.inputs.speech.endings import AFTER_SECONDS
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.phrase_graph import phrase_graph
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.messages import Utterance
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.speech_models import ModelError, find

Samples = NDArray[np.float32]

COFFEE = Path(__file__).parents[1] / "device/inputs/speech/coffee.yaml"
TUNED_CLIPS = 88
PEOPLE = {"babble": 6, "murmur": 40}
SNRS_DB = (24, 18, 12, 6)
VOICES = ("en-us", "en-gb+f2", "en-gb-scotland+m3", "en-us+f4", "en-us+m7")
ANYTHING = Context(asking="anything", table_rolls=True)


@dataclass
class Tally:
    """Clips heard: understood, taken for something else; and seconds from the release to the words."""

    of: int = 0
    right: int = 0
    wrong: int = 0
    spent: list[float] = field(default_factory=list)

    def count(self, slots: object, wanted: object) -> None:
        """One more clip; `slots` is None where nothing was accepted."""
        self.of += 1
        self.right += slots == wanted
        self.wrong += slots is not None and slots != wanted

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        told: dict[str, object] = {"of": self.of, "right": self.right, "wrong": self.wrong}
        told["right_interval"] = wilson(self.right, self.of)
        return told

    def __str__(self) -> str:
        low, high = wilson(self.right, self.of)
        return f"{self.right:3} of {self.of} ({low:.1f}–{high:.1f} %), wrong {self.wrong}"


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, in per cent."""
    z, share = 1.96, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return round(100 * (middle - half), 1), round(100 * (middle + half), 1)


def loudness(sound: Samples) -> float:
    """Of the loudest 2,048 samples."""
    whole = sound[: len(sound) // 2048 * 2048].reshape(-1, 2048)
    return float(np.sqrt((whole**2).mean(axis=1)).max())


def mixed(name: str, clips: dict[str, Samples], kind: str, snr_db: float) -> Samples:
    """A clip with half a second around it, and others talking all the time."""
    before, after = round(BEFORE_SECONDS * RATE_HZ), round(AFTER_SECONDS * RATE_HZ)
    sound = np.pad(clips[name], (before, after))
    if kind == "clean":
        return sound
    random = np.random.default_rng(zlib.crc32(f"{name} {kind}".encode()))
    noise = np.zeros_like(sound)
    for other in random.choice(sorted(set(clips) - {name}), PEOPLE[kind], replace=False):
        clip = clips[other] / loudness(clips[other])
        noise += np.resize(np.roll(clip, int(random.integers(len(clip)))), len(sound))
    both = sound + noise * (loudness(sound) / loudness(noise) * 10 ** (-snr_db / 20))
    return both * min(1.0, 32_000 / float(np.abs(both).max()))


def clips_of(folder: Path, part: str) -> tuple[dict[str, Samples], dict[str, dict[str, str]]]:
    """The clips of the tuned or of the reported part, and the slots of all."""
    labels: dict[str, dict[str, str]] = json.loads((folder / "labels.json").read_text())
    names = sorted(labels)[:TUNED_CLIPS] if part == "tuned" else sorted(labels)[TUNED_CLIPS:]
    return {name: np.frombuffer(read_wav(folder / name).pcm, "<i2").astype(np.float32) for name in names}, labels


def cuts_of_talk(lines: list[str], cuts: int, seed: int) -> Iterator[tuple[str, Samples]]:
    """Cuts of 1–4.5 s out of lines of actual play, by synthetic voices: the line and the sound."""
    random = Random(seed)  # noqa: S311 - seeded on purpose
    for number in range(cuts):
        line = random.choice(lines)
        sound = spoken(line, VOICES[number % len(VOICES)], 165)
        length = min(len(sound), round(random.uniform(1.0, 4.5) * RATE_HZ))
        first = random.randrange(len(sound) - length + 1)
        yield line, sound[first : first + length]


def spoken(text: str, voice: str, words_a_minute: int) -> Samples:
    """A text by a synthetic voice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(words_a_minute), "-w", path, "--", text], check=True)
        return np.frombuffer(read_wav(path).pcm, "<i2").astype(np.float32)


def hold(sound: Samples, recogniser: Recogniser, book: Phrasebook) -> tuple[Utterance, float]:
    """A held button from half a second into the sound to 0.2 s before its end; with the seconds of the last step."""
    pcm = np.rint(sound).astype("<i2").tobytes()
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


CONDITIONS = ("clean", *(f"{kind} {snr_db} dB" for kind in PEOPLE for snr_db in SNRS_DB))


def people(
    folder: Path, options: argparse.Namespace, recogniser: Recogniser, book: Phrasebook, other: OpenVosk | None
) -> Iterator[dict[str, object]]:
    """Every condition: what the box understands, plain Vosk, and open Vosk with the nearest phrase."""
    clips, labels = clips_of(folder, options.part)
    for condition in CONDITIONS:
        if options.conditions and condition not in options.conditions:
            continue
        kind, snr = (condition.split()[0], condition.split()[1]) if " " in condition else (condition, "0")
        box, plain, nearest = Tally(), Tally(), Tally()
        for name in list(clips)[: options.clips]:
            sound = mixed(name, clips, kind, float(snr))
            utterance, seconds = hold(sound, recogniser, book)
            box.spent.append(seconds)
            words = (tuple(replace(word, level_db=None) for word in said) for said in utterance.alternatives)
            as_heard = replace(utterance, alternatives=tuple(words), near=(), phrases=(), levels_db=(), table_db=None)
            for tally, each in ((box, utterance), (plain, as_heard)):
                intent = judge(each, book, ANYTHING).intent
                tally.count(intent and dict(intent.slots), labels[name])
            if other is not None:
                intent = book.match(other.phrase(np.rint(sound).astype("<i2").tobytes()) or "")
                nearest.count(intent and dict(intent.slots), labels[name])
        told = {"box": box, "plain Vosk": plain, **({"open Vosk": nearest} if other else {})}
        median_ms = round(1000 * statistics.median(box.spent), 1)
        print(
            f"{condition:13} " + "; ".join(f"{who} {tally}" for who, tally in told.items()),
            f"words {median_ms} ms after the last sound",
            sep="; ",
            flush=True,
        )
        yield {"condition": condition, **{who: tally.as_dict() for who, tally in told.items()}, "median_ms": median_ms}


def talk(lines: list[str], cuts: int, recogniser: Recogniser) -> dict[str, object]:
    """Cuts of actual play with the button held: how many are taken for a command of the game."""
    book, accepted = Phrasebook.load(), []
    for line, sound in cuts_of_talk(lines, cuts, seed=1):
        around = (round(BEFORE_SECONDS * RATE_HZ), round(AFTER_SECONDS * RATE_HZ))
        utterance, _ = hold(np.pad(sound, around), recogniser, book)
        verdict = judge(utterance, book, ANYTHING)
        if verdict.intent is not None:
            accepted.append(f"{line!r} as {verdict.text!r}")
    print(f"talk, held    {len(accepted)} of {cuts} cuts accepted {wilson(len(accepted), cuts)} %: {accepted}")
    return {"condition": "talk, held", "accepted": len(accepted), "of": cuts}


def woken(lines: list[str], hours: float, recogniser: Recogniser) -> dict[str, object]:
    """Table talk in wake mode: how often the box acts, and how often it wakes."""
    book, heard_seconds, number = Phrasebook.load(), 0.0, 0
    ear = Ear(recogniser, {"wake"}, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())
    accepted, windows, was_open = [], 0, False
    with tempfile.TemporaryDirectory() as folder:
        while heard_seconds < hours * 3600:
            path = Path(folder) / "line.wav"
            said, voice = lines[number % len(lines)], VOICES[(number + number // len(lines)) % len(VOICES)]
            subprocess.run(["espeak-ng", "-v", voice, "-s", "165", "-w", path, "--", said], check=True)
            number += 1
            pcm = read_wav(path).pcm + bytes(RATE_HZ // 5 * 2)
            heard_seconds += len(pcm) / 2 / RATE_HZ
            for at in range(0, len(pcm), 6400):
                for utterance in ear.feed(pcm[at : at + 6400]):
                    verdict = judge(utterance, book, ANYTHING)
                    if verdict.intent is not None:
                        accepted.append(f"{said!r} as {verdict.text!r}")
                windows += ear.window_open and not was_open
                was_open = ear.window_open
    most = round((len(accepted) + 3.0) / (heard_seconds / 3600), 2)  # the rule of three where there is none
    told = f"{len(accepted)} accepted (at most some {most} an hour), {windows} windows opened: {accepted}"
    print(f"talk, wake    {heard_seconds / 3600:.2f} h: {told}", flush=True)
    return {"condition": "talk, wake", "hours": heard_seconds / 3600, "accepted": len(accepted), "windows": windows}


def wake_commands(lines: list[str], commands: int, recogniser: Recogniser) -> Iterator[dict[str, object]]:
    """Wake phrase and command in one breath by synthetic voices, clean and in talk at 12 dB."""
    book, random = Phrasebook.load(), Random(2)  # noqa: S311 - seeded on purpose
    phrases = [sentence for sentence in draw_sentences(book, seed=7) if book.is_phrase(sentence)]
    for condition in ("clean", "talk 12 dB"):
        random.seed(3)
        box = Tally()
        with tempfile.TemporaryDirectory() as folder:
            for number in range(commands):
                phrase = random.choice(phrases)
                sounds = []
                for text in (f"hey lantern, {phrase}", " ".join(random.sample(lines, 3))):
                    path, voice = Path(folder) / "line.wav", VOICES[(number + len(sounds)) % len(VOICES)]
                    subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", path, "--", text], check=True)
                    sounds.append(np.frombuffer(read_wav(path).pcm, "<i2").astype(np.float32))
                sound = np.pad(sounds[0], (2 * RATE_HZ, RATE_HZ))
                if condition != "clean":
                    noise = np.resize(sounds[1], len(sound))
                    sound = sound + noise * (loudness(sound) / loudness(noise) * 10 ** (-12 / 20))
                sound *= min(1.0, 32_000 / float(np.abs(sound).max()))
                ear = Ear(recogniser, {"wake"}, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())
                heard = [*ear.feed(np.rint(sound).astype("<i2").tobytes()), *ear.finish()]
                intents = [intent for each in heard if (intent := judge(each, book, ANYTHING).intent) is not None]
                wanted = book.match(phrase)
                got = [(intent.name, dict(intent.slots)) for intent in intents]
                box.count(got or None, [(wanted.name, dict(wanted.slots))] if wanted else None)
        print(f"wake, {condition:11} {box}", flush=True)
        yield {"condition": f"wake, {condition}", "box": box.as_dict()}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="the near voice where others talk")
    parser.add_argument("--part", choices=("tuned", "reported"), default="reported")
    parser.add_argument("--clips", type=int, default=160, help="at most so many of the part")
    parser.add_argument("--conditions", nargs="*", help="such as clean 'babble 12 dB'; all, where none is named")
    parser.add_argument("--without-open", action="store_true", help="open Vosk takes two thirds of the time")
    parser.add_argument("--cuts", type=int, default=300, help="of table talk, with the button held")
    parser.add_argument(
        "--hours", type=float, default=float(os.environ.get("HOURS", "2")), help="of talk, in wake mode"
    )
    parser.add_argument("--commands", type=int, default=100, help="after the wake phrase")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    if not (data := os.environ.get("DELVEBOX_SPEECH_DATA")):
        print("voice where others talk: not measured, DELVEBOX_SPEECH_DATA names no folder")
        return 0
    try:
        find()
    except ModelError as error:
        print(f"voice where others talk: not measured, {error}")
        return 0
    folder, book = Path(data), Phrasebook.load(COFFEE)
    graph = phrase_graph(book)
    recogniser = Recogniser(find, grammars_for(book, ("hold",)), graph=graph)
    recogniser.wait_ready()
    other = None if options.without_open or graph is None or not options.clips else OpenVosk(find(), graph)
    print(f"human clips, {options.part} part, hold mode, whole phrase with all slots")
    figures = list(people(folder / "human", options, recogniser, book, other)) if options.clips else []
    recogniser.close()
    if shutil.which("espeak-ng"):
        lines = (folder / "table_talk.txt").read_text("utf-8").splitlines()
        shipped = Phrasebook.load()
        game = Recogniser(find, grammars_for(shipped, ("hold", "wake")), graph=phrase_graph(shipped))
        game.wait_ready()
        if options.cuts:
            figures.append(talk(lines, options.cuts, game))
        if options.commands:
            figures += wake_commands(lines, options.commands, game)
        if options.hours:
            figures.append(woken(lines, options.hours, game))
        game.close()
    if options.json:
        options.json.write_text(json.dumps({"part": options.part, "figures": figures}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
