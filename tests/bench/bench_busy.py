"""Buttons, panel and voice while speech is recognised all the time, beside the same while nobody speaks.

`.venv/bin/python tests/bench/bench_busy.py [PRESSES]`; two minutes. Table talk by a synthetic voice is heard at its
own pace, in wake mode. Times are from the level of a mock pin, 25 ms of debouncing included, to the picture drawn,
and to the first sentence made. Quiet and talk alternate in one run, so that the ratio holds on a busy machine too.
"""

from __future__ import annotations

import itertools
import logging
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.live.killed_children import spoken
from tests.live.talked_box import BLOCK_BYTES, RECOGNISER, TalkedBox

from delvebox.device.speech_models import ModelError, find

TALK = (
    "so I said to him that the weather in the mountains is lovely at this time of the year and he just looked at me, "
    "and then we lost the map, and my torch ran out of battery, and nobody knew which of the corridors we had searched"
)
ROUND = 5
"""Presses in a row in quiet, then in talk."""


def main() -> int:
    """Measure and print."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    try:
        find()
    except ModelError as error:
        print(f"presses while speech is recognised: not measured, {error}")
        return 0
    logging.disable(logging.CRITICAL)
    random, drawn = Random(1), threading.Event()  # noqa: S311 - seeded on purpose
    panel: dict[str, list[float]] = {"quiet": [], "talk": []}
    sound: dict[str, list[float]] = {"quiet": [], "talk": []}
    spent: dict[str, list[float]] = {"quiet": [], "talk": []}
    kinds = {"quiet": bytes(32_000), "talk": spoken(TALK)}
    settings = "speech: {ways: [hold, wake]}"
    with (
        tempfile.TemporaryDirectory(prefix="delvebox-bench-") as folder,
        TalkedBox(Path(folder), settings, on_frame=drawn.set) as box,
    ):
        while len(panel["talk"]) < presses:
            for kind, pcm in kinds.items():
                with _Heard(box, pcm):
                    before, began = _child_seconds(box), time.perf_counter()
                    for _ in range(ROUND):
                        time.sleep(random.uniform(0.8, 1.6))  # somewhere in what is being said
                        box.box.narrator.take_first_sound()
                        drawn.clear()
                        pressed = time.perf_counter()
                        box.box.buttons.drive("turn", pressed=True)
                        drawn.wait(5)
                        panel[kind].append(1000 * (time.perf_counter() - pressed))
                        box.box.buttons.drive("turn", pressed=False)
                        box.box.narrator.flush(10)
                        if (first := box.box.narrator.take_first_sound()) is not None:
                            sound[kind].append(1000 * (first - pressed))
                    spent[kind].append((_child_seconds(box) - before) / (time.perf_counter() - began))
    for what, times in (("press to panel", panel), ("press to the first sentence made", sound)):
        quiet, talk = (statistics.median(times[kind]) for kind in kinds)
        told = (
            f"quiet {quiet:.0f} ms (most {max(times['quiet']):.0f}), talk {talk:.0f} ms (most {max(times['talk']):.0f})"
        )
        print(f"{what:34} {told}, ratio {talk / quiet:.2f}   n={len(times['talk'])}")
    busy = ", ".join(f"{kind} {100 * statistics.mean(shares):.0f} %" for kind, shares in spent.items())
    print(f"{'of a core, the recogniser takes':34} {busy}")
    return 0


class _Heard:
    """The microphone hears a sound again and again at its own pace."""

    def __init__(self, box: TalkedBox, pcm: bytes) -> None:
        self._box, self._pcm = box, pcm
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        next_at = time.perf_counter()
        for at in itertools.cycle(range(0, len(self._pcm), BLOCK_BYTES)):
            self._box.hear(self._pcm[at : at + BLOCK_BYTES])
            next_at += BLOCK_BYTES / 32_000
            if self._over.wait(max(0.0, next_at - time.perf_counter())):
                return


def _child_seconds(box: TalkedBox) -> float:
    """Processor time of the recogniser up to now."""
    pid = next(pid for pid, command in box.children.items() if RECOGNISER in command)
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    sys.exit(main())
