"""What a start of the box costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .live_box import LiveBox

LATE = "ssl http.client asyncio prompt_toolkit vosk sounddevice soxr PIL luma gpiozero pyttsx3 tqdm"
"""Heavy, and needed by a part that starts on a thread of its own, by another command, or not at all."""
START_SECONDS = 1.5
"""To armed buttons, the state restored and the panel shown, without the model."""


def test_a_start_imports_nothing_that_it_does_not_need_yet() -> None:
    """Each of these is imported where it is used."""
    code = f"""
import sys
import delvebox.device.cli.run, delvebox.device.cli.play, delvebox.device.running, delvebox.device.player
print([name for name in {LATE.split()!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_box_is_there_in_a_moment(tmp_path: Path) -> None:
    """Buttons armed, the state restored and the panel shown within the time, measured on the processor's clock.

    The wall's clock would measure what else the machine does; the best of three starts counts.
    """
    seconds = []
    for _ in range(3):
        with LiveBox(tmp_path, "run", "--silent", "--pins", "mock", "--state-dir", tmp_path / "state") as box:
            box.expect("^panel: turn")
            seconds.append(cpu_seconds(box.process.pid))
            box.type("press search")
            box.expect("^played: ")
    assert min(seconds) <= START_SECONDS


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processors until now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
