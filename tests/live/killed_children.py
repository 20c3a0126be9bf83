"""Recogniser and narrator killed and stopped at random while the box is talked to; seeded, as long as is wanted.

Every utterance must end as its command or as a trouble that was told, and every sentence be said. A test takes a few
utterances; `tests/bench/bench_kills.py` takes two hundred.
"""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from delvebox.device.inputs.speech.audio import read_wav

from .talked_box import NARRATOR, RECOGNISER, Outcome, TalkedBox

PHRASES = (
    *("search the room", "light a torch", "short rest", "stand guard", "talk quietly", "noise two", "all calm"),
    *("secure the area", "keep watch", "manage gear", "next turn", "undo", "redo", "status", "how much light"),
    *("repeat that", "combat", "combat over", "eat rations", "mark fatigue", "boxes to three", "split the party"),
    *("cast detect magic", "something else", "louder", "softer", "stop", "cancel", "turn to twelve"),
)
"""Nothing that makes the box deaf or begins another delve."""
MOMENTS = (-1.0, *(number / 10 for number in range(10)), 1.0, 2.0)
KILLED = 0.5
"""Share of the utterances in which somebody is killed or stopped."""


def spoken(phrase: str) -> bytes:
    """The phrase as 16 kHz mono sound."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "phrase.wav"
        subprocess.run(["espeak-ng", "-v", "en-gb+f2", "-s", "150", "-w", wav, phrase], check=True)
        return read_wav(wav).pcm


@dataclass
class Tally:
    """What came of the utterances."""

    understood: int = 0
    told: int = 0
    """Lost, and the table was told to say it again."""
    wrong: list[str] = field(default_factory=list)
    """Taken for another command."""
    lost: list[str] = field(default_factory=list)
    """Lost without a word, or with the wrong one."""
    unsaid: list[str] = field(default_factory=list)
    """What the box should have said."""
    signals: Counter[str] = field(default_factory=Counter)
    longest_seconds: float = 0.0
    """From letting go of the button to what came of it."""

    def __str__(self) -> str:
        of = self.understood + self.told + len(self.wrong) + len(self.lost)
        sent = ", ".join(f"{number} × {what}" for what, number in sorted(self.signals.items()))
        return (
            f"{of} utterances ({sent}): {self.understood} understood, {self.told} told to be said again, "
            f"{len(self.wrong)} wrong, {len(self.lost)} lost, {len(self.unsaid)} sentences not said; "
            f"the longest wait {self.longest_seconds:.1f} s"
        )


def talk_while_killing(box: TalkedBox, utterances: int, seed: int, killed: float = KILLED) -> Tally:
    """Say phrases to the box; phrases, signals and their moments are the seed's."""
    random, tally = Random(seed), Tally()  # noqa: S311 - seeded on purpose
    for _ in range(utterances):
        phrase = random.choice(PHRASES)
        kills: dict[float, tuple[signal.Signals, str]] = {}
        if random.random() < killed:
            for _ in range(random.choice((1, 1, 2))):
                kill = (
                    random.choice((signal.SIGKILL, signal.SIGSTOP)),
                    random.choice((RECOGNISER, RECOGNISER, NARRATOR)),
                )
                kills[random.choice(MOMENTS)] = kill

        def at(moment: float, kills: dict[float, tuple[signal.Signals, str]] = kills) -> None:
            number, child = kills.get(moment, (None, ""))
            if number is None or (number is signal.SIGSTOP and child == RECOGNISER and not box.recogniser_ready):
                return  # a load that is stopped is waited for as long as a slow card may take
            if box.send(number, child):
                tally.signals[f"{number.name} {child.removesuffix('_child')}"] += 1

        _count(tally, box, phrase, box.talk(spoken(phrase), at), bool(kills))
    return tally


def _count(tally: Tally, box: TalkedBox, phrase: str, outcome: Outcome, killed: bool) -> None:
    wanted = box.box._phrasebook.match(phrase)
    assert wanted is not None, phrase
    tally.longest_seconds = max(tally.longest_seconds, outcome.seconds)
    verdict = outcome.verdict
    if verdict is not None and verdict.intent is not None:
        if (verdict.intent.name, verdict.intent.slots) == (wanted.name, wanted.slots):
            tally.understood += 1
        else:
            tally.wrong.append(f"{phrase!r}: {outcome}")
    elif outcome.is_told_trouble:
        tally.told += 1
    else:
        tally.lost.append(f"{phrase!r}, {'with' if killed else 'without'} a kill: {outcome}")
    if outcome.said and not outcome.files:
        tally.unsaid.append(f"{phrase!r}: {outcome}")
