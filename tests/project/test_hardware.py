"""`hardware/`: what its pages say is so, as far as a machine without the parts can show it."""

from __future__ import annotations

import csv
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from delvebox.device.settings import Settings

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
PAGES = sorted(HARDWARE.glob("*.md"))
PLACE_OF_PIN = {2: 3, 3: 5, 5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 17: 11, 26: 37}
"""The header's numbering, by BCM number."""

_spec = importlib.util.spec_from_file_location("enclosure", ROOT / "tests" / "enclosure.py")
assert _spec is not None
assert _spec.loader is not None
enclosure = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(enclosure)


def cells(page: str) -> list[list[str]]:
    """The rows of a page's tables."""
    lines = (HARDWARE / page).read_text().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_links_to_is_there(page: Path) -> None:
    """A link that leads nowhere is a question that a builder cannot answer."""
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_wires_of_the_assembly_are_those_of_the_settings_as_shipped() -> None:
    """A builder follows the table, the box its settings: they must not part."""
    settings = Settings()
    rows = {row[0].removeprefix("button "): row[2:] for row in cells("assembly.md") if row[0].startswith("button ")}
    wanted = {name: [str(button.pin), str(PLACE_OF_PIN[button.pin])] for name, button in settings.buttons.items()}
    assert rows == wanted
    lamp = next(row for row in cells("assembly.md") if row[0].startswith("lamp, long leg"))
    assert lamp[2:] == [str(settings.lamp.pin), str(PLACE_OF_PIN[settings.lamp.pin or 0])]


def test_the_parts_list_is_a_table_that_a_spreadsheet_opens() -> None:
    """Each row has each column; prices are a range; what is needed says so."""
    with (HARDWARE / "bom.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, strict=True))
    assert len(rows) > 10
    for row in rows:
        assert None not in row, row
        assert None not in row.values(), row
        assert int(row["quantity"]) > 0
        assert 0 < float(row["price each from EUR"]) <= float(row["price each to EUR"]), row["part"]
        assert row["needed"].startswith(("yes", "no", "with ")), row["part"]


def test_a_mesh_with_a_hole_is_not_called_closed() -> None:
    """A cube without one of its twelve triangles cannot be printed."""
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    cube = np.array([corners[list(three)] for a, b, c, d in sides for three in ((a, b, c), (a, c, d))])
    assert enclosure.faults(cube) == []
    assert "3 edges" in enclosure.faults(cube[1:])[0]
    assert "inside out" in enclosure.faults(cube[:, ::-1])[0]
    assert "bed" in enclosure.faults(cube * 300)[0]


@pytest.mark.timeout(120)  # openscad renders for some ten seconds, and longer on a busy machine
@pytest.mark.parametrize(
    "parameters",
    [(), ("buttons=8", "columns=4", "button_hole=16", "button_pitch=26", 'pi="full"', "speaker=0", "dial_hole=7")],
)
def test_the_enclosure_can_be_printed(parameters: tuple[str, ...], tmp_path: Path) -> None:
    """Tray and lid are closed meshes that fit a printer, as shipped and with other parts."""
    if shutil.which("openscad") is None:
        pytest.skip("no openscad here: the enclosure is rendered where it is installed")
    for part in ("tray", "lid"):
        enclosure.render(part, tmp_path / f"{part}.stl", *parameters)
        assert enclosure.faults(enclosure.read_stl(tmp_path / f"{part}.stl")) == []


def test_an_impossible_enclosure_says_what_to_change(tmp_path: Path) -> None:
    """Buttons wider than their distance would break the lid."""
    if shutil.which("openscad") is None:
        pytest.skip("no openscad here: the enclosure is rendered where it is installed")
    command = [sys.executable, "tests/enclosure.py", "button_hole=40"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "button_pitch: at least 4 more than button_hole" in done.stderr
