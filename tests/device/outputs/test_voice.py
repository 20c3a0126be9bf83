"""Sentences as sound: the race of pyttsx3, children that hang, crash or lie, and what is missing."""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.outputs import voice as voice_module
from delvebox.device.outputs.voice import CHILD, Voice, VoiceError, least_seconds

LONG = "Danger in rest turn three: an encounter. The boxes are cleared. Rest paused after three of six turns. "

Start = Callable[..., Voice]


@pytest.fixture
def told() -> list[str]:
    """What the voice told of itself."""
    return []


@pytest.fixture
def start(told: list[str]) -> Iterator[Start]:
    """Starts voices and ends them with the test."""
    voices: list[Voice] = []

    def start(argv: list[str] = CHILD) -> Voice:
        voices.append(Voice(told.append, argv))
        voices[-1].start()
        return voices[-1]

    yield start
    for voice in voices:
        voice.close()


@pytest.fixture
def stand_in(tmp_path: Path) -> Callable[[str], list[str]]:
    """The command line of a child whose `make(engine, text, number)` the test gives; `number` counts its requests."""

    def command(make: str) -> list[str]:
        program = tmp_path / "child.py"
        program.write_text(
            "import os, sys, time\n"
            "from delvebox.device.child_side import become_child, serve\n"
            "from delvebox.device.frames import write_frame\n"
            + textwrap.dedent(make)
            + textwrap.dedent("""
                pipes = become_child()
                write_frame(pipes.outgoing, {"pyttsx3": "", "espeak-ng": ""})
                number = 0
                def handle(header, payload):
                    global number
                    number += 1
                    seconds = make(header["engine"], header["text"], number)
                    return {"ok": True, "rate_hz": 22050, "made_seconds": seconds}, bytes(int(seconds * 22050) * 2)
                serve(handle, pipes)
                """)
        )
        return [sys.executable, str(program)]

    return command


def test_a_long_sentence_and_short_ones_after_it_are_all_whole(start: Start, told: list[str]) -> None:
    """The race: pyttsx3 returns before a long sentence is made, and the next one came out empty."""
    voice = start()
    for number in range(20):
        for text in (f"{LONG * 10} Number {number}.", f"Danger {number}."):
            sound = voice.make(text, 165, 80)
            assert len(sound.pcm) / 2 / sound.rate_hz >= least_seconds(text, 165)
            assert max(map(abs, array("h", sound.pcm))) > 5_000
    assert told == []


def test_rate_and_volume_may_change_between_sentences(start: Start, told: list[str]) -> None:
    """Setting them runs in espeak's own thread, and a sentence begun meanwhile was cancelled."""
    voice = start()
    loud = [
        (rate, volume, voice.make(f"Turn {number}.", rate, volume))
        for number in range(8)
        for rate, volume in ((120, 100), (240, 20))
    ]
    assert told == []
    slow = min(len(sound.pcm) for rate, _, sound in loud if rate == 120)
    assert slow > max(len(sound.pcm) for rate, _, sound in loud if rate == 240)
    quiet = max(max(array("h", sound.pcm)) for _, volume, sound in loud if volume == 20)
    assert quiet * 3 < min(max(array("h", sound.pcm)) for _, volume, sound in loud if volume == 100)


def test_the_silence_at_the_ends_is_trimmed(start: Start) -> None:
    """The first sound comes at once, and the microphone need not stay closed for silence."""
    sound = start().make("Turn five.", 165, 80)
    samples = array("h", sound.pcm)
    first = next(at for at, sample in enumerate(samples) if abs(sample) > 100)
    last = next(at for at in range(len(samples) - 1, -1, -1) if abs(samples[at]) > 100)
    assert first / sound.rate_hz <= 0.02
    assert (len(samples) - last) / sound.rate_hz <= 0.16


@pytest.mark.parametrize("text", ["…", "?!", "Ωμέγα", "läuft", "a" * 300, 'it\'s "it" & <b>so</b>'])
def test_odd_texts_are_said_or_silent_but_never_an_error(start: Start, told: list[str], text: str) -> None:
    """Names are free text."""
    start().make(text, 165, 80)
    assert told == []


@pytest.mark.parametrize("text", ["Turn five.", "The torch of Bryn burns for two turns, and so on and on" * 6])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_a_child_killed_or_hung_in_mid_sentence_is_replaced_and_the_sentence_made(
    start: Start, told: list[str], sent: signal.Signals, text: str
) -> None:
    """The sentence is there, from another process, and nobody need be told; how soon is in docs/speaking.md."""
    voice = start()
    assert voice._child is not None
    first = voice._child.pid
    os.kill(first, sent)
    sound = voice.make(text, 165, 80)
    assert len(sound.pcm) > 20_000
    assert voice._child.pid != first
    assert not Path(f"/proc/{first}").exists()
    assert told == []


def test_a_child_that_dies_while_nothing_is_said_is_replaced_at_once(start: Start, told: list[str]) -> None:
    """The next sentence need not wait for a new one; one that lives is left alone."""
    voice = start()
    assert voice._child is not None
    first = voice._child.pid
    voice.look_after()
    assert voice._child.pid == first
    os.kill(first, signal.SIGKILL)
    while voice._child.alive:
        pass
    voice.look_after()
    assert voice._child.pid != first
    assert voice._child.alive
    assert told == []


def test_a_child_killed_while_it_works_is_replaced(
    start: Start, stand_in: Callable[[str], list[str]], tmp_path: Path
) -> None:
    """The signal comes in the middle of the making, not between two sentences."""
    made = tmp_path / "made"
    voice = start(
        stand_in(f"""
        def make(engine, text, number):
            if not os.path.exists({str(made)!r}):
                open({str(made)!r}, "w").close()
                time.sleep(60)
            return 3.0
        """)
    )
    child = voice._child
    assert child is not None

    def kill_once_it_works() -> None:
        while not made.exists():
            time.sleep(0.005)
        os.kill(child.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_once_it_works)
    killer.start()
    assert len(voice.make("Turn five.", 165, 80).pcm) == 3 * 22_050 * 2
    killer.join()


def test_an_empty_sentence_is_made_again_once(
    start: Start, told: list[str], stand_in: Callable[[str], list[str]]
) -> None:
    """The length is checked against the text; once lost is only a line in the log."""
    voice = start(stand_in("def make(engine, text, number): return 0.0 if number == 1 else 2.0"))
    assert len(voice.make("Turn five.", 165, 80).pcm) == 2 * 22_050 * 2
    assert told == []


def test_a_sentence_lost_twice_is_made_by_espeak_itself_and_told(
    start: Start, told: list[str], stand_in: Callable[[str], list[str]]
) -> None:
    """And told again when pyttsx3 works again."""
    voice = start(stand_in("def make(engine, text, number): return 0.1 if number < 3 else 2.0"))
    assert len(voice.make("The torch ends next turn.", 165, 80).pcm) == 2 * 22_050 * 2
    assert told == ["spoken by espeak-ng itself, since pyttsx3 made 0.10 s of sound of 'The torch ends next turn.'"]
    voice.make("Danger.", 165, 80)
    assert told[1:] == [""]


def test_a_sentence_that_nothing_can_make_is_told_and_the_next_one_tried(
    start: Start, told: list[str], stand_in: Callable[[str], list[str]]
) -> None:
    """A voice that fails says so; it is not given up."""
    voice = start(stand_in("def make(engine, text, number): return 0.0 if 'bad' in text else 2.0"))
    with pytest.raises(VoiceError, match=r"the voice fails: pyttsx3 made 0\.00 s"):
        voice.make("a bad sentence", 165, 80)
    assert not voice.works
    assert len(told) == 1
    voice.make("a good sentence", 165, 80)
    assert voice.works
    assert told[1:] == [""]


def test_a_child_that_crashes_with_every_sentence_is_told(
    start: Start, told: list[str], stand_in: Callable[[str], list[str]]
) -> None:
    """Three children are tried, no more."""
    voice = start(stand_in("def make(engine, text, number): os.abort()"))
    with pytest.raises(VoiceError, match="SIGABRT"):
        voice.make("Turn five.", 165, 80)
    assert len(told) == 1


def test_a_child_that_does_not_start_is_told_and_found_once_it_does(told: list[str], tmp_path: Path) -> None:
    """The box runs on without a voice, and takes it up when it appears."""
    program = tmp_path / "late.py"
    program.write_text("raise SystemExit('not yet')")
    voice = Voice(told.append, [sys.executable, str(program)])
    voice.start()
    assert not voice.works
    assert "no voice: narrator: process" in told[0]
    assert "not yet" in told[0]
    program.write_text("from delvebox.device.outputs.narrator_child import main\nmain()")
    voice.start()
    assert voice.works
    assert told[1:] == [""]
    voice.close()


def test_without_pyttsx3_espeak_speaks_and_it_is_told(
    start: Start, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the part and how to get it."""
    (tmp_path / "pyttsx3.py").write_text("raise ImportError('No module named pyttsx3')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    sound = start().make("Turn five.", 165, 80)
    assert len(sound.pcm) > 20_000
    assert told[0] == "pyttsx3 does not start (No module named pyttsx3): apt install espeak-ng, pip install pyttsx3"


def test_without_any_engine_it_is_told_how_to_get_one(
    start: Start, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyttsx3 without espeak's library, and no program espeak-ng."""
    (tmp_path / "pyttsx3.py").write_text(
        "def init(name): raise RuntimeError('you probably do not have eSpeak or eSpeak-ng installed!')"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = start()
    assert not voice.works
    assert told[0].startswith("no voice: pyttsx3 does not start (you probably")
    assert "apt install espeak-ng" in told[0]
    with pytest.raises(VoiceError, match="no voice"):
        voice.make("Turn five.", 165, 80)
    assert len(told) == 1


def test_a_sentence_is_made_once_and_kept(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    """What was made is there without any child; how often that was so is in the log."""
    voice = start()
    sound = voice.make("Turn five.", 165, 80)
    voice.close()
    assert voice.make("Turn five.", 165, 80) == sound
    assert voice._child is None
    caplog.set_level("INFO")
    voice.close()
    assert "1 of 2 sentences were there already" in caplog.text


def test_what_is_kept_is_bounded(
    start: Start, stand_in: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go; what is said again counts as new."""
    monkeypatch.setattr(voice_module, "CACHE_BYTES", 3 * 44_100)
    voice = start(stand_in("def make(engine, text, number): return 1.0"))
    for text in ("a", "b", "c", "a", "d"):
        voice.make(text, 165, 80)
    assert [text for text, _, _ in voice._kept] == ["c", "a", "d"]
    assert voice._kept_bytes == 3 * 44_100
