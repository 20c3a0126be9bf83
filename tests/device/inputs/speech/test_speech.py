"""From a sound to a verdict, with the real model: what is understood, and what is not heard as a command."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from heard import Box, samples
from wavs import noise, write_wav

pytestmark = [
    pytest.mark.speech,
    pytest.mark.timeout(180),  # dozens of clips at 0.1 s each, on a machine that others use too
]


def test_people_are_understood_whole_and_never_wrongly(coffee: Box, speech_data: Path) -> None:
    """60 of the 160 human clips in hold mode: at most one is not understood, none is taken for another."""
    labels: dict[str, dict[str, str]] = json.loads((speech_data / "human" / "labels.json").read_text())
    names = sorted(labels)
    some = [names[len(names) * place // 60] for place in range(60)]
    missed, wrong = [], []
    for name in some:
        (verdict,) = coffee.hear(speech_data / "human" / name)
        if verdict.intent is None:
            missed.append((name, verdict.text))
        elif dict(verdict.intent.slots) != labels[name]:
            wrong.append((name, verdict.text))
    assert wrong == []
    assert len(missed) <= 1, missed


def test_the_wake_phrase_makes_a_command_of_a_phrase(box: Box, say: Callable[..., Path], tmp_path: Path) -> None:
    """In one breath, or after the wake phrase alone; the same phrase without it is table talk."""
    for text in ("hey lantern, search the room", "hey lantern, light a torch", "hey lantern, status"):
        (verdict,) = box.hear(say(text), "wake")
        assert verdict.verdict == "accept", (text, verdict)
    woken, phrase = (samples(say(text)) for text in ("hey lantern", "combat over"))
    hush = noise(1.0, 0.0003)
    two = write_wav(tmp_path / "two.wav", np.concatenate([hush, woken, hush, phrase, hush]))
    assert [verdict.text for verdict in box.hear(two, "wake")] == ["combat over"]
    (unwoken,) = box.hear(say("search the room"), "wake")
    assert unwoken.verdict == "reject"


def test_open_mode_finds_each_phrase_in_a_recording(box: Box, say: Callable[..., Path], tmp_path: Path) -> None:
    """Phrases with pauses between are understood one by one, by the same gate as at the microphone."""
    spoken = [samples(say(text)) for text in ("search the room", "combat over", "undo")]
    hush = noise(1.0, 0.0003)
    path = write_wav(
        tmp_path / "three.wav", np.concatenate([hush, *(part for each in spoken for part in (each, hush))])
    )
    assert [verdict.text for verdict in box.hear(path, "open")] == ["search the room", "combat over", "undo"]


def test_table_talk_is_not_heard_as_commands(box: Box, say: Callable[..., Path], speech_data: Path) -> None:
    """60 lines of actual play, each with the button held: at most one is taken for a command."""
    lines = (speech_data / "table_talk.txt").read_text().splitlines()[::20]
    accepted = []
    for number, line in enumerate(lines):
        (verdict,) = box.hear(say(line, ("en-us", "en-gb", "en-us+f3", "en-gb-scotland+m3")[number % 4]))
        if verdict.verdict == "accept":
            accepted.append((line, verdict.text))
    assert len(lines) == 60
    assert len(accepted) <= 1, accepted
