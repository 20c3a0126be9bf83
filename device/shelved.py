"""A delve as it stands in the journal, for who is not the box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..engine.delve import Delve, EntryError
from ..engine.formats import RecordError, newer_rules
from ..engine.records import Entry, entry_from_dict
from ..engine.rules import Rules, RulesError
from .journal.evenings import Times
from .journal.reading import KeptDelve


class ShelfError(Exception):
    """It cannot be done; the text names the thing and the cure, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A delve as it stands in the journal."""

    kept: KeptDelve
    times: Times

    @property
    def number(self) -> int:
        """What the table calls it by; it stays."""
        return self.kept.number

    @property
    def name(self) -> str | None:
        """The table's own name for it."""
        return self.kept.name

    @property
    def is_open(self) -> bool:
        """Whether the box plays on in it."""
        return not self.kept.ended

    def delve(self) -> Delve:
        """Its whole history.

        Raises:
            ShelfError: this version cannot read it.
        """
        begun = self.begun()
        with self.reading():
            for entry in self.entries():
                begun.apply(entry)
        return begun

    def begun(self) -> Delve:
        """It as it was before anything was played.

        Raises:
            ShelfError: this version cannot read it.
        """
        kept = self.kept
        with self.reading():
            return Delve(Rules.from_mapping(newer_rules(kept.rules, kept.format)), kept.seed)

    def entries(self, first: int = 0) -> list[Entry]:
        """What was played, from this place on.

        Raises:
            ShelfError: this version cannot read it.
        """
        with self.reading():
            return [entry_from_dict(each, self.kept.format) for each in self.kept.entries[first:]]

    def goes_on_from(self, before: Shelved) -> bool:
        """Whether it is the delve that was read before, with nothing changed but what came after."""
        past, now = before.kept, self.kept
        same = (past.number, past.seed, past.rules) == (now.number, now.seed, now.rules)
        return same and now.entries[: len(past.entries)] == past.entries

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What of it cannot be read, within, is told as that.

        Raises:
            ShelfError: this version cannot read it.
        """
        try:
            yield
        except (RecordError, RulesError, EntryError) as error:
            raise ShelfError(
                f"delve {self.number} cannot be read ({error}): start the delvebox that wrote it"
            ) from error
