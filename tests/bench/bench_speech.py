"""Figures of speech on the human clips: `DELVEBOX_SPEECH_DATA=FOLDER .venv/bin/python tests/bench/bench_speech.py`.

The folder holds human/*.wav and human/labels.json. Understood is a whole phrase with all slots as labelled;
wrong is one with any other; the interval is Wilson's at 95 %. Recognising is what is left to do when the
last 0.2 s of sound arrive, the rest having been recognised while it came. Nothing here is a test.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from pathlib import Path

from voice_tally import wilson

from delvebox.device.inputs.speech.audio import read_wav, wav_blocks
from delvebox.device.inputs.speech.detection import SpeechDetector
from delvebox.device.inputs.speech.files import recognise_blocks
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.recogniser import FEED_BYTES, Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.speech_models import ModelError, find

COFFEE = Path(__file__).parents[1] / "device/inputs/speech/coffee.yaml"
WAYS = ("hold", "open")


def understanding(folder: Path, way: str, recogniser: Recogniser, book: Phrasebook) -> str:
    """One line: understood and wrong of all clips, and those that were not."""
    labels: dict[str, dict[str, str]] = json.loads((folder / "labels.json").read_text())
    understood, wrong, missed = 0, [], []
    for name, slots in sorted(labels.items()):
        verdicts = [
            judge(each, book, Context())
            for each in recognise_blocks(
                wav_blocks(folder / name), way, recogniser, book.goes_on, book.is_phrase, detector=SpeechDetector()
            )
        ]
        intents = [verdict.intent for verdict in verdicts if verdict.intent is not None]
        told = f"{name[:8]} as {' / '.join(verdict.text for verdict in verdicts)!r}"
        if any(dict(intent.slots) != slots for intent in intents):
            wrong.append(told)
        elif len(intents) == 1:
            understood += 1
        else:
            missed.append(told)
    count = len(labels)
    low, high = wilson(understood, count)
    share = f"{100 * understood / count:.1f} % ({low:.1f}–{high:.1f})"
    first = f"{way + ' mode, whole phrase':28} {understood} of {count}: {share}, wrong {len(wrong)}"
    return "\n".join([first, *(f"    wrong  {each}" for each in wrong), *(f"    missed {each}" for each in missed)])


def recognising_ms(folder: Path, recogniser: Recogniser) -> list[float]:
    """Per clip: from the arrival of its last 0.2 s to its words."""
    spent = []
    for path in sorted(folder.glob("*.wav")):
        pcm = read_wav(path).pcm
        recogniser.begin("hold")
        recogniser.feed(pcm[:-FEED_BYTES])
        recogniser.words_so_far()  # returns when all that was fed is recognised
        began = time.perf_counter()
        recogniser.feed(pcm[-FEED_BYTES:])
        recogniser.finish()
        spent.append((time.perf_counter() - began) * 1000)
    return spent


def main() -> int:
    """Measure and print."""
    if not (data := os.environ.get("DELVEBOX_SPEECH_DATA")):
        print("speech on human clips: not measured, DELVEBOX_SPEECH_DATA names no folder")
        return 0
    folder = Path(data) / "human"
    book = Phrasebook.load(COFFEE)
    recogniser = Recogniser(find, grammars_for(book, WAYS))
    began = time.perf_counter()
    try:
        find()
    except ModelError as error:
        print(f"speech on human clips: not measured, {error}")
        return 0
    recogniser.wait_ready()
    print(f"{'model loaded':28} {time.perf_counter() - began:.2f} s")
    for way in WAYS:
        print(understanding(folder, way, recogniser, book))
    spent = recognising_ms(folder, recogniser)
    print(
        f"{'recognising at the end':28} {statistics.median(spent):.1f} ms median, {max(spent):.1f} most, n={len(spent)}"
    )
    print(f"{'memory of the recogniser':28} {recogniser.memory_bytes / 1e6:.0f} MB resident")
    recogniser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
