"""What the box survives, with figures: turns among faults, a soak, and the bytes of an evening.

`.venv/bin/python tests/bench/bench_faults.py [TURNS [SOAK [SEED]]]`, as root; 1,000 and 20,000 turns take half an hour.
Nothing here is a test; `tests/live/test_faults.py` plays a short evening of it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.live.faults import DELVE_TURNS, Evening
from tests.live.live_box import LiveBox, environment
from tests.live.small_disk import SmallDisk, SmallDiskError
from tests.live.tally import Held
from tests.sound_server import SoundServer, why_not

from delvebox.device.speech_models import ModelError, models_folder

WARM_UP_DELVES = 20
"""Until what is kept for the next time (pages of the journal, those of a snapshot) is as much as may be."""
SOAK_MEGABYTES = 256


def main() -> int:
    """Measure and print."""
    turns, soak, seed = (int(each) for each in (*sys.argv[1:], "1000", "20000", "7")[:3])
    try:
        models = models_folder()
    except ModelError as error:
        print(f"faults: not measured, {error}")
        return 0
    if cause := why_not():
        print(f"faults: not measured, {cause}")
        return 0
    with tempfile.TemporaryDirectory(prefix="dlv-") as name, SoundServer(Path(name) / "s") as server:
        folder = Path(name)
        env = environment(folder) | server.env | {"DELVEBOX_MODELS": str(models)}
        try:
            _bytes(folder / "bytes", env)
            _faults(folder / "faults", env, turns, seed)
            _soak(folder / "soak", env, soak, seed)
        except SmallDiskError as error:
            print(f"faults: not measured, {error}")
    return 0


def _bytes(folder: Path, env: dict[str, str]) -> None:
    with SmallDisk(folder) as disk:
        arguments = ("run", "--silent", "--pins", "mock", "--state-dir", disk.path / "state", "--seed", "1")
        with LiveBox(folder / "logs", *arguments, env=env) as box:
            box.expect("^panel: ")
            disk.sync()
            device, process = _to_device(disk.path), _by_process(box.process.pid)
            for turn in range(DELVE_TURNS):
                if turn % 6 == 0:
                    box.type("light a torch")
                    box.expect("^played: ")
                box.type("search the room")
                box.expect("^played: ")
            disk.sync()
            wrote = _to_device(disk.path) - device, _by_process(box.process.pid) - process
    print(f"an evening of {DELVE_TURNS} turns: {wrote[0] / 1e6:.1f} MB to the disk, its own journal among them")
    print(f"  of which {wrote[1] / 1e6:.1f} MB are pages that the box wrote; goal ≤ 5 MB", flush=True)


def _faults(folder: Path, env: dict[str, str], turns: int, seed: int) -> None:
    began = time.monotonic()
    with SmallDisk(folder) as disk:
        evening = Evening(folder, disk, seed, env)
        evening.play(turns)
        evening.close()
    print(f"among faults: {evening.tally}; {time.monotonic() - began:.0f} s", flush=True)
    for wrong in evening.tally.wrong:
        print(f"  {wrong}")


def _soak(folder: Path, env: dict[str, str], turns: int, seed: int) -> None:
    began = time.monotonic()
    with SmallDisk(folder, SOAK_MEGABYTES) as disk:
        evening = Evening(folder, disk, seed, env)
        evening.fill_voice()
        held = list(evening.soak(turns))
        evening.close()
    print(f"soak: {evening.tally}; {time.monotonic() - began:.0f} s")
    for wrong in evening.tally.wrong:
        print(f"  {wrong}")
    warm, last = held[min(WARM_UP_DELVES, len(held)) - 1], held[-1]
    for name in Held.__slots__:
        before, after = getattr(warm, name), getattr(last, name)
        print(
            f"  {name}: {before:.4g} → {after:.4g} ({100 * (after / before - 1):+.1f} %; goal within 5 %)", flush=True
        )


def _by_process(pid: int) -> int:
    return int(Path(f"/proc/{pid}/io").read_text().split("\nwrite_bytes: ")[1].split()[0])


def _to_device(path: Path) -> int:
    """Bytes that the block device under `path` was given, the file system's own among them."""
    number = path.stat().st_dev
    told = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/stat").read_text().split()
    return int(told[6]) * 512


if __name__ == "__main__":
    sys.exit(main())
