"""Whatever hands, mouths and the box's own voice do to one ear, in whatever order: what stays true of it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from doubles import ScriptedRecogniser
from hypothesis import given, settings
from hypothesis import strategies as st
from wavs import noise, pcm16, tone

from delvebox.device.inputs.speech.audio import seconds_of
from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.endings import AFTER_SECONDS
from delvebox.device.inputs.speech.ways import WAYS
from delvebox.device.messages import Utterance

pytestmark = pytest.mark.timeout(120)  # minutes of sound in all, on a machine that others use too

SPEECH = pcm16(np.resize(np.concatenate([tone(0.08, level=0.3), tone(0.04, level=0.04)]), 16_000))
SOUNDS = {
    "speech": SPEECH,
    "a word": SPEECH[:9_600],
    "quiet": pcm16(noise(1.0, 0.0005)),
    "a breath": pcm16(noise(0.2, 0.0005)),
    "a click": pcm16(noise(0.02, 0.3)),
    "a bit": SPEECH[:50],
}
ORDERS = ("open_window", "close_window", "tap", "forget", "lose the recogniser", "mend the recogniser")
LONGEST_SECONDS = 31.0
"""Of an utterance: a window is closed after 30 s."""

sounds = st.tuples(st.sampled_from(("feed", "feed", "feed", "feed a tone", "skip")), st.sampled_from(sorted(SOUNDS)))
orders = st.tuples(st.sampled_from(ORDERS), st.just(""))
ways = st.sets(st.sampled_from(sorted(WAYS)), min_size=1)
phrases = st.lists(st.sampled_from(("search the room", "hey lantern", "hey lantern undo", "", "torch")), max_size=6)


def done(ear: Ear, recogniser: ScriptedRecogniser, what: str, sound: str) -> list[Utterance]:
    """What came of one thing that was done to the ear."""
    match what:
        case "feed" | "feed a tone":
            return ear.feed(SOUNDS[sound], tone=what != "feed")
        case "skip":
            return ear.skip(SOUNDS[sound])
        case "lose the recogniser" | "mend the recogniser":
            recogniser.fails = "say it again" if what.startswith("lose") else ""
        case _:
            getattr(ear, what)()
    return []


@settings(max_examples=500)
@given(ways, st.lists(sounds | orders, max_size=25), phrases)
def test_no_order_of_things_breaks_an_ear(ways: set[str], things: list[tuple[str, str]], phrases: list[str]) -> None:
    """Utterances follow each other, none longer than its window, each of a way that is wanted; none stays open."""
    recogniser = ScriptedRecogniser()
    recogniser.say(*phrases)
    ear = Ear(recogniser, ways, is_phrase=lambda text: text in {"search the room", "undo"})  # type: ignore[arg-type]
    found = []
    for what, sound in things:
        before = ear.seconds
        came = done(ear, recogniser, what, sound)
        found += came
        assert ear.seconds >= before
        assert all(before <= each.end_seconds <= ear.seconds + 0.001 for each in came)
        assert not (ear.window_waits and not ear.window_open)
    found += ear.finish()
    assert not ear.window_open
    by_itself = {"hold", "tap"}  # a hand may do what is no way to talk here: the listener refuses that, not the ear
    assert {each.way for each in found} <= ways | by_itself
    for each in found:
        assert 0 <= each.start_seconds <= each.end_seconds + AFTER_SECONDS  # words of a stand-in reach into the silence
        assert each.end_seconds - each.start_seconds <= LONGEST_SECONDS
        if each.way != "wake":  # where it counts the wake phrase too, before the command's start
            assert 0 <= each.speech_seconds <= each.end_seconds - each.start_seconds + 0.021
        assert each.trouble in {None, "say it again"}
    for one, next_one in itertools.pairwise(found):
        assert next_one.start_seconds >= one.end_seconds - 0.001, "a sound belongs to two utterances"
    total = sum(seconds_of(SOUNDS[sound]) for what, sound in things if sound)
    assert abs(ear.seconds - total) <= 0.041
