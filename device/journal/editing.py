"""Changing what the journal holds already, while no box runs: a name, an order, a delve more or less.

The journal is a chain, so a change is a new one: written aside, synced, and renamed over the old. A power cut leaves
the one or the other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from ..ownership import give_to_owner
from . import files as disk
from . import store
from .errors import JournalError, explained
from .files import Files
from .journal import Journal
from .last import LastWritten
from .reading import JournalReader, KeptDelve
from .records import BEGIN, END, ENTRY, Chain, Part, Row, compact
from .recovery import write_clean

_LOG = logging.getLogger(__name__)

Change = Callable[[Sequence[KeptDelve]], Sequence[KeptDelve]]


def edit(
    folder: Path | str, change: Change, *, make: bool = False, tell: Callable[[str], object] = _LOG.warning
) -> None:
    """Write the journal as `change` makes it from its delves.

    Snapshots are taken away: they hold what was deleted. The caller has the folder's lock (`instance`).

    Args:
        folder: The state folder.
        change: The delves as they are to be, at most the last one open; whatever it raises changes nothing.
        make: Make the journal where it is missing.
        tell: Called with a sentence for each damage that was found, and set right before: the box will not tell it.

    Raises:
        JournalError: it cannot be read or written; nothing changed.
    """
    files = Files(Path(folder).absolute())
    if not make and not files.database.exists():
        raise JournalError(f"{files.folder} holds no journal: name the box's state folder with --state-dir")
    with Journal.open(files.folder) as journal:  # mends what is damaged, and its log goes into the one file
        for trouble in journal.troubles:
            tell(trouble)
    reader = JournalReader(files.folder)
    reader.read_on()
    if reader.trouble:
        raise JournalError(reader.trouble)
    before = reader.delves
    after = change(before)
    if tuple(after) != before:
        with explained(files.database):
            _replace(files, list(_chained(after)))


def _replace(files: Files, rows: Sequence[Row]) -> None:
    disk.must_be_whole(files.database)
    with closing(LastWritten(files.last)) as last:
        write_clean(files, rows, store.connect)
        give_to_owner(files.part)
        disk.sync(files.part)
        # at no moment more is promised than either journal holds
        last.tell(min(last.number, len(rows)), durable=True)
        disk.remove(*(each.path for each in files.snapshots()), *disk.side_files(files.database))
        disk.move(files.part, files.database)
        last.tell(len(rows), durable=True)


def _chained(delves: Iterable[KeptDelve]) -> Iterator[Row]:
    chain = Chain()
    for place, delve in enumerate(delves, 1):
        for row in chain.link(list(_parts(place, delve))):
            if misfit := chain.take(row):
                raise ValueError(misfit)  # an open delve before another: the change is wrong
            yield row


def _parts(place: int, delve: KeptDelve) -> Iterator[Part]:
    facts = {
        "format": delve.format,
        "number": delve.number,
        "name": delve.name,
        "seed": delve.seed,
        "rules": dict(delve.rules),
    }
    yield place, 0, BEGIN, compact(facts)
    for seq, entry in enumerate(delve.entries, 1):
        yield place, seq, ENTRY, compact(entry)
    if delve.ended:
        yield place, len(delve.entries) + 1, END, b"{}"
