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
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from delvebox.device.outputs.voice import Voice

from .ledger import Ledger, Step
from .live_box import LiveBox

KILLS = 200
TABLES = 2
"""Histories played at the same time: one a core, and each is the other's load."""
WORK_SECONDS = 0.15
"""The kill comes within this from the first thing told."""
LINES = 400
"""More than a run comes to."""
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
@pytest.mark.timeout(240)  # two hundred starts of the command, two at a time: about 60 s on two cores
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
        assert table.same_sound > 0.9 * table.sounds > 0


class Table:
    """One state folder, and the runs that are killed on it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.ledger = Ledger(folder / "state")
        self.kills = self.told = self.untold = self.sounds = self.same_sound = 0
        self._folder = folder
        self._wavs = folder / "wavs"
        self._rng = random.Random(seed)  # noqa: S311 - nothing secret hangs on it
        self._start_seconds = 1.0

    def kill_often(self, times: int) -> None:
        """Start, play, kill; each kind of run in its turn."""
        kinds = itertools.cycle((self._play, self._run, self._play_with_sound, self._run))
        for kind in itertools.islice(kinds, times):
            kind()
            self.kills += 1

    def account(self) -> str:
        """What came of it."""
        return (
            f"{self.kills} kills, {self.ledger.total} entries in {len(self.ledger.seeds)} delves, {self.told} told, "
            f"{self.untold} not told, {self.sounds} sentences of which {self.same_sound} byte for byte"
        )

    # -- a run ----------------------------------------------------------------------------------------

    def _play_with_sound(self) -> None:
        self._play("--wav-dir", self._wavs, sound=True)

    def _play(self, *options: str | Path, sound: bool = False) -> None:
        """`delvebox play -`: each line's object must be that of the step; one entry at most is not told yet."""
        inputs = ["show", *self._inputs("press", "say")]
        box = self._killed(inputs, "play", "-", "--json", *options)
        steps = self.ledger.follow(inputs)
        told = [json.loads(line) for line in box.lines]
        assert len(told) < len(steps) or not told, f"told, and not recorded: {told[len(steps) - 1 :]}"
        for number, (line, step) in enumerate(zip(told, steps[1:], strict=False), 1):
            assert (line["line"], line["input"]) == (number, step.input)
            assert line["events"] == step.events, step
            assert (line["refusal"] or {}).get("say") == (step.refused and step.refused.say), step
            assert line["spoken"] == step.said, step
            assert line["state"] == step.state, step
            assert line["troubles"] == []
            assert _turns(line["panel"][:1], "") in ([], [step.turn])
        ahead = steps[len(told) + 1 :]
        assert sum(step.played is not None for step in ahead) <= 1
        assert box.stderr == ""
        self._count(steps, ahead)
        if sound:
            said = [step.said for step in steps[: len(told) + 2]]
            self._hear(list(itertools.chain.from_iterable(said)))

    def _run(self) -> None:
        """`delvebox run`: played, refused, said and panel lines must be the beginning of what the journal tells."""
        phrases = [line.removeprefix("say ") for line in self._inputs("say")]
        box = self._killed(phrases, "run", "--silent", "--pins", "mock")
        steps = self.ledger.follow([f"say {phrase}" for phrase in phrases])
        lines = [line for line in box.lines if not line.startswith("panel: ")]
        expected = [line for step in steps for line in step.console_lines()]
        if 0 < len(steps) <= len(phrases):
            expected.append(f"console: {phrases[len(steps) - 1]}")  # heard, and not yet played
        assert lines == expected[: len(lines)], f"told, and not recorded: {lines[len(expected) :]}"
        shown = [turn for turn, _ in itertools.groupby(_turns(box.lines, "panel: "))]
        recorded = iter([step.turn for step in steps])  # of which the panel may leave out some
        assert all(turn in recorded for turn in shown), f"shown, and not recorded in this order: {shown}"
        assert not re.search("WARNING|ERROR|Traceback", box.stderr), box.stderr
        played = sum(line.startswith("played: ") for line in lines)
        self._count(steps, [step for step in steps if step.played is not None][played:])

    def _killed(self, inputs: Sequence[str], *arguments: str | Path) -> LiveBox:
        """Start the command with all its inputs waiting, and kill it; one in ten dies before it tells anything."""
        began = time.monotonic()
        state = ("--state-dir", self._folder / "state")
        with LiveBox(self._folder, *arguments, *state) as box:
            box.type(*inputs)
            if self._rng.random() < 0.1:
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

    def _hear(self, said: Sequence[str]) -> None:
        """Each new WAV file is whole and holds the next sentence that could be said by then; none comes again.

        The voice is asked for the same sentences in the same order as the box has asked it, and then makes
        the same bytes; where one had to make a sentence again they differ a little, in length by 3 % at most.
        """
        files = sorted(self._wavs.glob("*.wav"))
        assert [path.name for path in files] == [f"{number:04}.wav" for number in range(1, len(files) + 1)]
        assert len(files) <= len(said), f"said, and not recorded: {[path.name for path in files[len(said) :]]}"
        voice = Voice(pytest.fail)
        for path, text in zip(files, said, strict=False):
            with wave.open(str(path), "rb") as wav:
                heard = wav.readframes(wav.getnframes())
                assert len(heard) == 2 * wav.getnframes()
            expected = b"".join(voice.make(each, 165, 80).pcm for each in re.split(r"(?<=[.!?]) +", text))
            self.sounds += 1
            self.same_sound += heard == expected
            assert abs(len(heard) - len(expected)) < 0.04 * len(expected), f"{path.name} does not say {text!r}"
            path.unlink()
        voice.close()


def _turns(lines: Sequence[str], before: str) -> list[int]:
    """The turns that panel lines show."""
    found = (re.match(rf"{before}turn (\d+)", line) for line in lines)
    return [int(each[1]) for each in found if each]
