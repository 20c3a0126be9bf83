"""The panel in a terminal."""

import pytest

from delvebox.device.outputs.terminal import draws_braille, plain_lines, terminal_lines


def image(width: int, height: int, *lit: tuple[int, int]) -> bytes:
    """One-bit rows with these pixels lit."""
    stride = (width + 7) // 8
    rows = bytearray(stride * height)
    for x, y in lit:
        rows[y * stride + x // 8] |= 0x80 >> x % 8
    return bytes(rows)


def test_a_panel_with_its_frame_leaves_room_for_the_input_line_in_80_by_24() -> None:
    """A 128×64 picture is 64×16 cells, 66×18 with its frame."""
    bare = terminal_lines(image(128, 64), 128, 64, frame=False)
    framed = terminal_lines(image(128, 64), 128, 64)
    assert (len(bare), {len(line) for line in bare}) == (16, {64})
    assert (len(framed), {len(line) for line in framed}) == (18, {66})
    assert framed[0][0] + framed[0][-1] + framed[-1][0] + framed[-1][-1] == "┌┐└┘"


@pytest.mark.parametrize(
    ("x", "y", "cell"),
    [(0, 0, "⠁"), (0, 1, "⠂"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 0, "⠈"), (1, 1, "⠐"), (1, 2, "⠠"), (1, 3, "⢀")],
)
def test_every_pixel_of_a_cell_raises_its_own_dot(x: int, y: int, cell: str) -> None:
    """The eight dots of a Braille cell in Unicode's order."""
    assert terminal_lines(image(2, 4, (x, y)), 2, 4, frame=False) == [cell]


def test_pixels_land_in_the_cell_where_they_stand() -> None:
    """A pixel at the far corner of the panel is in the last cell of the last line."""
    lines = terminal_lines(image(128, 64, (127, 63), (64, 0)), 128, 64, frame=False)
    assert lines[0] == "⠀" * 32 + "⠁" + "⠀" * 31
    assert lines[-1] == "⠀" * 63 + "⢀"
    assert set("".join(lines[1:-1])) == {"⠀"}


def test_sizes_that_fill_no_whole_cell_are_drawn_all_the_same() -> None:
    """Three pixels by five are two cells by two."""
    lit = [(x, y) for x in range(3) for y in range(5)]
    assert terminal_lines(image(3, 5, *lit), 3, 5, frame=False) == ["⣿⡇", "⠉⠁"]


def test_an_image_of_another_size_is_refused_by_name() -> None:
    """The error names what came and what was expected."""
    with pytest.raises(ValueError, match="image of 1023 bytes is not 128×64 pixels: pass 16 bytes for each of 64 rows"):
        terminal_lines(bytes(1023), 128, 64)


def test_a_terminal_without_unicode_gets_plain_boxes() -> None:
    """Boxes stay readable in ASCII, and what cannot be shown is a question mark."""
    lines = ["boxes ■■□□□ danger 4–6", "torch Zoë 5", "plain"]
    assert plain_lines(lines, "utf-8") == lines
    assert plain_lines(lines, "ascii") == ["boxes ##... danger 4-6", "torch Zo? 5", "plain"]
    assert plain_lines(lines, "latin-1") == ["boxes ##... danger 4-6", "torch Zoë 5", "plain"]
    assert plain_lines(lines, None) == plain_lines(lines, "no such code") == plain_lines(lines, "ascii")


@pytest.mark.parametrize(
    ("encoding", "does"), [("utf-8", True), ("UTF-8", True), ("ascii", False), ("latin-1", False), (None, False)]
)
def test_the_terminal_is_asked_whether_it_can_draw(encoding: str | None, does: bool) -> None:
    """Only an encoding that holds Braille gets Braille."""
    assert draws_braille(encoding) is does
