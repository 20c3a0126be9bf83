"""The journal as the session uses it."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...engine.formats import FORMAT
from . import store
from .errors import JournalError, explained
from .files import Files
from .last import LastWritten
from .records import BEGIN, END, ENTRY, Chain, DelveRecord, Links, Part, compact
from .recovery import take_up

_LOG = logging.getLogger(__name__)


class Journal:
    """All delves of a state folder. At most one is open; its entries are what the session gives, in order.

    One thread uses it, the one that opened it. What a method wrote is on the disk when it returns;
    what it could not write has left nothing behind.
    """

    def __init__(self, files: Files, connection: store.Connection, chain: Chain, last: LastWritten) -> None:
        """For `open`."""
        self._files = files
        self._connection = connection
        self._chain = chain
        self._last = last
        self.troubles: tuple[str, ...] = ()
        """A sentence for each damage that was found and set right when it was opened."""

    @classmethod
    def open(cls, folder: Path | str, *, connect: store.Connect = store.connect) -> Self:
        """Open the journal in `folder`; make both where they are missing, set aside what is damaged.

        Two programs must not have it open at once: take the folder's lock first (`instance`).

        Raises:
            JournalError: the folder cannot be used, or a newer delvebox wrote the journal. The box must not
                play then: what it told would not be recorded.
        """
        files = Files(Path(folder).absolute())  # lgpio may change the working directory
        with explained(files.database):
            files.folder.mkdir(parents=True, exist_ok=True)
            last = LastWritten(files.last)
            try:
                connection, chain, troubles = take_up(files, last, connect)
            except BaseException:
                last.close()
                raise
            journal = cls(files, connection, chain, last)
            journal.troubles = troubles
            try:
                journal._settle()
            except BaseException:
                journal.close()
                raise
        return journal

    def current(self) -> DelveRecord | None:
        """The open delve."""
        return self._chain.current

    @property
    def number(self) -> int:
        """That of the last record, 0 before the first; other threads may ask too."""
        return self._chain.number

    def delves(self) -> tuple[DelveRecord, ...]:
        """All delves, in order of beginning."""
        return tuple(self._chain.delves)

    def entries(self, delve_id: int) -> list[dict[str, Any]]:
        """The entries of a delve, the first first; each is checked again.

        Raises:
            JournalError: there is no such delve, a newer delvebox wrote it, or it cannot be read any more.
        """
        if not 1 <= delve_id <= len(self._chain.delves):
            raise JournalError(self._about(f"no delve {delve_id}: it holds {len(self._chain.delves)}"))
        delve, place = self._chain.delves[delve_id - 1], self._chain.places[delve_id - 1]
        if delve.format > FORMAT:
            raise JournalError(
                self._about(
                    f"delve {delve_id} has format {delve.format} and this delvebox reads up to {FORMAT}:"
                    " install the newer delvebox again, or choose another state folder"
                )
            )
        links, payloads = Links(place), []
        with explained(self._files.database):
            for row in store.read_some(self._connection, place.number, 1 + delve.entries):
                if misfit := links.take(row):
                    raise JournalError(
                        self._about(f"{misfit}: it changed on the disk: start the box again, it sets the damage aside")
                    )
                payloads.append(row[4])
        if len(payloads) != 1 + delve.entries:
            raise JournalError(
                self._about(f"the end of delve {delve_id} is gone: start the box again, it sets the damage aside")
            )
        return [json.loads(payload) for payload in payloads[1:]]

    def begin_delve(
        self,
        seed: int,
        rules: Mapping[str, Any],
        name: str | None = None,
        *,
        last_entry: Mapping[str, Any] | None = None,
    ) -> DelveRecord:
        """Begin a delve; the open one is ended by the same stroke.

        Args:
            seed: any whole number; with the entries it fixes the device's dice.
            rules: what JSON can hold; the delve keeps it to its end.
            name: free text, or None.
            last_entry: the entry that closes the open delve, written by the same stroke.

        Raises:
            JournalError: it could not be written; the delve before it is still open, without `last_entry`.
            TypeError, ValueError: rules or entry are not made of JSON's values; nothing changed.
        """
        number = 1 + max((each.number for each in self._chain.delves), default=0)
        facts = {"format": FORMAT, "number": number, "name": name, "seed": seed, "rules": dict(rules)}
        parts: list[Part] = []
        if (current := self._chain.current) is not None:
            if last_entry is not None:
                current = replace(current, entries=current.entries + 1)
                parts.append((current.id, current.entries, ENTRY, compact(last_entry)))
            parts.append(_end(current))
        self._write([*parts, (len(self._chain.delves) + 1, 0, BEGIN, compact(facts))])
        return self._chain.delves[-1]

    def append(self, delve_id: int, entry: Mapping[str, Any]) -> int:
        """Write an entry of the open delve; answer its number in the delve, 1 upwards.

        Raises:
            JournalError: it could not be written, or this is not the open delve; nothing changed.
            TypeError, ValueError: `entry` is not made of JSON's values; nothing changed.
        """
        current = self._open_delve(delve_id)
        seq = current.entries + 1
        self._write([(current.id, seq, ENTRY, compact(entry))])
        return seq

    def end_delve(self, delve_id: int) -> None:
        """End the open delve.

        Raises:
            JournalError: it could not be written, or this is not the open delve; nothing changed.
        """
        self._write([_end(self._open_delve(delve_id))])

    def close(self) -> None:
        """Close the journal; safe to call again."""
        self._connection.close()
        self._last.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_delve(self, delve_id: int) -> DelveRecord:
        current = self._chain.current
        if current is None or current.id != delve_id:
            now = "none is open" if current is None else f"delve {current.id} is"
            raise JournalError(self._about(f"delve {delve_id} is not open, {now}: begin a new delve to go on"))
        return current

    def _write(self, parts: Sequence[Part]) -> None:
        rows = self._chain.link(parts)
        with explained(self._files.database):
            if self._last.failed:  # the same record may be tried again, and must count then
                self._last.tell(self._chain.number, durable=True)
            try:
                store.write(self._connection, rows)
            except sqlite3.ProgrammingError:
                raise  # closed, or another thread's: nothing went to the disk
            except sqlite3.Error:
                self._disown(rows[0][5])
                raise
        for row in rows:
            self._chain.take(row)
        self._last.tell(self._chain.number)

    def _disown(self, checksum: bytes) -> None:
        """See to it that a record which was refused does not come back from bytes that the disk took all the same.

        Raises:
            OSError: neither can this be written, and the system says why, which SQLite does not.
        """
        try:
            self._last.tell(self._chain.number, checksum, durable=True)
        except OSError as error:
            _LOG.warning(
                "%s: not synced (%s): a power cut now may bring a refused record back", self._files.last, error
            )
            raise

    def _settle(self) -> None:
        """Leave nothing of the last run behind: no refused record, no long log."""
        if self._last.failed:
            store.drop_after(self._connection, self._chain.number)
            self._last.tell(self._chain.number, durable=True)
        else:
            self._last.tell(self._chain.number)
        try:
            store.fold_log(self._connection)
        except sqlite3.Error as error:
            _LOG.warning("%s: its log stays as it is (%s); nothing is lost by that", self._files.database, error)

    def _about(self, sentence: str) -> str:
        return f"journal {self._files.database}: {sentence}"


def _end(delve: DelveRecord) -> Part:
    return (delve.id, delve.entries + 1, END, b"{}")
