"""Microphone and loudspeaker against a real sound server, with no mock in the path."""

from __future__ import annotations

import json
import math
import os
import signal
import wave
from array import array
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ...sound_server import SoundServer

pytestmark = pytest.mark.sound

SPEAKER = """
import math, sys, time
from array import array
from delvebox.device import sound
RATE = 22050
def tone(seconds):
    waves = (math.sin(2 * math.pi * 440 * at / RATE) for at in range(int(RATE * seconds)))
    return array("h", (int(12000 * each) for each in waves)).tobytes()
"""


@pytest.fixture
def tone_wav(tmp_path: Path) -> Path:
    """A second of tone at 44.1 kHz, stereo."""
    path = tmp_path / "tone.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44_100)
        samples = [int(12_000 * math.sin(2 * math.pi * 440 * at / 44_100)) for at in range(44_100)]
        file.writeframes(array("h", [each for each in samples for _ in range(2)]).tobytes())
    return path


def test_the_microphone_hears_what_is_played_at_its_first_rate(sound_server: SoundServer, tone_wav: Path) -> None:
    """Sound in the air arrives as 16 kHz mono blocks, and a taker that fails does not end the stream."""
    program = sound_server.popen(
        """
        import json, sys, threading
        from array import array
        from delvebox.device import sound
        blocks, done = [], threading.Event()
        def take(block, rate, channels):
            blocks.append((block, rate, channels))
            if len(blocks) == 1:
                raise RuntimeError("the first block is too much")
        with sound.open_input(None, take) as stream:
            print("open", flush=True)
            sys.stdin.readline()
            stream.check()
        loud = sum(max(map(abs, array("h", block)), default=0) > 1000 for block, _, _ in blocks) * 0.03
        print(json.dumps({"loud": loud, "kinds": list({kind[1:] for kind in blocks}), "overflows": stream.overflows}))
        """
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "open\n"
    sound_server.play(tone_wav)
    out, err = program.communicate("\n", timeout=20)
    heard = json.loads(out)
    assert heard["kinds"] == [[16_000, 1]]
    assert heard["loud"] == pytest.approx(1.0, abs=0.1)
    assert err.count("the first block is too much") == 1


@pytest.mark.parametrize("name", [None, "delvebox_loud"])
def test_the_loudspeaker_plays_pieces_one_after_the_other(sound_server: SoundServer, name: str | None) -> None:
    """Two half seconds, by the default device and by a part of a name, are one second in the air."""
    with sound_server.record() as heard:
        done = sound_server.run(
            SPEAKER
            + """
name = sys.argv[1] or None
with sound.open_output(name, RATE) as out:
    asked = time.perf_counter()
    first, second = out.play(tone(0.5), RATE), out.play(tone(0.5), RATE)
    assert out.wait(second, 10) and first.ended.is_set() and not second.cut
    print(first.first_at - asked)
            """,
            name or "",
        )
    assert heard.loud_seconds() == pytest.approx(1.0, abs=0.05)
    assert float(done.stdout) < 0.1


def test_a_cut_is_silent_within_50_ms(sound_server: SoundServer) -> None:
    """Of ten seconds of sound cut at half a second, no more is heard than was due, and 50 ms."""
    with sound_server.record() as heard:
        done = sound_server.run(
            SPEAKER
            + """
with sound.open_output(None, RATE) as out:
    played = out.play(tone(10), RATE)
    later = out.play(tone(10), RATE)
    while played.first_at is None or time.perf_counter() < played.first_at + 0.5:
        time.sleep(0.001)
    asked = time.perf_counter()
    out.cut()
    done = time.perf_counter()
    assert out.wait(played, 0) and played.cut and later.cut
    print(asked - played.first_at, done - asked)
    time.sleep(0.5)  # what still sounds now is in the recording
            """
        )
    due, took = map(float, done.stdout.split())
    assert took < 0.05
    assert heard.loud_seconds() <= due + 0.05


def test_after_a_cut_and_after_a_rest_the_next_piece_is_heard(sound_server: SoundServer) -> None:
    """A stream that was aborted, or rested after long silence, wakes at once."""
    with sound_server.record() as heard:
        done = sound_server.run(
            SPEAKER
            + """
from delvebox.device.sound import loudspeaker
loudspeaker.IDLE_SECONDS = 0.1
with sound.open_output(None, RATE) as out:
    out.play(tone(10), RATE)
    out.cut()
    late = []
    for _ in range(3):
        asked = time.perf_counter()
        played = out.play(tone(0.3), RATE)
        assert out.wait(played, 5) and not played.cut
        late.append(played.first_at - asked)
        until = time.perf_counter() + 5
        while out._stream.active:
            assert time.perf_counter() < until, "the stream never rested"
            time.sleep(0.01)
    print(max(late))
            """
        )
    assert heard.loud_seconds() == pytest.approx(0.9, abs=0.1)
    assert float(done.stdout) < 0.1


def test_sound_gone_in_mid_sentence_is_told_and_taken_up_again(own_sound_server: SoundServer) -> None:
    """Both plugs pulled: the wait ends with a cure, the microphone's check too; plugged in, all works."""
    server = own_sound_server
    program = server.popen(
        SPEAKER
        + """
blocks = []
out, mic = sound.open_output(None, RATE), sound.open_input(None, lambda *block: blocks.append(block))
played = out.play(tone(20), RATE)
while played.first_at is None:
    time.sleep(0.01)
print("playing")
try:
    out.wait(played, 20)
except sound.SoundError as error:
    print(error)
try:
    out.play(tone(1), RATE)
except sound.SoundError as error:
    print(error)
try:
    mic.check()
except sound.SoundError as error:
    print(error)
sys.stdin.readline()
mic.close()
blocks.clear()
again = sound.open_input(None, lambda *block: blocks.append(block))
played = out.play(tone(0.5), RATE)
print(out.wait(played, 5), played.cut)
again.check()
until = time.perf_counter() + 5
while not blocks and time.perf_counter() < until:
    time.sleep(0.01)
print(bool(blocks))
        """
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "playing\n"
    server.unplug("loudspeaker")
    server.unplug("microphone")
    assert "loudspeaker (the default) is gone: see whether it is still plugged in" in program.stdout.readline()
    assert 'loudspeaker "default" cannot be opened' in program.stdout.readline()
    assert "microphone (the default) is gone: see whether it is still plugged in" in program.stdout.readline()
    server.plug("microphone")
    server.plug("loudspeaker")
    out, err = program.communicate("\n", timeout=20)
    assert out == "True False\nTrue\n", err
    assert "ALSA lib" not in err


def test_without_a_sound_service_it_is_told_and_found_once_there(own_sound_server: SoundServer) -> None:
    """The box may start before the sound service: the same process finds the devices afterwards."""
    own_sound_server.stop()
    program = own_sound_server.popen(
        SPEAKER
        + """
for opening in (lambda: sound.open_output(None, RATE), lambda: sound.open_input(None, print)):
    try:
        opening()
    except sound.SoundError as error:
        print(error)
sys.stdin.readline()
with sound.open_output(None, RATE) as out:
    print(out.wait(out.play(tone(0.3), RATE), 5))
print([device.default for device in sound.output_devices() if device.name == "default"])
        """
    )
    assert program.stdout is not None
    said = program.stdout.readline() + program.stdout.readline()
    assert said.startswith("no loudspeaker found: plug in a loudspeaker, or see whether the sound service runs\n"), said
    assert "microphone" in said
    own_sound_server.start()
    out, err = program.communicate("\n", timeout=20)
    assert out == "True\n[True]\n", err


def test_a_service_that_hangs_is_told(own_sound_server: SoundServer) -> None:
    """A stopped sound service takes no sound: the wait ends after two seconds, not never."""
    program = own_sound_server.popen(
        SPEAKER
        + """
import os
out = sound.open_output(None, RATE)
played = out.play(tone(20), RATE)
while played.first_at is None:
    time.sleep(0.01)
print("playing")
asked = time.perf_counter()
try:
    out.wait(played, 20)
except sound.SoundError as error:
    print(error, "after", time.perf_counter() - asked)
os._exit(0)  # closing would wait for the service
        """
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "playing\n"
    os.kill(own_sound_server.pid, signal.SIGSTOP)
    out, _ = program.communicate(timeout=20)
    sentence, _, seconds = out.partition(" after ")
    assert sentence == "loudspeaker (the default) took no sound for 2 s: see whether it is still plugged in"
    assert float(seconds) < 5


def test_a_cut_never_waits_for_a_sound_service_that_hangs(own_sound_server: SoundServer) -> None:
    """It returns at once, again and again; what is played then is refused with the cure, and heard when it is back."""
    program = own_sound_server.popen(
        SPEAKER
        + """
out = sound.open_output(None, RATE)
played = out.play(tone(20), RATE)
while played.first_at is None:
    time.sleep(0.01)
print("playing")
input()
asked = time.perf_counter()
for _ in range(3):
    out.cut()
assert played.cut
print(time.perf_counter() - asked)
try:
    out.play(tone(0.2), RATE)
except sound.SoundError as error:
    print(error)
input()
assert out.wait(out.play(tone(0.2), RATE), 10)
out.close()
        """
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stdout.readline() == "playing\n"
    os.kill(own_sound_server.pid, signal.SIGSTOP)
    program.stdin.write("\n")
    program.stdin.flush()
    assert float(program.stdout.readline()) < 1
    assert program.stdout.readline().startswith("the sound system does not answer: start the sound service")
    os.kill(own_sound_server.pid, signal.SIGCONT)
    program.communicate("\n", timeout=20)
    assert program.returncode == 0
