"""Makes the weights of `likely_phrase` anew: `DELVEBOX_SPEECH_DATA=FOLDER .venv/bin/python tests/bench/voice_fit.py`.

A logistic regression on the tuned half of the human clips in babble and murmur, and on table talk by synthetic voices
in both, of which nothing is right. Prints what it understands of clips that it was not fitted on (eight folds), and
the weights. Takes a quarter of an hour; with `--keep FILE` what was heard is kept, for the next time. Nothing here is
a test.
"""

from __future__ import annotations

import argparse
import os
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from voice_hold import ANYTHING, COFFEE, hold
from voice_sounds import VOICES, Samples, clips_of, cuts_of_talk, mixed, spoken

from delvebox.device.grammar import draw_sentences
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.likely_phrase import LEAST_CHANCE, candidates
from delvebox.device.inputs.speech.phrase_graph import phrase_graph
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import judge
from delvebox.device.messages import Utterance
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.speech_models import find

Numbers = NDArray[np.float64]
Heard = tuple[str, str, Utterance, dict[str, str] | None]
"""Condition, clip, what was heard, and its slots; None for talk."""

CONDITIONS = (("babble", 18), ("babble", 12), ("babble", 6), ("murmur", 12), ("murmur", 6))
TALK_CONDITIONS = (("babble", 12), ("murmur", 12))
TALK_CUTS = 100
TALK_SEED = 11
AROUND = (
    "did you {} yesterday",
    "he said {} and then we left",
    "i think we should {} when we can",
    "{} is what my brother would say",
    "why would anybody {} in there",
    "they never {} before dinner",
)
"""Sentences around a command, half as many as cuts."""
TALK_WEIGHT = 0.5
"""Of one candidate in talk, beside one in a command: there are many."""
FOLDS = 8
RIDGE = 3.0
STEPS = 30


def hear(folder: Path) -> Iterator[Heard]:
    """All that is fitted on."""
    clips, labels = clips_of(folder / "human", "tuned")
    book = Phrasebook.load(COFFEE)
    recogniser = Recogniser(find, grammars_for(book, ("hold",)), graph=phrase_graph(book))
    recogniser.wait_ready()
    for kind, snr_db in CONDITIONS:
        for name in clips:
            utterance, _ = hold(mixed(name, clips, kind, snr_db), recogniser, book)
            yield f"{kind} {snr_db}", name, utterance, labels[name]
    recogniser.close()
    game = Phrasebook.load()
    recogniser = Recogniser(find, grammars_for(game, ("hold",)), graph=phrase_graph(game))
    recogniser.wait_ready()
    lines = (folder / "table_talk.txt").read_text("utf-8").splitlines()
    cuts: dict[str, Samples] = {
        f"talk {at}": cut for at, (_, cut) in enumerate(cuts_of_talk(lines, TALK_CUTS, TALK_SEED))
    }
    sentences = {f"sentence {at}": sound for at, sound in enumerate(sentences_with(game))}
    for told, sounds in (("talk", cuts), ("sentences", sentences)):
        for kind, snr_db in TALK_CONDITIONS:
            for name, sound in sounds.items():
                utterance, _ = hold(mixed(name, clips | {name: sound}, kind, snr_db), recogniser, game)
                yield f"{told} in {kind}", name, utterance, None
    recogniser.close()


def sentences_with(book: Phrasebook) -> Iterator[Samples]:
    """Commands within sentences said to somebody else, by synthetic voices."""
    random = Random(TALK_SEED)  # noqa: S311 - seeded on purpose
    phrases = [each for each in draw_sentences(book, seed=TALK_SEED) if book.is_phrase(each)]
    for number in range(TALK_CUTS // 2):
        yield spoken(AROUND[number % len(AROUND)].format(random.choice(phrases)), VOICES[number % len(VOICES)], 150)


def fit(figures: Numbers, right: Numbers, weights: Numbers) -> Numbers:
    """The regression's coefficients, the constant first, for figures as they are."""
    middle, spread = figures.mean(axis=0), figures.std(axis=0) + 1e-6
    scaled = np.c_[np.ones(len(figures)), (figures - middle) / spread]
    found = np.zeros(scaled.shape[1])
    ridge = np.diag([0.0, *[RIDGE] * (len(found) - 1)])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-scaled @ found))
        curve = (chance * (1 - chance) + 1e-6) * weights
        slope = scaled.T @ ((right - chance) * weights) - ridge @ found
        found += np.linalg.solve(scaled.T @ (scaled * curve[:, None]) + ridge, slope)
    steepness = found[1:] / spread
    return np.array([found[0] - middle @ steepness, *steepness])


def told(heard: list[Heard], books: dict[bool, Phrasebook], candidate: Callable[[int], tuple[float, bool]]) -> None:
    """Print what would be taken: right, wrong and of how many.

    Args:
        heard: All of it.
        books: By whether it is a clip, else talk.
        candidate: By number, of the likeliest candidate its chance and whether it is right.
    """
    for least in (0.4, LEAST_CHANCE, 0.6):
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for number, (condition, _, utterance, slots) in enumerate(heard):
            counts[condition][2] += 1
            if utterance.phrases:
                chance, is_right = candidate(number)
                if chance >= least:
                    counts[condition][0 if is_right else 1] += 1
            elif (intent := judge(utterance, books[slots is not None], ANYTHING).intent) is not None:
                counts[condition][0 if dict(intent.slots) == slots else 1] += 1
        print(f"taken from a chance of {least:.2f} on, fitted on other clips: right / wrong of all")
        print("  " + ", ".join(f"{condition}: {r} / {f} of {of}" for condition, (r, f, of) in counts.items()))


def main() -> None:
    """Hear, fit and print."""
    parser = argparse.ArgumentParser(description="the weights of the likeliest phrase")
    parser.add_argument("--keep", type=Path, help="a file for what was heard: read if it is there, else written")
    options = parser.parse_args()
    if options.keep and options.keep.exists():
        heard: list[Heard] = pickle.loads(options.keep.read_bytes())  # noqa: S301 - this script's own file
    else:
        heard = list(hear(Path(os.environ["DELVEBOX_SPEECH_DATA"])))
        if options.keep:
            options.keep.write_bytes(pickle.dumps(heard))
    books = {True: Phrasebook.load(COFFEE), False: Phrasebook.load()}
    every = [
        (number, figures, slots is not None and dict(each.intent.slots) == slots, 1.0 if slots else TALK_WEIGHT)
        for number, (_, _, utterance, slots) in enumerate(heard)
        if utterance.phrases  # the others are decided before
        for each, figures in candidates(utterance, books[slots is not None])
    ]
    owner = np.array([number for number, *_ in every])
    x = np.array([list(figures.values()) for _, figures, _, _ in every])
    y, w = np.array([float(is_right) for *_, is_right, _ in every]), np.array([weight for *_, weight in every])
    fold_of = {clip: at % FOLDS for at, clip in enumerate(sorted({clip for _, clip, _, _ in heard}))}
    fold = np.array([fold_of[heard[number][1]] for number in owner])
    chance = np.zeros(len(y))
    for each in range(FOLDS):
        found = fit(x[fold != each], y[fold != each], w[fold != each])
        chance[fold == each] = 1 / (1 + np.exp(-found[0] - x[fold == each] @ found[1:]))

    def candidate(number: int) -> tuple[float, bool]:
        mine = np.flatnonzero(owner == number)
        best = mine[np.argmax(chance[mine])] if len(mine) else None
        return (0.0, False) if best is None else (float(chance[best]), bool(y[best]))

    told(heard, books, candidate)
    print("WEIGHTS: Mapping[str, float] = {")
    for name, each in zip(("", *every[0][1]), fit(x, y, w), strict=True):
        print(f'    "{name}": {each:.3f},')
    print("}")


if __name__ == "__main__":
    main()
