"""The wiring as a drawing, pure: the header from above, and each wire to its part. SVG as text, always the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import escape

from .settings import Settings
from .wiring import PLACES, Sound, Wire, kept_for, notes_of, use_of, wires_of

ROWS = len(PLACES) // 2
PITCH, TOP = 24, 96
MIDDLE = 480
"""The header's middle, in pixels from the left."""
WIDTH = 2 * MIDDLE
PIN, NEAR, FAR, EDGE = 15, 38, 130, 20
"""Pixels from the middle to a pin, to its name and to the end of its wire; from the drawing's edge to the parts."""
KINDS = ("I2C", "I2S", "serial", "add-on")
"""What kept pins serve, in a word."""
COLOURS = {"3.3 V": "#c8102e", "5 V": "#e35205", "GND": "#222222"}
PART_COLOURS = {"display": "#00796b", "button": "#1565c0", "lamp": "#7b1fa2", "buzzer": "#5d4037", "dial": "#33691e"}
OTHER = "#8d6e00"

_STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:18px;font-weight:bold}.free{fill:#999}.number{font-size:8px;fill:#fff;text-anchor:middle}"
    ".left{text-anchor:end}.middle{text-anchor:middle}"
)


@dataclass(frozen=True, slots=True)
class _Side:
    """A row of the header: the odd places at the left, or the even ones at the right."""

    first_place: int
    outwards: int
    """-1 to the left, 1 to the right."""

    def x(self, distance: float) -> float:
        return MIDDLE + self.outwards * distance

    @property
    def style(self) -> str:
        return "left" if self.outwards < 0 else "right"


SIDES = (_Side(1, -1), _Side(2, 1))


def drawing_of(settings: Settings, sound: Sound = "usb") -> str:
    """The SVG file."""
    wires = _one_a_place(wires_of(settings, sound))
    notes = notes_of(settings, sound)
    height = TOP + ROWS * PITCH + 30 + 18 * len(notes)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *_header(),
    ]
    by_place: dict[int, Wire] = {wire.place: wire for wire in wires}
    for side in SIDES:
        lines += _pins(side, by_place)
        lines += _parts(side, wires)
    lines += [
        _text(EDGE, TOP + ROWS * PITCH + 24 + 18 * number, f"{note[:1].upper()}{note[1:]}.")
        for number, note in enumerate(notes)
    ]
    return "\n".join([*lines, "</svg>", ""])


def _one_a_place(wires: tuple[Wire, ...]) -> tuple[Wire, ...]:
    """Wires that share a place of power are drawn as one."""
    merged: dict[int, Wire] = {}
    for wire in wires:
        other = merged.get(wire.place)
        if other is not None:
            wire = Wire(f"{other.part} + {wire.part}", "", wire.net, wire.place)  # noqa: PLW2901 - this wire is drawn for both
        merged[wire.place] = wire
    return tuple(merged.values())


def _header() -> Iterator[str]:
    yield _text(EDGE, 34, "Delvebox: wiring of the 40-pin header", "title")
    yield _text(EDGE, 54, "Seen from above; place 1 is at the end where the memory card is. Places are in circles.")
    yield _text(MIDDLE - NEAR, TOP - 18, "towards the board's middle", "left free")
    yield _text(MIDDLE + NEAR, TOP - 18, "at the board's edge", "right free")
    top, tall = TOP - PITCH / 2 - 2, ROWS * PITCH + 4
    yield f'<rect x="{MIDDLE - 30}" y="{top:g}" width="60" height="{tall}" rx="4" fill="#37474f"/>'


def _pins(side: _Side, by_place: dict[int, Wire]) -> Iterator[str]:
    for row in range(ROWS):
        place, y = side.first_place + 2 * row, _y(row)
        wire, kept = by_place.get(place), kept_for(place)
        kind = next((f" · {each}" for each in KINDS if each in kept), "")
        fill = _colour(wire) if wire else "#90a4ae"
        yield f'<circle cx="{side.x(PIN):g}" cy="{y}" r="9" fill="{fill}"/>'
        yield _text(side.x(PIN), y + 3, str(place), "number")
        yield _text(side.x(NEAR), y + 4, use_of(place) + kind, f"{side.style}{'' if wire else ' free'}")


def _parts(side: _Side, wires: tuple[Wire, ...]) -> Iterator[str]:
    """A frame for each part, over as many rows as its wires stand together in."""
    ours = sorted((wire for wire in wires if wire.place % 2 == side.first_place % 2), key=lambda wire: wire.place)
    for part, group in groupby(ours, key=lambda wire: wire.part):
        legs = list(group)
        rows = [(wire.place - side.first_place) // 2 for wire in legs]
        top, bottom = _y(rows[0]) - 10, _y(rows[-1]) + 10
        near, far = side.x(FAR + 40), side.x(MIDDLE - EDGE)
        left, wide = min(near, far), abs(far - near)
        yield (
            f'<rect x="{left:g}" y="{top}" width="{wide:g}" height="{bottom - top}" rx="5" fill="#f5f5f5" '
            f'stroke="{_colour(legs[0], whole=True)}"/>'
        )
        yield _text(side.x(MIDDLE - EDGE - 10), (top + bottom) // 2 + 4, part, "right" if side.outwards < 0 else "left")
        for wire, row in zip(legs, rows, strict=True):
            start, end = side.x(FAR), near
            colour = _colour(wire)
            yield f'<path d="M{start:g} {_y(row)}H{end:g}" stroke="{colour}" stroke-width="3" fill="none"/>'
            yield _text(side.x(FAR + 46), _y(row) + 4, wire.leg, side.style)


def _y(row: int) -> int:
    return TOP + row * PITCH


def _colour(wire: Wire, *, whole: bool = False) -> str:
    """A wire has the colour of its power, else of its part; a part's frame is `whole`."""
    own = next((colour for name, colour in PART_COLOURS.items() if name in wire.part), OTHER)
    return own if whole else COLOURS.get(wire.net, own)


def _text(x: float, y: float, text: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text x="{x:g}" y="{y:g}"{named}>{escape(text)}</text>'
