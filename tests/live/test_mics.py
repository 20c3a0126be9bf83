"""`delvebox mics` on a real sound server: the list, the measured lines, and the table that moves."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from ..sound_server import SoundServer
from .live_box import BOX, environment, wait_until

pytestmark = pytest.mark.sound

CTRL_C = "\x03"


def mics(server: SoundServer, home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run it to its end, without a terminal."""
    command = [BOX, "mics", *arguments]
    env = environment(home) | server.env
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def records(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    """What `--json` printed, by name."""
    return {each["name"]: each for each in map(json.loads, done.stdout.splitlines())}


class Table:
    """The table on a terminal of 24×100."""

    def __init__(self, server: SoundServer, home: Path, *arguments: str) -> None:
        self._screen = pyte.Screen(100, 24)
        self._stream = pyte.ByteStream(self._screen)
        env = environment(home) | server.env
        command = ["--default-signal", BOX, "mics", *arguments]
        self.child = pexpect.spawn("env", command, env=env, dimensions=(24, 100), encoding=None)

    @property
    def rows(self) -> list[str]:
        """The screen now."""
        with suppress(pexpect.TIMEOUT, pexpect.EOF):
            self._stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
        return [row.rstrip() for row in self._screen.display]

    def shows(self, *parts: str) -> None:
        """Wait until one row holds all of these."""
        wait_until(lambda: any(all(part in row for part in parts) for row in self.rows), lambda: "\n".join(self.rows))


@contextmanager
def table(server: SoundServer, home: Path, *arguments: str) -> Iterator[Table]:
    """A table that ends with ctrl-c."""
    shown = Table(server, home, *arguments)
    yield shown
    shown.child.send(CTRL_C)
    shown.child.expect(pexpect.EOF, timeout=10)
    shown.child.close()
    assert shown.child.exitstatus == 0


@pytest.fixture
def loud_wav(tmp_path: Path) -> Path:
    """Ten words, spoken."""
    wav = tmp_path / "loud.wav"
    subprocess.run(["espeak-ng", "-w", wav, "one two three four five six seven eight nine ten"], check=True)
    return wav


def test_each_microphone_has_a_line_with_what_it_can_do(sound_server: SoundServer, tmp_path: Path) -> None:
    """Name, channels, rates, which is the system's own and the settings', its level; or why it gives no sound."""
    done = mics(sound_server, tmp_path, "--seconds", "0.3")
    assert (done.returncode, done.stderr) == (0, "")
    lines = {line.partition(":")[0]: line for line in done.stdout.splitlines()}
    assert (
        "32 channels, 8 16 22.05 32 44.1 48 kHz, the system's own, the settings' microphone; loudest"
        in lines["default"]
    )
    assert lines["default"].endswith(" dB, at 16 kHz mono")
    assert "system's own" not in lines["delvebox_microphone"]
    assert 'no rate works; microphone "delvebox_loudspeaker" cannot be opened' in lines["delvebox_loudspeaker"]


def test_the_level_is_measured(sound_server: SoundServer, tmp_path: Path, loud_wav: Path) -> None:
    """In JSON, of one microphone by a part of its name: silence, then what somebody says."""
    quiet = records(mics(sound_server, tmp_path, "box_micro", "--json", "--seconds", "0.3"))
    assert list(quiet) == ["delvebox_microphone"]
    assert quiet["delvebox_microphone"]["loudest_db"] < -80
    measured = threading.Event()

    def speak() -> None:
        while not measured.is_set():  # on a busy machine the microphone is open late
            sound_server.play(loud_wav)

    speaking = threading.Thread(target=speak)
    speaking.start()
    try:
        loud = records(mics(sound_server, tmp_path, "box_micro", "--json", "--seconds", "2"))["delvebox_microphone"]
    finally:
        measured.set()
        speaking.join()
    assert loud["loudest_db"] > -40
    assert (loud["opened"], loud["trouble"], loud["chosen"]) == ("16 kHz mono", None, False)
    assert 44_100 in loud["rates_hz"]


@pytest.mark.parametrize(
    ("name", "status", "told"),
    [
        ("delvebox_micro", 0, ""),
        ("delvebox", 1, '"delvebox" fits several microphones: name one of "delvebox_microphone", "delvebox_l'),
        ("no such", 1, 'no microphone is named "no such": plug it in, or name one of "pulse", '),
        ("delvebox_loud", 1, 'microphone "delvebox_loudspeaker" cannot be opened ('),
    ],
)
def test_the_settings_microphone_is_marked_or_told_why_not(
    sound_server: SoundServer, tmp_path: Path, name: str, status: int, told: str
) -> None:
    """The list is complete all the same; the exit status says whether the box would hear."""
    settings = tmp_path / "delvebox.yaml"
    settings.write_text(f"speech: {{microphone: {name}}}\n")
    done = mics(sound_server, tmp_path, "--json", "--seconds", "0.2", "--settings", settings)
    assert done.returncode == status
    assert done.stderr.startswith(f"delvebox: the settings' microphone cannot be used: {told}" if told else "")
    found = records(done)
    assert len(found) >= 4
    chosen = [each["name"] for each in found.values() if each["chosen"]]
    assert chosen == {"delvebox_micro": ["delvebox_microphone"], "delvebox_loud": ["delvebox_loudspeaker"]}.get(
        name, []
    )


def test_a_name_that_none_has_is_told(sound_server: SoundServer, tmp_path: Path) -> None:
    """With the names there are; and where there is no microphone at all, how to get one."""
    done = mics(sound_server, tmp_path, "bluetooth")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith('Error: no microphone has "bluetooth" in its name: there are "pulse", "delvebox_mic')


def test_without_a_sound_service_it_is_told(own_sound_server: SoundServer, tmp_path: Path) -> None:
    """Exit status 1 and a sentence with the cure."""
    own_sound_server.stop()
    done = mics(own_sound_server, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no microphone found: plug in a microphone, or see whether the sound service runs" in done.stderr


def test_the_bars_move_and_a_pulled_plug_is_told_and_found_again(
    own_sound_server: SoundServer, tmp_path: Path, loud_wav: Path
) -> None:
    """On a terminal: the bar of what is said, the reason while the plug is out, and the bar once more."""
    server = own_sound_server
    with table(server, tmp_path) as shown:
        shown.shows("> default", "□□□□□□□□□□ -90 dB")
        speaking = threading.Thread(target=server.play, args=[loud_wav])
        speaking.start()
        shown.shows("> default", "■■■■■■■■■■", "loud")
        speaking.join()
        for sink in ("loudspeaker", "microphone"):
            server.unplug(sink)
        shown.shows("> default", "no sound, see below")
        shown.shows('microphone "default" is gone: see whether it is still plugged in')
        for sink in ("microphone", "loudspeaker"):
            server.plug(sink)
        shown.shows("> default", "□□□□□□□□□□ -90 dB")
        assert not any("Expression" in row for row in shown.rows)


def test_it_ends_by_itself(sound_server: SoundServer, tmp_path: Path) -> None:
    """`--seconds` on a terminal, for a picture or a check; the table stays."""
    shown = Table(sound_server, tmp_path, "--seconds", "1", "default")
    wait_until(lambda: "> default" in str(shown.rows) and not shown.child.isalive(), lambda: "\n".join(shown.rows))
    shown.child.close()
    assert shown.child.exitstatus == 0
