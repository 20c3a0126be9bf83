"""Photograph the pages in the browser for README and docs, from a box that plays: part of `make pictures`."""

from __future__ import annotations

import runpy
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
PICTURES = HERE.parent / "docs/pictures"
LIVE = runpy.run_path(str(HERE / "live/live_box.py"))
BROWSER = runpy.run_path(str(HERE / "browser.py"))
LINES = (
    *("light a torch for Bryn", "light a lantern for Aldo", "cast bless for nine turns", "search the room"),
    *("note the north door has a face, and it is hungry", "mark fear on Bryn", "search the room", "make some noise"),
    "next turn",
)
SEED = 3
COLOURS, EACH_COLOUR = 192, Image.Quantize.MAXCOVERAGE
"""In a picture, the seldom ones too: as good to the eye, and a third of the bytes."""


@dataclass(frozen=True)
class Picture:
    """A page at the size of a machine's screen; `ready` holds on it once it stands."""

    name: str
    path: str
    width: int
    height: int
    ready: str
    numbers: str = "hints"
    """What players see."""


ALL = (
    Picture("virtual_box", "", 800, 1020, "document.querySelector('#said').textContent", numbers="exact"),
    Picture("gm_laptop", "gm", 1280, 1000, "document.querySelector('#history summary')"),
    Picture("gm_phone", "gm", 360, 740, "document.querySelector('#history summary')"),
    Picture("table", "table", 960, 540, "document.querySelector('#page h1')"),
)
OPEN_THE_LATEST_TURN = "document.querySelector('#history summary')?.click(); scrollTo(0, 0);"


def main() -> None:
    """The virtual box, the game master's screen on a laptop and on a phone, and the players' view on a television."""
    cause = BROWSER["why_not"]()
    if cause is not None:
        sys.exit(f"no pictures of the pages: {cause}")
    for picture in ALL:
        with tempfile.TemporaryDirectory() as temporary, playing(Path(temporary), picture.numbers) as address:
            take(picture, address)


@contextmanager
def playing(folder: Path, numbers: str) -> Iterator[str]:
    """A box in the middle of its evening; the address of its first page."""
    settings = f"names: {{characters: [Bryn, Aldo]}}\nweb: {{enabled: true, port: 0}}\npanel: {{numbers: {numbers}}}\n"
    (folder / "settings.yaml").write_text(settings)
    command = ("run", "--silent", "--pins", "mock", "--seed", str(SEED), "--settings", folder / "settings.yaml")
    with LIVE["LiveBox"](folder, *command, "--state-dir", folder / "state") as box:
        address = box.expect("^ready: http").split()[1]
        box.type(*LINES)
        for _ in LINES:
            box.expect("^played: ")
        yield address


def take(picture: Picture, address: str) -> None:
    """Open the page and keep what is seen of it."""
    with BROWSER["open_browser"]() as driver:
        size = {
            "width": picture.width,
            "height": picture.height,
            "deviceScaleFactor": 1,
            "mobile": True,
        }  # no scroll bars
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(address + picture.path)
        BROWSER["until"](driver, picture.ready)
        driver.execute_script(OPEN_THE_LATEST_TURN)
        file = PICTURES / f"{picture.name}.png"
        driver.save_screenshot(str(file))
    small = Image.open(file).convert("RGB").quantize(COLOURS, EACH_COLOUR, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    print(file)


if __name__ == "__main__":
    main()
