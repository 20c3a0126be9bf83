"""Every page as it was looked at and kept: pixel for pixel.

A page that should look otherwise is drawn anew by `python tests/pictures.py --golden`, and looked at before it is kept.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from delvebox.device.outputs.drawing import draw_page

GOLDEN = Path(__file__).with_name("golden")
SCENES = runpy.run_path(str(Path(__file__).with_name("scenes.py")))["SCENES"]


@pytest.mark.parametrize("name", SCENES)
def test_a_page_looks_as_it_was_kept(name: str, tmp_path: Path) -> None:
    """The difference to the golden panel is empty; the picture that differs is left beside the test's files."""
    drawn = Image.frombytes("1", (128, 64), draw_page(SCENES[name](), 128, 64))
    kept = Image.open(GOLDEN / f"{name}.png")
    differs = ImageChops.difference(drawn.convert("L"), kept.convert("L")).getbbox()
    drawn.save(tmp_path / f"{name}.png")
    assert differs is None, f"{name} differs within {differs}: compare {tmp_path}/{name}.png with {GOLDEN}/{name}.png"


def test_no_golden_panel_is_left_without_its_scene() -> None:
    """What is kept is what is compared."""
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)
