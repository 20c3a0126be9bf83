"""A delve whose every entry stands in the journal before anybody is told of it.

The order is the promise of the box: decide, write durably, apply. A journal that cannot write leaves
the delve as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.commands import Command
from ..engine.delve import Delve
from ..engine.events import DelveClosed, Event, QuestionAsked
from ..engine.formats import newer_rules
from ..engine.records import Entry, entry_from_dict, entry_to_dict
from ..engine.refusal import Refusal
from ..engine.rules import Rules
from ..engine.state import State
from ..engine.tables import NO_TABLES, Tables
from .journal import Journal

Note = Callable[[int, bool], None]
"""Told the number of a delve that is played, and whether it begins now."""


class RecordedDelve:
    """The open delve and its journal, as one."""

    def __init__(
        self,
        journal: Journal,
        rules: Rules,
        new_seed: Callable[[], int],
        note: Note = lambda _number, _begins: None,
        tables: Tables = NO_TABLES,
    ) -> None:
        """Take up the open delve, or begin one by `rules`.

        A delve keeps the rules that it was begun with; `rules` count from the next one. `note` is told of each entry
        that is written. `tables` are drawn from, in a resumed delve too: what was drawn stands in its events.

        Raises:
            JournalError: the journal cannot be written.
            ValueError: the journal holds an entry that this version cannot read.
        """
        self._journal = journal
        self._next_rules = rules
        self._new_seed = new_seed
        self._note = note
        self.tables = tables
        """Danger tables, for as long as the box runs."""
        self.closed: Delve | None = None
        """The delve that the table ended last, with its end."""
        self.resumed = False
        """Whether this delve was open already."""
        self.mended = bool(journal.troubles)
        """Whether the journal was found damaged: what could be read of it counts."""
        record = journal.current()
        entries = (
            [] if record is None else [entry_from_dict(each, record.format) for each in journal.entries(record.id)]
        )
        if record is None or (entries and _closes(entries[-1])):  # what followed was damaged, and set aside
            self._begin()
            return
        self.resumed = True
        self._record = record
        own_rules = Rules.from_mapping(newer_rules(record.rules, record.format))
        self._delve = Delve.replay(own_rules, record.seed, entries, tables=tables)

    @property
    def state(self) -> State:
        """The state now."""
        return self._delve.state

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in this delve and was not taken back, in order."""
        return self._delve.events

    @property
    def number(self) -> int:
        """The delve's number in the journal: another after a new one began."""
        return self._record.id

    @property
    def seed(self) -> int:
        """What fixes this delve's dice."""
        return self._record.seed

    @property
    def name(self) -> str | None:
        """The table's own name for it."""
        return self._record.name

    @property
    def rules(self) -> Rules:
        """The rules of this delve."""
        return self._delve.rules

    @property
    def rules_changed(self) -> bool:
        """Whether the settings' rules differ from those of this delve."""
        return self._next_rules != self._delve.rules

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that was played in this delve, undo and redo included."""
        return self._delve.entries

    @property
    def asked(self) -> QuestionAsked | None:
        """How the open question was asked; None while none is open."""
        if self.state.asking is None:
            return None
        return next(event for event in reversed(self._delve.events) if isinstance(event, QuestionAsked))

    def play(self, command: Command) -> Entry | Refusal:
        """Decide a command, write it, apply it; one that closes the delve begins the next.

        Raises:
            JournalError: it could not be written; nothing changed.
        """
        outcome = self._delve.decide(command)
        if isinstance(outcome, Refusal):
            return outcome
        if _closes(outcome):
            self._begin(outcome)
        else:
            begins = not self._delve.entries
            self._journal.append(self._record.id, entry_to_dict(outcome, self._record.format))
            self._delve.apply(outcome)
            self._note(self._record.number, begins)
        return outcome

    def _begin(self, last: Entry | None = None) -> None:
        """Begin a delve; `last` closes the open one by the same stroke: a closed delve without a next plays nothing."""
        last_entry = None if last is None else entry_to_dict(last, self._record.format)
        record = self._journal.begin_delve(self._new_seed(), self._next_rules.as_mapping(), last_entry=last_entry)
        if last is not None:
            self._delve.apply(last)
            self.closed = self._delve
        self._record = record
        self._delve = Delve(self._next_rules, record.seed, tables=self.tables)


def _closes(entry: Entry) -> bool:
    return any(isinstance(event, DelveClosed) for event in entry.events)
