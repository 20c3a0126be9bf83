"""Figures of the journal: `.venv/bin/python tests/bench/bench_journal.py [FOLDER]`. Nothing here is a test.

FOLDER lies on the disk that is measured; without it the system's folder for temporary files.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from delvebox.device.journal import Journal, files
from delvebox.device.journal.salvage import longest_chain
from delvebox.engine import Delve, Rules, commands, entry_to_dict

EVENING_TURNS = 300
RECORDS = 10_000


def entries(count: int) -> list[dict[str, Any]]:
    """Entries as the session writes them: torches, searches, noise, moves."""
    delve, made = Delve(Rules(), 1), list[dict[str, Any]]()
    plan = (
        commands.LightUp("torch", "mira"),
        commands.TakeAction("search"),
        commands.TakeAction("obstacle", loud=True),
        commands.TakeAction("move"),
        commands.TakeNextTurn(),
    )
    while len(made) < count:
        for command in plan:
            entry = delve.play(command)
            if hasattr(entry, "events"):
                made.append(entry_to_dict(entry))
    return made[:count]


def written_bytes() -> int:
    """What this process has caused to be sent to disks, in whole pages."""
    return int(Path("/proc/self/io").read_text().split("\nwrite_bytes: ")[1].split()[0])


def main() -> None:
    """Print every figure."""
    where = sys.argv[1] if len(sys.argv) > 1 else None
    made = entries(RECORDS)
    with tempfile.TemporaryDirectory(prefix="delvebox-bench-", dir=where) as folder:
        before = written_bytes()
        times = []
        with Journal.open(Path(folder) / "evening") as journal:
            delve = journal.begin_delve(1, Rules().as_mapping()).id
            for entry in made[:EVENING_TURNS]:
                begin = time.perf_counter()
                journal.append(delve, entry)
                times.append((time.perf_counter() - begin) * 1000)
        wrote = written_bytes() - before
        median, worst = statistics.median(times), max(times)
        print(f"one record, durable:          {median:.2f} ms median, {worst:.2f} ms at most")
        print(f"an evening of {EVENING_TURNS} records:     {wrote / 1e6:.1f} MB written")
        with Journal.open(Path(folder) / "years") as journal:
            delve = journal.begin_delve(1, Rules().as_mapping()).id
            for entry in made:
                journal.append(delve, entry)
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            with Journal.open(Path(folder) / "years"):
                times.append((time.perf_counter() - begin) * 1000)
        database = Path(folder) / "years" / "journal.db"
        size = files.size(database) / 1e6
        print(f"{RECORDS} records ({size:.1f} MB) opened: {statistics.median(times):.0f} ms")
        begin = time.perf_counter()
        rows, _ = longest_chain(database.read_bytes(), b"")
        spent = (time.perf_counter() - begin) * 1000
        print(f"{len(rows)} records found without SQLite: {spent:.0f} ms")


if __name__ == "__main__":
    main()
