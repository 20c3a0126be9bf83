"""The page in the browser, measured here: what telling costs the session, memory, and from a press to the pixels."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from browser import open_browser, until, why_not
from delvebox.device.bootstrap import Box, Wishes
from delvebox.device.browsing import Pages
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Cue, Stop, Told

PAGES = 20
TELLINGS = 300
PRESSES = 7
PRESS = """
const done = arguments[0], panel = document.querySelector("#panel");
const element = document.querySelector("[data-button='search']");
const event = (kind) => new PointerEvent(kind, { button: 0, pointerId: 1, bubbles: true });
element.setPointerCapture = () => {};
const began = performance.now();
new MutationObserver((_, observer) => {
  observer.disconnect();
  const ms = performance.now() - began;
  element.dispatchEvent(event("pointerup"));
  setTimeout(() => done(ms), 4000);  // what was heard is news no more: the next press changes the panel again
}).observe(panel, { attributes: true, attributeFilter: ["aria-label"] });
element.dispatchEvent(event("pointerdown"));
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"


def memory_mb() -> float:
    """What this process holds now."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def read_on(address: str, ready: threading.Semaphore) -> None:
    """A page that reads until the server closes."""
    host = address.removeprefix("http://").rstrip("/")
    with suppress(ConnectionClosed), connect(f"ws://{host}/socket", origin=f"http://{host}") as page:
        for message in page:
            if json.loads(message)["kind"] == "panel":
                ready.release()


def measure(pages: Pages, address: str, before: float, mailbox: Mailbox) -> None:
    """Measure beside the session, and stop it."""
    try:
        ready = threading.Semaphore(0)
        for _ in range(PAGES):
            threading.Thread(target=read_on, args=[address, ready], daemon=True).start()
        for _ in range(PAGES):
            ready.acquire()
        print(f"memory of the server and {PAGES} pages, clients included: {memory_mb() - before:.1f} MB (budget 40)")
        told = []
        for _ in range(TELLINGS):
            began = time.perf_counter()
            pages.on_frame()
            pages.on_lamp("understood")
            pages.observe(Told(Cue("Turn one: search. All quiet.", "turn", "turn")))
            told.append((time.perf_counter() - began) * 1000)
            time.sleep(0.02)  # a turn comes no faster
        print(f"a turn told to {PAGES} pages: {statistics.median(told):.2f} ms median, {max(told):.1f} most (budget 5)")
        if why_not() is None:
            with open_browser() as driver:
                driver.get(address)
                until(driver, "document.querySelectorAll('[data-button]').length")
                print(f"first view: {driver.execute_script(PAINT):.0f} ms (budget 1,000)")
                took = [driver.execute_async_script(PRESS) for _ in range(PRESSES)]
                print(f"press to pixels: {statistics.median(took):.0f} ms median, {max(took):.0f} most (budget 100)")
        else:
            print(f"not measured: first view, press to pixels: {why_not()}")
    finally:
        mailbox.offer(Stop("measured"))


def main() -> None:
    """Print each figure beside its budget."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "settings.yaml").write_text("web: {port: 0}\nbuttons: {talk: null}\n")
        pages, mailbox = Pages(), Mailbox()
        wishes = Wishes(folder, folder / "settings.yaml", seed=3, pins="mock", sound=False)
        box = Box(wishes, RealClock(), mailbox, pages.observe, pages.on_frame, on_lamp=pages.on_lamp)
        box.start()
        box.screen.flush(10)
        before = memory_mb()
        address = pages.open(box)
        if address is None:
            sys.exit("no page here: see the log")
        measuring = threading.Thread(target=measure, args=[pages, address, before, mailbox])
        measuring.start()
        box.session.run()  # the journal is this thread's
        measuring.join()
        pages.close()
        box.close()


if __name__ == "__main__":
    main()
