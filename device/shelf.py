"""The delves of a state folder for who is not the box: what there is, and what may be changed while no box runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import normalize

from ..engine.commands import Answer
from ..engine.delve import Delve
from ..engine.events import DelveClosed
from ..engine.formats import FORMAT
from ..engine.records import Entry, entry_to_dict
from ..engine.shown import is_blank, is_unreadable, shown
from .instance import AlreadyRunning, InstanceError, take_instance
from .journal import JournalError
from .journal.editing import edit
from .journal.evenings import Evening, Evenings, Times
from .journal.reading import JournalReader, KeptDelve
from .shelved import ShelfError, Shelved

LONGEST_NAME = 60
"""Characters of a delve's name."""


class Shelf:
    """The delves of a state folder. Reading works beside a running box; changing waits until none runs."""

    def __init__(self, folder: Path) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._reader = JournalReader(folder)
        self._evenings = Evenings(folder)
        self._mended: list[str] = []

    @property
    def troubles(self) -> tuple[str, ...]:
        """What was set right of the journal before a change, and why it was not read to its end."""
        return (*self._mended, *filter(None, [self._reader.trouble]))

    @property
    def evening(self) -> Evening | None:
        """The evening that goes on now."""
        return self._evenings.now

    def delves(self) -> tuple[Shelved, ...]:
        """All delves in order of their numbers; those that ended before anything happened are none.

        Raises:
            ShelfError: there is no journal, or it cannot be read.
        """
        return tuple(sorted(self.as_played(), key=lambda each: each.number))

    def as_played(self) -> tuple[Shelved, ...]:
        """The same in the order in which the box began them or took them up again: the open one is the last.

        Raises:
            ShelfError: there is no journal, or it cannot be read.
        """
        try:
            self._reader.read_on()
        except JournalError as error:
            raise ShelfError(str(error)) from error
        found = (Shelved(each, self._evenings.times(each.number)) for each in self._reader.delves)
        return tuple(each for each in found if each.is_open or each.kept.entries)

    def find(self, given: str | None) -> Shelved:
        """The delve with this number or name; without one the open delve, else the last.

        Raises:
            ShelfError: there is none, or the name is that of several.
        """
        delves = self.delves()
        if not delves:
            raise ShelfError(f"{self._folder} holds no delve yet: play one with delvebox run")
        open_or_last = next((each for each in delves if each.is_open), delves[-1])
        return open_or_last if given is None else _named(delves, given)

    # -- changes, while no box runs ---------------------------------------------------------------------

    def rename(self, given: str, name: str) -> None:
        """Give a delve a name.

        Raises:
            ShelfError: no such delve, no such name, or a box runs.
        """
        wanted = named(name)
        self._change(given, lambda delves, chosen: [_with(each, chosen, name=wanted) for each in delves])

    def end(self, given: str | None) -> None:
        """End a delve; the box begins a new one when it starts.

        Raises:
            ShelfError: no such delve, it is over already, or a box runs.
        """

        def ended(delves: Sequence[KeptDelve], chosen: int) -> list[KeptDelve]:
            if _numbered(delves, chosen).ended:
                raise ShelfError(f"delve {chosen} is over already: delvebox delves tells which one is open")
            return [_with(each, chosen, ended=True) for each in delves]

        self._change(given, ended)

    def resume(self, given: str) -> None:
        """Let the box play on in a delve; the one that is open is ended, and can be resumed as well.

        Raises:
            ShelfError: no such delve, it is open already, this version cannot read it, or a box runs.
        """

        def resumed(delves: Sequence[KeptDelve], chosen: int) -> list[KeptDelve]:
            wanted = _numbered(delves, chosen)
            if not wanted.ended:
                raise ShelfError(f"delve {chosen} is open already: start the box with delvebox run")
            others = [replace(each, ended=True) for each in delves if each.number != chosen]
            return [*others, _opened_again(wanted)]

        self._change(given, resumed)

    def delete(self, given: str) -> None:
        """Take a delve away for good, with the snapshots that hold it.

        Raises:
            ShelfError: no such delve, or a box runs.
        """
        self._change(given, lambda delves, chosen: [each for each in delves if each.number != chosen])

    def add(self, delve: Delve, name: str | None) -> int:
        """Put a delve from elsewhere on the shelf, ended; answers its number.

        Raises:
            ShelfError: the name is none, or a box runs.
        """
        wanted = None if name is None else named(name)
        number = 0

        def added(delves: Sequence[KeptDelve]) -> list[KeptDelve]:
            nonlocal number
            number = 1 + max((each.number for each in delves), default=0)
            entries = tuple(entry_to_dict(entry) for entry in delve.entries)
            new = KeptDelve(number, wanted, delve.seed, delve.rules.as_mapping(), FORMAT, entries, ended=True)
            return [new, *delves]  # nobody played it here: it comes after none of them, and the open one is the last

        with self._alone():
            edit(self._folder, added, make=True, tell=self._mended.append)
        return number

    def _change(self, given: str | None, change: Callable[[Sequence[KeptDelve], int], Sequence[KeptDelve]]) -> None:
        with self._alone():
            chosen = self.find(given).number
            edit(self._folder, lambda delves: change(delves, chosen), tell=self._mended.append)
            self._evenings.keep(each.number for each in self.delves())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with take_instance(self._folder):
                self._evenings = Evenings(self._folder)  # a box may have played since it was read
                yield
        except AlreadyRunning as error:
            raise ShelfError(f"delves cannot be changed while a box runs: {error}") from error
        except (InstanceError, JournalError) as error:
            raise ShelfError(str(error)) from error


def named(name: str) -> str:
    """A name for a delve, without spaces around it.

    Raises:
        ShelfError: it is empty, too long, cannot be read, or could be taken for a number.
    """
    wanted = name.strip()
    if is_blank(wanted) or any(map(is_unreadable, wanted)) or len(wanted) > LONGEST_NAME:
        raise ShelfError(f"name {shown(name)}: give 1 to {LONGEST_NAME} characters that can be read")
    if wanted.isdecimal():
        raise ShelfError(f"name {shown(name)}: this is a number, which delves have already: give a word with it")
    return wanted


def _named(delves: Sequence[Shelved], given: str) -> Shelved:
    if given.isdecimal():  # no name is; Python reads no number of thousands of digits
        found = [each for each in delves if len(given) <= LONGEST_NAME and each.number == int(given)]
    else:
        found = [each for each in delves if each.name is not None and _spelt(each.name) == _spelt(given)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(str(each.number) for each in found)
        raise ShelfError(f"{shown(given)} is the name of several delves: give one of the numbers {numbers}")
    raise ShelfError(f"no delve {shown(given)}: delvebox delves lists them with their numbers and names")


def _spelt(name: str) -> str:
    """However it is written: capitals or not, and with an accent of its own or one letter."""
    return normalize("NFKC", name.strip().casefold())


def _numbered(delves: Sequence[KeptDelve], number: int) -> KeptDelve:
    return next(each for each in delves if each.number == number)


def _with(delve: KeptDelve, chosen: int, **changed: Any) -> KeptDelve:
    return replace(delve, **changed) if delve.number == chosen else delve


def _opened_again(kept: KeptDelve) -> KeptDelve:
    """A delve as if the table had said no when it was asked to end it."""
    delve = Shelved(kept, Times()).delve()
    if not delve.entries or not any(isinstance(event, DelveClosed) for event in delve.entries[-1].events):
        return replace(kept, ended=False)
    before = Delve.replay(delve.rules, delve.seed, delve.entries[:-1])
    entries = list(kept.entries[:-1])
    if before.state.asking and isinstance(entry := before.play(Answer(yes=False)), Entry):
        entries.append(entry_to_dict(entry, kept.format))
    return replace(kept, entries=tuple(entries), ended=False)
