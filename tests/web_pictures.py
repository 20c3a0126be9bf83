"""Photograph the page in the browser for README and docs, from a box that plays: part of `make pictures`."""

from __future__ import annotations

import runpy
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs/pictures/virtual_box.png"
LIVE = runpy.run_path(str(HERE / "live/live_box.py"))
BROWSER = runpy.run_path(str(HERE / "browser.py"))
LINES = ("light a torch for Bryn", "cast bless for four turns", "search the room", "search the room", "press turn")
SEED = 3
WIDTH, HEIGHT = 800, 900


def main() -> None:
    """The virtual box, as a laptop shows it."""
    cause = BROWSER["why_not"]()
    if cause is not None:
        sys.exit(f"no picture of the page: {cause}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "settings.yaml").write_text("names: {characters: [Bryn]}\nweb: {enabled: true, port: 0}\n")
        command = ("run", "--silent", "--pins", "mock", "--seed", str(SEED), "--settings", folder / "settings.yaml")
        with LIVE["LiveBox"](folder, *command, "--state-dir", folder / "state") as box:
            address = box.expect("^ready: http").split()[1]
            box.type(*LINES)
            for _ in LINES:
                box.expect("^played: ")
            with BROWSER["open_browser"](WIDTH, HEIGHT) as driver:
                size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                driver.get(address)
                BROWSER["until"](driver, "document.querySelector('#said').textContent")
                driver.save_screenshot(str(PICTURE))
                print(PICTURE)


if __name__ == "__main__":
    main()
