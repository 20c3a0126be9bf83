"""What listening costs: `.venv/bin/python tests/bench/bench_listening.py [--hours 4]`.

A listener with hold, tap and wake phrase hears a microphone of the bench's own, in real time: silence and a fan
for a minute each. Told is the processor time of both processes, and the eight- to tenfold of it as the budget of
a Pi Zero 2 W. Then hours of sound at file speed, table talk and commands by turns: the recogniser's memory
beside what it was after its first minute, how often it was renewed, and what was lost by it. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from delvebox.device.inputs.speech.audio import RATE_HZ, read_wav
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.listener import Listener
from delvebox.device.inputs.speech.phrase_graph import phrase_graph
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.speech_models import ModelError, find

WAYS = ("hold", "tap", "wake")
PI_TIMES = (8, 10)
"""So much longer a Pi Zero 2 W takes."""
IDLE_SECONDS = 60.0
BLOCK_SECONDS = 0.03
VOICES = ("en-us", "en-gb+f2", "en-gb-scotland+m3")
COMMANDS = ("search the room", "light a torch", "undo", "how much light", "turn to one hundred and five", "combat over")
TALK = (
    "so we go down the stairs and there is nobody there, which I do not like at all",
    "wait, did you say that the door was open, or that we opened it",
    "I would rather stay up here and look after the horses for a while",
    "yeah okay but remember what happened the last time you touched something green",
)
FIRST_SECONDS = 60.0
TOLD_SECONDS = 1800.0


class Feeder:
    """A microphone that gives the same sound again and again, in real time."""

    def __init__(self, sound: bytes) -> None:
        self._sound = sound
        self._ended = threading.Event()

    def open(self, _name: str | None, on_block: Callable[[bytes, int, int], None]) -> Feeder:
        """As `sound.open_input`."""
        threading.Thread(target=self._run, args=(on_block,), daemon=True).start()
        return self

    def check(self) -> None:
        """As the stream's."""

    def close(self) -> None:
        """As the stream's."""
        self._ended.set()

    def _run(self, on_block: Callable[[bytes, int, int], None]) -> None:
        step, at, due = round(RATE_HZ * BLOCK_SECONDS) * 2, 0, time.monotonic()
        while not self._ended.wait(max(0.0, due - time.monotonic())):
            on_block(self._sound[at : at + step], RATE_HZ, 1)
            at, due = (at + step) % (len(self._sound) - step), due + BLOCK_SECONDS


def fan(seconds: float, level: float) -> NDArray[np.float64]:
    """Noise that falls with pitch, and the hum of the mains."""
    noise = np.random.default_rng(1).normal(0, 1, round(seconds * RATE_HZ))
    heights = np.fft.rfftfreq(len(noise), 1 / RATE_HZ)
    blown = np.fft.irfft(np.fft.rfft(noise) / np.sqrt(np.maximum(heights, 30)), len(noise))
    hum = np.sin(2 * np.pi * 50 * np.arange(len(noise)) / RATE_HZ)
    return level * (blown / blown.std() + hum / 2)


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def nobody_speaks(seconds: float) -> list[dict[str, object]]:
    """What listening costs in silence and in the noise of a fan."""
    silence = np.random.default_rng(2).normal(0, 0.0004, 10 * RATE_HZ)
    return [idle("silence", silence, seconds), idle("a fan", fan(10.0, 0.01), seconds)]


def idle(name: str, sound: NDArray[np.float64], seconds: float) -> dict[str, object]:
    """The share of a core that listening takes while nobody speaks."""
    book = Phrasebook.load()
    recogniser = Recogniser(find, grammars_for(book, WAYS), graph=phrase_graph(book))
    heard: list[object] = []
    feeder = Feeder(np.clip(sound * 32768, -32768, 32767).astype("<i2").tobytes())
    listener = Listener(
        recogniser,
        heard.append,
        ways=WAYS,
        goes_on=book.goes_on,
        is_phrase=book.is_phrase,
        open_microphone=feeder.open,
        detector=SpeechDetector(),
    )
    listener.start()
    while not recogniser.ready:
        time.sleep(0.1)
    time.sleep(2.0)  # the floor of the table is found
    child = recogniser._loaded.child.pid
    began, own, its = time.monotonic(), time.process_time(), cpu_seconds(child)
    time.sleep(seconds)
    passed = time.monotonic() - began
    own, its = time.process_time() - own, cpu_seconds(child) - its
    listener.close()
    share = 100 * (own + its) / passed
    told = f"{share:.2f} % of a core ({100 * own / passed:.2f} the box, {100 * its / passed:.2f} the recogniser)"
    print(f"{name:10} {told}; on a Pi Zero 2 W some {PI_TIMES[0] * share:.0f}–{PI_TIMES[1] * share:.0f} %", flush=True)
    return {"condition": f"nobody speaks, {name}", "seconds": passed, "per_cent_of_a_core": round(share, 2)}


def soak(hours: float) -> None:
    """Hours of talk and commands: memory, renewals, and commands that were lost."""
    book = Phrasebook.load()
    recogniser = Recogniser(find, grammars_for(book, WAYS), graph=phrase_graph(book))
    recogniser.wait_ready()
    ear = Ear(recogniser, WAYS, book.goes_on, is_phrase=book.is_phrase, detector=SpeechDetector())
    sounds = []
    with tempfile.TemporaryDirectory() as folder:
        for voice in VOICES:
            for text in (*TALK, *(f"hey lantern, {command}" for command in COMMANDS)):
                path = Path(folder) / "line.wav"
                subprocess.run(["espeak-ng", "-v", voice, "-s", "160", "-w", path, "--", text], check=True)
                sounds.append((read_wav(path).pcm + bytes(RATE_HZ * 2), text.startswith("hey lantern")))
    first, most, last_pid, renewed, said, understood, troubles, turn = 0, 0, 0, 0, 0, 0, 0, 0
    told_at = TOLD_SECONDS
    while ear.seconds < hours * 3600:
        pcm, is_command = sounds[turn % len(sounds)]
        turn, said = turn + 1, said + is_command
        for utterance in ear.feed(pcm):
            understood += judge(utterance, book, Context()).intent is not None
            troubles += utterance.trouble is not None
        if recogniser.ready and (pid := recogniser._loaded.child.pid) != last_pid:
            renewed, last_pid = renewed + bool(last_pid), pid
        if ear.seconds < FIRST_SECONDS:
            first = recogniser.memory_bytes
        most = max(most, recogniser.memory_bytes)
        if ear.seconds >= min(told_at, hours * 3600):
            told_at += TOLD_SECONDS
            grown = (
                f"{first / 1e6:.0f} MB after a minute, {most / 1e6:.0f} at most ({100 * (most - first) / first:+.1f} %)"
            )
            commands = f"{understood} of {said} commands understood, {troubles} lost"
            told = f"recogniser {grown}, renewed {renewed} times; {commands}"
            print(f"{'soak':10} {ear.seconds / 3600:.2f} h: {told}", flush=True)
    recogniser.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="what listening costs")
    parser.add_argument("--hours", type=float, default=float(os.environ.get("SOAK_HOURS", "0.1")), help="of soak")
    parser.add_argument("--idle", type=float, default=IDLE_SECONDS, help="seconds of each idle measure")
    options = parser.parse_args()
    try:
        find()
    except ModelError as error:
        print(f"listening: not measured, {error}")
        return 0
    if options.idle:
        nobody_speaks(options.idle)
    if shutil.which("espeak-ng") and options.hours:
        soak(options.hours)
    return 0


if __name__ == "__main__":
    sys.exit(main())
