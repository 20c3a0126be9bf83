"""Every page as it was looked at and kept: pixel for pixel.

A page that should look otherwise is drawn anew by `python tests/pictures.py --golden`, and looked at before it is kept.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import Look

GOLDEN = Path(__file__).with_name("golden")
SCENES = runpy.run_path(str(Path(__file__).with_name("scenes.py")))["SCENES"]


@pytest.mark.parametrize("height", [64, 32])
@pytest.mark.parametrize("name", SCENES)
def test_a_page_looks_as_it_was_kept(name: str, height: int, tmp_path: Path) -> None:
    """The difference to the golden panel is empty; the picture that differs is left beside the test's files."""
    kept = Image.open(GOLDEN / str(height) / f"{name}.png")
    drawn = Image.frombytes("1", (128, height), draw_page(SCENES[name](Look(height)), 128, height))
    differs = ImageChops.difference(drawn.convert("L"), kept.convert("L")).getbbox()
    drawn.save(tmp_path / f"{name}.png")
    assert differs is None, f"{name} differs within {differs}: compare {tmp_path}/{name}.png with the golden panel"


@pytest.mark.parametrize("height", [64, 32])
def test_no_golden_panel_is_left_without_its_scene(height: int) -> None:
    """What is kept is what is compared."""
    assert {path.stem for path in (GOLDEN / str(height)).glob("*.png")} == set(SCENES)
