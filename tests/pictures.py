"""Draw the pictures of README and docs, from the pages as they are: `make pictures`.

`--golden` writes the golden panels of the tests instead; look at each before it is kept.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from PIL import Image, ImageDraw

from delvebox.device.outputs.display import png_of
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import Look

HERE = Path(__file__).parent
GOLDEN = HERE / "device/outputs/golden"
PICTURES = HERE.parent / "docs/pictures"
SCENES = runpy.run_path(str(HERE / "device/outputs/scenes.py"))["SCENES"]
SINGLE = ("tracker", "question", "danger")
"""Pages with a picture of their own."""
SHEET = ("tracker", "lights_and_effects", "short_rest", "combat", "question", "heard", "danger", "trouble")
"""Pages of the picture that shows them together, from left to right and down, two in a row."""
MORE = ("lights", "phrases", "burnt_out", "health_troubles", "hints", "hidden", "hints_danger", "goodbye")
"""Pages that `docs/panel.md` shows beside those."""
WIDTH, SCALE, MARGIN = 128, 3, 12
LIT, DARK, CASE = (225, 240, 255), (8, 10, 14), (44, 46, 54)


def panel(name: str, height: int = 64) -> Image.Image:
    """A page in the colours of an OLED, in a corner of its case."""
    frame = Image.frombytes("1", (WIDTH, height), draw_page(SCENES[name](Look(height)), WIDTH, height))
    glass = Image.new("RGB", (WIDTH + 4, height + 4), DARK)
    glass.paste(LIT, (2, 2), frame.convert("L"))
    glass = glass.resize((glass.width * SCALE, glass.height * SCALE), Image.Resampling.NEAREST)
    case = Image.new("RGB", (glass.width + 2 * MARGIN, glass.height + 2 * MARGIN), CASE)
    case.paste(glass, (MARGIN, MARGIN))
    return case


def sheet(names: tuple[str, ...], height: int = 64) -> Image.Image:
    """Several pages side by side, each with its name."""
    panels = [panel(name, height) for name in names]
    wide, tall, label = panels[0].width, panels[0].height, 16
    together = Image.new("RGB", (2 * wide, (len(panels) + 1) // 2 * (tall + label)), CASE)
    pen = ImageDraw.Draw(together)
    for number, (name, picture) in enumerate(zip(names, panels, strict=True)):
        left, top = number % 2 * wide, number // 2 * (tall + label)
        together.paste(picture, (left, top))
        pen.text((left + MARGIN, top + tall - MARGIN + 5), name.replace("_", " "), fill=(170, 175, 185))
    return together


def main() -> None:
    """Write the files, and tell which."""
    if "--golden" in sys.argv[1:]:
        for height in (64, 32):
            (GOLDEN / str(height)).mkdir(exist_ok=True)
            for name, scene in SCENES.items():
                drawn = draw_page(scene(Look(height)), WIDTH, height)
                (GOLDEN / str(height) / f"{name}.png").write_bytes(png_of(drawn, WIDTH, height))
        print(f"2 × {len(SCENES)} golden panels in {GOLDEN}: look at each before it is kept")
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    pictures = {f"panel-{name}": panel(name) for name in SINGLE} | {
        "panels": sheet(SHEET),
        "panels-32": sheet(SHEET, 32),
        "panels-more": sheet(MORE),
    }
    for name, picture in pictures.items():
        path = PICTURES / f"{name}.png"
        picture.quantize(16).save(path, optimize=True)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
