"""The whole box, measured: start, memory, and from a press to panel and sound. `make bench`.

Start is from the start of the program to the first page, buttons armed and state restored. Memory is the
sum of PSS of the box and its children, the model loaded and a sentence said. Latency is from the edge on
the mock pin to the picture drawn, and to the first block of sound handed to the device.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from delvebox.device.speech_models import models_folder
from sound_server import SoundServer

BOX = str(Path(sys.executable).with_name("delvebox"))
STARTS = 5
PRESSES = 20
PRESS_CODE = """
import json, logging, sys
from pathlib import Path
from delvebox.device.wishes import Wishes
from delvebox.device.player import Player

logging.disable(logging.CRITICAL)
wishes = Wishes(Path(sys.argv[1]), seed=1, pins="mock")
with Player(wishes, print) as player:
    player.play(0, "show")
    for number in range(int(sys.argv[2])):
        print(json.dumps(player.play(number, "press turn").latency_ms), flush=True)
"""


def main() -> None:
    """Measure and print the table."""
    print(f"{STARTS} starts, then {PRESSES} presses, each with its sentence said: some two minutes", flush=True)
    with tempfile.TemporaryDirectory(prefix="delvebox-bench-") as folder, SoundServer(Path(folder)) as server:
        server.env["DELVEBOX_MODELS"] = str(models_folder())
        starts, closes, memory_mb = _starts_and_memory(server, Path(folder))
        done = server.run(PRESS_CODE, str(Path(folder) / "presses"), str(PRESSES), timeout_seconds=600)
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    print(f"{'figure':44} {'median':>9} {'most':>9}   goal")
    _row("start to buttons and panel, s", starts, "≤ 1.5")
    _row("from SIGTERM to closed in order, s", closes, "≤ 2")
    _row("memory of all processes with voice, PSS MB", [memory_mb], "≤ 260")
    _row("press to panel, ms", [row["panel"] for row in rows if row["panel"] is not None], "≤ 50")
    _row("press to first sound with the device, ms", [row["sound"] for row in rows if row["sound"]], "≤ 250")


def _row(figure: str, values: list[float], goal: str) -> None:
    print(f"{figure:44} {statistics.median(values):9.1f} {max(values):9.1f}   {goal}   n={len(values)}")


def _starts_and_memory(server: SoundServer, folder: Path) -> tuple[list[float], list[float], float]:
    starts, closes = [], []
    memory_mb = 0.0
    for number in range(STARTS):
        began = time.perf_counter()
        process = subprocess.Popen(
            [BOX, "run", "--state-dir", str(folder / "state"), "--seed", "1"],
            env=server.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        assert process.stdout is not None
        assert process.stdin is not None
        ready = set()
        for line in process.stdout:
            if line.startswith("panel: ") and "shown" not in ready:
                starts.append(time.perf_counter() - began)
                ready.add("shown")
            if line.startswith("ready: "):
                ready.add(line.removeprefix("ready: ").strip())
            if {"shown", "speech"} <= ready:
                break
        if number == STARTS - 1:
            process.stdin.write("press turn\n")
            next(line for line in process.stdout if line.startswith("said: "))
            time.sleep(3)  # the sentence is said, and every process has what it needs
            memory_mb = sum(_pss_kb(pid) for pid in _family(process.pid)) / 1024
        began = time.perf_counter()
        process.terminate()
        process.communicate()
        closes.append(time.perf_counter() - began)
    return starts, closes, memory_mb


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return [pid, *(one for file in children for child in file.read_text().split() for one in _family(int(child)))]


def _pss_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    main()
