"""`make enclosure`: the printed parts of `hardware/enclosure/box.scad`, checked before anybody prints them.

Renders tray and lid as STL into `build/enclosure` and the lid's holes in true size as SVG, checks that each mesh is
closed and fits a printer's bed, and draws what was rendered as `docs/pictures/enclosure.png`. Needs openscad. Arguments
are parameters of the file, such as `buttons=8` and `'pi="zero"'`; with them the picture stays as it is.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "hardware" / "enclosure" / "box.scad"
OUTPUT = ROOT / "build" / "enclosure"
PICTURE = ROOT / "docs" / "pictures" / "enclosure.png"
BED_MM = 220.0
"""The side of a common printer's bed."""
PX_PER_MM = 8.0
"""Of the picture, before it is halved."""
MARGIN_MM = 4.0
FAR_MM = -1e6
EDGE_MM = 2.0
"""A step towards the eye that is drawn as a line."""

Triangles = NDArray[np.float64]
"""Of shape (n, 3, 3): triangle, corner, x y z in millimetres."""


def render(part: str, output: Path, *parameters: str) -> None:
    """One part by openscad; its own words where it fails."""
    defines = [word for each in (f'part="{part}"', *parameters) for word in ("-D", each)]
    output.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["openscad", "-o", output, *defines, SOURCE],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{part}: {done.stderr.strip()}")


def read_stl(path: Path) -> Triangles:
    """The triangles of a text STL."""
    lines = (line.split() for line in path.read_text().splitlines())
    corners = [[float(number) for number in words[1:]] for words in lines if words[:1] == ["vertex"]]
    return np.array(corners, np.float64).reshape(-1, 3, 3)


def faults(triangles: Triangles) -> list[str]:
    """What keeps a mesh from being printed; empty where nothing does.

    Closed: each edge belongs to exactly two triangles, which run along it in opposite directions.
    """
    if not len(triangles):
        return ["no triangles"]
    edges: Counter[tuple[bytes, bytes]] = Counter()
    for triangle in triangles:
        names = [corner.tobytes() for corner in triangle]
        edges.update(zip(names, names[1:] + names[:1], strict=True))
    found = []
    if open_edges := sum(count != 1 or edges[end, start] != 1 for (start, end), count in edges.items()):
        found.append(f"{open_edges} edges are not shared by two triangles: the mesh is not closed")
    volume = np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6
    if volume <= 0:
        found.append(f"its volume is {volume:.0f} mm³: it is inside out")
    sides = np.ptp(triangles.reshape(-1, 3), axis=0)
    longest = max(sides[:2])
    if longest > BED_MM:
        found.append(f"it is {longest:.0f} mm long and a printer's bed {BED_MM:.0f}: fewer columns or a smaller pitch")
    return found


def draw(triangles: Triangles) -> Image.Image:
    """The mesh seen from the front, the right and above: the nearest triangle at each pixel, lit from the left."""
    turn, rise = np.radians(25), np.radians(42)
    right = np.array([np.cos(turn), np.sin(turn), 0])
    away = np.array([-np.sin(turn), np.cos(turn), 0])
    eye = np.sin(rise) * np.array([0, 0, 1]) - np.cos(rise) * away
    up = np.cos(rise) * np.array([0, 0, 1]) + np.sin(rise) * away
    seen = triangles @ np.stack([right, -up, eye]).T
    seen[..., :2] -= seen[..., :2].min(axis=(0, 1))
    seen[..., :2] = (seen[..., :2] + MARGIN_MM) * PX_PER_MM
    width, height = (int(side) for side in np.ceil(seen[..., :2].max(axis=(0, 1)) + MARGIN_MM * PX_PER_MM))
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    light = np.array([0.2, -0.6, 0.75])
    shades = 70 + 165 * np.clip(normals @ light / np.linalg.norm(light), 0, 1)
    picture, nearest = np.full((height, width), 255.0), np.full((height, width), FAR_MM)
    for corners, shade, facing in zip(seen, shades, normals @ eye, strict=True):
        if facing > 0:
            _fill(corners, shade, picture, nearest)
    for axis in (0, 1):
        steps = np.abs(np.diff(nearest, axis=axis, prepend=FAR_MM)) > EDGE_MM
        picture[steps & (nearest > FAR_MM)] = 40.0
    return Image.fromarray(picture.astype(np.uint8)).resize((width // 2, height // 2), Image.Resampling.BOX)


def _fill(
    corners: NDArray[np.float64], shade: float, picture: NDArray[np.float64], nearest: NDArray[np.float64]
) -> None:
    """One triangle onto the picture, where it is nearer than what is there."""
    left, top = np.floor(corners[:, :2].min(axis=0)).astype(int)
    end_x, end_y = np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1
    x, y = np.meshgrid(np.arange(left, end_x), np.arange(top, end_y))
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    if abs(area) < 1e-9:
        return
    a = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
    b = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
    z = a * az + b * bz + (1 - a - b) * cz
    part = np.s_[top:end_y, left:end_x]
    inside = (np.minimum(np.minimum(a, b), 1 - a - b) >= -1e-6) & (z > nearest[part])
    picture[part][inside], nearest[part][inside] = shade, z[inside]


def main() -> int:
    """Render, check and draw; exit status 1 where a part cannot be printed."""
    if shutil.which("openscad") is None:
        print("no openscad here: install it (sudo apt install openscad)", file=sys.stderr)
        return 1
    parameters = sys.argv[1:]
    bad = False
    for part in ("tray", "lid"):
        path = OUTPUT / f"{part}.stl"
        render(part, path, *parameters)
        triangles = read_stl(path)
        sides = " × ".join(f"{side:.0f}" for side in np.ptp(triangles.reshape(-1, 3), axis=0))
        found = faults(triangles)
        bad = bad or bool(found)
        print(f"{path.relative_to(ROOT)}  {sides} mm, {len(triangles)} triangles: {'; '.join(found) or 'closed'}")
    render("template", OUTPUT / "template.svg", *parameters)
    print((OUTPUT / "template.svg").relative_to(ROOT))
    if not parameters:
        render("all", OUTPUT / "all.stl")
        draw(read_stl(OUTPUT / "all.stl")).save(PICTURE)
        print(PICTURE.relative_to(ROOT))
    return bad


if __name__ == "__main__":
    sys.exit(main())
