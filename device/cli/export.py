"""`delvebox export` and `delvebox import`: a delve as a file that people and programs read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..whole_files import write_whole
from .delves import STATE_DIR, opened_shelf, told
from .log import narration_of
from .output import put_out

if TYPE_CHECKING:
    from ..outputs.narration import Narration
    from ..shelved import Shelved

ENDINGS = (".md", ".csv", ".json")


@click.command()
@click.argument("delve", required=False)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="Ends in .md, .csv or .json."
)
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file, for the language.")
@STATE_DIR
def export(*, delve: str | None, output: Path, settings: Path | None, state_dir: Path | None) -> None:
    """Write DELVE, or the open one, into FILE: each turn with action, marks, roll, danger, lights and notes.

    Markdown is to be read, CSV is for spreadsheets, and JSON is the whole delve, which `delvebox import` takes. Works
    beside a running box.
    """
    ending = output.suffix.lower()
    if ending not in ENDINGS:
        raise click.UsageError(f"{output} has another ending: name a file that ends in {', '.join(ENDINGS)}")
    narration = narration_of(settings)
    with opened_shelf(state_dir) as shelf:
        chosen = shelf.find(delve)
        write_out(output, _written(ending, chosen, narration).encode("utf-8"))
        put_out(f"{output}: {told(chosen)}")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.json")
@click.option("--name", help="Another name than that in the file.")
@STATE_DIR
def import_(*, file: Path, name: str | None, state_dir: Path | None) -> None:
    """Take the delve of FILE.json, as `delvebox export` wrote it; the open delve stays open.

    `delvebox delves resume` lets the box play on in it.
    """
    from ..record import RecordFileError, read_file
    from ..record.file import MOST_BYTES

    try:
        with file.open("rb") as source:
            delve, called = read_file(source.read(MOST_BYTES + 1))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read ({error.strerror}): check its name and rights") from error
    except RecordFileError as error:
        raise click.ClickException(f"{file}: {error}") from error
    with opened_shelf(state_dir) as shelf:
        number = shelf.add(delve, called if name is None else name)
        put_out(told(shelf.find(str(number))))


def write_out(file: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there as it is and tell why."""
    try:
        target = Path(os.path.realpath(file))  # a link is followed, not replaced
        target.parent.stat()  # no folder is made for a name that was mistyped
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # such as a pipe
        else:
            write_whole(target, content, stat.S_IMODE(target.stat().st_mode) if target.exists() else _usual_mode())
    except OSError as error:
        why = error.strerror or str(error)
        raise click.ClickException(f"{file} cannot be written ({why}): name a file in a folder of yours") from error


def _usual_mode() -> int:
    """Of this user's new files."""
    os.umask(kept_from := os.umask(0))
    return 0o666 & ~kept_from


def _written(ending: str, shelved: Shelved, narration: Narration) -> str:
    from ..record import as_csv, as_markdown, write_file

    delve = shelved.delve()
    match ending:
        case ".md":
            return as_markdown(delve, shelved.name or narration.record("nameless", number=shelved.number), narration)
        case ".csv":
            return as_csv(delve, narration)
        case _:
            return write_file(delve, shelved.name)
