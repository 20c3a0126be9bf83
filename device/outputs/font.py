"""Bitmap fonts: BDF files read glyph by glyph as they are needed, measured, cut and wrapped to a width in pixels.

A character that a font lacks is looked for in its fallback, then written as its parts without accents,
then as a chequered block: text from a person's settings never fails and never vanishes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
_GLYPH = re.compile(
    r"^ENCODING (\d+)\n(?:.*\n)*?DWIDTH (-?\d+).*\nBBX (\d+) (\d+) (-?\d+) (-?\d+)\nBITMAP\n((?:[0-9A-Fa-f]+\n)*)",
    re.MULTILINE,
)
_ENCODING = re.compile(r"^ENCODING (\d+)$", re.MULTILINE)
_ASCENT = re.compile(r"^FONT_ASCENT (\d+)$", re.MULTILINE)
_DESCENT = re.compile(r"^FONT_DESCENT (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character's pixels.

    Attributes:
        advance: Pixels from this character to the next.
        width: Pixels a row.
        left: Pixels from the pen to the first column; may be negative.
        top: Rows from the line's upper edge to the first row; negative where it stands above the edge.
        rows: Rows from the top, the leftmost pixel in the highest of `width` bits.
    """

    advance: int
    width: int
    left: int
    top: int
    rows: tuple[int, ...]


class Font:
    """A bitmap font. Heights, widths and positions are pixels."""

    def __init__(self, bdf: str, fallback: Font | None = None) -> None:
        """Index a font.

        Args:
            bdf: The text of a BDF file whose encodings are Unicode.
            fallback: Asked for characters that this font lacks; their baselines are laid on one another.

        Raises:
            ValueError: The text has no ascent, descent or glyphs.
        """
        ascent, descent = _ASCENT.search(bdf), _DESCENT.search(bdf)
        self._places = {int(match[1]): match.start() for match in _ENCODING.finditer(bdf)}
        if not ascent or not descent or not self._places:
            raise ValueError("font has no FONT_ASCENT, FONT_DESCENT or glyphs: pass the text of a BDF file")
        self.ascent = int(ascent[1])
        self.height = self.ascent + int(descent[1])
        self._bdf = bdf
        self._fallback = fallback
        self._glyphs: dict[str, tuple[Glyph, ...]] = {}

    def glyphs(self, text: str) -> list[Glyph]:
        """The glyphs that draw `text`, from left to right."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        return [glyph for character in text for glyph in self._drawn(character)]

    def width(self, text: str) -> int:
        """Pixels from the first pixel of `text` to the pen after it, without the gap at its end."""
        glyphs = self.glyphs(text)
        if not glyphs:
            return 0
        pen = sum(glyph.advance for glyph in glyphs[:-1])
        return pen + max(glyphs[-1].left + glyphs[-1].width, glyphs[-1].advance - 1)

    def cut(self, text: str, width: int) -> str:
        """`text`, or as much of its beginning as fits into `width` pixels with an ellipsis."""
        if self.width(text) <= width:
            return text
        for length in range(min(len(text), width) - 1, 0, -1):
            shorter = text[:length].rstrip() + ELLIPSIS
            if self.width(shorter) <= width:
                return shorter
        return ELLIPSIS if self.width(ELLIPSIS) <= width else ""

    def wrap(self, text: str, width: int, rows: int) -> list[str]:
        """`text` broken at spaces into at most `rows` lines of `width` pixels, cut with an ellipsis at the end."""
        lines: list[str] = []
        words = text.split()
        while words and len(lines) < rows - 1:
            count = 1
            while count < len(words) and self.width(" ".join(words[: count + 1])) <= width:
                count += 1
            lines.append(self.cut(" ".join(words[:count]), width))
            words = words[count:]
        if words:
            lines.append(self.cut(" ".join(words), width))
        return lines

    def _drawn(self, character: str) -> tuple[Glyph, ...]:
        if character not in self._glyphs:
            self._glyphs[character] = self._found(character) or self._decomposed(character) or (self._block(),)
        return self._glyphs[character]

    def _found(self, character: str) -> tuple[Glyph, ...]:
        place = self._places.get(ord(character))
        if place is None:
            return self._borrowed(character)
        match = _GLYPH.match(self._bdf, place)
        if match is None:
            raise ValueError(f"font's glyph of U+{ord(character):04X} cannot be read: check its BDF file")
        advance, width, height, left, bottom = (int(match[group]) for group in range(2, 7))
        padding = -width % 8
        rows = tuple(int(row, 16) >> padding for row in match[7].split())
        return (Glyph(advance, width, left, self.ascent - bottom - height, rows),)

    def _borrowed(self, character: str) -> tuple[Glyph, ...]:
        if self._fallback is None:
            return ()
        lower = self.ascent - self._fallback.ascent
        return tuple(
            Glyph(glyph.advance, glyph.width, glyph.left, glyph.top + lower, glyph.rows)
            for glyph in self._fallback._found(character)  # noqa: SLF001 - one class
        )

    def _decomposed(self, character: str) -> tuple[Glyph, ...]:
        """The parts of an accented or composed character that the font has; nothing of a mark that only combines."""
        if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Mn", "Me"}:
            return (Glyph(0, 0, 0, 0, ()),)
        if character.isspace():
            return self._found(" ")
        parts = unicodedata.normalize("NFKD", character)
        if parts == character:
            return ()
        found = [self._found(part) for part in parts if not unicodedata.combining(part)]
        return tuple(glyph for glyphs in found for glyph in glyphs) if all(found) else ()

    def _block(self) -> Glyph:
        """The sign for a character that cannot be drawn: a chequered block, which no row of boxes looks like."""
        height = self.ascent - 1
        return Glyph(6, 5, 0, 1, tuple(0b10101 if row % 2 else 0b01010 for row in range(height)))


@cache
def open_font(name: str) -> Font:
    """The font of this name in `fonts/`, opened once: small, helvB14 or helvB18.

    Raises:
        FileNotFoundError: There is no such font.
    """
    fallback = None if name == "small" else open_font("small")
    return Font((FOLDER / f"{name}.bdf").read_text("ascii"), fallback)
