"""What danger tables and a theme add, beside the same box without: start, memory, and a turn late in a long delve.

Both boxes are started by turns in one run, so that what else the machine does hits both alike. `make bench`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from delvebox.device.danger_tables import read_tables
from delvebox.device.outputs.narration import Narration
from delvebox.engine.commands import TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.rules import Rules
from delvebox.engine.tables import NO_TABLES, Tables

BOX = str(Path(sys.executable).with_name("delvebox"))
STARTS = 9
TURNS = 10_000
SETTINGS = {"without": "language: en\n", "with": "tables: [shipped]\nvoice: {theme: grim}\n"}


def main() -> None:
    """Measure and print the table."""
    starts: dict[str, list[float]] = {kind: [] for kind in SETTINGS}
    memory: dict[str, list[float]] = {kind: [] for kind in SETTINGS}
    with tempfile.TemporaryDirectory(prefix="delvebox-bench-") as folder:
        for number in range(STARTS + 1):
            for kind, settings in SETTINGS.items():
                started, memory_mb = _start(Path(folder) / kind, settings)
                if number:  # the first one writes what Python and the box keep
                    starts[kind].append(started)
                    memory[kind].append(memory_mb)
    turns = {"without": _turns(NO_TABLES, "plain"), "with": _turns(read_tables(["shipped"]).tables, "grim")}
    print(f"{'median, without and with tables and a theme':44} {'without':>9} {'with':>9} {'ratio':>7}")
    _row("start to buttons and panel, s", starts, 2)
    _row("memory of the box without voice, PSS MB", memory, 1)
    _row("first thousand turns, decided and told, ms each", {kind: each[:1000] for kind, each in turns.items()}, 3)
    _row(f"last thousand of {TURNS:,} turns, ms each", {kind: each[-1000:] for kind, each in turns.items()}, 3)


def _row(figure: str, values: dict[str, list[float]], digits: int) -> None:
    without, dressed = (statistics.median(values[kind]) for kind in SETTINGS)
    print(f"{figure:44} {without:9.{digits}f} {dressed:9.{digits}f} {dressed / without:7.2f}")


def _start(folder: Path, settings: str) -> tuple[float, float]:
    """Seconds to the first page, and megabytes then."""
    folder.mkdir(exist_ok=True)
    (folder / "box.yaml").write_text(settings)
    argv = [
        BOX,
        "run",
        "--silent",
        "--pins",
        "mock",
        "--settings",
        str(folder / "box.yaml"),
        "--state-dir",
        str(folder),
    ]
    began = time.perf_counter()
    with subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
    ) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("panel: "))
        started = time.perf_counter() - began
        rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
        memory_kb = next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
        process.terminate()
        process.communicate()
    return started, memory_kb / 1024


def _turns(tables: Tables, theme: str) -> list[float]:
    """Milliseconds of each turn, decided and told."""
    delve, narration = Delve(Rules(), 7, tables=tables), Narration.load("en", theme, 7)
    taken = []
    for number in range(TURNS):
        began = time.perf_counter()
        entry = delve.play(TakeAction("move" if number % 3 else "search"))
        narration.cues(entry, delve.state, delve.rules, delve.events)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


if __name__ == "__main__":
    main()
