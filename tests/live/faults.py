"""An evening at the real command while everything goes wrong at random; seeded, as long as is wanted.

The daemon runs in a process of its own, with recogniser and narrator, on a small disk and on a clock that can be moved.
Between turns, and in the middle of them, it or a child is killed, stopped and let go on, started again; its disk is
full, or may only be read, and is itself again; the date is moved by years. After each turn it must have told what a
replay of all that it accepted comes to, and whenever it is down its journal is held against that replay.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from delvebox.device.inputs.speech.loaded_model import LOAD_SECONDS, LONGEST_PAUSE_SECONDS
from delvebox.device.translate import command_for
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry, entry_to_dict, type_name
from delvebox.engine.refusal import Refusal
from delvebox.engine.state import as_dict

from .ledger import PHRASEBOOK, Ledger
from .live_box import LiveBox, wait_until
from .small_disk import SmallDisk
from .tally import Held, Tally, holdings

PHRASES = (
    *("search the room", "move on", "investigate", "force the door", "pick the lock", "listen at the door"),
    *("next turn", "next turn", "five turn talk", "secure the area", "noise three", "all calm", "bright light on"),
    *("dim the light", "light a torch", "light a candle", "douse the torch", "torch plus two", "eat rations"),
    *("start the spell bless for ten turns", "the spell bless ends", "short rest", "resume rest", "begin a ritual"),
    *("continue the ritual", "fast turns", "normal turns", "boxes to four", "mark fatigue", "undo", "undo", "redo"),
    *("chase", "chase over", "yes", "split the party", "we are together again"),
)
"""Nothing that asks: what lapses after five seconds depends on how busy this machine is."""
CHILDREN = ("recogniser_child", "narrator_child")
BACK_SECONDS = LONGEST_PAUSE_SECONDS + LOAD_SECONDS
"""A recogniser that was killed again and again is let rest before it is started anew."""
FAULTY, FAULTY_IN_SOAK = 0.3, 0.2
"""Share of the turns, and of a soak's batches of lines, in which something goes wrong."""
BATCH = 20
MOST_ON_FULL_DISK = 60
SEED = 1
DELVE_TURNS = 300
"""An evening."""
LONG_TURN, KEPT_SENTENCES = 7771, 100
"""The number of a turn that takes four seconds to say, and more of them than the voice keeps (eight megabytes)."""
LONGEST_GAP_SECONDS = 0.03
"""From a typed line to the kill that meets it: before, in and after the turn."""
YEAR_SECONDS = 365 * 24 * 3600
OUTCOME = "^(played|refused): |^said: (Again: )?Nothing was played"


class Evening:
    """A table that plays on whatever happens, and keeps book beside the box."""

    def __init__(self, folder: Path, disk: SmallDisk, seed: int, env: Mapping[str, str], *options: str) -> None:
        """Start the box.

        Args:
            folder: For its logs and the clock's file.
            disk: The state lies on it.
            seed: Of lines, faults and moments.
            env: The whole environment of the box.
            options: More of `delvebox run`, such as `--silent`.
        """
        self.tally = Tally()
        self.box: LiveBox
        self._folder, self._disk, self._options = folder, disk, options
        self._state = disk.path / "state"
        self._random = Random(seed)  # noqa: S311 - seeded on purpose
        self._clock = folder / "clock"
        path = os.pathsep.join(filter(None, (str(Path(__file__).with_name("moved_clock")), env.get("PYTHONPATH"))))
        self._env = {**env, "PYTHONPATH": path, "MOVED_CLOCK": str(self._clock)}
        self._has_children = "--silent" not in options
        self._stopped: set[int] = set()
        self._causes: set[str] | None = set()
        """Why nothing can be recorded, as it was told since something was; None where that is not known."""
        self._start()
        self._end_in_order()
        self.delve = Ledger(self._state).delve()
        """What all that was accepted comes to."""
        self._start()

    def play(self, turns: int) -> Tally:
        """Play until so many turns more were really played; then see that everything works again."""
        until = self.delve.state.played + turns
        faults: tuple[Callable[[], None], ...] = (
            *(self._kill, self._kill, self._end_and_start, self._stop_and_go_on, self._full, self._read_only),
            *(self._full_start, self._move_clock, self._move_clock),
            *((self._hurt_child,) * 6 if self._has_children else ()),
        )
        while self.delve.state.played < until:
            if self._random.random() < FAULTY:
                self._go_wrong(faults)
            self._turn()
        self.tally.turns += turns
        self._all_works()
        return self.tally

    def soak(self, turns: int) -> Iterator[Held]:
        """Play so many turns at file speed in one process, delve after delve; what it holds, at each delve's end.

        What goes wrong is as in `play`, but for what ends the process.
        """
        faults = (self._stop_and_go_on, self._full, self._read_only, self._move_clock)
        faults += (self._hurt_child,) * 4 if self._has_children else ()
        played = 0
        while played < turns:
            before = self.delve.state.played
            while self.delve.state.played < before + DELVE_TURNS:
                if self._random.random() < FAULTY_IN_SOAK:
                    self._go_wrong(faults)
                self._many(BATCH)
            played += self.delve.state.played - before
            self._begin_anew()
            self._all_works()
            yield holdings(self.box.process.pid)
        self.tally.turns += played

    def fill_voice(self) -> None:
        """Have as many sentences made as the voice keeps for the next time, each cut when it begins to sound."""
        for turn in range(LONG_TURN, LONG_TURN + KEPT_SENTENCES):
            phrase = f"turn to {turn}"
            outcome = self._outcome(phrase)
            self.box.type(phrase)
            self._accept(phrase, outcome, self.box.expect(OUTCOME))
            self.box.expect("^panel: .* speaking")
            self.box.type("be quiet")
            self.box.expect("^panel: (?!.* speaking)")

    def _begin_anew(self) -> None:
        self.box.type("new delve", "yes")
        self.box.expect("^played: question_asked")
        self.box.expect("^played: .*delve_closed")
        self.delve = Delve(self.delve.rules, SEED)

    def _go_wrong(self, faults: Sequence[Callable[[], None]]) -> None:
        fault = self._random.choice(faults)
        self.tally.faults[fault.__name__.strip("_").replace("_", " ")] += 1
        fault()

    def close(self) -> None:
        """Close the box in order and hold its journal against the book."""
        self._end_in_order()
        self._hold_against_journal(None)

    # -- a turn -----------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Say something, and hear that it is played or refused as it must be."""
        self._many(1)

    def _many(self, count: int) -> None:
        """So many lines at once; each must come to what those before it have led to."""
        phrases = self._random.choices(PHRASES, k=count)
        self.box.type(*phrases)
        for phrase in phrases:
            outcome = self._outcome(phrase)
            self._accept(phrase, outcome, self.box.expect(OUTCOME))

    def _outcome(self, phrase: str) -> Entry | Refusal:
        intent = PHRASEBOOK.match(phrase)
        assert intent is not None, phrase
        command = command_for(intent)
        assert command is not None, phrase
        return self.delve.decide(command)

    def _accept(self, phrase: str, outcome: Entry | Refusal, told: str) -> None:
        if isinstance(outcome, Refusal):
            wanted = f"refused: {outcome.say}"
        else:
            wanted = f"played: {', '.join(type_name(type(event)) for event in outcome.events) or outcome.kind}"
            self.delve.apply(outcome)
            self.tally.accepted += 1
            self._causes = set()
        if told != wanted:
            self.tally.wrong.append(f"{phrase}: {told!r}, and it must be {wanted!r}")

    def _denied(self, times: int) -> None:
        """So many lines that cannot be recorded, each told so, and the trouble once.

        What SQLite's log has room for already is played on a full disk too, and is as good as any other.
        """
        troubles, accepted, denied = len(self._journal_troubles()), self.tally.accepted, 0
        for _ in range(MOST_ON_FULL_DISK):
            phrase = self._random.choice(PHRASES)
            outcome = self._outcome(phrase)
            self.box.type(phrase)
            told = self.box.expect(OUTCOME)
            if told.startswith("said: ") and not isinstance(outcome, Refusal):
                denied += 1
            else:
                self._accept(phrase, outcome, told)
            if denied == times:
                break
        self.tally.denied += denied
        new = self._journal_troubles()[troubles:]
        if self.tally.accepted != accepted:
            self._causes = None
        elif self._causes is not None:
            # Nothing was recorded since the last time, maybe: the same cause is not told again, another one is.
            if len(new) > 1 or set(new) & self._causes or (denied and not new and not self._causes):
                self.tally.wrong.append(f"after {self._causes} it was told: {new}")
            self._causes |= set(new)

    def _journal_troubles(self) -> list[str]:
        return [line for line in self.box.told("trouble: journal ") if "no snapshot" not in line]

    # -- what goes wrong --------------------------------------------------------------------------------

    def _kill(self) -> None:
        """Kill -9 in the middle of a turn."""
        phrase = self._random.choice(PHRASES)
        outcome = self._outcome(phrase)
        self.box.type(phrase)
        time.sleep(self._random.uniform(0.0, LONGEST_GAP_SECONDS))
        before = len(self.box.lines)
        self.box.kill()
        told = [line for line in self.box.lines[before:] if line.startswith(("played: ", "refused: "))]
        self._stopped.clear()
        self._hold_against_journal(None if isinstance(outcome, Refusal) else outcome, was_told=bool(told))
        self._start()

    def _end_and_start(self) -> None:
        """As systemd stops and starts it."""
        self._end_in_order()
        self._hold_against_journal(None)
        self._start()

    def _stop_and_go_on(self) -> None:
        """The whole process stands still for a moment, and people go on talking."""
        self.box.send(signal.SIGSTOP)
        timer = threading.Timer(self._random.uniform(0.0, 0.2), self.box.send, [signal.SIGCONT])
        timer.start()
        self._many(3)
        timer.join()

    def _hurt_child(self) -> None:
        """Recogniser or narrator is killed, or stopped until it is ended or let go on."""
        name = self._random.choice(CHILDREN)
        pid = next((pid for pid, command in self.box.family().items() if name in command), None)
        if pid is None:
            return
        match self._random.choice(("kill", "stop", "go on")):
            case "kill":
                _send(signal.SIGKILL, pid)
            case "stop":
                _send(signal.SIGSTOP, pid)
                self._stopped.add(pid)
            case _:
                self._let_go_on()

    def _full(self) -> None:
        """No room on the disk for a while."""
        self._disk.fill()
        self._denied(self._random.randint(1, 3))
        self._disk.free()

    def _read_only(self) -> None:
        """Nothing can be written on the disk for a while."""
        self._disk.forbid_writing(self._state)
        self._denied(self._random.randint(1, 3))
        self._disk.let_write()

    def _full_start(self) -> None:
        """It is started while the disk is full: it shows the same turn and records nothing, and then it records."""
        self._end_in_order()
        self._disk.fill()
        self._hold_against_journal(None)
        self._start()
        self._denied(1)
        self._disk.free()

    def _move_clock(self) -> None:
        """Somebody sets the date, by years either way."""
        self._clock.write_text(str(self._random.uniform(-30, 30) * YEAR_SECONDS))

    # -- what must be so --------------------------------------------------------------------------------

    def _start(self) -> None:
        self.box = LiveBox(
            self._folder / "logs",
            *("run", "--pins", "mock", "--state-dir", self._state, "--seed", str(SEED)),
            *self._options,
            env=self._env,
        )
        shown = self.box.expect("^panel: ")
        self._causes = set()
        if hasattr(self, "delve") and f" {self.delve.state.completed + 1} " not in shown.replace("|", " | "):
            self.tally.wrong.append(f"after a start the panel shows {shown!r}, and it is {self.delve.state}")

    def _end_in_order(self) -> None:
        self.box.send(signal.SIGTERM)
        status = self.box.wait()
        if status != 0:
            self.tally.wrong.append(f"told to stop it ended with {status}: {self.box.stderr[-600:]}")
        self.box.kill()
        self._stopped.clear()

    def _hold_against_journal(self, in_flight: Entry | None, *, was_told: bool = False) -> None:
        """The journal of a box that is down holds what was accepted, and at most the entry that was in flight."""
        found = Ledger(self._state).delve()
        if in_flight is not None and len(found.entries) == len(self.delve.entries) + 1:
            self.delve.apply(in_flight)
            self.tally.accepted += 1
            self.tally.untold += not was_told
        elif was_told and in_flight is not None:
            self.tally.wrong.append(f"told, and not recorded: {entry_to_dict(in_flight)}")
        if (found.entries, as_dict(found.state)) != (self.delve.entries, as_dict(self.delve.state)):
            self.tally.wrong.append(f"the journal holds {found.entries[-2:]}, and it must be {self.delve.entries[-2:]}")
            self.delve = found

    def _all_works(self) -> None:
        """Everything is taken up again by itself: children, disk, panel; no trouble is left."""
        self._let_go_on()
        for _ in range(3):
            self._turn()
        if self._has_children:
            everybody = len(CHILDREN)
            wait_until(lambda: len(self._children()) == everybody, lambda: f"only {self.box.family()}", BACK_SECONDS)

    def _let_go_on(self) -> None:
        for pid in self._stopped:
            _send(signal.SIGCONT, pid)
        self._stopped.clear()

    def _children(self) -> set[str]:
        return {name for name in CHILDREN for command in self.box.family().values() if name in command}


def _send(number: signal.Signals, pid: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return  # it has ended meanwhile
