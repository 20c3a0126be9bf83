"""The content of a file that somebody wrote for the box, settings or danger tables, or why there is none."""

from __future__ import annotations

from pathlib import Path


class UnreadableError(Exception):
    """There is no text to read; `line` is where, counted from 1, None where no line is to blame."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


def content_of(file: Path, most_bytes: int, *, missing: str, folder: str, pipes: bool = False) -> bytes:
    """The file's bytes, one more than `most_bytes` at the most.

    Args:
        file: Where it is.
        most_bytes: What such a file may have; whoever asks tells of more.
        missing: What to do where there is no such file.
        folder: What to do where it is a folder.
        pipes: Whether it may be a pipe or a device, which is waited for.

    Raises:
        UnreadableError: it cannot be read.
    """
    try:
        if not pipes and file.exists() and not file.is_file() and not file.is_dir():
            raise UnreadableError("is no file, but a pipe or a device: name a file")
        with file.open("rb") as stream:
            return stream.read(most_bytes + 1)
    except FileNotFoundError as error:
        raise UnreadableError(f"no such file: {missing}") from error
    except IsADirectoryError as error:
        raise UnreadableError(f"is a folder: {folder}") from error
    except PermissionError as error:
        raise UnreadableError("may not be read: give this user the right to (chmod a+r)") from error
    except (OSError, ValueError) as error:
        raise UnreadableError(f"cannot be read ({error}): check the name and the disk") from error


def line_of(content: bytes, place: int) -> int:
    """The line of a byte, counted from 1."""
    return content.count(b"\n", 0, place) + 1
