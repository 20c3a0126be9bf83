"""One run of the box from air to air, on a real sound server of its own: `make demo`.

A press on a mock pin, a typed line and a spoken phrase; each is followed from the input to the turn, the
journal, the panel, and the sound in the air, which is captured and recognised again. Then the power goes
(kill -9) and comes back, and the last turn is undone by voice. Ends by itself; exit status 0 when all held.
"""

from __future__ import annotations

import difflib
import json
import os
import queue
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parent))

from delvebox.device.words import normalise
from sound_server import RATE_HZ, Recording, SoundServer, SoundServerError, with_us

BOX = str(Path(sys.executable).with_name("delvebox"))
SEED = "3"
"""Danger comes in the second turn, and not in the third."""
STEP_SECONDS = 10.0
"""Longest wait for anything that a step expects."""
QUIET_SECONDS = 0.7
"""The box has finished speaking when the loudspeaker was silent for this long."""
OTHERS = ("the door is locked", "danger a hazard", "nobody is here", "the light is out", "rest is over", "good evening")
"""What was not said, for the recogniser to choose from."""


ENOUGH_ALIKE = 0.85
"""Of the words said and recognised, this share must agree in order: a click can become a short word."""


class DemoError(Exception):
    """A step that did not hold."""


class LiveBox:
    """`delvebox run` in a process of its own, as under systemd: no terminal, a line of text an event."""

    def __init__(self, server: SoundServer, state: Path) -> None:
        models = os.environ.get("DELVEBOX_MODELS") or _models_folder()
        self._process = subprocess.Popen(
            [*with_us(BOX), "run", "--state-dir", str(state), "--seed", SEED],
            env=server.env | {"PYTHONUNBUFFERED": "1", "DELVEBOX_MODELS": models},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(state.parent / "log.txt").open("a"),
            text=True,
            bufsize=1,
        )
        self.lines: list[str] = []
        self._new: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip())
            self._new.put(line.rstrip())

    def type(self, line: str) -> None:
        """Type a line into its console."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def expect(self, pattern: str) -> str:
        """The next line that matches."""
        until = time.monotonic() + STEP_SECONDS
        while True:
            try:
                line = self._new.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                seen = "\n    ".join(self.lines[-12:])
                raise DemoError(
                    f"no line like {pattern!r} in {STEP_SECONDS:.0f} s; the last were:\n    {seen}"
                ) from None
            if re.search(pattern, line):
                return line

    def wait_for(self, line: str) -> None:
        """Wait until a line has come, before or now."""
        if line not in self.lines:
            self.expect(f"^{line}$")

    def kill(self) -> None:
        """Kill -9."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> float:
        """SIGTERM; seconds until it has ended."""
        began = time.monotonic()
        self._process.terminate()
        self._process.wait(STEP_SECONDS)
        return time.monotonic() - began


class Demo:
    """The steps, one after the other."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self._state = folder / "state"
        self._said: list[str] = []
        self._box = self._start()

    def run(self) -> None:
        """All of it."""
        self._step("a press on a mock pin", lambda: self._box.type("press turn"))
        self._step("a typed line", lambda: self._box.type("pick the lock"))
        self._step("a spoken phrase", lambda: self._speak("search the room"))
        before = self._turn()
        self._box.kill()
        print("\n■ kill -9, and the power is back")
        self._box = self._start()
        after = self._turn()
        print(f"  turn   {before} before, {after} after")
        if before != after:
            raise DemoError(f"the turn was {before} before the power went and is {after} after")
        self._step("undo by voice", lambda: self._speak("undo"))
        if self._turn() != before - 1:
            raise DemoError(f"after the undo the turn is {self._turn()}, not {before - 1}")
        print(f"\n■ SIGTERM: closed in order in {self._box.stop():.1f} s")

    # -- a step ---------------------------------------------------------------------------------------

    def _step(self, title: str, act: object) -> None:
        print(f"\n■ {title}")
        records = self._records()
        with self._server.record() as recording:
            act()  # type: ignore[operator]
            heard = self._box.expect(r"^(button \w+|console|hold): ")
            did = self._box.expect("^played: ")
            said = self._box.expect("^said: ").removeprefix("said: ")
            self._until_quiet(recording)
            wav = recording.write_wav(self._folder / "heard.wav")
        said = " ".join([said, *self._more_said()])
        self._said.append(said)
        if self._records() <= records:
            raise DemoError("the journal holds no new record")
        panel = next(line for line in reversed(self._box.lines) if line.startswith("panel: "))
        caught = self._recognise(wav)
        print(f"  heard  {heard}")
        print(f"  did    {did.removeprefix('played: ')}, in the journal")
        print("  showed " + panel.removeprefix("panel: ").replace(" | ", "\n         "))
        print(f"  said   {said}")
        print(f"  in the air, recognised again: {caught}")
        if likeness(caught, normalise(said)) < ENOUGH_ALIKE:
            raise DemoError(f"the loudspeaker's sound was recognised as {caught!r}")

    def _speak(self, phrase: str) -> None:
        """Hold the talk button and speak into the microphone."""
        wav = self._folder / "phrase.wav"
        subprocess.run(["espeak-ng", "-w", str(wav), phrase], check=True)
        self._box.type("hold talk 2.5")
        time.sleep(0.3)  # a person begins to speak after pressing
        self._server.play(wav)

    def _until_quiet(self, recording: Recording) -> None:
        until = time.monotonic() + STEP_SECONDS
        while time.monotonic() < until:
            time.sleep(0.1)  # between two looks at a growing recording
            last = recording.last_loud_at()
            if last is not None and len(recording.samples()) / RATE_HZ - last > QUIET_SECONDS:
                return
        raise DemoError(f"nothing was heard from the loudspeaker, or without end, in {STEP_SECONDS:.0f} s")

    def _more_said(self) -> list[str]:
        since = max(number for number, line in enumerate(self._box.lines) if line.startswith("played: "))
        return [line.removeprefix("said: ") for line in self._box.lines[since:] if line.startswith("said: ")][1:]

    def _recognise(self, wav: Path) -> str:
        """What a recogniser makes of a recording, with all sentences of this run and some others to choose from."""
        sentences = [normalise(each) for each in (*self._said, *OTHERS)]
        book = self._folder / "said.yaml"
        intents = {
            f"said_{number}": {"data": [{"sentences": [each]}]} for number, each in enumerate(dict.fromkeys(sentences))
        }
        book.write_text(yaml.safe_dump({"language": "en", "intents": intents}))
        done = subprocess.run(
            [BOX, "hear", str(wav), "--phrasebook", str(book), "--json"], capture_output=True, text=True, check=True
        )
        return str(json.loads(done.stdout)["text"])

    # -- the box --------------------------------------------------------------------------------------

    def _start(self) -> LiveBox:
        began = time.monotonic()
        box = LiveBox(self._server, self._state)
        box.expect("^panel: turn")
        shown = time.monotonic() - began
        for part in ("microphone", "speech"):
            box.wait_for(f"ready: {part}")
        print(f"■ started: buttons and panel in {shown:.1f} s, speech in {time.monotonic() - began:.1f} s")
        return box

    def _turn(self) -> int:
        panel = next(line for line in reversed(self._box.lines) if line.startswith("panel: turn"))
        return int(panel.split()[2])

    def _records(self) -> int:
        with sqlite3.connect(f"file:{self._state / 'journal.db'}?mode=ro", uri=True) as journal:
            return int(journal.execute("SELECT count(*) FROM records").fetchone()[0])


def likeness(one: str, other: str) -> float:
    """How much of two sentences agrees, word by word, 0–1."""
    return difflib.SequenceMatcher(None, one.split(), other.split()).ratio()


def _models_folder() -> str:
    from delvebox.device.speech_models import models_folder

    return str(models_folder())


def main() -> int:
    """Run it; 0 when all held."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="delvebox-demo-") as folder:
        try:
            with SoundServer(Path(folder)) as server:
                Demo(server, Path(folder)).run()
        except (DemoError, SoundServerError) as error:
            print(f"\n✗ {error}", file=sys.stderr)
            log = Path(folder) / "log.txt"
            if log.exists():
                print(log.read_text()[-3000:], file=sys.stderr)
            return 1
    print(f"\n✓ from air to air in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
