"""The live ear on a real sound server, with the real model: what is played into the air is heard."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from wavs import noise, write_wav

from delvebox.device.inputs.speech.audio import read_wav

if TYPE_CHECKING:
    from ....sound_server import SoundServer

pytestmark = [
    pytest.mark.speech,
    pytest.mark.sound,
    pytest.mark.timeout(90),  # sound is played in real time
]

LISTEN = """
import json, sys
from pathlib import Path
from delvebox.device.inputs.speech.grammars import grammars_for
from delvebox.device.inputs.speech.listener import Listener
from delvebox.device.inputs.speech.recogniser import Recogniser
from delvebox.device.messages import ListeningChanged, PartChanged, Utterance
from delvebox.device.phrasebook import Phrasebook

def tell(message):
    if isinstance(message, Utterance):
        words = [word.text for word in message.alternatives[0]] if message.alternatives else []
        told = {"heard": " ".join(words), "trouble": message.trouble}
    else:
        told = {"microphone": message.working} if isinstance(message, PartChanged) else {"open": message.open}
    print(json.dumps(told), flush=True)

book, ways = Phrasebook.load(), sys.argv[2:]
def change(trouble):
    print(json.dumps({"model": not trouble}), flush=True)

recogniser = Recogniser(lambda: Path(sys.argv[1]), grammars_for(book, ways), change)
listener = Listener(recogniser, tell, ways=ways, goes_on=book.goes_on, before_seconds=0.75)
listener.start()
for line in sys.stdin:
    order, _, value = line.strip().partition(" ")
    getattr(listener, order)(*([value == "True"] if value else []))
listener.close()
"""

CHOOSY = """
import os
from delvebox.device.sound import microphone, portaudio

kind = tuple(map(int, os.environ["KIND"].split()))
microphone.RATES_HZ = (16_000, kind[0])
plain = microphone.InputStream._try

def choosy(self, device, rate_hz, channels):
    if (rate_hz, channels) == kind:
        return plain(self, device, rate_hz, channels)
    return portaudio.library.get().PortAudioError("Invalid sample rate", -9997)

microphone.InputStream._try = choosy
"""
"""Has the sound server's microphone take one rate and number of channels alone, as cheap sticks do."""


class Ear:
    """A listener in a process of its own, on a sound server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def told(self) -> dict[str, Any]:
        """The next thing that it tells."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            pytest.fail(self._process.stderr.read())
        return dict(json.loads(line))

    def order(self, what: str) -> None:
        """One of the listener's orders."""
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()

    def ready(self) -> None:
        """Wait until microphone and model are there."""
        assert [self.told(), self.told()] == [{"microphone": True}, {"model": True}]


@contextmanager
def listening(server: SoundServer, model: Path, *ways: str, before: str = "") -> Iterator[Ear]:
    """A listener on the server's microphone; `before` is run in its process first."""
    process = server.popen(before + LISTEN, str(model), *ways)
    try:
        yield Ear(process)
    finally:
        process.communicate(timeout=10)
    assert process.returncode == 0


def hush_around(path: Path, folder: Path) -> Path:
    """The sound of `path` with 0.8 s of a quiet room after it: a player ends before all of it has been heard."""
    spoken = np.frombuffer(read_wav(path).pcm, "<i2") / 32768
    return write_wav(folder / f"around {path.name}", np.concatenate([noise(0.2, 0.0003), spoken, noise(0.8, 0.0003)]))


def test_what_is_said_while_the_button_is_held_is_heard(
    sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path
) -> None:
    """Press, speak, let go: the window opens and closes, and the words are those that were said."""
    phrase = hush_around(say("combat over"), tmp_path)
    with listening(sound_server, speech_model, "hold") as ear:
        ear.ready()
        for _ in range(2):
            ear.order("open_window")
            assert ear.told() == {"open": True}
            sound_server.play(phrase)
            ear.order("close_window")
            assert ear.told() == {"open": False}
            assert ear.told() == {"heard": "combat over", "trouble": None}


@pytest.mark.parametrize("kind", ["8000 1", "44100 1", "44100 2", "48000 1", "48000 2"])
def test_a_microphone_of_another_rate_or_in_stereo_is_heard_right(
    sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path, kind: str
) -> None:
    """Whatever the device takes is brought to what the recogniser hears, without a seam: the words are the same."""
    phrase = hush_around(say("combat over"), tmp_path)
    before = f"import os\nos.environ['KIND'] = {kind!r}\n{CHOOSY}"
    with listening(sound_server, speech_model, "hold", before=before) as ear:
        ear.ready()
        ear.order("open_window")
        assert ear.told()["open"]
        sound_server.play(phrase)
        ear.order("close_window")
        assert not ear.told()["open"]
        assert ear.told() == {"heard": "combat over", "trouble": None}


def test_the_first_word_is_heard_though_the_button_comes_late(
    sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path
) -> None:
    """Speech that began half a second before the press is not lost."""
    phrase = hush_around(say("combat over"), tmp_path)
    with listening(sound_server, speech_model, "hold") as ear:
        ear.ready()
        with sound_server.record("microphone") as heard:
            player = subprocess.Popen(["paplay", "--device=microphone", str(phrase)], env=sound_server.env)
            while heard.peak() < 1000:
                time.sleep(0.01)  # between two looks
            ear.order("open_window")
            player.wait()
        ear.order("close_window")
        assert [ear.told() for _ in range(3)][-1] == {"heard": "combat over", "trouble": None}


def test_open_mode_hears_phrases_but_not_the_box_itself(
    sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path
) -> None:
    """Without a button; what is in the air while the box speaks is not for it."""
    phrase, own = (hush_around(say(text), tmp_path) for text in ("combat over", "the spell bless ends"))
    with listening(sound_server, speech_model, "open") as ear:
        told = [ear.told() for _ in range(3)]
        assert {"open": True} in told
        sound_server.play(phrase)
        assert ear.told() == {"heard": "combat over", "trouble": None}
        ear.order("set_speaking True")
        assert ear.told() == {"open": False}
        sound_server.play(own)
        ear.order("set_speaking False")
        assert ear.told() == {"open": True}
        sound_server.play(phrase)
        assert ear.told() == {"heard": "combat over", "trouble": None}


def test_a_sound_service_that_hangs_makes_nobody_wait(
    own_sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path
) -> None:
    """In mid-utterance it gives no more sound: told after two seconds, as is who talks meanwhile; then it is back."""
    phrase = hush_around(say("combat over"), tmp_path)
    with listening(own_sound_server, speech_model, "hold") as ear:
        ear.ready()
        ear.order("open_window")
        assert ear.told()["open"]
        os.kill(own_sound_server.pid, signal.SIGSTOP)
        assert "gave no sound for 2 s: see whether it is still plugged in" in ear.told()["trouble"]
        assert [ear.told(), ear.told()] == [{"microphone": False}, {"open": False}]
        ear.order("open_window")
        assert "gave no sound for 2 s" in ear.told()["trouble"]
        os.kill(own_sound_server.pid, signal.SIGCONT)
        assert ear.told() == {"microphone": True}
        ear.order("open_window")
        assert ear.told() == {"open": True}
        own_sound_server.play(phrase)
        ear.order("close_window")
        assert [ear.told(), ear.told()] == [{"open": False}, {"heard": "combat over", "trouble": None}]


def test_a_microphone_pulled_and_plugged_in_again_is_heard_again(
    own_sound_server: SoundServer, speech_model: Path, say: Callable[..., Path], tmp_path: Path
) -> None:
    """In mid-utterance the plug is pulled: that is told once, and what is said after the replug is heard."""
    phrase = hush_around(say("combat over"), tmp_path)
    with listening(own_sound_server, speech_model, "hold") as ear:
        ear.ready()
        ear.order("open_window")
        assert ear.told() == {"open": True}
        for sink in ("loudspeaker", "microphone"):
            own_sound_server.unplug(sink)
        utterance, part, window = ear.told(), ear.told(), ear.told()
        assert utterance["heard"] == ""
        assert "microphone" in utterance["trouble"]
        assert (part, window) == ({"microphone": False}, {"open": False})
        for sink in ("microphone", "loudspeaker"):
            own_sound_server.plug(sink)
        assert ear.told() == {"microphone": True}
        ear.order("open_window")
        assert ear.told() == {"open": True}
        own_sound_server.play(phrase)
        ear.order("close_window")
        assert [ear.told(), ear.told()] == [{"open": False}, {"heard": "combat over", "trouble": None}]
