"""From a sound to a verdict, with the real model: what is understood, and what is not heard as a command."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from wavs import noise, tone, write_wav

from delvebox.device.inputs.speech.audio import read_wav
from delvebox.device.inputs.speech.files import recognise_file
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.messages import Verdict
from delvebox.device.phrasebook import Phrasebook

pytestmark = [
    pytest.mark.speech,
    pytest.mark.timeout(180),  # dozens of clips at 0.1 s each, on a machine that others use too
]

EVERYTHING = Context(asking="long_rest", table_rolls=True)
"""In which every phrase may be meant."""


class Box:
    """A phrasebook and its recogniser."""

    def __init__(self, phrasebook: Phrasebook, recogniser: Recogniser) -> None:
        self.phrasebook = phrasebook
        self._recogniser = recogniser

    def hear(self, path: Path, way: str = "hold") -> list[Verdict]:
        """The verdicts of a file."""
        found = recognise_file(path, way, self._recogniser, self.phrasebook.goes_on, self.phrasebook.is_phrase)
        return [judge(utterance, self.phrasebook, EVERYTHING) for utterance in found]


@contextmanager
def box_with(model: Path, phrasebook: Phrasebook) -> Iterator[Box]:
    """A box that hears by `phrasebook`."""
    recogniser = Recogniser(lambda: model, grammars_for(phrasebook, ("hold", "open", "wake")))
    yield Box(phrasebook, recogniser)
    recogniser.close()


@pytest.fixture(scope="module")
def box(speech_model: Path) -> Iterator[Box]:
    """The box with its shipped phrasebook."""
    with box_with(speech_model, Phrasebook.load()) as made:
        yield made


def test_people_are_understood_whole_and_never_wrongly(speech_model: Path, speech_data: Path) -> None:
    """60 of the 160 human clips in hold mode: at most one is not understood, none is taken for another."""
    labels: dict[str, dict[str, str]] = json.loads((speech_data / "human" / "labels.json").read_text())
    names = sorted(labels)
    some = [names[len(names) * place // 60] for place in range(60)]
    missed, wrong = [], []
    with box_with(speech_model, Phrasebook.load(Path(__file__).with_name("coffee.yaml"))) as coffee:
        for name in some:
            (verdict,) = coffee.hear(speech_data / "human" / name)
            if verdict.intent is None:
                missed.append((name, verdict.text))
            elif dict(verdict.intent.slots) != labels[name]:
                wrong.append((name, verdict.text))
    assert wrong == []
    assert len(missed) <= 1, missed


PHRASES = """
move on, move cautiously, new area, we are lost, search the room, search the corridor, investigate,
investigate the statue, force the door, smash it, quietly force the door, pick the lock, disarm the trap,
clear the rubble, treat wounds, manage gear, talk quietly, three turn talk, we argue loudly, stand guard,
keep watch, listen at the door, secure the area, barricade the door, area no longer safe, begin a ritual,
two turn ritual, continue the ritual, abandon the ritual, clean up, catch breath, something else, next turn,
make some noise, noise two, bright light on, dim the light, split the party, we are together again,
draw attention, all calm, calm two, light a torch, light a lantern, light a candle, douse the torch,
light the torch again, torch plus two, lantern minus three, start the spell bless for ten turns,
start the spell light without limit, the spell bless ends, eat rations, drink water, short rest, long rest,
rest one turn, resume rest, rest from the beginning, abandon rest, combat, combat over, chase, chase over,
scene over, fast turns, normal turns, roll for us, boxes to three, turn to twelve, mark fatigue,
clear confusion, status, how much light, how dangerous is it, what time is it, repeat that, undo, redo, cancel,
yes, no, stop, be quiet, mute, listen again, louder, softer, speak faster, speak slower, new delve, end the delve
"""
SPOKEN = [" ".join(phrase.split()) for phrase in PHRASES.split(",")]


@pytest.mark.parametrize("voice", ["en-us", "en-gb+f2"])
def test_the_game_s_phrases_are_understood_from_synthetic_voices(
    box: Box, say: Callable[..., Path], voice: str
) -> None:
    """Every kind of command, spoken by a machine: nine of ten understood, one at most taken for another."""
    wrong, missed = [], []
    for phrase in SPOKEN:
        wanted = box.phrasebook.match(phrase)
        assert wanted is not None, phrase
        (verdict,) = box.hear(say(phrase, voice))
        if verdict.intent is None:
            missed.append((phrase, verdict.text))
        elif (verdict.intent.name, verdict.intent.slots) != (wanted.name, wanted.slots):
            wrong.append((phrase, verdict.text))
    assert len(wrong) <= 1, wrong
    assert len(missed) <= len(SPOKEN) // 10, missed


def test_the_wake_phrase_makes_a_command_of_a_phrase(box: Box, say: Callable[..., Path], tmp_path: Path) -> None:
    """In one breath, or after the wake phrase alone; the same phrase without it is table talk."""
    for text in ("hey lantern, search the room", "hey lantern, light a torch", "hey lantern, status"):
        (verdict,) = box.hear(say(text), "wake")
        assert verdict.verdict == "accept", (text, verdict)
    woken, phrase = (np.frombuffer(read_wav(say(text)).pcm, "<i2") / 32768 for text in ("hey lantern", "combat over"))
    hush = noise(1.0, 0.0003)
    two = write_wav(tmp_path / "two.wav", np.concatenate([hush, woken, hush, phrase, hush]))
    assert [verdict.text for verdict in box.hear(two, "wake")] == ["combat over"]
    (unwoken,) = box.hear(say("search the room"), "wake")
    assert unwoken.verdict == "reject"


def test_open_mode_finds_each_phrase_in_a_recording(box: Box, say: Callable[..., Path], tmp_path: Path) -> None:
    """Phrases with pauses between are understood one by one, by the same gate as at the microphone."""
    spoken = [
        np.frombuffer(read_wav(say(text)).pcm, "<i2") / 32768 for text in ("search the room", "combat over", "undo")
    ]
    hush = noise(1.0, 0.0003)
    path = write_wav(
        tmp_path / "three.wav", np.concatenate([hush, *(part for each in spoken for part in (each, hush))])
    )
    assert [verdict.text for verdict in box.hear(path, "open")] == ["search the room", "combat over", "undo"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("search the room search the room", "two phrases"),
        ("move on combat over", "two phrases"),
        ("search the", "not a phrase"),
        ("I think that we should search the room before the dragon wakes up", None),
        ("could you pass me the crisps please", None),
        ("we lost the map", None),
        ("the weather is lovely in the mountains", None),
    ],
)
def test_what_is_no_whole_phrase_is_rejected(box: Box, say: Callable[..., Path], said: str, reason: str | None) -> None:
    """A command said twice, half said, inside a sentence, and what only sounds like one."""
    (verdict,) = box.hear(say(said))
    assert verdict.verdict == "reject", verdict
    assert reason is None or verdict.reason == reason


SOUNDS = {
    "digital silence": np.zeros(32_000),
    "a quiet room": noise(3.0, 0.0003),
    "a fan": np.convolve(noise(3.0, 0.05), np.ones(40) / 40, "same"),
    "white noise": noise(3.0, 0.1),
    "hum": tone(3.0, hz=50, level=0.1),
    "a whistle": np.concatenate([noise(1.0, 0.0003), tone(1.0, hz=1500, level=0.3), noise(1.0, 0.0003)]),
    "dice": np.concatenate([part for _ in range(8) for part in (noise(0.02, 0.3), noise(0.2, 0.0003))]),
    "a die on the table": np.concatenate([noise(1.0, 0.0003), noise(0.03, 0.3), noise(1.0, 0.0003)]),
}


@pytest.mark.parametrize("way", ["hold", "open"])
@pytest.mark.parametrize("sound", SOUNDS)
def test_what_is_no_speech_is_no_command(box: Box, tmp_path: Path, sound: str, way: str) -> None:
    """Silence, fans, whistles, dice: nothing is accepted, whatever the recogniser makes of it."""
    verdicts = box.hear(write_wav(tmp_path / "sound.wav", SOUNDS[sound]), way)
    assert [verdict for verdict in verdicts if verdict.verdict == "accept"] == []
    if sound in {"digital silence", "a quiet room", "a fan", "white noise", "a die on the table"}:
        assert {verdict.reason for verdict in verdicts} == {"silence"}


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
