"""A whole delve: its history, undo and redo back to the start, and its replay. What another program imports."""

from __future__ import annotations

from collections.abc import Iterable

from .commands import Command, Redo, Undo
from .dice import Dice, FixedDice, checked_seed
from .events import DiceTold, Event
from .records import (
    KINDS,
    Entry,
    RecordError,
    command_from_dict,
    command_to_dict,
    entry_from_dict,
    entry_to_dict,
    event_from_dict,
    event_to_dict,
)
from .refusal import Refusal
from .rules import Rules
from .saved import SavedError, read, write
from .shown import shown
from .soundness import flaw_in, flaw_of
from .state import State
from .tables import NO_TABLES, Tables
from .turn import decide_whole, evolve, new_state, with_kept_dice

__all__ = [
    "Delve",
    "Entry",
    "EntryError",
    "RecordError",
    "SavedError",
    "command_from_dict",
    "command_to_dict",
    "entry_from_dict",
    "entry_to_dict",
    "event_from_dict",
    "event_to_dict",
]


class EntryError(ValueError):
    """An entry that cannot follow on this delve's history."""


class Delve:
    """One sitting's expedition.

    `decide` answers without changing anything, `apply` makes an entry happen, `play` does both. A
    program that keeps a journal writes the entry down between the two.
    """

    def __init__(self, rules: Rules, seed: int, *, dice: Dice | None = None, tables: Tables = NO_TABLES) -> None:
        """A delve at its start.

        Args:
            rules: the table's rules, fixed for the delve's life.
            seed: any whole number of up to 1,000 digits; fixes the device's dice.
            dice: other dice than the device's own.
            tables: danger tables to draw from. Events hold what was drawn, so that they may be others each time.

        Raises:
            TypeError: no `Rules`, no `Tables`.
            ValueError: the seed is no whole number of up to 1,000 digits.
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"rules: {shown(rules)} is no Rules: make them with Rules.from_mapping")
        if not isinstance(tables, Tables):
            raise TypeError(f"tables: {shown(tables)} is no Tables: make them of tables.Table records")
        self.rules = rules
        self.tables = tables
        self.seed = checked_seed(seed)
        self._dice = FixedDice(seed) if dice is None else dice
        self._state = new_state(rules)
        self._entries: list[Entry] = []
        self._events: list[Event] = []
        self._past: list[tuple[Entry, State, int]] = []
        """What undo takes back: the entry, the state before it, and where its events begin."""
        self._future: list[Entry] = []
        """What redo plays again, the next last."""
        self._decided: tuple[Entry, State, State] | None = None
        """The latest decision with the states before and after it: applying it folds nothing a second time."""

    @property
    def state(self) -> State:
        """The present state."""
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole history, undo and redo included."""
        return tuple(self._entries)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in effect, in order: what was undone is not among them."""
        return tuple(self._events)

    def decide(self, command: Command) -> Entry | Refusal:
        """What `command` would do now: an entry with its events, or why not; nothing is changed.

        Raises:
            TypeError: not a command of `commands`.
        """
        if isinstance(command, (Undo, Redo)):
            return self._decide_history(command)
        made = decide_whole(self._state, command, self.rules, self._dice, self.tables)
        if isinstance(made, Refusal):
            return made
        events, after = made
        entry = Entry("command", command, events)
        self._decided = entry, self._state, after
        return entry

    def apply(self, entry: Entry) -> None:
        """Make an entry happen: that of `decide` in this very state, or the next of a journal.

        Raises:
            EntryError: no entry, or an undo or redo that this history has no place for; nothing is changed.
        """
        if not isinstance(entry, Entry) or entry.kind not in KINDS:
            raise EntryError(f"{shown(entry)} is no entry: read a record with entry_from_dict")
        if entry.kind == "undo":
            self._undo(entry)
        elif entry.kind == "redo":
            if not self._future or self._future[-1].command != entry.command:
                raise EntryError("an entry plays again what was never taken back: the history before it is not whole")
            again = self._future.pop()
            before = self._state
            self._play(again)
            self._state = with_kept_dice(self._state, before)
        elif self._play(entry):
            self._future.clear()
        self._entries.append(entry)

    def play(self, command: Command) -> Entry | Refusal:
        """Decide and apply: the entry that happened, or why not; a refusal changes nothing.

        Raises:
            TypeError: not a command of `commands`.
        """
        entry = self.decide(command)
        if isinstance(entry, Entry):
            self.apply(entry)
        return entry

    def undo(self) -> Entry | Refusal:
        """Take back the last command that changed the state, whole; refused at the delve's start, and at its end."""
        return self.play(Undo())

    def redo(self) -> Entry | Refusal:
        """Play again what undo took back; refused where nothing was, or something new was played since."""
        return self.play(Redo())

    def to_json(self) -> str:
        """The whole delve as one line of JSON: format, seed, rules, and the entries, undo and redo included."""
        return write(self.seed, self.rules, self._entries)

    @classmethod
    def from_json(cls, text: str | bytes, *, dice: Dice | None = None, tables: Tables = NO_TABLES) -> Delve:
        """The delve of a text of `to_json`, of this version or an older one; no die is rolled.

        Raises:
            SavedError: foreign or damaged text, or written by a newer version; it says what is wrong.
        """
        saved = read(text)
        delve = cls(saved.rules, saved.seed, dice=dice, tables=tables)
        for place, entry in enumerate(saved.entries, 1):
            flaw = flaw_of(entry) or delve._take(entry)
            if flaw:
                raise SavedError(f"saved delve: entry {place}: {flaw}: it is damaged")
        return delve

    @classmethod
    def replay(
        cls,
        rules: Rules,
        seed: int,
        entries: Iterable[Entry],
        *,
        dice: Dice | None = None,
        tables: Tables = NO_TABLES,
    ) -> Delve:
        """The delve that `entries` lead to; no die is rolled.

        Raises:
            EntryError: the entries are no whole history.
        """
        delve = cls(rules, seed, dice=dice, tables=tables)
        for entry in entries:
            delve.apply(entry)
        return delve

    def _take(self, entry: Entry) -> str:
        """Apply an entry that nothing vouches for; what is wrong with where it leads, empty where nothing is."""
        try:
            self.apply(entry)
        except EntryError as error:
            return str(error)
        return flaw_in(self._state, self.rules)

    def _decide_history(self, command: Undo | Redo) -> Entry | Refusal:
        if self._state.closed:
            return Refusal("delve_closed", "this delve is over and cannot be taken back: begin a new delve")
        if isinstance(command, Undo):
            if not self._past:
                return Refusal("nothing_to_undo", "nothing to undo: the delve is at its start: say what the party does")
            return Entry("undo", self._past[-1][0].command)
        if not self._future:
            return Refusal("nothing_to_redo", "nothing to redo: say undo first; what was played since cannot be redone")
        return Entry("redo", self._future[-1].command)

    def _play(self, entry: Entry) -> bool:
        """Fold an entry's events. Returns whether they changed what undo takes back."""
        before = self._state
        state = self._after(entry)
        changed = state.played != before.played or with_kept_dice(state, before) != before
        if changed:
            self._past.append((entry, before, len(self._events)))
        self._events.extend(entry.events)
        self._state = state
        return changed

    def _after(self, entry: Entry) -> State:
        """The state that an entry's events lead to from here."""
        if self._decided is not None and self._decided[0] is entry and self._decided[1] is self._state:
            return self._decided[2]
        state = self._state
        for event in entry.events:
            state = evolve(state, event)
        return state

    def _undo(self, undo: Entry) -> None:
        if not self._past or self._past[-1][0].command != undo.command:
            raise EntryError("an entry takes back what was never played: the history before it is not whole")
        entry, before, start = self._past.pop()
        # What was said since and changed nothing would change the state before: of it only the kept dice stay.
        since = self._events[start + len(entry.events) :]
        self._events[start:] = [event for event in since if isinstance(event, DiceTold)]
        self._state = with_kept_dice(before, self._state)
        self._future.append(entry)
