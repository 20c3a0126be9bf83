"""One-bit pictures in memory."""

from delvebox.device.outputs.canvas import Canvas


def shown(canvas: Canvas) -> list[str]:
    """The picture as text, `#` lit."""
    stride = (canvas.width + 7) // 8
    picture = canvas.to_bytes()
    bits = "".join(f"{byte:08b}" for byte in picture).replace("1", "#").replace("0", ".")
    return [bits[start : start + canvas.width] for start in range(0, len(bits), stride * 8)]


def test_a_stamp_is_clipped_at_every_edge() -> None:
    """Pixels outside the picture are not drawn and disturb none inside."""
    canvas = Canvas(4, 3)
    canvas.stamp(-1, -1, (0b111, 0b101, 0b111), 3)
    canvas.stamp(3, 2, (0b11, 0b11), 2)
    assert shown(canvas) == [".#..", "##..", "...#"]


def test_fill_frame_and_invert_draw_rectangles() -> None:
    """A frame is hollow, a filled one solid, and inverting twice changes nothing."""
    canvas = Canvas(9, 4)
    canvas.frame(0, 0, 4, 4)
    canvas.fill(5, 1, 2, 2)
    before = ["####.....", "#..#.##..", "#..#.##..", "####....."]
    assert shown(canvas) == before
    canvas.invert(0, 0, 9, 2)
    assert shown(canvas) == ["....#####", ".##.#..##", "#..#.##..", "####....."]
    canvas.invert(0, 0, 9, 2)
    assert shown(canvas) == before


def test_rows_are_padded_to_whole_bytes() -> None:
    """Nine pixels are two bytes, the first pixel in the highest bit."""
    canvas = Canvas(9, 2)
    canvas.fill(0, 0, 1, 1)
    canvas.fill(8, 1, 1, 1)
    assert canvas.to_bytes() == b"\x80\x00\x00\x80"
