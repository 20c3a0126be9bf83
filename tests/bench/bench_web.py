"""The pages in the browser, measured here: what telling costs the session, memory, weight, press to pixels."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from browser import open_browser, until, why_not
from delvebox.device.bootstrap import Box
from delvebox.device.browsing.pages import Pages
from delvebox.device.clock import RealClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Fact, Heard, Stop, Told, Typed
from delvebox.device.web.files import FILES, FOLDER
from delvebox.device.wishes import Wishes

ROLES = {"": 8, "/gm": 6, "/table": 6}
"""Pages by the address of their socket."""
PAGES = sum(ROLES.values())
TURNS = 120
"""More lines of history than a page is told when it comes."""
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
TAP = """
const done = arguments[0], boxes = document.querySelector("#boxes");
const began = performance.now();
new MutationObserver((_, observer) => {
  observer.disconnect();
  const ms = performance.now() - began;
  setTimeout(() => done(ms), 300);
}).observe(boxes, { childList: true });
document.querySelector(arguments[1]).click();
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def memory_mb() -> float:
    """What this process holds now."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def read_on(address: str, role: str, ready: threading.Semaphore) -> None:
    """A page that reads until the server closes."""
    host = address.removeprefix("http://").rstrip("/")
    with suppress(ConnectionClosed), connect(f"ws://{host}/socket{role}", origin=f"http://{host}") as page:
        for message in page:
            if isinstance(message, str) and json.loads(message)["kind"] in {"panel", "page"}:
                ready.release()


class Timed:
    """What the pages cost whoever tells them, by turn."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._turn_ms = 0.0
        self.played = threading.Semaphore(0)
        self.turns_ms: list[float] = []

    def observe(self, fact: Fact) -> None:
        """A turn is told from its phrase to its last sentence."""
        if isinstance(fact, Heard):
            self._turn_ms = 0.0
        self._took(self._pages.observe, fact)
        if isinstance(fact, Told):
            self.turns_ms.append(self._turn_ms)
            self.played.release()

    def on_frame(self) -> None:
        """On the screen's thread, but the session needs the same interpreter."""
        self._took(self._pages.on_frame)

    def on_lamp(self, name: str) -> None:
        """As `observe`."""
        self._took(self._pages.on_lamp, name)

    def _took(self, tell: Callable[..., object], *arguments: object) -> None:
        began = time.perf_counter()
        tell(*arguments)
        self._turn_ms += (time.perf_counter() - began) * 1000


def measure(timed: Timed, address: str, before: float, mailbox: Mailbox) -> None:
    """Measure beside the session, and stop it."""
    try:
        ready = threading.Semaphore(0)
        for role, count in ROLES.items():
            for _ in range(count):
                threading.Thread(target=read_on, args=[address, role, ready], daemon=True).start()
        for _ in range(PAGES):
            ready.acquire()
        for _ in range(TURNS):
            mailbox.put(Typed("move on"))
            timed.played.acquire()
            time.sleep(0.02)  # a turn comes no faster
        told = timed.turns_ms
        print(f"a turn told to {PAGES} pages: {statistics.median(told):.2f} ms median, {max(told):.1f} most (budget 5)")
        print(f"memory of the server and {PAGES} pages, clients included: {memory_mb() - before:.1f} MB (budget 40)")
        weight = sum((FOLDER / name).stat().st_size for name in FILES.values())
        print(f"weight of all pages: {weight / 1000:.0f} kB (budget 200)")
        if why_not() is None:
            with open_browser() as driver:
                driver.get(address)
                until(driver, "document.querySelectorAll('[data-button]').length")
                print(f"first view: {until(driver, PAINT):.0f} ms (budget 1,000)")
                took = [driver.execute_async_script(PRESS) for _ in range(PRESSES)]
                for path in ("gm", "table"):
                    driver.get(f"{address}{path}")
                    until(driver, "document.querySelector('h1')?.textContent")
                    print(f"first view of /{path}: {until(driver, PAINT):.0f} ms (budget 1,000)")
                driver.get(f"{address}gm")
                until(driver, "document.querySelector('#boxes button') && document.querySelector('#marks button')")
                taps = ["[data-order*=noise]", "[data-order*=undo]"] * PRESSES
                tapped = [driver.execute_async_script(TAP.replace("arguments[1]", repr(each))) for each in taps]
                print(f"tap to pixels at /gm: {statistics.median(tapped):.0f} ms median, {max(tapped):.0f} most")
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
        timed = Timed(pages)
        wishes = Wishes(folder, folder / "settings.yaml", seed=3, pins="mock", sound=False)
        box = Box(wishes, RealClock(), mailbox, timed.observe, timed.on_frame, on_lamp=timed.on_lamp)
        box.start()
        box.screen.flush(10)
        before = memory_mb()
        address = pages.open(box)
        if address is None:
            sys.exit("no page here: see the log")
        measuring = threading.Thread(target=measure, args=[timed, address, before, mailbox])
        measuring.start()
        box.session.run()  # the journal is this thread's
        measuring.join()
        pages.close()
        box.close()


if __name__ == "__main__":
    main()
