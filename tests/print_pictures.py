"""Draw the printed pages for `docs/print.md`: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import Image

from delvebox.device.outputs.narration import Narration
from delvebox.device.printing.card import card
from delvebox.device.printing.sheet import sheet
from delvebox.device.settings import Settings
from delvebox.device.vocabulary import open_phrasebook
from delvebox.engine import Delve, Rules, commands

PICTURES = Path(__file__).parent.parent / "docs/pictures"
DESK, MARGIN, COLOURS = (150, 150, 155), 12, 16


def evening() -> Delve:
    """What fills the boxes."""
    delve = Delve(Rules(), 7)
    for command in (
        commands.LightUp("torch", "Bryn"),
        commands.LightUp("lantern", None),
        commands.StartEffect("bless", 12),
        commands.TakeAction("search"),
        commands.TakeAction("search"),
        commands.UseSupply("rations"),
        commands.AddNote("a door with a face"),
        commands.TakeAction("move"),
        commands.AddMarks("noise", 2),
        commands.MarkCondition("fear", "Zoë"),
    ):
        delve.play(command)
    return delve


def pages(pdf: bytes) -> list[Image.Image]:
    """Each page, small."""
    return [page.render(scale=0.95).to_pil() for page in pypdfium2.PdfDocument(pdf)]


def main() -> None:
    """Write the files."""
    rules, settings = Rules(), Settings()
    empty, actions = pages(sheet("letter", rules))
    filled = pages(sheet("letter", rules, delve=evening(), name="The Sunken Keep"))[0]
    commanded = pages(card("letter", settings, open_phrasebook(settings)[0], Narration.load("en")))
    for name, shown in (("print-sheet", [empty, filled, actions]), ("print-card", commanded)):
        wide, tall = shown[0].size
        desk = Image.new("RGB", (len(shown) * (wide + MARGIN) + MARGIN, tall + 2 * MARGIN), DESK)
        for place, page in enumerate(shown):
            desk.paste(page, (MARGIN + place * (wide + MARGIN), MARGIN))
        desk.quantize(COLOURS).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
