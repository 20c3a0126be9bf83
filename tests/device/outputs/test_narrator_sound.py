"""The whole voice against a real sound server: pyttsx3 in its child, our own player, the air recorded."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ...sound_server import SoundServer

pytestmark = pytest.mark.sound

BOX = """
import json, logging, os, signal, statistics, sys, time
logging.basicConfig(level=logging.INFO)
from delvebox.device.messages import Cue, PartChanged, SpeakingChanged
from delvebox.device.outputs.narrator import Narrator
from delvebox.device.outputs.sinks import Loudspeaker
from delvebox.device.settings import Voice
put = []
narrator = Narrator(Voice(rate=int(os.environ.get('RATE', '165'))), put.append, Loudspeaker(None))
def troubles():
    return [each.sentence for each in put if isinstance(each, PartChanged) and not each.working]
def wait_for(true):
    until = time.perf_counter() + 10
    while not true():
        assert time.perf_counter() < until, put
        time.sleep(0.002)
assert narrator.flush(20), put
"""


def test_sentences_in_a_row_are_all_heard_and_soon(sound_server: SoundServer) -> None:
    """Twenty, long ones before short ones: none is lost, and each one's first sound is with the device soon."""
    with sound_server.record() as heard:
        done = sound_server.run(
            "import os; os.environ['RATE'] = '400'"  # or this test lasts half a minute
            + BOX
            + """
late = []
for number in range(20):
    text = "Danger." if number % 4 else f"Turn {number}. The torch of Mira is out."
    asked = time.perf_counter()
    narrator.say(Cue(text, "turn", "turn"))
    assert narrator.flush(20)
    late.append(narrator.take_first_sound() - asked)
    time.sleep(0.3)  # sets the sentences apart in the recording
narrator.close()
print(json.dumps({"median": statistics.median(late), "troubles": troubles()}))
            """,
            timeout_seconds=50,
        )
    told = json.loads(done.stdout)
    assert told["troubles"] == []
    assert told["median"] < 1.0  # the figure itself is the bench's: no test is timed
    samples = heard.samples()
    loud = [max(map(abs, samples[at : at + 800])) > 300 for at in range(0, len(samples), 800)]  # twentieths of a second
    utterances = sum(now and not any(loud[at - 5 : at]) for at, now in enumerate(loud) if at > 5)
    assert utterances >= 20
    assert heard.loud_seconds(300) > 20 * 0.15
    assert "Audio saved" not in done.stderr + done.stdout


def test_a_sentence_cut_in_the_air_is_silent_within_50_ms(sound_server: SoundServer) -> None:
    """From the call of cut, by what was recorded in all: due until the cut, and 50 ms."""
    with sound_server.record() as heard:
        done = sound_server.run(
            BOX
            + """
narrator.say(Cue("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", "turn", "turn"))
narrator.say(Cue("never heard", "answer", "answer"))
sink = narrator._sink
wait_for(lambda: any(isinstance(each, SpeakingChanged) for each in put) and sink._out._pieces)
wait_for(lambda: sink._out._pieces[0][1].first_at)
began = sink._out._pieces[0][1].first_at
wait_for(lambda: time.perf_counter() > began + 0.6)
asked = time.perf_counter()
narrator.cut()
assert narrator.flush(5)
time.sleep(0.7)  # what still sounds now is in the recording
print(json.dumps({"due": asked - began, "put": [type(each).__name__ for each in put]}))
narrator.close()
            """
        )
    told = json.loads(done.stdout)
    assert told["put"] == ["SpeakingChanged", "SpeakingChanged"]
    samples = heard.samples()
    loud = [at for at, sample in enumerate(samples) if abs(sample) > 100]
    assert 0.3 < (loud[-1] - loud[0]) / 16_000 <= told["due"] + 0.05


@pytest.mark.parametrize("button", ["turn", "talk", "rest"])
def test_a_button_that_goes_down_silences_a_whole_box_within_50_ms(sound_server: SoundServer, button: str) -> None:
    """From the pin's edge to the air, by what was recorded in all, whatever the press will turn out to mean."""
    with sound_server.record() as heard:
        done = sound_server.run(
            """
import json, sys, tempfile, threading, time
from pathlib import Path
from delvebox.device.bootstrap import Box
from delvebox.device.wishes import Wishes
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Cue, Stop
folder = Path(tempfile.mkdtemp())
(folder / "delvebox.yaml").write_text("speech: {ways: []}")
box = Box(Wishes(folder, folder / "delvebox.yaml", pins="mock"), RealClock(), Mailbox(), lambda fact: None)
box.start()
session = threading.Thread(target=box.session.run)
session.start()
narrator = box.narrator
assert narrator.flush(20)
narrator.say(Cue("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", "turn", "turn"))
narrator.say = narrator.tone = lambda _: None  # what the press leads to is not of interest
until = time.perf_counter() + 10
sink = narrator._sink._own  # nobody hears the box beside its loudspeaker
while not (sink._out and sink._out._pieces and sink._out._pieces[0][1].first_at):
    assert time.perf_counter() < until
    time.sleep(0.002)
began = sink._out._pieces[0][1].first_at
while time.perf_counter() < began + 0.6:
    time.sleep(0.002)
asked = time.perf_counter()
box.buttons.drive(sys.argv[1], pressed=True)
time.sleep(0.7)  # what still sounds now is in the recording
print(json.dumps({"due": asked - began}))
box.buttons.drive(sys.argv[1], pressed=False)
box.mailbox.put(Stop("the test is over"))
session.join()
box.close()
            """,
            button,
        )
    due = json.loads(done.stdout)["due"]
    loud = [at for at, sample in enumerate(heard.samples()) if abs(sample) > 100]
    assert 0.3 < (loud[-1] - loud[0]) / 16_000 <= due + 0.05


@pytest.mark.parametrize("sent", ["SIGKILL", "SIGSTOP"])
def test_a_child_killed_or_stopped_is_replaced_and_the_sentence_heard(sound_server: SoundServer, sent: str) -> None:
    """Before the second half of a cue is made: the first half sounds, the second is made by another child."""
    with sound_server.record() as heard:
        done = sound_server.run(
            BOX
            + """
voice = narrator._voice
make, first = voice.make, voice._child.pid
def hurt(text, rate, volume):
    if text.startswith("Second"):
        os.kill(first, signal.Signals[sys.argv[1]])
    return make(text, rate, volume)
voice.make = hurt
narrator.say(Cue("First. Second and last part of it.", "turn", "turn"))
assert narrator.flush(20)
print(json.dumps({"replaced": voice._child.pid != first, "troubles": troubles()}))
narrator.close()
            """,
            sent,
        )
    told = json.loads(done.stdout)
    assert told["replaced"]
    assert told["troubles"] == []
    assert heard.loud_seconds(300) > 1.2


def test_the_loudspeaker_is_found_by_a_part_of_its_name(sound_server: SoundServer) -> None:
    """The sentence sounds there; a name that nothing has is one sentence with the names there are."""
    with sound_server.record() as heard:
        done = sound_server.run(
            """
            import json
            from delvebox.device.messages import Cue, PartChanged
            from delvebox.device.outputs.narrator import Narrator
            from delvebox.device.outputs.sinks import Loudspeaker
            from delvebox.device.settings import Voice
            troubles = []
            for name in ("box_loudspeaker", "gramophone"):
                put = []
                narrator = Narrator(Voice(), put.append, Loudspeaker(name))
                assert narrator.flush(20), put
                narrator.say(Cue("Turn five.", "turn", "turn"))
                assert narrator.flush(20), put
                narrator.close()
                troubles.append([each.sentence for each in put if isinstance(each, PartChanged)])
            print(json.dumps(troubles))
            """
        )
    (none, (trouble,)) = json.loads(done.stdout)
    assert none == []
    assert "gramophone" in trouble
    assert "delvebox_loudspeaker" in trouble
    assert 0.3 < heard.loud_seconds(300) < 2


def test_a_loudspeaker_gone_is_told_and_taken_up_again(own_sound_server: SoundServer) -> None:
    """The sound service dies in mid-sentence: one sentence names the part and the cure; later it is heard again."""
    server = own_sound_server
    program = server.popen(
        BOX
        + """
from delvebox.device.outputs import narrator as module
module.LOOK_SECONDS = (0.2,)
narrator.say(Cue("one two three four five six seven eight nine ten", "turn", "turn"))
wait_for(lambda: narrator._told.speaking)
print("speaking", flush=True)
wait_for(troubles)
print(json.dumps(troubles()), flush=True)
sys.stdin.readline()
wait_for(lambda: PartChanged("loudspeaker", True) in put)
narrator.say(Cue("back again", "turn", "turn"))
assert narrator.flush(20)
narrator.close()
print(json.dumps(troubles()))
        """
    )
    assert program.stdout is not None
    assert program.stdin is not None
    assert program.stdout.readline() == "speaking\n"
    os.kill(server.pid, signal.SIGKILL)
    troubles = json.loads(program.stdout.readline())
    assert len(troubles) == 1
    assert "loudspeaker" in troubles[0]
    assert ": see whether" in troubles[0] or ": plug in" in troubles[0]
    server.start()
    with server.record() as heard:
        out, err = program.communicate("\n", timeout=30)
        time.sleep(0.2)  # what is still on its way to the recording
    assert json.loads(out) == troubles, err
    assert heard.loud_seconds(300) > 0.4


def test_without_any_sound_service_the_box_runs_on(own_sound_server: SoundServer) -> None:
    """One sentence, no exception, no noise on standard error; cues are dropped and nobody waits."""
    own_sound_server.stop()
    done = own_sound_server.run(
        BOX
        + """
for number in range(5):
    narrator.say(Cue(f"Turn {number}.", "turn", "turn"))
    narrator.cut()
    narrator.say(Cue(f"Turn {number}.", "turn", "turn"))
    assert narrator.flush(5)
narrator.close()
print(json.dumps(troubles()))
        """
    )
    assert len(json.loads(done.stdout)) == 1
    assert "ALSA lib" not in done.stderr
    assert "Traceback" not in done.stderr
