"""What a dead box should have told: its journal read by the real code, and its inputs played again beside it.

The dice are fixed by the delve's seed, so an input has one outcome. `Ledger.follow` plays the inputs of one
run on from where the journal stood before; each entry that the run left must be the outcome of the next
input that makes one. What the run told must then be the beginning of the steps so found. What the box says
in words is not foreseen here, only when it may say something.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from delvebox.device.journal import Journal
from delvebox.device.settings import Settings
from delvebox.device.translate import command_for
from delvebox.device.vocabulary import open_phrasebook
from delvebox.engine.commands import Answer, Command, TellDice
from delvebox.engine.delve import Delve
from delvebox.engine.events import DelveClosed
from delvebox.engine.records import Entry, entry_from_dict, entry_to_dict, type_name
from delvebox.engine.refusal import Refusal
from delvebox.engine.rules import Rules
from delvebox.engine.state import as_dict

SETTINGS = Settings()
PHRASEBOOK, _ = open_phrasebook(SETTINGS)
ANSWERS = {"turn": "yes", "rest": "no"}
"""What two buttons say while the box asks."""


def recorded(folder: Path) -> int:
    """How many entries the journal of a living box holds now."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'journal.db'}?mode=ro", uri=True)) as journal:
            return int(journal.execute("SELECT count(*) FROM records WHERE kind = 'entry'").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


@dataclass
class Step:
    """What an input leads to: an entry that the journal holds, a refusal, or an answer."""

    input: str
    heard: str | None = None
    """What a typed line says."""
    phrase: bool = True
    """Whether that is a phrase of the book."""
    played: Entry | None = None
    refused: Refusal | None = None
    missing: bool = False
    """It makes an entry, and the journal does not hold it: nothing of it may have been told."""
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its events as JSON has them."""
        return [] if self.played is None else plain(entry_to_dict(self.played)["events"])

    @property
    def turn(self) -> int:
        """The turn that the panel shows after it."""
        return int(self.state["completed"]) + 1

    @property
    def console_lines(self) -> list[str]:
        """What a console without a terminal writes of it, but for what is said."""
        if self.heard is None:
            return []
        told = [f"console: {self.heard}{'' if self.phrase else ' (not a phrase)'}"]
        if self.played is not None:
            kinds = [type_name(type(event)) for event in self.played.events]
            told.append(f"played: {', '.join(kinds) or self.played.kind}")
        if self.refused is not None:
            told.append(f"refused: {self.refused.say}")
        return told


class Ledger:
    """All delves of a state folder as its journal told them last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.seeds: list[int] = []
        self.rules: list[Rules] = []
        self.entries: list[list[Entry]] = []

    @property
    def total(self) -> int:
        """Entries of all delves, as far as they were read."""
        return sum(map(len, self.entries))

    def delve(self) -> Delve:
        """The delve that a box would take up now."""
        self._read()
        return Delve.replay(self.rules[-1], self.seeds[-1], self.entries[-1])

    def follow(self, inputs: Sequence[str]) -> list[Step]:
        """Read the journal that a run has left, and play the run's inputs up to where it must have ended.

        The first step is the start, with the state that the box takes up, and each further one an input. The
        last is the first input whose entry the journal does not hold, where there is one.
        """
        before = [list(each) for each in self.entries]
        self._read()
        for delve, entries in enumerate(before):
            assert self.entries[delve][: len(entries)] == entries, "the journal has lost or changed what it held"
        if not self.entries:  # killed before it had begun the first delve
            return []
        return list(self._steps(inputs, max(0, len(before) - 1), len(before[-1]) if before else 0))

    def _steps(self, inputs: Sequence[str], number: int, known: int) -> Iterator[Step]:
        delve = Delve.replay(self.rules[number], self.seeds[number], self.entries[number][:known])
        coming = self.entries[number][known:]
        yield Step("", state=plain(as_dict(delve.state)))
        for line in inputs:
            step = Step(line, state=plain(as_dict(delve.state)))
            command = _understood(step, delve)
            outcome = None if command is None else delve.decide(command)
            if isinstance(outcome, Refusal):
                step.refused = outcome
            elif outcome is not None:
                step.missing = not coming
                if not step.missing:
                    assert coming[0] == outcome, f"{line}: the journal holds {coming[0]}, it must be {outcome}"
                    step.played = coming.pop(0)
                    delve.apply(step.played)
                    if _closes(step.played):
                        assert not coming
                        number += 1
                        assert number < len(self.entries), "a delve was closed, and no other begun by the same stroke"
                        delve, coming = Delve(self.rules[number], self.seeds[number]), self.entries[number][:]
                    step.state = plain(as_dict(delve.state))
            yield step
            if step.missing:
                break
        assert not coming, f"the journal holds what nobody put in: {coming}"
        assert number == len(self.entries) - 1, f"delve {number + 1} is not over, and another was begun"

    def _read(self) -> None:
        with tempfile.TemporaryDirectory() as copy:
            # A copy, so that the box itself finds its files as the kill has left them.
            for file in self._folder.glob("journal.*"):
                shutil.copy(file, copy)
            with closing(Journal.open(copy)) as journal:
                assert journal.troubles == ()
                delves = journal.delves()
                self.seeds = [each.seed for each in delves]
                self.rules = [Rules.from_mapping(each.rules) for each in delves]
                kept = self.entries[:-1]  # nothing comes to a delve that is over, and `open` checks the whole chain
                unread = delves[len(kept) :]
                self.entries = kept + [[entry_from_dict(each) for each in journal.entries(one.id)] for one in unread]


def _understood(step: Step, delve: Delve) -> Command | None:
    """The command of an input; None where it is answered without one."""
    verb, _, rest = step.input.partition(" ")
    asking = delve.state.asking
    match verb:
        case "wait":
            return Answer(yes=False, lapsed=True) if asking and float(rest) > 5 else None
        case "die":
            return TellDice(tuple(map(int, rest.split())))
        case "press" | "hold":
            button = rest.split()[0]
            bound = SETTINGS.buttons[button]
            phrase = bound.hold if verb == "hold" else (asking and ANSWERS.get(button)) or bound.press
        case "say":
            phrase = step.heard = rest
        case _:
            return None
    intent = PHRASEBOOK.match(str(phrase))
    step.phrase = intent is not None
    return None if intent is None else command_for(intent)


def _closes(entry: Entry) -> bool:
    return any(isinstance(event, DelveClosed) for event in entry.events)


def plain(values: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(values))
