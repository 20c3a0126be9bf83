"""The panel, measured beside a plain redraw by luma in the same run: `make bench-panel` (ARGS="--json FILE").

Bytes are all those after the start condition, address and control included, on a bus that only counts. Bus time is nine
clocks a byte, as I2C has them. CPU is this process's own, so that whatever else the machine does counts little. A Pi
Zero 2 W takes eight to ten times as long for the same work; nothing here was measured on one.
"""

from __future__ import annotations

import argparse
import json
import logging
import statistics
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import luma.oled.device
import smbus2
from luma.core.interface.serial import i2c
from PIL import Image

from delvebox.device.bootstrap import Box
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Stop
from delvebox.device.outputs import display
from delvebox.device.outputs.display import open_display
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import View, page_of
from delvebox.device.player import Player
from delvebox.device.settings import Panel
from delvebox.device.wishes import Wishes
from delvebox.engine import Rules
from delvebox.engine.state import Light, State
from panel_delve import PARTIES, frames_of_delve

TURNS = 200
IDLE_SECONDS = 30
PRESSES = 50
CLOCKS_A_BYTE = 9
DRAWINGS = 200
MOST_BYTES = {"ssd1306": 300, "sh1106": 300}
"""The budget of a turn; an sh1107 names twice as many pages."""

MOST_MS = {"without voice": 20, "with voice": 50}
"""The budget of a press, the median: with voice the sentence of the turn is made meanwhile."""


class CountingBus:
    """smbus2's bus without a wire: counts what would go over it."""

    def __init__(self, _port: int = 1) -> None:
        self.bytes = self.transactions = 0

    def write_i2c_block_data(self, _address: int, _control: int, data: list[int]) -> None:
        """A command: address, control, and what it carries."""
        self._count(2 + len(data))

    def i2c_rdwr(self, message: Any) -> None:
        """Pixels: address, and the message with its control byte."""
        self._count(1 + len(message))

    def close(self) -> None:
        """Nothing to close."""

    def _count(self, count: int) -> None:
        self.bytes += count
        self.transactions += 1


def main() -> None:
    """Measure and print the tables."""
    warnings.simplefilter("ignore", DeprecationWarning)
    logging.disable(logging.CRITICAL)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--idle-seconds", type=float, default=IDLE_SECONDS, help="how long the idle box is watched")
    wanted = parser.parse_args()
    figures: dict[str, Any] = {}
    print(f"the tracker page over a delve of {TURNS} turns, page changes aside")
    print(f"{'':8} {'party':22} {'bytes a frame':>22} {'bus ms at 100 kHz':>20} {'at 400 kHz':>16} {'CPU ms':>14}")
    print(f"{'':8} {'':22} {'median / most  luma':>22} {'median / most':>20} {'median / most':>16} {'ours / luma':>14}")
    for controller in ("ssd1306", "sh1106", "sh1107"):
        for party in PARTIES:
            figures[f"{controller}, {party}"] = _over_a_delve(controller, party)
    figures["identical frame, bytes"] = _identical_frame()
    figures["drawing, CPU ms"] = _drawing_ms()
    print(f"identical frame: {figures['identical frame, bytes']} bytes")
    print(f"page drawn, CPU: {figures['drawing, CPU ms']:.2f} ms")
    with tempfile.TemporaryDirectory(prefix="delvebox-bench-") as folder:
        for voice, goal in MOST_MS.items():
            figures[f"press to pixels {voice}, ms"] = pressed = _presses(Path(folder) / voice, voice)
            told = f"{pressed['median']} ms median, {pressed['most']} most, n={PRESSES} (≤ {goal})"
            print(f"press to pixels {voice}: {told}")
        figures["idle"] = idle = _idle(Path(folder) / "idle", wanted.idle_seconds)
    print(
        f"idle without voice, {wanted.idle_seconds:g} s: {idle['panel bytes']} bytes to the panel, "
        f"{idle['disk bytes']} to the disk, {idle['core percent']:.2f} % of a core (0, 0, ≤ 1)"
    )
    if wanted.json:
        wanted.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    turns = {name: each for name, each in figures.items() if isinstance(each, dict) and each.get("goal")}
    over = [name for name, each in turns.items() if each["most"] > each["goal"]]
    if over:
        sys.exit(f"over the budget: {', '.join(over)}")


def _over_a_delve(controller: str, party: str) -> dict[str, Any]:
    frames = list(frames_of_delve(TURNS, party=PARTIES[party]))
    bus = CountingBus()
    smbus2.SMBus = lambda _port: bus  # luma opens the bus by its number, as in the box
    ours = open_display(Panel(controller=controller), "wired")  # type: ignore[arg-type]
    ours.connect()
    size = (64, 128, 1) if controller == "sh1107" else (128, 64, 0)
    luma_bus = CountingBus()
    smbus2.SMBus = lambda _port: luma_bus
    plain = getattr(luma.oled.device, controller)(i2c(port=1), *size)
    plain.persist = True
    sent: list[int] = []
    most = 0
    cpu: dict[str, list[float]] = {"ours": [], "luma": []}
    for frame, same_page, of_turn in frames:
        count = bus.bytes
        cpu["ours"].append(_cpu_ms(lambda frame=frame: ours.show(frame)))
        if same_page:
            most = max(most, bus.bytes - count)
            sent += [bus.bytes - count] * of_turn
        count = luma_bus.bytes
        cpu["luma"].append(_cpu_ms(lambda frame=frame: plain.display(Image.frombytes("1", (128, 64), frame))))
        whole = luma_bus.bytes - count
    median = statistics.median(sent)
    ours_ms, luma_ms = (statistics.median(cpu[each]) for each in ("ours", "luma"))
    at_100 = f"{_bus_ms(median, 100):11.1f} / {_bus_ms(most, 100):5.1f}"
    at_400 = f"{_bus_ms(median, 400):8.1f} / {_bus_ms(most, 400):4.1f}"
    sizes = f"{median:6.0f} / {most:4d}   {whole:6d}"
    print(f"{controller:8} {party:22} {sizes} {at_100} {at_400} {ours_ms:7.2f} / {luma_ms:4.2f}")
    return {
        "median": median,
        "most": most,
        "goal": MOST_BYTES.get(controller),
        "luma bytes": whole,
        "bus ms at 100 kHz": _bus_ms(median, 100),
        "bus ms at 400 kHz": _bus_ms(median, 400),
        "luma bus ms at 100 kHz": _bus_ms(whole, 100),
        "CPU ms": ours_ms,
        "luma CPU ms": luma_ms,
    }


def _identical_frame() -> int:
    bus = CountingBus()
    smbus2.SMBus = lambda _port: bus
    ours = open_display(Panel(), "wired")
    ours.connect()
    frame = next(frames_of_delve(1)).frame
    ours.show(frame)
    before = bus.bytes
    ours.show(frame)
    return bus.bytes - before


def _drawing_ms() -> float:
    lights = tuple(Light(number, "torch", f"hero {number}", 4, lit=True) for number in range(1, 4))
    view = View(State(completed=12, elapsed_minutes=120, escalation=2, lights=lights), Rules())
    draw_page(page_of(view), 128, 64)  # the fonts are read
    return statistics.median(_cpu_ms(lambda: draw_page(page_of(view), 128, 64)) for _ in range(DRAWINGS))


def _presses(folder: Path, voice: str) -> dict[str, Any]:
    wavs = folder / "wavs" if voice == "with voice" else None
    with Player(Wishes(folder, seed=1, pins="mock", sound=False, wav_folder=wavs), lambda _text: None) as player:
        player.play(0, "show")
        reports = [player.play(number, "press turn") for number in range(PRESSES)]
    times = [each.latency_ms["panel"] for each in reports if each.latency_ms and each.latency_ms["panel"] is not None]
    return {"median": round(statistics.median(times), 1), "most": round(max(times), 1)}


def _idle(folder: Path, seconds: float) -> dict[str, Any]:
    """A box that nobody touches, its display on the counting bus."""
    bus = CountingBus()
    smbus2.SMBus = lambda _port: bus
    display.BOARD = Path(__file__)  # as on a board with pins
    mailbox = Mailbox()
    box = Box(Wishes(folder, seed=1, pins="mock", sound=False), RealClock(), mailbox, lambda _fact: None)
    box.screen.close()
    box.screen = type(box.screen)(box.settings.panel, mailbox.offer, "wired")
    box._slow[0] = box.screen.close
    box.start()
    session = threading.Thread(target=box.session.run)
    session.start()
    time.sleep(20)  # the news of the start grow old
    bytes_before, disk_before, cpu_before = bus.bytes, _disk_bytes(), time.process_time()
    time.sleep(seconds)
    cpu = time.process_time() - cpu_before
    told = {
        "panel bytes": bus.bytes - bytes_before,
        "disk bytes": _disk_bytes() - disk_before,
        "core percent": 100 * cpu / seconds,
    }
    mailbox.put(Stop("the bench is over"))
    session.join()
    box.close()
    return told


def _disk_bytes() -> int:
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))


def _cpu_ms(act: Callable[[], object]) -> float:
    began = time.process_time_ns()
    act()
    return (time.process_time_ns() - began) / 1e6


def _bus_ms(count: float, khz: int) -> float:
    return round(count * CLOCKS_A_BYTE / khz, 2)


if __name__ == "__main__":
    main()
