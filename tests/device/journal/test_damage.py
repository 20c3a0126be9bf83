"""A journal whose bytes are not what they were: never a wrong state, nothing lost in silence, nothing thrown away."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.journal import Journal, JournalError, files, recovery

Image = dict[str, bytes]
Record = tuple[Any, ...]


def records(journal: Journal) -> list[Record]:
    """All that a journal holds, one item a record: what is lost at its end is missing here at the end."""
    held: list[Record] = []
    for delve in journal.delves():
        held.append(("begin", delve.id, delve.seed, delve.rules))
        held.extend(("entry", delve.id, repr(entry)) for entry in journal.entries(delve.id))
        if delve.ended:
            held.append(("end", delve.id))
    return held


def put(image: Image, folder: Path) -> None:
    """Make `folder` hold just that."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in image.items():
        (folder / name).write_bytes(content)


def take(folder: Path) -> Image:
    """What a killed process would leave: every file but the memory that SQLite shares."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and "-shm" not in path.name}


def write_evening(folder: Path, *, closed: bool) -> tuple[Image, list[Record]]:
    """Two delves on four pages; not closed, the last two records stand in the log alone."""
    with Journal.open(folder) as journal:
        journal.begin_delve(7, {"profile": "sheet"})
        for number in range(22):
            journal.append(1, {"kind": "command", "number": number, "text": "search the room " * 6})
        journal.begin_delve(8, {"profile": "fast"})
        for number in range(4):
            journal.append(2, {"kind": "command", "number": number, "text": "move cautiously " * 6})
    with Journal.open(folder) as journal:
        for number in range(2):
            journal.append(2, {"kind": "command", "number": number, "text": "stand guard " * 6})
        truth, image = records(journal), take(folder)
    return take(folder) if closed else image, truth


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Image, list[Record]]:
    """A journal closed in order."""
    return write_evening(tmp_path_factory.mktemp("closed"), closed=True)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Image, list[Record]]:
    """A journal whose process was killed: its last records stand in the log."""
    return write_evening(tmp_path_factory.mktemp("killed"), closed=False)


@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with tempfile.TemporaryDirectory(prefix="delvebox-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def check(folder: Path, truth: list[Record], *, write_on: bool = True) -> str:
    """Open what is in `folder` and hold it against the truth; empty, or what is wrong."""
    with Journal.open(folder) as journal:
        found, told = records(journal), journal.troubles
        if found != truth[: len(found)]:
            return "a wrong state"
        if len(found) < len(truth) and not told:
            return f"{len(truth) - len(found)} records are lost in silence"
        if not write_on:
            return ""
        delve = journal.current() or journal.begin_delve(9, {})
        journal.append(delve.id, {"after": 1})
        after = records(journal)
    with Journal.open(folder) as journal:
        if records(journal) != after or journal.troubles:
            return f"it does not hold what was written after: {journal.troubles}"
    return ""


def flip_bytes(image: Image, truth: list[Record], name: str, places: range) -> list[str]:
    """Flip each byte in turn; answer what went wrong."""
    rng = Random(places.start)  # noqa: S311 - nothing secret hangs on it
    wrong = []
    with quick_folder() as folder:
        for place in places:
            flipped = bytearray(image[name])
            mask = rng.randrange(1, 256)
            flipped[place] ^= mask
            put({**image, name: bytes(flipped)}, folder / "state")
            # Writing on takes as long again: it is done for the header, and for each eighth byte.
            try:
                fault = check(folder / "state", truth, write_on=place % 8 == 0 or place < 100)
            except JournalError as error:
                fault = f"the box does not start: {error}"
            if fault:
                wrong.append(f"{name} byte {place} ^ {mask}: {fault}")
    return wrong


@pytest.mark.slow
@pytest.mark.timeout(300)  # thirty thousand journals are opened: half a minute of two idle cores
def test_no_flipped_byte_gives_a_wrong_state(closed, killed) -> None:
    """Each byte of file, log and note is flipped in turn: what is read is true, and losses are told."""
    jobs = []
    for image, truth in (closed, killed):
        for name, content in image.items():
            # Under a log the file's pages are what they are without one: there every fifth byte will do.
            step = 5 if image is killed[0] and name == "journal.db" else 1
            starts = range(0, len(content), 1024)
            jobs += [(image, truth, name, range(start, min(start + 1024, len(content)), step)) for start in starts]
    context = multiprocessing.get_context("fork")  # a new interpreter would not find this module by its name
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), mp_context=context) as pool:
        wrong = list(itertools.chain(*pool.map(flip_bytes, *zip(*jobs, strict=True))))
    assert wrong == []


@settings(deadline=None)
@given(st.data())
def test_no_damage_gives_a_wrong_state(closed, killed, data) -> None:
    """Stretches overwritten, cut off or moved, in one file or several: what is read is true; writing on is sound."""
    image, truth = data.draw(st.sampled_from([closed, killed]))
    image = dict(image)
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(set(image) - {"journal.last"})))
        content = image[name]
        start = data.draw(st.integers(0, len(content)))
        match data.draw(st.sampled_from(["overwrite", "cut", "sector", "page"])):
            case "overwrite":
                new = data.draw(st.binary(min_size=1, max_size=60))
                image[name] = content[:start] + new + content[start + len(new) :]
            case "cut":
                image[name] = content[:start]
            case "sector":
                start = start // 512 * 512
                image[name] = content[:start] + bytes(512) + content[start + 512 :]
            case "page":
                other = data.draw(st.integers(0, len(content) // 4096)) * 4096
                start = start // 4096 * 4096
                image[name] = content[:start] + content[other : other + 4096] + content[start + 4096 :]
    with quick_folder() as folder:
        put(image, folder / "state")
        assert check(folder / "state", truth) == ""


def test_what_was_found_is_kept_and_told(closed, tmp_path) -> None:
    """The damaged bytes lie beside the new journal, unchanged, under a name that says what they are."""
    image, truth = closed
    damaged = {**image, "journal.db": image["journal.db"].replace(b'"number":9', b'"number":8')}
    put(damaged, tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth[:10]
        sentence = (
            f"journal {tmp_path}/state/journal.db: record 11 does not fit onto the one before it:"
            " the last 21 of 31 records are lost, and what was found is kept as journal-damaged-1-after-10.db:"
            " replace the card or disk if this comes again"
        )
        assert journal.troubles == (sentence,)
    assert (tmp_path / "state" / "journal-damaged-1-after-10.db").read_bytes() == damaged["journal.db"]
    with Journal.open(tmp_path / "state") as journal:
        assert journal.troubles == ()


def test_what_is_kept_is_never_overwritten(closed, tmp_path) -> None:
    """A journal that is damaged again is kept beside the one before."""
    image, _ = closed
    put(image, tmp_path / "state")
    kept = []
    for marker in (b'"number":9', b'"number":6', b'"number":3'):
        database = tmp_path / "state" / "journal.db"
        database.write_bytes(database.read_bytes().replace(marker, b'"number":7'))
        kept.append(database.read_bytes())
        Journal.open(tmp_path / "state").close()
    found = sorted((tmp_path / "state").glob("journal-damaged-*"))
    assert [path.name for path in found] == [
        "journal-damaged-1-after-10.db",
        "journal-damaged-2-after-7.db",
        "journal-damaged-3-after-4.db",
    ]
    assert [path.read_bytes() for path in found] == kept


def test_the_log_is_kept_beside_its_file(killed, tmp_path) -> None:
    """File and log are kept as a pair that SQLite can open."""
    image, truth = killed
    damaged = {**image, "journal.db-wal": image["journal.db-wal"][:-1]}
    put(damaged, tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth[:-1]
        assert "it ends after record 30: the last 1 of 31 records are lost" in journal.troubles[0]
    kept = tmp_path / "state" / "journal-damaged-1-after-30.db"
    assert kept.read_bytes() == damaged["journal.db"]
    assert files.wal(kept).read_bytes() == damaged["journal.db-wal"]


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        (lambda content: b"\0" * 100 + content[100:], "the file's header"),
        (lambda content: b"\0" * 4096 + content[4096:], "the file's first page"),
        (lambda content: content.replace(b"CREATE TABLE records", b"CREATE TABLE sdrocer"), "the table's definition"),
        (lambda content: content[:4096] + bytes(4096) + content[8192:], "the root of the tree"),
        (lambda content: content[:8192] + b"\x0d\0\0\0\1" + content[8197:], "how many rows a page has"),
        (lambda content: content.replace(b"payload TEXT", b"payload REAL"), "the column's type"),
        (lambda content: content[:32] + (3).to_bytes(4) + (1).to_bytes(4) + content[40:], "the list of free pages"),
        (lambda content: content[:60] + (99).to_bytes(4) + content[64:], "the layout's number"),
        (lambda content: content[:18] + b"\7" + content[19:], "the right to write"),
    ],
)
def test_damage_outside_the_records_loses_none(closed, tmp_path, damage, name) -> None:
    """SQLite gives up the file, or reads less of it: every record is found in its page, and it is told all the same."""
    image, truth = closed
    put({**image, "journal.db": damage(image["journal.db"])}, tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth, name
        assert "nothing is lost, and what was found is kept as" in journal.troubles[0]
        for number in range(60):
            journal.append(2, {"number": number, "text": "x" * 500})


@pytest.mark.parametrize("place", [32 + 16, 32 + 4120 + 16, 32 + 24 + 4000, 32 + 4120 + 24 + 4090])
def test_a_bad_place_in_the_log_does_not_hide_what_stands_after_it(killed, tmp_path, place) -> None:
    """SQLite reads a log up to its first bad byte; a record has mostly more than one place in file and log."""
    image, truth = killed
    log = bytearray(image["journal.db-wal"])
    log[place] ^= 1
    put({**image, "journal.db-wal": bytes(log)}, tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth
        assert f"it ends after record {29 if place < 4152 else 30}: nothing is lost" in journal.troubles[0]


CASES = {
    "not a database": (lambda folder: (folder / "journal.db").write_text("a shopping list\n" * 400), 0),
    "empty": (lambda folder: (folder / "journal.db").write_bytes(b""), 0),
    "gone": (lambda folder: (folder / "journal.db").unlink(), 0),
    "a folder": (lambda folder: ((folder / "journal.db").unlink(), (folder / "journal.db").mkdir()), 0),
    "a pipe": (lambda folder: ((folder / "journal.db").unlink(), os.mkfifo(folder / "journal.db")), 0),
    "cut short": (lambda folder: os.truncate(folder / "journal.db", 9000), None),
    "without its log": (lambda folder: (folder / "journal.db-wal").unlink(), 29),
    "with an empty log": (lambda folder: (folder / "journal.db-wal").write_bytes(b""), 29),
    "with half a log": (lambda folder: os.truncate(folder / "journal.db-wal", 32 + 4120 + 2000), 30),
}


@pytest.mark.parametrize("case", CASES)
def test_a_journal_that_is_no_journal_is_set_aside(killed, tmp_path, case) -> None:
    """Whatever stands in its place: a true beginning of the records is the state, it is told, the box plays on."""
    image, truth = killed
    spoil, left = CASES[case]
    put(image, tmp_path / "state")
    spoil(tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        found = records(journal)
        assert found == truth[: len(found)]
        assert left is None or len(found) == left
        assert len(journal.troubles) == 1
        assert f"the last {len(truth) - len(found)} of {len(truth)} records are lost" in journal.troubles[0]
    assert check(tmp_path / "state", found) == ""


def test_losses_are_seen_without_the_note_too(closed, tmp_path) -> None:
    """The note of the last record is gone: damage is still told, but how much is lost nobody knows."""
    image, truth = closed
    put({"journal.db": image["journal.db"].replace(b'"number":9', b'"number":8')}, tmp_path / "state")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth[:10]
        assert "its first 10 records stand" in journal.troubles[0]


def test_the_note_alone_does_no_harm(closed, tmp_path) -> None:
    """A note that is gone or damaged costs nothing and is written anew."""
    image, truth = closed
    for note in (None, b"", b"\0" * 71, image["journal.last"][:40]):
        put({"journal.db": image["journal.db"]} | ({} if note is None else {"journal.last": note}), tmp_path / "state")
        with Journal.open(tmp_path / "state") as journal:
            assert records(journal) == truth
            assert journal.troubles == ()
        assert (tmp_path / "state" / "journal.last").read_bytes() == image["journal.last"]


def test_a_repair_that_was_cut_short_is_finished(tmp_path) -> None:
    """The clean journal takes the damaged one's place, and SQLite does not lay the old log over it."""
    with Journal.open(tmp_path / "clean") as journal:
        journal.begin_delve(7, {"profile": "sheet"})
        truth = records(journal)
    with Journal.open(tmp_path / "damaged") as journal:
        journal.begin_delve(8, {"profile": "fast"})
        for number in range(30):
            journal.append(1, {"number": number})
        put(take(tmp_path / "damaged"), tmp_path / "state")
    (tmp_path / "clean" / "journal.db").rename(tmp_path / "state" / "journal.repaired")
    (tmp_path / "state" / "journal.part").write_bytes(b"half of something")
    (tmp_path / "state" / "journal.part-journal").write_bytes(b"half of something")
    with Journal.open(tmp_path / "state") as journal:
        assert records(journal) == truth
        assert "a repair that was cut short is finished: the last 30 of 31 records are lost" in journal.troubles[0]
        assert len(journal.troubles) == 1
    assert {path.name for path in (tmp_path / "state").iterdir()} == {"journal.db", "journal.last"}


def test_a_disk_that_damages_every_journal_is_told(closed, tmp_path, monkeypatch) -> None:
    """The journal is damaged again as soon as it is repaired: no endless loop, but a sentence."""
    image, _ = closed
    put({**image, "journal.db": image["journal.db"].replace(b'"number":9', b'"number":8')}, tmp_path / "state")
    monkeypatch.setattr(recovery, "_examine", lambda *_: "record 3 does not fit onto the one before it")
    with pytest.raises(JournalError, match=r"damaged again as soon as it was repaired .*: replace the disk"):
        Journal.open(tmp_path / "state")
