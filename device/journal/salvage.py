"""Finding records in a damaged journal without SQLite, pure: wherever a page of file or log still holds them.

SQLite gives up a whole file for one bad byte in its first page or at the root of its tree, and the rest
of a log for one bad byte in it. Here each page is looked at by itself, every version of it that there is,
and the chain tells which rows are true: nothing wrong can come of trying.

The layout is SQLite's own (sqlite.org/fileformat2): a row is a cell of a leaf page, found by a pointer
from the page's start; what does not fit into its page goes on in overflow pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from .records import Links, Row

PAGE_BYTES = 4096

_LOG_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_PAGE_HEADER_BYTES = 8
_MOST_LOCAL = PAGE_BYTES - 35
_LEAST_LOCAL = (PAGE_BYTES - 12) * 32 // 255 - 23
_OVERFLOW_BYTES = PAGE_BYTES - 4
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_ONE, _TEXT = 9, 12
"""Kinds of values: the number 1 without bytes, and from 12 on bytes and texts by turns, longer and longer."""
_FAR = 1000
"""A row may call itself anything where its bytes are damaged; so far ahead it is not believed."""


Found = dict[int, list[Row]]
"""What may be rows, by the number that they give themselves."""


def longest_chain(
    database: bytes, log: bytes, refused: bytes = b"", copies: Sequence[bytes] = ()
) -> tuple[list[Row], bool]:
    """The longest chain in the pages of file and log, and whether no row after it was seen.

    Args:
        database: The file.
        log: SQLite's log of it.
        refused: The checksum of a record that is left out: the table was told that it was not recorded.
        copies: Files of the same journal from earlier, the newest first. They give what is missing between and after
            the journal's own rows, and never another row in the place of one.
    """
    found = _found(database, log, refused)
    for copy in copies:
        for number, rows in _found(copy, b"", refused).items():
            found[number] += [row for row in rows if row not in found[number]]  # behind the journal's own
    chain = _followed(found)
    end = len(chain)
    return chain, not any(rows and end < number <= end + _FAR for number, rows in found.items())


def _found(database: bytes, log: bytes, refused: bytes) -> Found:
    pages = {number + 1: page for number, page in enumerate(_cut(database, 0, 0))}
    frames = [
        (int.from_bytes(frame[:4]), frame[_FRAME_HEADER_BYTES:])
        for frame in _cut(log, _LOG_HEADER_BYTES, _FRAME_HEADER_BYTES)
    ]
    newest = pages | dict(frames)
    found: Found = defaultdict(list)
    for page in (*pages.values(), *(page for _, page in frames)):
        for row in _rows(page, newest):
            if row[5] != refused and row not in found[row[0]]:
                found[row[0]].append(row)
    return found


def _followed(found: Mapping[int, Sequence[Row]]) -> list[Row]:
    links, chain = Links(), list[Row]()
    while fitting := next((row for row in found.get(links.number + 1, ()) if not links.take(row)), None):
        chain.append(fitting)
    return chain


def _cut(content: bytes, start: int, extra: int) -> Iterator[bytes]:
    step = extra + PAGE_BYTES
    return (content[place : place + step] for place in range(start, len(content) - step + 1, step))


def _rows(page: bytes, pages: dict[int, bytes]) -> Iterator[Row]:
    """What may be rows of a page, whatever its header says: the pointers end where none is left to believe."""
    for place in range(_PAGE_HEADER_BYTES, PAGE_BYTES, 2):
        cell = int.from_bytes(page[place : place + 2])
        if not _PAGE_HEADER_BYTES < cell < PAGE_BYTES:
            return
        try:
            yield _row(page, cell, pages)
        except (IndexError, KeyError, ValueError):
            continue


def _row(page: bytes, start: int, pages: dict[int, bytes]) -> Row:
    """The row of a cell; IndexError, KeyError or ValueError where it is none."""
    size, start = _varint(page, start)
    number, start = _varint(page, start)
    content = _content(page, start, size, pages)
    header_bytes, place = _varint(content, 0)
    kinds = []
    while place < header_bytes:
        kind, place = _varint(content, place)
        kinds.append(kind)
    null, *integers, first_text, second_text, blob = kinds
    if null != 0 or len(integers) != 2 or max(integers) >= _TEXT or min(first_text, second_text, blob) < _TEXT:
        raise ValueError
    parts = []
    for kind in kinds:
        length = (kind - _TEXT) // 2 if kind >= _TEXT else _INTEGER_BYTES.get(kind, 0)
        parts.append(content[place : place + length])
        place += length
    delve, seq = (
        int.from_bytes(part, signed=True) if part else int(kind == _ONE)
        for kind, part in zip(integers, parts[1:3], strict=True)
    )
    return number, delve, seq, parts[3], parts[4], parts[5]


def _content(page: bytes, start: int, size: int, pages: dict[int, bytes]) -> bytes:
    """The bytes of a cell with what stands in its overflow pages."""
    if size <= _MOST_LOCAL:
        return page[start : start + size]
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % _OVERFLOW_BYTES
    if local > _MOST_LOCAL:
        local = _LEAST_LOCAL
    parts, left = [page[start : start + local]], size - local
    following = int.from_bytes(page[start + local : start + local + 4])
    for _ in range(min(len(pages), -(-left // _OVERFLOW_BYTES))):
        part = pages[following]
        parts.append(part[4 : 4 + left])
        left -= _OVERFLOW_BYTES
        following = int.from_bytes(part[:4])
    return b"".join(parts)


def _varint(content: bytes, start: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(start, start + 8):
        value = value << 7 | content[place] & 0x7F
        if content[place] < 0x80:
            return value, place + 1
    return value << 8 | content[start + 8], start + 9
