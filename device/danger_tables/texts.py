"""The text of a file of tables, whatever a spreadsheet or an editor wrote it as."""

from __future__ import annotations

from pathlib import Path

from ..own_files import UnreadableError, content_of, line_of

MOST_BYTES = 250_000
"""Of one file: some three thousand entries, which a small Pi reads in a few seconds when it starts."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_CURE = "save it as UTF-8 (a spreadsheet calls it CSV UTF-8)"


def text_of(file: Path) -> str:
    """The text of a file: UTF-8 with or without its mark, or UTF-16 with it, as spreadsheets write Unicode text.

    Raises:
        UnreadableError: it cannot be read, is empty or too large, or is none of these.
    """
    beside = "check its name; one without a folder lies beside the settings"
    content = content_of(file, MOST_BYTES, missing=beside, folder="name the files in it")
    return _decoded(content)


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"has more than {MOST_BYTES:,} bytes: take it apart into several files")
    if not content.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise UnreadableError("is empty: write a table into it, or take it out of the settings' tables")
    if content.startswith(_UTF_16):
        return _from_utf_16(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        old = f"byte 0x{content[error.start]:02x} is not UTF-8, but of an older encoding such as Latin-1"
        raise UnreadableError(f"{old}: {_CURE}", line_of(content, error.start)) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnreadableError(
            f"holds a zero character, as UTF-16 without its mark or a spreadsheet's own file: {_CURE}", line
        )
    return text


def _from_utf_16(content: bytes) -> str:
    try:
        return content.decode("utf-16")
    except UnicodeDecodeError as error:
        line = content[: error.start].decode("utf-16", "ignore").count("\n") + 1
        raise UnreadableError(f"begins as UTF-16 and goes on as something else: {_CURE}", line) from error
