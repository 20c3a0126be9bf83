"""Danger tables as frozen data: what comes when danger does, by kind and region, with weights.

`Tables` checks itself whole: bounds, names that come twice, dice that cannot be read, nested tables that are not there
or lead back to themselves, and results that could grow too long. What a delve has drawn stands in its state, not here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .rule_keys import Problem
from .table_checks import problems_of

REACTIONS = (("hostile", 2), ("unfriendly", 5), ("uncertain", 8), ("friendly", 11), ("helpful", 12))
"""The five bands of a reaction roll, each with the highest total of 2d6 that is of it."""


class TablesError(ValueError):
    """Tables that cannot be drawn from; `problems` names every fault at once.

    A problem's `path` is the table's name (its number from 1 upwards where it has none), then the field, of an entry
    `"entries"`, its number from 1 upwards and its field: `("crypt things", "entries", "3", "text")`.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)  # what pickle makes it of again
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(problem.text for problem in self.problems)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One thing that may come.

    `text` is one line of 1–500 characters with dice ("2d6 goblins", see `expressions`) and nested draws ("[treasure]").
    `weight` is 1–1000: of all the weights so many parts are this entry's.
    """

    text: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 1–1000 entries with a name of its own (1–80 characters, no brackets; capitals do not count).

    `kind`: danger of this kind draws from it (a kind of `danger.table` in the rules); another word, such as omen, or
    None: it is drawn by name, by this word, or from within another table. `regions`: where it answers for its kind;
    none: everywhere that has no table of its own. `repeats`: an entry may come again before all came.
    `reaction`: the roll of 2d6 in the bands of `REACTIONS`. `distance`: a dice expression in feet, such as 2d6x10.
    Of tables drawn from within one another the first that has a reaction or a distance gives it, once.
    """

    name: str
    entries: tuple[TableEntry, ...]
    kind: str | None = None
    regions: tuple[str, ...] = ()
    repeats: bool = False
    reaction: bool = False
    distance: str | None = None


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of a game. Where several answer for a kind, the first in order does: one's own before shipped ones.

    Raises:
        TablesError: all that is wrong with them at once; values of any type may be given.
    """

    tables: tuple[Table, ...] = ()

    def __post_init__(self) -> None:
        """They are checked whole.

        Raises:
            TablesError: see the class.
        """
        problems = tuple(problems_of(self.tables, Table, TableEntry))
        if problems:
            raise TablesError(problems)

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions that tables name, in order, each once as first written."""
        return _once(region for table in self.tables for region in table.regions)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that tables name, in order, each once as first written."""
        return _once(table.kind for table in self.tables if table.kind is not None)

    def named(self, name: str) -> Table | None:
        """The table of this name, whatever its capitals."""
        return next((table for table in self.tables if table.name.casefold() == name.casefold()), None)

    def region(self, name: str) -> str | None:
        """The region as the tables write it, whatever its capitals; None where no table names it."""
        return next((region for region in self.regions if region.casefold() == name.casefold()), None)

    def for_kind(self, kind: str, region: str | None) -> Table | None:
        """The table that answers for a kind of danger here: the region's own, else the first without regions."""
        of_kind = [each for each in self.tables if each.kind is not None and each.kind.casefold() == kind.casefold()]
        if region is not None:
            for table in of_kind:
                if region.casefold() in map(str.casefold, table.regions):
                    return table
        return next((table for table in of_kind if not table.regions), None)

    def regions_of(self, kind: str) -> tuple[str, ...]:
        """Where a table answers for a kind of danger, each region once."""
        of_kind = [each for each in self.tables if each.kind is not None and each.kind.casefold() == kind.casefold()]
        return _once(region for table in of_kind for region in table.regions)

    def asked(self, name: str, region: str | None) -> Table | None:
        """What "roll on the … table" means here: the table of this name, else the one that answers for this kind."""
        return self.named(name) or self.for_kind(name, region)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


NO_TABLES = Tables()
