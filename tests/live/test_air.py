"""`delvebox run` on real sound: plugs pulled, children killed, stopped in mid sentence or without a model."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ..sound_server import RATE_HZ, SoundServer
from .ledger import Ledger
from .live_box import LiveBox, environment, lives, wait_until

pytestmark = [pytest.mark.sound, pytest.mark.speech, pytest.mark.timeout(90)]  # real sound takes its time

RECOGNISER, NARRATOR = "recogniser_child", "narrator_child"

Start = Callable[..., LiveBox]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state folder."""
    return tmp_path / "state"


@pytest.fixture
def start(tmp_path: Path, state: Path, speech_model: Path) -> Iterator[Start]:
    """Starts boxes on a sound server; what is left of them ends with the test."""
    boxes: list[LiveBox] = []

    def start_box(server: SoundServer, models: Path = speech_model.parent) -> LiveBox:
        env = environment(tmp_path) | server.env | {"DELVEBOX_MODELS": str(models)}
        arguments = ("run", "--pins", "mock", "--state-dir", state)
        boxes.append(LiveBox(tmp_path / "logs", *arguments, env=env))
        return boxes[-1]

    yield start_box
    for box in boxes:
        box.kill()


@pytest.fixture
def phrase(tmp_path: Path) -> Path:
    """The words "search the room", spoken."""
    wav = tmp_path / "phrase.wav"
    subprocess.run(["espeak-ng", "-w", wav, "search the room"], check=True)
    return wav


def child_of(box: LiveBox, module: str) -> int | None:
    """A child's process number; None while there is none."""
    return next((pid for pid, command in box.family().items() if module in command), None)


def speak(box: LiveBox, server: SoundServer, wav: Path) -> None:
    """Hold the talk button, and speak into the microphone once the panel shows that the box listens."""
    box.type("hold talk 4")
    box.expect("^panel: .* listening")
    server.play(wav)


def until_told(box: LiveBox, beginning: str, times: int = 1) -> None:
    """Wait until so many lines begin so."""
    wait_until(lambda: len(box.told(beginning)) >= times, lambda: f"{times} × {beginning!r}: {box.lines}\n{box.stderr}")


def test_killed_in_mid_sentence_it_leaves_no_child_and_no_sound(
    start: Start, state: Path, sound_server: SoundServer
) -> None:
    """Kill -9 while recogniser and narrator run and the loudspeaker sounds: both go with the box, and it is quiet."""
    box = start(sound_server)
    box.expect("^ready: speech")
    with sound_server.record() as recording:
        box.type("search the room")
        box.expect("^panel: .* speaking")
        wait_until(lambda: recording.peak() > 1000, lambda: "nothing was heard")
        children = child_of(box, RECOGNISER), child_of(box, NARRATOR)
        assert None not in children
        box.kill()
        ended = len(recording.samples())
        assert not any(lives(child) for child in children if child)
        wait_until(lambda: len(recording.samples()) > ended + RATE_HZ, lambda: "the recording stands still")
        last = recording.last_loud_at()
        assert last is not None
        assert last < ended / RATE_HZ + 0.5
    assert start(sound_server).expect("^panel: turn 2")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
def test_stopped_in_mid_sentence_it_closes_in_order(
    start: Start, state: Path, sound_server: SoundServer, number: signal.Signals
) -> None:
    """The sentence is cut; every child, device and the journal are closed within the time."""
    box = start(sound_server)
    box.expect("^ready: speech")
    box.type("status")
    box.expect("^panel: .* speaking")
    box.closes_in_order(state, number)


def test_stopped_while_the_model_loads_it_closes_in_order(start: Start, state: Path, sound_server: SoundServer) -> None:
    """The recogniser's child has begun and is not ready: nobody waits for it."""
    box = start(sound_server)
    wait_until(lambda: child_of(box, RECOGNISER) is not None, lambda: f"no recogniser is started:\n{box.stderr}")
    box.closes_in_order(state)


def test_pulled_plugs_are_told_once_and_found_again(
    start: Start, state: Path, own_sound_server: SoundServer, phrase: Path
) -> None:
    """Without microphone and loudspeaker the box plays on; with them again it hears and speaks, with no one's help."""
    server = own_sound_server
    box = start(server)
    box.expect("^ready: speech")
    server.unplug("microphone")
    server.unplug("loudspeaker")
    until_told(box, "trouble: microphone")
    box.type("move on")
    box.expect("^played: ")
    until_told(box, "trouble: loudspeaker")
    box.type("press search")
    box.expect("^played: ")
    server.plug("loudspeaker")
    server.plug("microphone")
    until_told(box, "ready: microphone", 2)
    until_told(box, "ready: loudspeaker")
    assert len(box.told("trouble: ")) == 2
    with server.record() as recording:
        speak(box, server, phrase)
        box.expect("^hold: search")
        box.expect("^played: ")
        wait_until(lambda: recording.loud_seconds() > 0.5, lambda: f"nothing was said:\n{box.stderr}")
    box.closes_in_order(state)
    assert Ledger(state).delve().state.completed == 3


def test_a_microphone_pulled_in_mid_utterance_is_told_once_and_taken_up_again(
    start: Start, state: Path, own_sound_server: SoundServer, phrase: Path
) -> None:
    """The utterance ends with the cause, told once in all; plugged in again, the next is heard with no one's help."""
    server = own_sound_server
    box = start(server)
    box.expect("^ready: speech")
    speak(box, server, phrase)  # and the button is still held
    for sink in ("microphone", "loudspeaker"):
        server.unplug(sink)
    box.expect("^trouble: microphone .* is gone: see whether it is still plugged in")
    box.expect(r"^hold: nothing heard \(trouble\)")
    server.plug("loudspeaker")
    server.plug("microphone")
    until_told(box, "ready: microphone", 2)
    assert len(box.told("trouble: microphone")) == 1
    assert box.told("played: ") == []
    box.until_logged("button talk: release")
    speak(box, server, phrase)
    box.expect("^hold: search")
    box.expect("^played: ")
    box.closes_in_order(state)


def test_killed_children_are_started_again(start: Start, state: Path, sound_server: SoundServer, phrase: Path) -> None:
    """The kernel takes recogniser and narrator: the box plays on, and hears and speaks again by itself."""
    box = start(sound_server)
    box.expect("^ready: speech")
    killed = [child_of(box, module) for module in (RECOGNISER, NARRATOR)]
    for child in killed:
        assert child is not None
        os.kill(child, signal.SIGKILL)
    box.type("move on")
    box.expect("^played: ")
    wait_until(lambda: child_of(box, RECOGNISER) not in (None, *killed), lambda: f"none comes back:\n{box.stderr}")
    with sound_server.record() as recording:
        speak(box, sound_server, phrase)
        box.expect("^hold: search")
        box.expect("^played: ")
        wait_until(lambda: recording.loud_seconds() > 0.5, lambda: f"nothing was said:\n{box.stderr}")
    box.closes_in_order(state)


def test_without_a_model_the_box_says_how_to_get_one_and_plays(
    start: Start, state: Path, sound_server: SoundServer, tmp_path: Path
) -> None:
    """Told once by itself, and to everybody who holds the talk button; typed lines and the voice work."""
    box = start(sound_server, tmp_path / "no-models")
    cure = "the speech model small-en-us is not installed: run delvebox models install small-en-us"
    box.expect(f"^trouble: {cure}")
    with sound_server.record() as recording:
        box.type("search the room")
        box.expect("^played: ")
        wait_until(lambda: recording.loud_seconds() > 0.5, lambda: f"nothing was said:\n{box.stderr}")
    assert box.told("trouble: ") == [f"trouble: {cure}"]
    box.type("hold talk 1")
    box.expect(f"^trouble: {cure}")
    box.closes_in_order(state)
