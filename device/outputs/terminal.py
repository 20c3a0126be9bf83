"""The panel in a terminal, pure: a Braille cell holds two by four pixels, so 128×64 becomes 64×16."""

from __future__ import annotations

from collections.abc import Iterable

_BLANK_CELL = 0x2800
# Unicode numbers the dots of a Braille cell down the left column, down the right one, and the bottom row last.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_PLAIN = str.maketrans({"■": "#", "□": ".", "…": "...", "–": "-", "×": "x", "·": "-", "’": "'"})


def terminal_lines(image: bytes, width: int, height: int, *, frame: bool = True) -> list[str]:
    """Draw a one-bit image with Braille cells; lit pixels are raised dots.

    Args:
        image: Rows from the top, each padded to whole bytes, the leftmost pixel in the highest bit and lit
            where 1: what `Screen.image_bytes()` gives.
        width: Pixels a row, 1 upwards.
        height: Rows, 1 upwards.
        frame: Draw a box around the picture: two columns and two lines more (66×18 for a 128×64 panel).

    Returns:
        Lines of equal length without line ends, from the top.

    Raises:
        ValueError: The image does not hold `width` × `height` pixels.
    """
    stride = (width + 7) // 8
    if width < 1 or height < 1 or len(image) != stride * height:
        raise ValueError(
            f"image of {len(image)} bytes is not {width}×{height} pixels: pass {stride} bytes for each of {height} rows"
        )
    columns = (width + 1) // 2
    lines = [_cells(image, stride, columns, top, height) for top in range(0, height, 4)]
    if not frame:
        return lines
    edge = "─" * columns
    return [f"┌{edge}┐", *(f"│{line}│" for line in lines), f"└{edge}┘"]


def plain_lines(lines: Iterable[str], encoding: str | None) -> list[str]:
    """Fit the lines of a page to a terminal that cannot show every character.

    Args:
        lines: What `Page.lines()` gives.
        encoding: The terminal's, as `sys.stdout.encoding`; None or unknown is taken as ASCII.

    Returns:
        The same lines where the encoding holds them; else filled boxes as `#`, empty ones as `.`, and `?`
        for whatever is left.
    """
    name = encoding or "ascii"
    try:
        "".encode(name)
    except LookupError:
        name = "ascii"
    return [_fitted(line, name) for line in lines]


def draws_braille(encoding: str | None) -> bool:
    """Whether a terminal of this encoding can show `terminal_lines`."""
    try:
        "⠿┌│".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _cells(image: bytes, stride: int, columns: int, top: int, height: int) -> str:
    cells = [_BLANK_CELL] * columns
    for dots, row in zip(_DOTS, range(top, min(top + 4, height)), strict=False):
        bits = int.from_bytes(image[row * stride : (row + 1) * stride], "big")
        if not bits:
            continue
        last = stride * 8 - 1
        for column in range(columns):
            pair = bits >> (last - 2 * column - 1) & 0b11
            cells[column] += (pair >> 1) * dots[0] + (pair & 1) * dots[1]
    return "".join(map(chr, cells))


def _fitted(line: str, encoding: str) -> str:
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return line.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return line
