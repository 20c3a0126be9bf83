"""How well the near voice is understood where others talk: `make bench-voice`, or this file with `--help`.

DELVEBOX_SPEECH_DATA names a folder with human/*.wav and human/labels.json. Noise is mixed at run time from
other clips of the same part, seeded: babble is six other people with the same words, murmur is forty. SNR is
the loudest 2,048 samples of the clip over those of the noise. Thresholds were chosen on the first 88 clips
(`--part tuned`); what is reported is the other 72. Understood is a whole phrase with all slots as labelled;
intervals are Wilson's at 95 %. Beside each figure stand, of the same run, plain Vosk (same grammar, first of five
alternatives, no levels) and open Vosk (all words of the model, then the nearest phrase). Of talk the
first quarter of an hour is given to open Vosk. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

import bench_listening
from open_vosk import OpenVosk
from voice_hold import COFFEE, CONDITIONS, People
from voice_talk import Table

from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.phrase_graph import phrase_graph
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.speech_models import ModelError, find

Figures = list[dict[str, object]]


def of_people(data: Path, options: argparse.Namespace) -> Figures:
    """Human clips with the button held, in every condition."""
    book = Phrasebook.load(COFFEE)
    graph = phrase_graph(book)
    recogniser = Recogniser(find, grammars_for(book, ("hold",)), graph=graph)
    recogniser.wait_ready()
    other = None if options.without_open or graph is None else OpenVosk(find(), graph)
    print(f"human clips, {options.part} part, hold mode, whole phrase with all slots")
    of_part = People(data / "human", options.part, recogniser, other)
    figures = list(of_part.heard(options.conditions or CONDITIONS, options.clips))
    recogniser.close()
    return figures


def of_talk(data: Path, options: argparse.Namespace) -> Figures:
    """Table talk by synthetic voices: held, after the wake phrase, and hours of it in wake mode."""
    book = Phrasebook.load()
    graph = phrase_graph(book)
    recogniser = Recogniser(find, grammars_for(book, ("hold", "wake")), graph=graph)
    recogniser.wait_ready()
    other = None if options.without_open or graph is None else OpenVosk(find(), graph)
    table = Table(recogniser, (data / "table_talk.txt").read_text("utf-8").splitlines(), other)
    figures: Figures = []
    if options.cuts:
        figures.append(table.talk_held(options.cuts))
    if options.commands:
        figures += table.wake_commands(options.commands)
    if options.hours:
        figures.append(table.wake_talk(options.hours))
    recogniser.close()
    return figures


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
    parser.add_argument(
        "--idle", type=float, default=bench_listening.IDLE_SECONDS, help="seconds in which nobody speaks"
    )
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
    figures = of_people(Path(data), options) if options.clips else []
    if shutil.which("espeak-ng"):
        figures += of_talk(Path(data), options)
    if options.idle:
        figures += bench_listening.nobody_speaks(options.idle)
    if options.json:
        options.json.write_text(json.dumps({"part": options.part, "figures": figures}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
