"""Three hundred turns in each theme and language, under many rules: what the voice is given, sentence by sentence."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from delvebox.device.messages import Cue
from delvebox.device.outputs.breaths import LONGEST_SECONDS, breaths, seconds_at_most
from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.event_fields import event_classes
from delvebox.device.outputs.narration.row import SENTENCE_END
from delvebox.device.outputs.narration.themes import names_of
from delvebox.device.outputs.voice import Voice

from .long_evening import EVERY_PROMPT, RULES, Evening

pytestmark = pytest.mark.slow

TURNS = 300
SEEDS = (1, 2)
RATE = 165
"""Words a minute, as shipped."""
LANGUAGES = ("en", "de")
THEMES = [(language, theme) for language in LANGUAGES for theme in names_of(language)]


def told(language: str, theme: str, rules: str, seed: int, settings: str = EVERY_PROMPT) -> Iterator[list[Cue]]:
    """An evening's cues, command by command."""
    return Evening(Narration.load(language, theme, seed), rules, seed, settings).told(TURNS)


@pytest.mark.parametrize(("language", "theme"), THEMES)
def test_no_sentence_comes_twice_in_a_row_and_none_lasts_over_twelve_seconds(language: str, theme: str) -> None:
    """Whatever the table does, twice in a row too. Hardly one is so long that the narrator must break it."""
    sentences = broken = 0
    for rules in RULES:
        for seed in SEEDS:
            last = ""
            for cues in told(language, theme, rules, seed):
                for sentence in (each for cue in cues for each in SENTENCE_END.split(cue.text)):
                    assert sentence != last, (rules, seed)
                    last = sentence
                    pieces = list(breaths(sentence, RATE))
                    assert all(seconds_at_most(piece, RATE) <= LONGEST_SECONDS for piece in pieces), sentence
                    sentences += 1
                    broken += len(pieces) > 1
    assert broken < sentences / 1_000


@pytest.mark.parametrize(("language", "theme"), THEMES)
def test_danger_is_always_first(language: str, theme: str) -> None:
    """Of whatever is told of a command, by its place and by its weight; the mood never comes before a fact."""
    for rules in RULES:
        dangers = 0
        for cues in told(language, theme, rules, SEEDS[0]):
            priorities = [cue.priority for cue in cues]
            assert priorities == sorted(priorities, key=lambda each: each != "danger")
            if any(cue.topic.startswith("danger") for cue in cues):
                dangers += 1
                assert {"en": "danger", "de": "gefahr"}[language] in SENTENCE_END.split(cues[0].text)[0].lower()
            if "colour" in priorities:
                assert all(cue.topic in ("steps", "question") for cue in cues[priorities.index("colour") + 1 :])
        assert dangers > 5, rules


@pytest.mark.parametrize(("language", "theme"), THEMES)
def test_where_danger_alone_is_said_no_two_are_said_alike_in_a_row(language: str, theme: str) -> None:
    """With nothing between them but what the table asks."""
    last = ""
    for cues in told(language, theme, "old-school", 3, "announce: {says: danger}"):
        for sentence in (each for cue in cues for each in SENTENCE_END.split(cue.text)):
            assert sentence != last
            last = sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_estimate_is_never_less_than_the_voice_takes(language: str) -> None:
    """The longest sentences of all themes and some at random, made by the real voice."""
    sentences = {
        sentence
        for theme in names_of(language)
        for cues in told(language, theme, "hard", 1)
        for cue in cues
        for sentence in SENTENCE_END.split(cue.text)
    }
    pieces = sorted({piece for sentence in sentences for piece in breaths(sentence, RATE)})
    longest = sorted(pieces, key=partial(seconds_at_most, rate=RATE))[-30:]
    some = random.Random(1).sample(pieces, 60)  # noqa: S311 - a sample that can be drawn again
    voice = Voice(pytest.fail, language=language)
    try:
        for piece in (*longest, *some):
            sound = voice.make(piece, RATE, 80)
            assert len(sound.pcm) / 2 / sound.rate_hz <= min(LONGEST_SECONDS, seconds_at_most(piece, RATE)), piece
    finally:
        voice.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_terse_speaks_least_and_grim_most(language: str) -> None:
    """The same evening by each; the mood comes at some turns, at more of them the fuller the boxes are."""
    spoken, moods, turns = Counter[str](), Counter[bool](), Counter[bool]()
    for theme, rules in product(names_of(language), ("sheet", "own dice", "hard")):
        evening = Evening(Narration.load(language, theme, 1), rules, 1)
        for cues in evening.told(TURNS):
            spoken[theme] += sum(len(cue.text) for cue in cues if cue.topic != "steps")
            if theme == "grim" and any(cue.topic == "turn" for cue in cues):
                near = evening.delve.state.escalation >= 3
                turns[near] += 1
                moods[near] += any(cue.topic == "atmosphere" for cue in cues)
    assert spoken["terse"] < 0.8 * spoken["plain"]
    assert spoken["plain"] < spoken["grim"] < 1.6 * spoken["plain"]
    assert 0.05 < moods[False] / turns[False] < moods[True] / turns[True] < 0.8


def test_everything_happens_in_these_evenings() -> None:
    """Every kind of event that there is, so that no sentence is left out."""
    came: set[str] = set()
    for rules in RULES:
        for seed in SEEDS:
            evening = Evening(Narration.load("en"), rules, seed)
            for _ in evening.told(TURNS):
                pass
            came |= evening.kinds
    assert {kind.__name__ for kind in event_classes().values()} == came
