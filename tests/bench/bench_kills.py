"""Two hundred utterances while recogniser and narrator are killed at random: what became of them, and what grew.

`.venv/bin/python tests/bench/bench_kills.py [UTTERANCES [SEED]]`; four minutes. First as many utterances in peace: the
box's own memory, open files and threads after a warm-up and at the end. Nothing here is a test.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.live.killed_children import talk_while_killing
from tests.live.talked_box import TalkedBox

from delvebox.device.speech_models import ModelError, find

WARM_UP = 60
"""Utterances until the sentences that the voice keeps (4 MB) are as many as may be."""


def main() -> int:
    """Measure and print."""
    utterances, seed = (int(each) for each in (*sys.argv[1:], "200", "7")[:2])
    try:
        find()
    except ModelError as error:
        print(f"children killed: not measured, {error}")
        return 0
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(prefix="delvebox-bench-") as folder, TalkedBox(Path(folder)) as box:
        talk_while_killing(box, WARM_UP, seed, killed=0.0)
        before = _holdings()
        print(f"in peace: {talk_while_killing(box, utterances, seed, killed=0.0)}", flush=True)
        print(
            "the box's own process " + "; ".join(map(_change, ("memory, MB", "files", "threads"), before, _holdings()))
        )
        tally = talk_while_killing(box, utterances, seed)
        print(f"killed:   {tally}")
        for what in (*tally.wrong, *tally.lost, *tally.unsaid):
            print(f"  {what}")
        print("after it, " + "; ".join(map(_change, ("memory, MB", "files", "threads"), before, _holdings())))
    return 0


def _holdings() -> tuple[float, int, int]:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    memory_mb = pages * os.sysconf("SC_PAGESIZE") / (1 << 20)
    return memory_mb, sum(1 for _ in Path("/proc/self/fd").iterdir()), threading.active_count()


def _change(what: str, before: float, after: float) -> str:
    return f"{what}: {before:.4g} → {after:.4g}"


if __name__ == "__main__":
    sys.exit(main())
