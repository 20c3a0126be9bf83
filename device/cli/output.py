"""Standard output of the commands. What cannot be written there is a sentence."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TextIO
from unicodedata import category, east_asian_width

import click

_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"})
"""JSON may hold them as they are, but many readers would take them for the end of a line."""


def put_out(text: str) -> None:
    """Write a line at once, in the encoding of standard output; letters that it has not are question marks.

    Raises:
        click.ClickException: it cannot be written, such as on a full disk.
        BrokenPipeError: nobody reads any more; click ends the command for that without a word.
    """
    _write(text, "utf-8" if sys.stdout is None else sys.stdout.encoding)


def put_json(record: Mapping[str, Any]) -> None:
    """Write a record as one line of JSON, in UTF-8 whatever the locale; errors as `put_out` has them."""
    _write(json.dumps(record, ensure_ascii=False).translate(_LINE_ENDS), "utf-8")


def _write(line: str, encoding: str) -> None:
    try:
        click.echo(line.encode(encoding, "replace"))
    except BrokenPipeError:
        raise
    except OSError as error:
        _give_up(sys.stdout)
        why = error.strerror or str(error)
        raise click.ClickException(
            f"standard output cannot be written ({why}): free some space there, or send it elsewhere"
        ) from error


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: letters of East Asia and pictures two, marks on others none."""
    return sum(
        0 if category(letter) in {"Mn", "Me", "Cf"} else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Lines of cells that stand below each other, those at the places of `right` at the right of their column."""
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        rooms = [" " * (width - columns_of(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = [
            room + cell if place in right else cell + room
            for place, (cell, room) in enumerate(zip(row, rooms, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def settle_streams() -> None:
    """Write what is still buffered, or let it go: else Python tries it at its end and exits with status 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            _give_up(stream)


def _give_up(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: Python writes it again at its end, and would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
