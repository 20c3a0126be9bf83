"""What may stand in danger tables: every fault told at once, with its place, value, bound and cure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .expressions import Expression, ExpressionError, Nested, Part, parse_expression, parse_text
from .rule_keys import Problem
from .shown import is_blank, is_unreadable, key_shown, shown

MOST_TABLES = 500
MOST_ENTRIES = 1000
"""Entries of a table."""
MOST_WEIGHT = 1000
MOST_REGIONS = 100
"""Regions of a table."""
LONGEST_NAME = 80
LONGEST_TEXT = 500
"""Characters of an entry, and of the longest result that its dice and nested tables may lead to."""
MOST_DEPTH = 8
"""Tables within one another, the one drawn from included."""
MOST_DRAWN = 50
"""Draws that one draw may lead to with its nested tables, itself included."""
MOST_THROWN = 500
"""Dice that one draw may throw with its nested tables."""


@dataclass(slots=True)
class _Read:
    """A table as far as it can be read: what each entry's text is made of, by its number."""

    called: str
    texts: dict[int, tuple[Part, ...]] = field(default_factory=dict)

    def problem(self, value: object, trouble: str, *path: str) -> Problem:
        """What is wrong with a field of it."""
        place = " ".join(path) if len(path) == 1 else " ".join(("entry", *path[1:]))
        return Problem((self.called, *path), value, f"table {key_shown(self.called)}: {place}: {trouble}")

    def of_entry(self, number: int, trouble: str) -> Problem:
        """What is wrong with where the text of an entry leads."""
        text = "".join(_written(part) for part in self.texts[number])
        return self.problem(text, f"{shown(text)} {trouble}", "entries", str(number), "text")


@dataclass(frozen=True, slots=True)
class _Most:
    """The most that a draw may lead to."""

    characters: int
    dice: int
    draws: int
    depth: int


def problems_of(tables: Any, table_kind: type[Any], entry_kind: type[Any]) -> Iterator[Problem]:
    """Every fault of the tables, in order; first those of each by itself, then where they lead."""
    if not isinstance(tables, tuple) or len(tables) > MOST_TABLES:
        yield Problem((), tables, f"tables: {shown(tables)} is no tuple of up to {MOST_TABLES} tables: give one")
        return
    named: dict[str, _Read] = {}
    for number, table in enumerate(tables, 1):
        if not isinstance(table, table_kind):
            yield Problem((str(number),), table, f"table {number}: {shown(table)} is no Table: give one")
            continue
        trouble = _name_trouble(table.name) or _bracket_trouble(table.name)
        read = _Read(str(number) if trouble else table.name)
        if trouble:
            yield read.problem(table.name, trouble, "name")
        elif named.setdefault(read.called.casefold(), read) is not read:
            cure = "give each table a name of its own"
            yield read.problem(table.name, f"{shown(table.name)} is another table's name already: {cure}", "name")
        yield from _of_fields(table, read)
        yield from _of_entries(table.entries, entry_kind, read)
    yield from _of_nesting(named)


def _of_fields(table: Any, read: _Read) -> Iterator[Problem]:
    if table.kind is not None and (trouble := _name_trouble(table.kind)):
        yield read.problem(table.kind, trouble, "kind")
    if not isinstance(table.regions, tuple) or len(table.regions) > MOST_REGIONS:
        cure = f"give a tuple of up to {MOST_REGIONS} names"
        yield read.problem(table.regions, f"{shown(table.regions)} is no tuple of regions: {cure}", "regions")
    else:
        for region in table.regions:
            if trouble := _name_trouble(region):
                yield read.problem(region, trouble, "regions")
    for name in ("repeats", "reaction"):
        value = getattr(table, name)
        if value is not True and value is not False:
            yield read.problem(value, f"{shown(value)} is not true or false: give one of them", name)
    if table.distance is not None:
        try:
            parse_expression(table.distance)
        except ExpressionError as error:
            yield read.problem(table.distance, str(error), "distance")


def _of_entries(entries: Any, entry_kind: type[Any], read: _Read) -> Iterator[Problem]:
    if not isinstance(entries, tuple) or not 1 <= len(entries) <= MOST_ENTRIES:
        told = f"there are {len(entries)}" if isinstance(entries, tuple) else f"{shown(entries)} is no tuple of entries"
        yield read.problem(entries, f"{told}: give 1–{MOST_ENTRIES}", "entries")
        return
    before: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, entry_kind):
            yield read.problem(entry, f"{shown(entry)} is no TableEntry: give one", "entries", str(number))
            continue
        text, weight = entry.text, entry.weight
        if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
            cure = f"give a whole number of 1–{MOST_WEIGHT}, or leave the entry out"
            yield read.problem(weight, f"{shown(weight)} is no weight: {cure}", "entries", str(number), "weight")
        trouble = _name_trouble(text, LONGEST_TEXT)
        if trouble is None and before.setdefault(text, number) != number:
            trouble = f"{shown(text)} is entry {before[text]} already: give that one the weight of both"
        if trouble is None:
            try:
                read.texts[number] = parse_text(text)
            except ExpressionError as error:
                trouble = str(error)
        if trouble is not None:
            yield read.problem(text, trouble, "entries", str(number), "text")


def _name_trouble(value: object, longest: int = LONGEST_NAME) -> str | None:
    if not isinstance(value, str) or is_blank(value) or len(value) > longest or any(map(is_unreadable, value)):
        return f"{shown(value)} is not one line of 1–{longest} readable characters: give one"
    return None if value == value.strip() else f"{shown(value)} has blanks around it: take them away"


def _bracket_trouble(name: str) -> str | None:
    return f"{shown(name)} has brackets, which mean a nested table: leave them out" if {*"[]"} & {*name} else None


# -- tables within tables ---------------------------------------------------------------------------


def _of_nesting(named: dict[str, _Read]) -> Iterator[Problem]:
    """Tables that are not there, lead back to themselves, or could lead to too much."""
    from difflib import get_close_matches

    inner: dict[str, set[str]] = {}
    for name, read in named.items():
        inner[name] = {each.casefold() for parts in read.texts.values() for each in _nested(parts)}
        for number, parts in read.texts.items():
            for missing in [each for each in _nested(parts) if each.casefold() not in named]:
                near = get_close_matches(missing.casefold(), named, n=1)
                cure = (
                    f"did you mean {named[near[0]].called}?" if near else "write that table, or take the brackets away"
                )
                yield read.of_entry(number, f"draws from {key_shown(missing)}, which is no table here: {cure}")
        inner[name] &= named.keys()
    most: dict[str, _Most] = {}
    while ready := [name for name in named if name not in most and inner[name] <= most.keys()]:
        for name in ready:
            yield from _of_measure(name, named[name], most)
    yield from _of_loops(named, {name: inner[name] - most.keys() for name in named if name not in most})


def _of_measure(name: str, read: _Read, most: dict[str, _Most]) -> Iterator[Problem]:
    """What could grow too large; the rest is the most that the table may lead to."""
    within = [_Most(0, 0, 1, 1)]
    for number, parts in read.texts.items():
        inside = [most[each.casefold()] for each in _nested(parts) if each.casefold() in most]
        leads = _Most(
            sum(len(part) for part in parts if isinstance(part, str))
            + sum(len(str(part.most)) for part in parts if isinstance(part, Expression))
            + sum(each.characters for each in inside),
            sum(part.dice for part in parts if isinstance(part, Expression)) + sum(each.dice for each in inside),
            1 + sum(each.draws for each in inside),
            1 + max((each.depth for each in inside), default=0),
        )
        trouble = _too_much(leads)
        if trouble is None:
            within.append(leads)
        else:
            yield read.of_entry(number, f"may lead to {trouble}: make it shorter, or nest less")
    most[name] = _Most(
        max(each.characters for each in within),
        max(each.dice for each in within),
        max(each.draws for each in within),
        max(each.depth for each in within),
    )


def _too_much(leads: _Most) -> str | None:
    if leads.characters > LONGEST_TEXT:
        return f"a result of {leads.characters} characters where {LONGEST_TEXT} are the most"
    if leads.dice > MOST_THROWN:
        return f"{leads.dice} dice where {MOST_THROWN} are the most"
    if leads.draws > MOST_DRAWN:
        return f"{leads.draws} draws where {MOST_DRAWN} are the most"
    if leads.depth > MOST_DEPTH:
        return f"{leads.depth} tables within one another where {MOST_DEPTH} are the most"
    return None


def _of_loops(named: dict[str, _Read], inner: dict[str, set[str]]) -> Iterator[Problem]:
    """Each loop once, at the first entry that is part of it."""
    told: set[frozenset[str]] = set()
    for name in inner:
        for number, parts in named[name].texts.items():
            for first in [each.casefold() for each in _nested(parts) if each.casefold() in inner]:
                way = _way(first, name, inner)
                if way and frozenset(way) not in told:
                    told.add(frozenset(way))
                    loop = " → ".join(named[each].called for each in (name, *way))
                    yield named[name].of_entry(number, f"leads back to itself ({loop}): take one of the brackets away")


def _way(start: str, goal: str, inner: dict[str, set[str]]) -> list[str]:
    """The shortest way from one table to another, both included; empty where there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:  # it grows while it is read
        if way[-1] == goal:
            return way
        following = sorted(inner[way[-1]] - seen)
        seen.update(following)
        ways += [[*way, each] for each in following]
    return []


def _nested(parts: tuple[Part, ...]) -> list[str]:
    return [part.table for part in parts if isinstance(part, Nested)]


def _written(part: Part) -> str:
    if isinstance(part, str):
        return part
    return part.text if isinstance(part, Expression) else f"[{part.table}]"
