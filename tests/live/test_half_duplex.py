"""`delvebox run` on real sound whose loudspeaker leaks into its microphone at half its level, as on a small table."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
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
    own_sound_server.pactl(
        "load-module", "module-loopback", "source=loudspeaker.monitor", "sink=microphone", "latency_msec=20"
    )
    stream = own_sound_server.pactl("list", "short", "sink-inputs").split()[0]
    own_sound_server.pactl("set-sink-input-volume", stream, "-6dB")
    return own_sound_server


@pytest.fixture
def box(leaking: SoundServer, tmp_path: Path, speech_model: Path) -> Iterator[LiveBox]:
    """A box that listens all the time, and can be tapped."""
    (tmp_path / "delvebox.yaml").write_text("speech: {ways: [tap, open]}\n")
    env = environment(tmp_path) | leaking.env | {"DELVEBOX_MODELS": str(speech_model.parent)}
    arguments = ("run", "--pins", "mock", "--state-dir", tmp_path / "state", "--settings", tmp_path / "delvebox.yaml")
    with LiveBox(tmp_path / "logs", *arguments, env=env) as made:
        yield made


def tones_in(recording: Recording) -> list[str]:
    """The tones that were played whole, by their pitches in the order of time."""
    names = {tuple(note.hz for note in tone.notes if note.hz): tone.name for tone in TONES.values()}
    pitches, found = [0.0], list[str]()
    for pitch in (*_pitches(np.array(recording.samples(), dtype=float)), 0.0):
        if pitch and pitch != pitches[-1]:
            pitches.append(pitch)
        elif not pitch:
            found += [names[tuple(pitches[1:])]] if tuple(pitches[1:]) in names else []
            pitches = [0.0]
    return found


def _pitches(samples: NDArray[np.float64]) -> Iterator[float]:
    """The note of a tone in each stretch; 0 after some silence, speech left out."""
    notes = [note.hz for tone in TONES.values() for note in tone.notes if note.hz]
    quiet = 0
    for at in range(0, len(samples) - STRETCH, STRETCH // 4):
        stretch = samples[at : at + STRETCH]
        quiet = quiet + 1 if stretch.std() < 300 else 0
        if quiet == 8:
            yield 0.0
        if quiet:
            continue
        strength = np.abs(np.fft.rfft(stretch * np.hanning(STRETCH))) ** 2
        top = int(strength.argmax())
        note = min(notes, key=lambda each: abs(each - top * RATE_HZ / STRETCH))
        is_pure = strength[max(0, top - 2) : top + 3].sum() > PURE * strength.sum()
        if is_pure and abs(note - top * RATE_HZ / STRETCH) < 30:
            yield note


def test_the_box_takes_neither_its_voice_nor_its_tones_for_a_command(
    leaking: SoundServer, box: LiveBox, tmp_path: Path
) -> None:
    """It says a turn; it is tapped and nobody speaks; it is tapped and spoken to: one command is heard in all."""
    phrase = tmp_path / "phrase.wav"
    subprocess.run(["espeak-ng", "-w", phrase, "search the room"], check=True)
    box.expect("^ready: speech")
    with leaking.record() as said, leaking.record("microphone") as leaked:
        box.type("search the room")
        box.expect("^played: ")
        box.expect("^panel: .* speaking")
        box.expect("^panel: (?!.*speaking)")
        box.type("press talk")
        box.expect(r"^tap: nothing heard \(silence\)")
        box.expect("^panel: .* speaking")
        box.expect("^panel: (?!.*speaking)")  # a press would cut the tone
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
