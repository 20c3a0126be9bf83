"""`delvebox backup` and `delvebox restore`: a box in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import put_out

if TYPE_CHECKING:
    from ..backup import Held

_STATE = click.option("--state-dir", type=click.Path(path_type=Path), help="Where the journal lies.")
_SETTINGS = click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.tar.gz")
@_SETTINGS
@_STATE
def backup(*, file: Path, settings: Path | None, state_dir: Path | None) -> None:
    """Write delves and settings into one file; the box must not run meanwhile."""
    from ..backup import BackupError, back_up
    from ..places import state_folder
    from ..settings import files_named, find_settings, load_settings

    source = settings or find_settings()
    try:
        held = back_up(state_dir or state_folder(), source, file)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    _tell(held)
    put_out(f"{file}: {_delves(held.delves)}, {', '.join(held.files)}")
    if source is not None and (named := files_named(load_settings(source).settings)):
        put_out(f"the settings name files that are not in it, take them along: {', '.join(map(str, named))}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.tar.gz")
@_SETTINGS
@_STATE
def restore(*, file: Path, settings: Path | None, state_dir: Path | None) -> None:
    """Bring delves and settings back from a file; what is there now is kept beside them.

    Settings go to the file that the box reads, or to the one named.
    """
    from ..backup import BackupError
    from ..backup import restore as bring_back
    from ..places import state_folder
    from ..settings import default_places, find_settings

    target = settings or find_settings() or default_places()[0]
    try:
        held = bring_back(file, state_dir or state_folder(), target)
    except BackupError as error:
        raise click.ClickException(str(error)) from error
    _tell(held)
    put_out(f"{_delves(held.delves)}, {', '.join(held.files)}")
    if held.before is not None:
        put_out(f"what was there before is in {held.before}")


def _tell(held: Held) -> None:
    """What was damaged of the box's journal: mended now, the box itself will not tell it."""
    for trouble in held.troubles:
        click.echo(f"delvebox: {trouble}", err=True)


def _delves(count: int) -> str:
    return "1 delve" if count == 1 else f"{count} delves"
