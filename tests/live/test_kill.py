"""Kill -9 at 200 random moments under load: nothing told that is not recorded, nothing played twice.

From outside alone: what reached standard output, panel and WAV files is held against the journal that the
dead process left, and against its inputs played again beside it (`ledger`). Every run goes on from what
the one before has left, so that many kills make one long history.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import time
import wave
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from delvebox.device.outputs.breaths import breaths, first_breath
from delvebox.device.outputs.voice import Voice
from delvebox.device.words import parse_number

from .ledger import Ledger, Step
from .live_box import LiveBox

KILLS = 200
TABLES = 2
"""Histories played at the same time: one a core, and each is the other's load."""
WORK_SECONDS = 0.12
"""The kill comes within this from the first thing told."""
LINES = 400
"""More than a run comes to."""
RATE = 165
"""Words a minute, as shipped."""
SAID_AT_START = 2
"""At most so many sentences: where a delve stands, and what it asks."""
WEIGHTS = {
    "press": (
        *("press turn", "press search", "press search", "press noise", "press light", "press rest", "press turn"),
        *("hold noise 0.8", "hold rest 0.8", "wait 6", "die 6 1", "die 3", "die 99"),
    ),
    "say": (
        *("move on", "search the room", "investigate", "force the door", "pick the lock", "listen at the door"),
        *("next turn", "five turn talk", "secure the area", "begin a ritual", "continue the ritual", "clean up"),
        *("noise three", "all calm", "bright light on", "dim the light", "light a torch", "light a candle"),
        *("douse the torch", "torch plus two", "start the spell bless for ten turns", "the spell bless ends"),
        *("eat rations", "short rest", "resume rest", "long rest", "combat", "combat over", "fast turns"),
        *("normal turns", "boxes to four", "mark fatigue", "undo", "undo", "redo", "yes", "yes", "no"),
        *("status", "how dangerous is it", "shall we perhaps search the room", "new delve", "end the delve"),
    ),
}


@pytest.mark.slow
@pytest.mark.timeout(600)  # two hundred starts of the command, two at a time: a minute on two cores of its own
def test_kill_at_200_random_moments_leaves_nothing_told_that_is_not_recorded(tmp_path: Path) -> None:
    """Two tables, each killed a hundred times, with buttons, typed lines, dice, undo, questions and new delves."""
    tables = [Table(tmp_path / f"table-{number}", seed=number) for number in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        list(pool.map(lambda table: table.kill_often(KILLS // TABLES), tables))
    assert sum(table.kills for table in tables) == KILLS
    for table in tables:
        print(table.account())  # noqa: T201 - what the kills came to, shown with -s or a failure
        assert table.ledger.total > 2 * table.kills, "the load was no load"
        assert len(table.ledger.seeds) > 1
        assert table.sounds > 0


class Table:
    """One state folder, and the runs that are killed on it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.ledger = Ledger(folder / "state")
        self.kills = self.told = self.untold = self.sounds = 0
        self._folder = folder
        self._wavs = folder / "wavs"
        self._rng = random.Random(seed)  # noqa: S311 - nothing secret hangs on it
        self._start_seconds = 1.0
        self._voice = Voice(pytest.fail)

    def kill_often(self, times: int) -> None:
        """Start, play, kill; each kind of run in its turn."""
        kinds = itertools.cycle((self._play, self._run, self._play, self._run, self._play_with_sound))
        for kind in itertools.islice(kinds, times):
            kind()
            self.kills += 1
        self._voice.close()

    def account(self) -> str:
        """What came of it."""
        return (
            f"{self.kills} kills, {self.ledger.total} entries in {len(self.ledger.seeds)} delves, {self.told} told, "
            f"{self.untold} not told, {self.sounds} sentences heard"
        )

    # -- a run ----------------------------------------------------------------------------------------

    def _play_with_sound(self) -> None:
        self._play("--wav-dir", self._wavs, sound=True)

    def _play(self, *options: str | Path, sound: bool = False) -> None:
        """`delvebox play -`: each line's object must be that of the step; one entry at most is not told yet."""
        inputs = ["show", *self._inputs("press", "say")]
        box = self._killed(inputs, "play", "-", "--json", *options)
        steps = self.ledger.follow(inputs)
        told = [told for line in box.lines if (told := json.loads(line))["line"]]  # 0 is what a resumed delve says
        recorded = [step for step in steps[1:] if not step.missing]
        assert len(told) <= len(recorded), f"told, and not recorded: {told[len(recorded) :]}"
        for number, (line, step) in enumerate(zip(told, recorded, strict=False), 1):
            assert (line["line"], line["input"]) == (number, step.input)
            assert line["events"] == step.events, step
            assert (line["refusal"] or {}).get("say") == (step.refused and step.refused.say), step
            assert line["state"] == step.state, step
            assert line["troubles"] == []
            assert _turns(line["panel"][:1], "") in ([], [step.turn])
        ahead = recorded[len(told) :]
        assert sum(step.played is not None for step in ahead) <= 1
        assert box.stderr == ""
        self._count(recorded, ahead)
        if sound:
            self._hear([line["spoken"] for line in told], may_say_more=len(recorded) > len(told))

    def _run(self) -> None:
        """`delvebox run`: its lines must be the beginning of what the journal tells, in the journal's order."""
        phrases = [line.removeprefix("say ") for line in self._inputs("say")]
        box = self._killed(phrases, "run", "--silent", "--pins", "mock")
        steps = self.ledger.follow([f"say {phrase}" for phrase in phrases])
        expected = [(line, step) for step in steps for line in step.console_lines]
        done: list[Step] = steps[:1]
        for line in box.lines:
            if line.startswith("said: "):
                assert done, f"told, and nothing is recorded: {line}"
                assert not done[-1].missing, f"told, and not recorded: {line}"
                assert _turns_in_words(line) <= {*range(max(step.turn for step in done) + 1)}, line
            elif not line.startswith("panel: "):
                assert expected, f"told, and not recorded: {line}"
                awaited, step = expected.pop(0)
                assert line == awaited
                done.append(step)
        shown = [turn for turn, _ in itertools.groupby(_turns(box.lines, "panel: "))]
        recorded = iter([step.turn for step in steps if not step.missing])  # of which the panel may leave out some
        assert all(turn in recorded for turn in shown), f"shown, and not recorded in this order: {shown}"
        assert not re.search("WARNING|ERROR|Traceback", box.stderr), box.stderr
        played = sum(line.startswith("played: ") for line in box.lines)
        self._count(steps, [step for step in steps if step.played is not None][played:])

    def _killed(self, inputs: Sequence[str], *arguments: str | Path) -> LiveBox:
        """Start the command with all its inputs waiting, and kill it; one in seven dies before it tells anything."""
        began = time.monotonic()
        state = ("--state-dir", self._folder / "state")
        with LiveBox(self._folder, *arguments, *state) as box:
            box.type(*inputs)
            if self._rng.random() < 1 / 7:
                time.sleep(self._rng.uniform(0.3, 1.1) * self._start_seconds)
            else:
                box.expect("")
                self._start_seconds = time.monotonic() - began
                time.sleep(self._rng.uniform(0.0, WORK_SECONDS))
            assert box.process.poll() is None, box.stderr
        return box

    def _inputs(self, *kinds: str) -> list[str]:
        chosen = [f"say {phrase}" if kind == "say" else phrase for kind in kinds for phrase in WEIGHTS[kind]]
        return self._rng.choices(chosen, k=LINES)

    def _count(self, steps: Sequence[Step], untold: Sequence[Step]) -> None:
        more = sum(step.played is not None for step in untold)
        self.untold += more
        self.told += sum(step.played is not None for step in steps) - more

    # -- sound ----------------------------------------------------------------------------------------

    def _hear(self, spoken: Sequence[Sequence[str]], *, may_say_more: bool) -> None:
        """Each new WAV file is whole, and there is one for each breath of what is told, in order and as long as due.

        Before them come what was said at the start, after them what the line in flight says, if it may. The
        length of a sentence depends a little on those made before it.
        """
        files = sorted(self._wavs.glob("*.wav"))
        assert [path.name for path in files] == [f"{number:04}.wav" for number in range(1, len(files) + 1)]
        heard = []
        for path in files:
            with wave.open(str(path), "rb") as wav:
                heard.append(len(wav.readframes(wav.getnframes())))
                assert heard[-1] == 2 * wav.getnframes()
            path.unlink()
        told = [self._length(each) for texts in spoken for text in texts for each in _in_breaths(text)]
        starts = [start for start in range(SAID_AT_START + 1) if self._fit(heard[start : start + len(told)], told)]
        assert starts, f"of {heard} bytes of sound, {told} were told: {spoken}"
        if told and not may_say_more:
            assert any(start + len(told) == len(heard) for start in starts), "said, and not recorded"
        self.sounds += len(told)

    def _length(self, text: str) -> int:
        return sum(len(self._voice.make(each, RATE, 80).pcm) for each in breaths(text, RATE))

    def _fit(self, heard: Sequence[int], told: Sequence[int]) -> bool:
        pairs = zip(heard, told, strict=False)
        return len(heard) == len(told) and all(abs(one - other) < 0.04 * other for one, other in pairs)


def _in_breaths(text: str) -> Iterator[str]:
    """What is said at once: a long announcement comes in several."""
    while text:
        now, text = first_breath(text, RATE)
        yield now


def _turns(lines: Sequence[str], before: str) -> list[int]:
    """The turns that panel lines show."""
    found = (re.match(rf"{before}turn (\d+)", line) for line in lines)
    return [int(each[1]) for each in found if each]


def _turns_in_words(line: str) -> set[int]:
    """The numbers of turns in a sentence."""
    found = re.findall(r"\bturn ((?:[a-z]+ )*[a-z]+)", line)
    spoken = (words[:count] for words in map(str.split, found) for count in (1, 2))
    numbers = (parse_number(" ".join(words)) for words in spoken)
    return {number for number in numbers if number is not None}
