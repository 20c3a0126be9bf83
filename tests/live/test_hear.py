"""`delvebox hear`: files, kept clips, and live, from a file at real speed and from the microphone of a sound server."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from delvebox.device.clips import ClipFolder

from ..sound_server import SoundServer
from .live_box import BOX, LiveBox, environment, run, wait_until

pytestmark = [pytest.mark.speech, pytest.mark.timeout(90)]  # sound is heard in real time

ENTER, CTRL_C = "\r", "\x03"


@pytest.fixture
def spoken(tmp_path: Path, speech_model: Path) -> Callable[[str], Path]:
    """Speaks a text into a WAV file."""

    def one(text: str) -> Path:
        wav = tmp_path / f"{text.replace(' ', '-')}.wav"
        subprocess.run(["espeak-ng", "-v", "en-us", "-s", "150", "-w", wav, text], check=True)
        return wav

    return one


def heard(*arguments: str | Path, home: Path) -> list[dict[str, Any]]:
    """The objects that `delvebox hear --json` prints."""
    done = run("hear", "--json", *arguments, home=home, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


# -- files ----------------------------------------------------------------------------------------------------


def test_the_tables_own_names_are_heard(spoken: Callable[[str], Path], tmp_path: Path) -> None:
    """Names and wake phrase of the settings count, as they do for the box."""
    settings = tmp_path / "delvebox.yaml"
    settings.write_text("names: {characters: [Martin]}\nspeech: {wake_phrase: good morning}\n")
    torch, woken = spoken("light a torch for martin"), spoken("good morning search the room")
    (found,) = heard(torch, "--settings", settings, home=tmp_path)
    assert (found["intent"], found["slots"]) == ("light", {"kind": "torch", "holder": "Martin"})
    assert heard(torch, home=tmp_path)[0]["intent"] is None
    (found,) = heard(woken, "--way", "wake", "--settings", settings, home=tmp_path)
    assert found["intent"] == "search"


def test_a_folder_of_clips_is_heard_again(spoken: Callable[[str], Path], tmp_path: Path) -> None:
    """What a box has kept: each in its own way, in order, and where it is taken otherwise now, that is told."""
    state = tmp_path / "state"
    settings = tmp_path / "delvebox.yaml"
    settings.write_text("speech: {keep_clips: 5, ways: [wake]}\n")
    wavs = [spoken(text) for text in ("hey lantern search the room", "hey lantern combat over", "status")]
    script = "".join(f"hear {wav}\n" for wav in wavs).encode()
    played = run(
        "play", "-", "--state-dir", state, "--settings", settings, home=tmp_path, stdin=None, input=script, timeout=60
    )
    assert played.returncode == 0, played.stderr
    clips = ClipFolder(state / "clips")
    assert [clip.record["text"] for clip in clips.clips()] == ["search the room", "combat over", "status"]
    note = clips.path / "clip-000002.json"
    note.write_text(json.dumps(json.loads(note.read_text()) | {"verdict": "reject", "text": "com"}))
    done = run("hear", clips.path, home=tmp_path, timeout=60)
    first, second, third = done.stdout.decode().splitlines()
    assert first.endswith("search the room → search")
    assert second.endswith("combat over → end_suspension kind=combat  (then reject: com)")
    assert third.endswith(" s  reject: status (window closed)")
    assert [each["then"]["woken"] for each in heard(clips.path, home=tmp_path)] == [True, True, False]


# -- live -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "text"),
    [
        ("hold", "search the room"),
        ("tap", "search the room"),
        ("open", "search the room"),
        ("wake", "hey lantern combat over"),
        ("wake", "search the room"),
    ],
)
def test_a_file_at_real_speed_is_judged_as_it_is_otherwise(
    spoken: Callable[[str], Path], tmp_path: Path, way: str, text: str
) -> None:
    """The same outcome as without `--live`; on the way the gate, the words so far, and the window."""
    wav = spoken(text)
    (plain,) = heard(wav, "--way", way, home=tmp_path)
    events = heard(wav, "--way", way, "--live", home=tmp_path)
    (live,) = (each for each in events if each["event"] == "heard")
    assert {name: live[name] for name in ("verdict", "reason", "intent", "slots", "way")} == {
        "way": way,
        **{name: plain[name] for name in ("verdict", "reason", "intent", "slots")},
    }
    kinds = [each["event"] for each in events]
    assert kinds[0] == "microphone"
    assert {"model", "gate", "words", "heard"} <= set(kinds)
    assert live["plain"][0][0]["level_db"] is not None
    assert live["judged_after_ms"] > 0
    assert [each["at_seconds"] for each in events] == sorted(each["at_seconds"] for each in events)
    windows = [each["open"] for each in events if each["event"] == "window"]
    assert windows == {"hold": [True, False], "tap": [True, False], "open": [True], "wake": []}[way]


def test_without_a_model_the_file_is_not_waited_for(spoken: Callable[[str], Path], tmp_path: Path) -> None:
    """Exit status 1 and the cure."""
    done = run("hear", "--live", spoken("undo"), home=tmp_path, changes={"DELVEBOX_MODELS": str(tmp_path / "none")})
    assert done.returncode == 1
    assert done.stderr.decode().endswith("is not installed: run delvebox models install small-en-us\n")


@pytest.mark.sound
def test_lines_of_standard_input_tap_the_button(
    sound_server: SoundServer, spoken: Callable[[str], Path], tmp_path: Path
) -> None:
    """Without a terminal: a line an event, and ctrl-c ends it in order."""
    wav = spoken("search the room")
    # a job started in the background has ctrl-c ignored, and all its children with it
    before, env = ["/usr/bin/env", "--default-signal=INT"], environment(tmp_path) | sound_server.env
    box = LiveBox(tmp_path, "hear", "--live", env=env, before=before)
    box.expect("speech model: ready")
    box.type("")
    box.expect("window: open")
    sound_server.play(wav)
    box.expect("gate: opens")
    box.expect(r"heard: search (the )?room → search   \(tap; .* recognised in \d+ ms, .*plain search[+-]\d")
    box.expect("window: closed")
    box.send(signal.SIGINT)
    assert box.wait() == 0, box.stderr
    box.leaves_nothing()


@pytest.mark.sound
def test_the_end_of_standard_input_ends_it(
    sound_server: SoundServer, spoken: Callable[[str], Path], tmp_path: Path
) -> None:
    """A pipe that holds the button down and lets it go: the last utterance is still judged."""
    box = LiveBox(tmp_path, "hear", "--live", "--way", "hold", "--json", env=environment(tmp_path) | sound_server.env)
    box.expect('"event": "model"')
    box.type("down")
    box.expect('"event": "window".* "open": true')
    sound_server.play(spoken("combat over"))
    box.type("up")
    assert box.process.stdin is not None
    box.process.stdin.close()
    assert box.wait() == 0, box.stderr
    record = json.loads(box.told('{"event": "heard"')[0])
    assert (record["verdict"], record["text"]) == ("accept", "combat over")


@pytest.mark.sound
def test_on_a_terminal_the_picture_moves(
    sound_server: SoundServer, spoken: Callable[[str], Path], tmp_path: Path
) -> None:
    """Enter taps; level, gate and the words so far are seen while somebody speaks, then what came of it."""
    screen = pyte.Screen(100, 24)
    stream = pyte.ByteStream(screen)
    command = ["--default-signal", BOX, "hear", "--live"]
    env = environment(tmp_path) | sound_server.env
    child = pexpect.spawn("env", command, env=env, dimensions=(24, 100), encoding=None)

    def shows(*parts: str) -> None:
        def look() -> bool:
            with suppress(pexpect.TIMEOUT, pexpect.EOF):
                stream.feed(child.read_nonblocking(65536, timeout=0.05))
            return any(all(part in row for part in parts) for row in screen.display)

        wait_until(look, lambda: "\n".join(screen.display))

    shows("speech model: ready")
    shows("ear    closed")
    child.send(ENTER)
    shows("ear    listens")
    speaking = threading.Thread(target=sound_server.play, args=[spoken("search the room")])
    speaking.start()
    shows("level", "■■■■■■■■■■", "loud")
    shows("words  search")
    speaking.join()
    shows("heard: search", "→ search")
    shows("ear    closed")
    child.send(CTRL_C)
    child.expect(pexpect.EOF, timeout=10)
    child.close()
    assert child.exitstatus == 0
