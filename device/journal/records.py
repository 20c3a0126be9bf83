"""The chain of records, pure: what follows a record, what fits onto it, and the delves that they tell.

A record is `begin` (a delve's facts), `entry` (whatever the session plays) or `end`. All delves stand
in one chain, one after the other: `number` counts through it from 1, `seq` counts a delve's records
from 0, its `begin`. Each checksum covers the one before it, so that a lost, changed, doubled or moved
record fits nowhere. Payloads are compact JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from ...engine.formats import FORMAT

LAYOUT = 1
"""How the file is built (`user_version`). How rules and entries are to be read says the engine's `FORMAT`: it stands
in each `begin`, whose own facts no format changes, and in entries that a newer version added."""

BEGIN, ENTRY, END = KINDS = b"begin", b"entry", b"end"
CHECKSUM_BYTES = 16

Row = tuple[int, int, int, bytes, bytes, bytes]
"""number, delve, seq, kind, payload, checksum, as they stand in the table."""

Part = tuple[int, int, bytes, bytes]
"""delve, seq, kind, payload: a record that has no place in the chain yet."""


@dataclass(frozen=True, slots=True)
class DelveRecord:
    """A delve as the journal held it when it was asked: its facts, and how many entries it has."""

    id: int
    """Its place in the journal, 1 upwards."""
    name: str | None
    seed: int
    rules: dict[str, Any]
    format: int = FORMAT
    entries: int = 0
    ended: bool = False
    number: int = 0
    """What the table calls it by; it stays when delves before it are deleted (`editing`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a delve's records begin: the number before its first, and that record's checksum."""

    number: int
    checksum: bytes


def checksum_of(before: bytes, number: int, part: Part) -> bytes:
    """The checksum of a record that stands on `before`. No two records have the same bytes here."""
    own = b"%d %d %d %b %b" % (number, *part)
    return blake2b(before + own, digest_size=CHECKSUM_BYTES).digest()


GENESIS = blake2b(b"delvebox journal, layout %d" % LAYOUT, digest_size=CHECKSUM_BYTES).digest()
"""What the first record stands on: a journal of another layout fits nowhere."""


def compact(payload: object) -> bytes:
    """A payload as it is written: JSON without spaces, in ASCII, so that any text a table types goes through.

    Raises:
        TypeError, ValueError: it is not made of JSON's values (NaN and infinity are none).
    """
    return json.dumps(payload, separators=(",", ":"), allow_nan=False).encode()


class Links:
    """How far the chain was followed: number and checksum of the last record."""

    def __init__(self, start: Place | None = None) -> None:
        """Stand before the first record, or at `start` to read from there."""
        self.number = start.number if start else 0
        """0 before the first record."""
        self.checksum = start.checksum if start else GENESIS

    def take(self, row: Row) -> str:
        """Take the next row; where it does not fit take nothing and answer why."""
        misfit = self._misfit(row)
        if not misfit:
            self.number, self.checksum = row[0], row[5]
        return misfit

    def _misfit(self, row: Row) -> str:
        number, delve, seq, kind, payload, checksum = row
        if type(number) is not int or number != self.number + 1:
            return f"record {self.number + 1} is not where it should be"
        # A damaged row may hold any of SQLite's types in any place.
        shaped = type(delve) is int and type(seq) is int and type(payload) is bytes and kind in KINDS
        if not shaped or checksum != checksum_of(self.checksum, number, (delve, seq, kind, payload)):
            return f"record {number} does not fit onto the one before it"
        return ""


class Chain(Links):
    """The whole chain, and the delves that it tells of."""

    def __init__(self) -> None:
        super().__init__()
        self.delves: list[DelveRecord] = []
        self.places: list[Place] = []
        """Where each delve begins."""

    @property
    def current(self) -> DelveRecord | None:
        """The open delve."""
        return self.delves[-1] if self.delves and not self.delves[-1].ended else None

    def link(self, parts: Sequence[Part]) -> list[Row]:
        """The rows that would follow; nothing is taken yet."""
        rows: list[Row] = []
        number, checksum = self.number, self.checksum
        for part in parts:
            number += 1
            checksum = checksum_of(checksum, number, part)
            rows.append((number, *part, checksum))
        return rows

    def take(self, row: Row) -> str:
        """Take the next row; where it does not fit take nothing and answer why."""
        place = Place(self.number, self.checksum)
        misfit = self._misfit(row) or self._out_of_turn(row)
        if misfit:
            return misfit
        self.number, delve, seq, kind, payload, self.checksum = row
        if kind == BEGIN:
            facts = json.loads(payload)
            number = facts.get("number", delve)  # journals before there were numbers have none
            given = (facts["name"], facts["seed"], facts["rules"], facts["format"])
            self.delves.append(DelveRecord(delve, *given, number=number))
            self.places.append(place)
        elif kind == ENTRY:
            self.delves[-1] = replace(self.delves[-1], entries=seq)
        else:
            self.delves[-1] = replace(self.delves[-1], ended=True)
        return ""

    def _out_of_turn(self, row: Row) -> str:
        number, delve, seq, kind = row[:4]
        current = self.current
        if kind == BEGIN:
            well = current is None and delve == len(self.delves) + 1 and seq == 0
        else:
            well = current is not None and delve == current.id and seq == current.entries + 1
        return "" if well else f"record {number} is out of turn in delve {delve}"
