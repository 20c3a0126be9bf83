"""A one-bit picture in memory, pure: each row is one whole number, so that drawing is shifting."""

from __future__ import annotations

from collections.abc import Sequence

from .font import Font

LOW_ROWS = 8
"""Rows of `Canvas.low_text`."""


class Canvas:
    """Pixels, dark at first. `x` counts from the left, `y` from the top; what lies outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        """Make a dark picture of `width` × `height` pixels, 1 upwards each."""
        self.width = width
        self.height = height
        self._all = (1 << width) - 1
        self._rows = [0] * height

    def stamp(self, x: int, y: int, rows: Sequence[int], width: int) -> None:
        """Light the set bits of `rows`, the leftmost pixel in the highest of `width` bits; x, y is the upper left."""
        shift = self.width - x - width
        for row, bits in enumerate(rows, y):
            if bits and 0 <= row < self.height:
                self._rows[row] |= (bits << shift if shift >= 0 else bits >> -shift) & self._all

    def text(self, x: int, y: int, text: str, font: Font) -> int:
        """Write `text` with the upper edge of its line at `y`; answers the `x` after it."""
        for glyph in font.glyphs(text):
            self.stamp(x + glyph.left, y + glyph.top, glyph.rows, glyph.width)
            x += glyph.advance
        return x

    def low_text(self, x: int, y: int, text: str, font: Font) -> int:
        """As `text` in eight rows from `y`: what stands highest or hangs lowest is moved into them."""
        for glyph in font.glyphs(text):
            rows = glyph.rows[:LOW_ROWS]
            top = max(0, min(glyph.top - 1, LOW_ROWS - len(rows)))
            self.stamp(x + glyph.left, y + top, rows, glyph.width)
            x += glyph.advance
        return x

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        self.stamp(x, y, [(1 << width) - 1] * height, width)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        """Light the edge of a rectangle."""
        edge, side = (1 << width) - 1, (1 << width - 1) | 1
        self.stamp(x, y, [edge, *([side] * (height - 2)), edge], width)

    def box(self, x: int, y: int, width: int, height: int, *, full: bool) -> None:
        """A box of the sheet, filled or not."""
        (self.fill if full else self.frame)(x, y, width, height)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Turn the pixels of a rectangle round; it lies within the picture."""
        mask = ((1 << width) - 1) << (self.width - x - width)
        for row in range(y, y + height):
            self._rows[row] ^= mask

    def to_bytes(self) -> bytes:
        """The rows from the top, each padded to whole bytes, the leftmost pixel in the highest bit, lit where 1."""
        stride = (self.width + 7) // 8
        padding = stride * 8 - self.width
        return b"".join((row << padding).to_bytes(stride, "big") for row in self._rows)


def capital(text: str) -> str:
    """`text` as a row begins."""
    return text[:1].upper() + text[1:]
