"""Small pictures of the panel, drawn as text: `#` is lit. Each stands for one word of `page`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture: rows from the top, the leftmost pixel in the highest of `width` bits."""

    width: int
    rows: tuple[int, ...]


def _drawn(picture: str) -> Icon:
    lines = picture.split()
    width = max(map(len, lines))
    return Icon(width, tuple(int(line.ljust(width, ".").replace("#", "1").replace(".", "0"), 2) for line in lines))


ICONS = {
    "torch": _drawn("""
        ..#..
        .##..
        .###.
        #####
        .###.
        ..#..
        ..#..
        ..#..
    """),
    "torch doused": _drawn("""
        .....
        .....
        .....
        .###.
        .###.
        ..#..
        ..#..
        ..#..
    """),
    "lantern": _drawn("""
        .###.
        #...#
        #####
        #.#.#
        #.#.#
        #.#.#
        #####
        .###.
    """),
    "lantern doused": _drawn("""
        .###.
        #...#
        #####
        #...#
        #...#
        #...#
        #####
        .###.
    """),
    "candle": _drawn("""
        ..#..
        .##..
        ..#..
        .....
        .###.
        .###.
        .###.
        .###.
    """),
    "candle doused": _drawn("""
        .....
        .....
        ..#..
        ..#..
        .###.
        .###.
        .###.
        .###.
    """),
    "light": _drawn("""
        ..#..
        ..#..
        .##..
        .###.
        ####.
        #####
        #####
        .###.
    """),
    "light doused": _drawn("""
        ..#..
        ..#..
        .#.#.
        .#.#.
        #..#.
        #...#
        #...#
        .###.
    """),
    "spell": _drawn("""
        ..#..
        ..#..
        .###.
        #####
        .###.
        ..#..
        ..#..
        .....
    """),
    "supply": _drawn("""
        ..#..
        .###.
        ..#..
        .###.
        #####
        #####
        #####
        .###.
    """),
    "paused": _drawn("""
        ##.##
        ##.##
        ##.##
        ##.##
        ##.##
        ##.##
        ##.##
    """),
    "heard": _drawn("""
        #......
        ##..#..
        ###..#.
        ####.#.
        ###..#.
        ##..#..
        #......
    """),
    "trouble": _drawn("""
        ##
        ##
        ##
        ##
        ..
        ##
        ##
    """),
    "listening": _drawn("""
        ..###..
        ..###..
        ..###..
        #.###.#
        #.###.#
        .#...#.
        ..###..
        ...#...
        .#####.
    """),
    "muted": _drawn("""
        #.###..
        .#.##..
        ..#.#..
        #.##..#
        #.###.#
        .#...#.
        ..###.#
        ...#...
        .#####.
    """),
    "speaking": _drawn("""
        ...#....
        ..##..#.
        ####.#.#
        ####..#.
        ####.#.#
        ..##..#.
        ...#....
    """),
}


def icon_of(word: str) -> Icon:
    """The picture for a word; a kind of light that has none of its own is a flame, hollow where it is doused."""
    return ICONS.get(word) or ICONS["light doused" if word.endswith(" doused") else "light"]
