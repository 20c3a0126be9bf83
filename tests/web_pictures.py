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
    sound: bool = False
    """It hears the box, and lends it a microphone in which something beeps."""


HEARS = (
    "document.querySelector('#said').textContent && document.querySelector('#lamp').dataset.pattern !== 'fault'"
    " && parseFloat(document.querySelector('#gate').textContent) > -40"
)
ALL = (
    Picture("virtual_box", "", 800, 990, HEARS, numbers="exact", sound=True),
    Picture("gm_laptop", "gm", 1280, 1000, "document.querySelector('#history summary')"),
    Picture("gm_phone", "gm", 360, 740, "document.querySelector('#history summary')"),
    Picture("table", "table", 960, 540, "document.querySelector('#page h1')"),
)
BEEPING = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
OPEN_THE_LATEST_TURN = "document.querySelector('#history summary')?.click(); scrollTo(0, 0);"


def main() -> None:
    """The virtual box, the game master's screen on a laptop and on a phone, and the players' view on a television."""
    cause = BROWSER["why_not"]()
    if cause is not None:
        sys.exit(f"no pictures of the pages: {cause}")
    for picture in ALL:
        with tempfile.TemporaryDirectory() as temporary, playing(Path(temporary), picture) as address:
            take(picture, address)


@contextmanager
def playing(folder: Path, picture: Picture) -> Iterator[str]:
    """A box in the middle of its evening, without this machine's sound; the address of its first page."""
    (folder / "settings.yaml").write_text(
        f"names: {{characters: [Bryn, Aldo]}}\nweb: {{enabled: true, port: 0}}\npanel: {{numbers: {picture.numbers}}}\n"
        "speech: {microphone: none such}\nvoice: {device: none such}\n"
    )
    command = ("run", "--pins", "mock", "--seed", str(SEED), "--settings", folder / "settings.yaml")
    if not picture.sound:
        command += ("--silent",)
    with LIVE["LiveBox"](folder, *command, "--state-dir", folder / "state") as box:
        address = box.expect("^[a-z]+: http").split()[1]
        box.type(*LINES)
        for _ in LINES:
            box.expect("^played: ")
        yield address


def take(picture: Picture, address: str) -> None:
    """Open the page and keep what is seen of it."""
    with BROWSER["open_browser"](900, 900, *(BEEPING if picture.sound else ())) as driver:
        size = {
            "width": picture.width,
            "height": picture.height,
            "deviceScaleFactor": 1,
            "mobile": True,
        }  # no scroll bars
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(address + picture.path)
        if picture.sound:
            BROWSER["until"](driver, "!document.querySelector('#microphone').hidden")
            driver.find_element("id", "microphone").click()
            driver.find_element("id", "phrase").send_keys("repeat that\n")  # the page has the voice now
        BROWSER["until"](driver, picture.ready)
        driver.execute_script("document.activeElement.blur();" + OPEN_THE_LATEST_TURN)
        file = PICTURES / f"{picture.name}.png"
        driver.save_screenshot(str(file))
    small = Image.open(file).convert("RGB").quantize(COLOURS, EACH_COLOUR, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    print(file)


if __name__ == "__main__":
    main()
