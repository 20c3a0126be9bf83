"""`delvebox run` on real sound whose loudspeaker leaks into its microphone at half its level, as on a small table."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from delvebox.device.outputs.tones import TONES

from ..sound_server import RATE_HZ, Recording, SoundServer
from .live_box import LiveBox, environment, wait_until

pytestmark = [pytest.mark.sound, pytest.mark.speech, pytest.mark.timeout(120)]  # real sound takes its time

PURE = 0.8
"""Of the sound's strength in a stretch that is a tone, so much lies at its pitch; speech spreads it over many."""
STRETCH = RATE_HZ // 25


@pytest.fixture
def leaking(own_sound_server: SoundServer) -> SoundServer:
    """A sound server whose microphone hears the loudspeaker at half its level, 20 ms later."""
    own_sound_server.leak(0.5)
    return own_sound_server


@pytest.fixture
def start(leaking: SoundServer, tmp_path: Path, speech_model: Path) -> Iterator[Callable[[str], LiveBox]]:
    """Starts a box that can be talked to in some ways."""
    env = environment(tmp_path) | leaking.env | {"DELVEBOX_MODELS": str(speech_model.parent)}
    settings = tmp_path / "delvebox.yaml"
    arguments = ("run", "--pins", "mock", "--state-dir", tmp_path / "state", "--settings", settings)
    with ExitStack() as boxes:

        def one(ways: str) -> LiveBox:
            settings.write_text(f"speech: {{ways: {ways}}}\n")
            box = boxes.enter_context(LiveBox(tmp_path / "logs", *arguments, env=env))
            box.expect("^ready: speech")
            return box

        yield one


@pytest.fixture
def phrase(tmp_path: Path) -> Path:
    """The words "search the room", spoken."""
    wav = tmp_path / "phrase.wav"
    subprocess.run(["espeak-ng", "-w", wav, "search the room"], check=True)
    return wav


def tones_in(recording: Recording) -> list[str]:
    """The tones that were played whole, by their pitches in the order of time."""
    return [name for _, name in tones_at(recording)]


def tones_at(recording: Recording) -> list[tuple[float, str]]:
    """The same with the seconds at which they began."""
    names = {tuple(note.hz for note in tone.notes if note.hz): tone.name for tone in TONES.values()}
    pitches, began, found = [0.0], 0.0, list[tuple[float, str]]()
    for at, pitch in (*_pitches(np.array(recording.samples(), dtype=float)), (0.0, 0.0)):
        if pitch and pitch != pitches[-1]:
            began = at if len(pitches) == 1 else began
            pitches.append(pitch)
        elif not pitch:
            found += [(began, names[tuple(pitches[1:])])] if tuple(pitches[1:]) in names else []
            pitches = [0.0]
    return found


def _pitches(samples: NDArray[np.float64]) -> Iterator[tuple[float, float]]:
    """The seconds and the note of each stretch of a tone; 0 Hz after some silence; speech is left out."""
    notes = [note.hz for tone in TONES.values() for note in tone.notes if note.hz]
    quiet = 0
    for at in range(0, len(samples) - STRETCH, STRETCH // 4):
        stretch = samples[at : at + STRETCH]
        quiet = quiet + 1 if stretch.std() < 300 else 0
        if quiet == 8:
            yield at / RATE_HZ, 0.0
        if quiet:
            continue
        strength = np.abs(np.fft.rfft(stretch * np.hanning(STRETCH))) ** 2
        top = int(strength.argmax())
        note = min(notes, key=lambda each: abs(each - top * RATE_HZ / STRETCH))
        is_pure = strength[max(0, top - 2) : top + 3].sum() > PURE * strength.sum()
        if is_pure and abs(note - top * RATE_HZ / STRETCH) < 30:
            yield at / RATE_HZ, note


def test_the_box_takes_neither_its_voice_nor_its_tones_for_a_command(
    leaking: SoundServer, start: Callable[[str], LiveBox], phrase: Path
) -> None:
    """It says a turn; it is tapped and nobody speaks; it is tapped and spoken to: one command is heard in all."""
    box = start("[tap, open]")
    with leaking.record() as said, leaking.record("microphone") as leaked:
        box.type("search the room")
        box.expect("^played: ")
        box.expect("^panel: .* speaking")
        box.expect("^panel: (?!.*speaking)")
        box.type("press talk")
        box.expect(r"^tap: nothing heard \(silence\)")
        # a press would cut the tone
        wait_until(lambda: "not_understood" in tones_in(said), lambda: f"{tones_in(said)}: {box.lines}")
        box.type("press talk")
        wait_until(lambda: tones_in(said).count("open") == 2, lambda: f"{tones_in(said)}: {box.lines}")
        leaking.play(phrase)
        box.expect("^tap: search")
        box.expect("^played: ")
        box.expect("^panel: .* speaking")
        box.expect("^panel: (?!.*speaking)")
        time.sleep(1)  # whatever the ear makes of it
    assert tones_in(said) == ["open", "not_understood", "open", "understood"]
    assert leaked.loud_seconds() > 2
    nothing, command = [line for line in box.lines if line.startswith(("open: ", "tap: "))]
    assert nothing == "tap: nothing heard (silence)"
    assert command.startswith("tap: search")  # sometimes without "the", which is a phrase as well
    assert len(box.told("played: ")) == 2


def test_holding_talk_cuts_the_voice_and_opens_the_ear_at_once(
    leaking: SoundServer, start: Callable[[str], LiveBox], phrase: Path
) -> None:
    """In mid-sentence: after the tone the loudspeaker is silent, and what is said is heard."""
    box = start("[hold]")
    box.type("light a torch", "light a lantern", "status")
    with leaking.record() as said:
        wait_until(lambda: said.loud_seconds() > 0.5, lambda: f"nothing is said: {box.lines}")
        box.type("hold talk 4")
        wait_until(lambda: "open" in tones_in(said), lambda: f"{tones_in(said)}: {box.lines}")
        leaking.play(phrase)
        box.expect("^hold: search")
        wait_until(lambda: "understood" in tones_in(said), lambda: f"{tones_in(said)}: {box.lines}")
        (opened, _), (understood, _) = tones_at(said)
        between = said.samples()[round((opened + 0.15) * RATE_HZ) : round((understood - 0.05) * RATE_HZ)]
    assert understood - opened > 2
    assert max(map(abs, between)) < 100
