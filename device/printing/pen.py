"""PDF files by fpdf2, which no other module imports: pages, letters, lines and boxes. Lengths are millimetres.

The same page gives the same bytes: no date, no chance.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category, normalize

if TYPE_CHECKING:
    from fpdf import FPDF

MM_PER_POINT = 25.4 / 72
PAPERS = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
"""Width and height of each paper."""
_FONTS = Path(__file__).parent / "fonts"
_FAMILY = "DejaVu"
_UNKNOWN = "?"
"""In the place of a letter that the fonts have not."""
_WITHOUT_SIGN = frozenset({"Cf", "Mn"})
"""Joiners, marks of direction and variants, by Unicode's names of their kinds."""
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


class PrintMissingError(Exception):
    """The library that writes PDF is not installed; the text has the cure."""


class Pen:
    """Draws a PDF file. `scale` makes letters, lines of text and boxes smaller; places and widths are as given."""

    def __init__(self, paper: str, title: str) -> None:
        """Begin a file without a page.

        Args:
            paper: A key of `PAPERS`.
            title: What viewers show as its title.

        Raises:
            PrintMissingError: fpdf2 is not installed.
        """
        try:
            from fpdf import FPDF
        except ImportError as error:
            raise PrintMissingError(
                "fpdf2, which writes PDF, is not installed: pip install 'delvebox[print]',"
                f" or for this one alone: {sys.executable} -m pip install fpdf2"
            ) from error
        self.scale = 1.0
        self._pdf: FPDF = FPDF(unit="mm", format=PAPERS[paper])
        self._pdf.set_auto_page_break(False)
        self._pdf.set_creation_date(_NO_DATE)
        self._pdf.set_title(title)
        self._pdf.c_margin = 0
        for style, name in (("", "DejaVuSansCondensed"), ("B", "DejaVuSansCondensed-Bold")):
            self._pdf.add_font(_FAMILY, style, _FONTS / f"{name}.ttf")
        self._pdf.set_font(_FAMILY, size=10)
        self._widths: dict[tuple[str, bool], float] = {}
        """Of texts, plain or bold, a point high: a page is measured many times before it fits."""
        self._known = set(self._pdf.current_font.cmap)  # type: ignore[union-attr] # it was set above

    @property
    def width(self) -> float:
        """Of the paper."""
        return float(self._pdf.w)

    @property
    def height(self) -> float:
        """Of the paper."""
        return float(self._pdf.h)

    def new_page(self) -> None:
        """Begin the next page."""
        self._pdf.add_page()
        self._pdf.set_line_width(0.2)

    def line_height(self, size: float) -> float:
        """Of a line of text of `size` points."""
        return size * self.scale * MM_PER_POINT * 1.22

    def text_width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text of `size` points is."""
        width = self._widths.get((text, bold))
        if width is None:
            self._pdf.set_font(_FAMILY, "B" if bold else "", 100)
            width = self._widths[text, bold] = float(self._pdf.get_string_width(self._drawable(text))) / 100
        return width * size * self.scale

    def wrap(self, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
        """A text in lines of `width` at most; a word that is longer is cut."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if not lines[-1] or self.text_width(longer, size, bold=bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return [self.cut(line, size, width, bold=bold) for line in lines]

    def cut(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """A text that is `width` wide at most, with an ellipsis where it was longer."""
        if self.text_width(text, size, bold=bold) <= width:
            return text
        kept = text
        while kept and self.text_width(f"{kept}…", size, bold=bold) > width:
            kept = kept[:-1]
        return f"{kept.rstrip()}…"

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: bool = False) -> None:
        """A line of text whose upper left corner is at `x`, `y`."""
        self._pdf.set_font(_FAMILY, "B" if bold else "", size * self.scale)
        self._pdf.set_text_color(110 if grey else 0)
        self._pdf.text(x, y + size * self.scale * MM_PER_POINT * 0.95, self._drawable(text))

    def text_right(self, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: bool = False) -> None:
        """As `text`, with its right end at `x`."""
        self.text(x - self.text_width(text, size, bold=bold), y, text, size, bold=bold, grey=grey)

    def text_centred(self, x: float, y: float, text: str, size: float, *, grey: bool = False) -> None:
        """As `text`, with its middle at `x`."""
        self.text(x - self.text_width(text, size) / 2, y, text, size, grey=grey)

    def box(self, x: float, y: float, side: float, *, filled: bool) -> None:
        """A box to tick, or one that was: a frame with a smaller black square in it."""
        self._pdf.set_draw_color(0)
        self._pdf.set_fill_color(0)
        self._pdf.rect(x, y, side, side)
        if filled:
            rim = side * 0.16
            self._pdf.rect(x + rim, y + rim, side - 2 * rim, side - 2 * rim, style="F")

    def rule(self, x: float, y: float, width: float, *, strong: bool = False) -> None:
        """A line across, to part or to write on."""
        self._pdf.set_draw_color(0 if strong else 150)
        self._pdf.set_line_width(0.5 if strong else 0.2)
        self._pdf.line(x, y, x + width, y)
        self._pdf.set_line_width(0.2)

    def pdf(self) -> bytes:
        """The file."""
        return bytes(self._pdf.output())

    def _drawable(self, text: str) -> str:
        """The letters that the fonts have; accents are joined to theirs, and what has no sign is left out."""
        return "".join(
            letter if ord(letter) in self._known else "" if category(letter) in _WITHOUT_SIGN else _UNKNOWN
            for letter in normalize("NFC", text)
        )
