"""The power goes at every moment: what was recorded is there, and nothing else."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from delvebox.device.journal import Journal, JournalError, store

if TYPE_CHECKING:
    from cut_disk import Disk, Image, Moment

PREAD = os.pread
Held = list[tuple[int, int, bool, list[dict[str, Any]]]]

ENTRY = {"kind": "command", "command": {"type": "take_next_turn"}, "events": [{"type": "turn_ended", "turn": 7}] * 9}


def rolls(seed: int) -> Random:
    """Chance that is the same in every run."""
    return Random(seed)  # noqa: S311 - nothing secret hangs on it


def held(journal: Journal) -> Held:
    """All that a journal holds."""
    return [(each.id, each.seed, each.ended, journal.entries(each.id)) for each in journal.delves()]


def moments(disk: Disk) -> Iterator[Moment]:
    """The disk after each of its operations."""
    from cut_disk import Moment

    moment = Moment(disk.start)
    for operation in disk.operations:
        moment.follow(operation)
        yield moment


def found(image: Image, folder: Path) -> tuple[Held, tuple[str, ...]]:
    """What the box finds in an image, with its own SQLite; it can go on from there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in image.items():
        (folder / name).write_bytes(content)
    with Journal.open(folder) as journal:
        return held(journal), journal.troubles


def evening(journal: Journal) -> Iterator[None]:
    """Two delves, step by step, with entries of less than a page and of several."""
    first = journal.begin_delve(11, {"profile": "sheet"}).id
    yield
    for number in range(9):
        journal.append(first, ENTRY | {"number": number})
        yield
    journal.append(first, {"kind": "command", "rest": "z" * 9000})
    yield
    second = journal.begin_delve(12, {"profile": "fast"}, last_entry=ENTRY | {"number": 9}).id
    yield
    for number in range(4):
        journal.append(second, ENTRY | {"number": number})
        yield
    journal.end_delve(second)
    yield


@pytest.fixture
def short_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fold the log into the file every few records instead of every hundred."""
    monkeypatch.setattr(store, "CHECKPOINT_PAGES", 4)


@pytest.mark.slow
@pytest.mark.timeout(120)  # some four thousand images are opened
@pytest.mark.usefixtures("short_log")
def test_after_each_operation_every_record_that_returned_is_there(life, quick_folder) -> None:
    """Images with all, none and random sectors of what was not synced: at most the record in flight is there too."""
    with life({}) as run:
        truth: list[Held] = [[]]
        for _ in range(2):  # the second opening finds a folded log and writes on
            journal = run.open()
            for _ in evening(journal):
                truth.append(held(journal))
                run.disk.done(len(truth) - 1)
            journal.close()
    truth.append(truth[-1])
    rng = rolls(3)
    count = 0
    for moment in moments(run.disk):
        for image in moment.images(rng, 12):
            held_now, troubles = found(image, quick_folder / "after")
            assert held_now in truth[moment.step : moment.step + 2]
            assert troubles == ()
            count += 1
    assert count > 2000


@pytest.mark.slow
@pytest.mark.usefixtures("short_log")
@pytest.mark.parametrize("seed", range(24))
def test_cut_after_cut_nothing_is_lost(life, quick_folder, seed) -> None:
    """Each life goes on from what the power cut before has left, and is cut anywhere, its opening included."""
    rng = rolls(seed)
    image: Image = {}
    known: Held = []
    for _ in range(10):
        with life(image) as run:
            journal = run.open()
            assert held(journal) == known
            truth = [known]
            for _ in islice(evening(journal), rng.randrange(16)):
                truth.append(held(journal))
                run.disk.done(len(truth) - 1)
            journal.close()
        truth.append(truth[-1])
        stop = rng.randrange(len(run.disk.operations))
        for index, moment in enumerate(moments(run.disk)):
            if index == stop:
                image = moment.image(names=rng.random(), keep=lambda: rng.random() < 0.5)
                break
        known, troubles = found(image, quick_folder / "after")
        assert known in truth[moment.step : moment.step + 2]
        assert troubles == ()


def written(life: Callable[[Image], Any], *, closed: bool) -> tuple[Image, Held]:
    """A journal of one evening as an image, closed in order or killed, and what it holds."""
    with life({}) as run:
        journal = run.open()
        for _ in evening(journal):
            pass
        truth = held(journal)
        image = left_by_kill(run.folder)
        journal.close()
    return left_by_kill(run.folder) if closed else image, truth


def left_by_kill(folder: Path) -> Image:
    """What a killed process leaves: all that it wrote, but not the memory it shared."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize("closed", [True, False])
def test_a_repair_may_be_cut_anywhere(life, quick_folder, closed) -> None:
    """While a damaged journal is repaired the power goes: the good records are there, and what was found is kept."""
    image, truth = written(life, closed=closed)
    damaged = "journal.db" if closed else "journal.db-wal"
    image[damaged] = image[damaged].replace(b'"number":5', b'"number":6')
    good: Held = [(1, 11, False, truth[0][3][:5])]
    with life(image) as run:
        journal = run.open()
        assert held(journal) == good
        assert len(journal.troubles) == 1
        journal.close()
    rng = rolls(5)
    for moment in moments(run.disk):
        for cut in moment.images(rng, 8):
            held_now, troubles = found(cut, quick_folder / "after")
            assert held_now == good
            kept = [path.read_bytes() for path in (quick_folder / "after").glob("journal-damaged-*")]
            assert image[damaged] in kept
            assert len(troubles) <= 1


def test_a_record_that_was_refused_never_comes_back(life, quick_folder) -> None:
    """The disk took a record's bytes and then failed to sync them: it was told as not recorded, and stays so."""
    with life({}) as run:
        journal = run.open()
        delve = journal.begin_delve(11, {}).id
        journal.append(delve, {"number": 1})
        run.vfs.refuse_sync = lambda name: name.endswith("-wal")
        with pytest.raises(JournalError, match="the disk answers with an error"):
            journal.append(delve, {"number": 2})
        assert journal.entries(delve) == [{"number": 1}]
        killed = left_by_kill(run.folder)
        assert b'"number":2' in killed["journal.db-wal"]
        assert found(killed, quick_folder / "after") == ([(1, 11, False, [{"number": 1}])], ())
        assert found_again(quick_folder / "after") == [(1, 11, False, [{"number": 1}])]
        run.vfs.refuse_sync = lambda _: False
        journal.close()
    with life(killed) as run:
        run.vfs.refuse_sync = lambda name: name.endswith("-wal")
        with pytest.raises(JournalError, match="the disk answers with an error"):
            run.open()  # it cannot be taken out yet, so the box does not start
    assert found(left_by_kill(run.folder), quick_folder / "after") == ([(1, 11, False, [{"number": 1}])], ())


def test_a_record_tried_again_counts(life, quick_folder) -> None:
    """The same record is refused once and then written: no power cut after that takes it for the refused one."""
    with life({}) as run:
        journal = run.open()
        delve = journal.begin_delve(11, {}).id
        run.vfs.refuse_sync = lambda name: name.endswith("-wal")
        with pytest.raises(JournalError):
            journal.append(delve, {"number": 1})
        run.vfs.refuse_sync = lambda _: False
        journal.append(delve, {"number": 1})
        run.disk.done(1)
        journal.close()
    rng = rolls(7)
    for moment in moments(run.disk):
        if moment.step == 1:
            for image in moment.images(rng, 20):
                assert found(image, quick_folder / "after") == ([(1, 11, False, [{"number": 1}])], ())


def test_a_bad_place_of_the_disk_loses_what_stood_there(life, quick_folder, monkeypatch) -> None:
    """The disk does not give a page back any more: the records before it stand, and the box goes on."""
    image, truth = written(life, closed=True)
    bad = image["journal.db"].index(b"z" * 1000) // 4096 * 4096
    with life(image) as run:
        place = (run.folder / "journal.db").stat().st_ino
        run.vfs.refuse_read = lambda name, offset: (
            offset == bad and name == "journal.db" and (run.folder / name).stat().st_ino == place
        )
        with monkeypatch.context() as patch:
            patch.setattr(os, "pread", lambda handle, count, offset: read_around(bad, handle, count, offset))
            journal = run.open()
        held_now = held(journal)
        assert 0 < len(held_now[0][3]) < len(truth[0][3])
        assert held_now[0][3] == truth[0][3][: len(held_now[0][3])]
        assert "records are lost, and what was found is kept as journal-damaged-1-" in journal.troubles[0]
        journal.close()


def read_around(bad: int, handle: int, count: int, offset: int) -> bytes:
    """As `os.pread` reads the journal from a disk that is bad at one place."""
    if offset == bad and Path(f"/proc/self/fd/{handle}").readlink().name == "journal.db":
        raise OSError(errno.EIO, "Input/output error")
    return PREAD(handle, count, offset)


def found_again(folder: Path) -> Held:
    """What the opening after the next finds."""
    with Journal.open(folder) as journal:
        assert journal.troubles == ()
        return held(journal)
