"""A voice of the table's own: what the program `delvebox-voice` is given, and whatever it gives back."""

from __future__ import annotations

import os
import signal
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.outputs import own_engine
from delvebox.device.outputs.own_engine import make_by_own
from delvebox.device.outputs.samples import RATE_HZ
from delvebox.device.outputs.spoken import VoiceTrouble
from delvebox.device.outputs.voice import MOST_LEFT_OUT, Voice, least_seconds
from delvebox.device.player import Player
from delvebox.device.wishes import Wishes

Install = Callable[[str], None]

GOOD = 'tee "$HERE/text" | espeak-ng --stdin --stdout -v "$DELVEBOX_LANGUAGE" -s "$DELVEBOX_RATE"'
"""A stand-in for a better voice; the text that it was given is kept."""
MISSING = (
    "spoken by espeak-ng, since the program delvebox-voice is missing: "
    "put it into /usr/local/bin and make it executable (docs/themes.md)"
)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a shell script on the path as `delvebox-voice`."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("HERE", str(tmp_path))

    def install(script: str) -> None:
        aside = tmp_path / "aside"
        aside.write_text(f"#!/bin/sh\n{script}\n")
        aside.chmod(0o755)
        aside.rename(tmp_path / "delvebox-voice")

    return install


@pytest.fixture
def told() -> list[str]:
    """What the voice told of itself."""
    return []


@pytest.fixture
def voice(install: Install, told: list[str]) -> Iterator[Voice]:
    """A voice that asks the engine of one's own first."""
    voice = Voice(told.append, own=True)
    yield voice
    voice.close()


def wav_of(folder: Path, *, channels: int = 1, width: int = 2, rate_hz: int = 22_050, frames: bytes = b"") -> Path:
    """A WAV file for a program that only copies one."""
    path = folder / "copied.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(frames or array("h", [8_000, -8_000] * 10_000).tobytes())
    return path


def test_the_program_gets_the_sentence_as_a_line_and_pace_and_language_beside_it(
    install: Install, tmp_path: Path
) -> None:
    """A line whatever the text holds, nothing of it on a command line, and 165 words a minute are a length of one."""
    install(f'{GOOD}\necho "$DELVEBOX_LANGUAGE $DELVEBOX_RATE $DELVEBOX_LENGTH" > "$HERE/beside"')
    pcm = make_by_own("Zug drei:\n$(reboot) „Gefahr“.", 330, 80, "de")
    assert (tmp_path / "text").read_text() == "Zug drei: $(reboot) „Gefahr“.\n"
    assert (tmp_path / "beside").read_text() == "de 330 0.50\n"
    assert len(pcm) / 2 / RATE_HZ > 0.5


def test_the_box_itself_makes_it_softer(install: Install, tmp_path: Path) -> None:
    """A program need know nothing of the volume, and “louder” works with any."""
    install(f"cat {wav_of(tmp_path)}")
    loudest = {volume: max(array("h", make_by_own("Danger.", 165, volume, "en"))) for volume in (100, 50, 0)}
    assert loudest == {100: 8_000, 50: 4_000, 0: 0}


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 48_000])
def test_another_rate_is_brought_to_that_of_all_sentences(install: Install, tmp_path: Path, rate_hz: int) -> None:
    """A cue may be half made by it and half by espeak-ng, in one file."""
    install(f"cat {wav_of(tmp_path, rate_hz=rate_hz, frames=bytes(2 * rate_hz))}")
    assert abs(len(make_by_own("Danger.", 165, 80, "en")) / 2 - RATE_HZ) <= 1


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 3", "ended with status 3: see in the log what it says"),
        ("kill -SEGV $$", "ended with status -11"),
        ("true", "gave no sound: let it write one WAV file"),
        ("echo Danger", r"gave 7 bytes that cannot be played \(.*\): let it write one WAV file, 16-bit mono"),
        ("printf RIFF", "gave 4 bytes that cannot be played"),
        ("cat /dev/zero", "gave more than 4194304 bytes"),
        ("exec 1>&-; sleep 60", "gave no sound"),
    ],
)
def test_whatever_it_does_instead_is_told_with_a_cure(
    install: Install, monkeypatch: pytest.MonkeyPatch, script: str, told: str
) -> None:
    """It is somebody else's program: what comes from it is looked at as at a door."""
    monkeypatch.setattr(own_engine, "END_SECONDS", 0.05)
    install(script)
    with pytest.raises(VoiceTrouble, match=f"delvebox-voice {told}"):
        make_by_own("Danger.", 165, 80, "en")


@pytest.mark.parametrize(
    ("wav", "told"),
    [
        ({"channels": 2}, "2 channels of 16 bits: let it give 1 of 16"),
        ({"width": 1}, "1 channels of 8 bits: let it give 1 of 16"),
        ({"rate_hz": 4_000}, "4000 samples a second: let it give 8000 to 48000"),
        ({"rate_hz": 96_000}, "96000 samples a second: let it give 8000 to 48000"),
    ],
)
def test_a_wav_file_that_the_box_cannot_play_is_told(
    install: Install, tmp_path: Path, wav: dict[str, int], told: str
) -> None:
    """The bounds are said."""
    install(f"cat {wav_of(tmp_path, **wav)}")
    with pytest.raises(VoiceTrouble, match=told):
        make_by_own("Danger.", 165, 80, "en")


def test_one_that_hangs_is_ended_with_all_that_it_started(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left of it, not even what would have held its output open."""
    monkeypatch.setattr(own_engine, "LIMIT_SECONDS", 0.3)
    install('sleep 60 & echo $! > "$HERE/pid"; wait')
    with pytest.raises(VoiceTrouble, match=r"took more than 0\.3 s for a sentence: take a smaller or quicker voice"):
        make_by_own("Danger.", 165, 80, "en")
    sleeper = Path("/proc") / (tmp_path / "pid").read_text().strip() / "stat"
    while sleeper.exists() and sleeper.read_text().rsplit(")", 1)[1].split()[0] != "Z":
        pass  # killed, and gone once somebody has looked after it


def test_the_box_speaks_by_it(install: Install, told: list[str], voice: Voice, tmp_path: Path) -> None:
    """Through the narrator's child, trimmed and kept as any sentence, and nobody need be told."""
    install(f'{GOOD}; echo >> "$HERE/calls"')
    voice.start()
    sound = voice.make("Danger in turn five.", 165, 80)
    assert voice.make("Danger in turn five.", 165, 80) == sound
    assert (tmp_path / "calls").read_text() == "\n"
    assert len(sound.pcm) / 2 / sound.rate_hz >= least_seconds("Danger in turn five.", 165)
    assert told == []


def test_a_whole_box_speaks_by_it_where_the_settings_want_it(install: Install, tmp_path: Path) -> None:
    """And by espeak alone where they do not, though the program is there."""
    install(f"{GOOD}; echo >> {tmp_path}/calls")
    for engine in ("espeak", "own"):
        file = tmp_path / f"{engine}.yaml"
        file.write_text(f"voice: {{engine: {engine}}}")
        wishes = Wishes(tmp_path / engine, file, seed=7, pins="mock", wav_folder=tmp_path / "wavs")
        with Player(wishes, pytest.fail) as player:
            player.play(1, "say light a torch")
        assert (tmp_path / "calls").exists() == (engine == "own")
    assert (tmp_path / "text").read_text() == "Torch lit: six turns.\n"


def test_while_there_is_none_espeak_speaks_and_it_is_told_once(install: Install, told: list[str], voice: Voice) -> None:
    """And the program is found without a new start, once it is put there; what espeak made is not kept for it."""
    voice.start()
    assert voice.works
    assert len(voice.make("Turn five.", 165, 80).pcm) > 20_000
    assert told == [MISSING]
    install(f'touch "$HERE/used"; {GOOD}')
    for _ in range(3):
        voice.make("Turn five.", 165, 80)
    assert told == [MISSING, ""]


def test_one_that_fails_is_left_out_for_ever_more_sentences(
    install: Install, told: list[str], voice: Voice, tmp_path: Path
) -> None:
    """A voice that hangs ten seconds a sentence must not hold up the evening; it is told once."""
    install('echo >> "$HERE/calls"; exit 1')
    voice.start()
    asked = []
    for number in range(20):
        voice.make(f"Turn {number}.", 165, 80)
        asked.append(len((tmp_path / "calls").read_text()))
    assert [number for number in range(20) if asked[number] > (asked[number - 1] if number else 0)] == [0, 2, 5, 10, 19]
    assert told == [
        "spoken by espeak-ng, since delvebox-voice ended with status 1: see in the log what it says, try it by hand"
    ]
    voice._failures = 20
    voice._left_out = 0
    voice.make("Turn twenty.", 165, 80)
    assert voice._left_out == MOST_LEFT_OUT


def test_a_child_that_dies_with_it_is_replaced(install: Install, told: list[str], voice: Voice) -> None:
    """The sentence is made by espeak, by another child."""
    install("kill -KILL $PPID; sleep 60")
    voice.start()
    assert voice._child is not None
    first = voice._child.pid
    assert len(voice.make("Turn five.", 165, 80).pcm) > 20_000
    assert voice._child.pid != first
    assert "SIGKILL" in told[0] or str(signal.SIGKILL.value) in told[0]


def test_a_pace_of_its_own_is_no_lost_sentence(install: Install, told: list[str], voice: Voice, tmp_path: Path) -> None:
    """A program that knows nothing of words a minute speaks a slow box's sentence in half the time."""
    frames = array("h", [8_000, -8_000] * 11_025).tobytes()
    install(f"cat {wav_of(tmp_path, frames=frames)}")
    voice.start()
    text = "The torch ends next turn."
    assert len(frames) / 2 / 22_050 < least_seconds(text, 80)
    voice.make(text, 80, 80)
    assert told == []
