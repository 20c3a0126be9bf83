"""`delvebox models`: which speech models there are, getting one, and where it is."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import click

from ..speech_models import ModelError, find, install, list_models, models_folder, remove
from ..speech_models.errors import megabytes
from .output import put_out


@click.group()
def models() -> None:
    """List, install, find or remove speech models. They land in $DELVEBOX_MODELS, else in the user's data folder."""


@models.command("list")
def list_() -> None:
    """Show the known models and which are installed."""
    try:
        rows = list_models()
        root = models_folder()
    except ModelError as error:
        raise click.ClickException(str(error)) from error
    for row in rows:
        model = row.model
        size = f"{megabytes(model.sources[0].bytes)} ({megabytes(model.unpacked_bytes)} unpacked)"
        there = "installed" if row.folder else "not installed"
        put_out(f"{model.name}  {model.language}  {model.title}, {model.licence}, {size}  {there}")
    put_out(f"folder: {root}")


@models.command("install")
@click.argument("name", required=False)
@click.option("--from", "source", metavar="FILE|FOLDER|URL", help="an archive, an unpacked model, or an address")
def install_(name: str | None, source: str | None) -> None:
    """Install a model: the language's own, or NAME.

    Without --from it comes from the publisher, or else from Maven where the client mvn is installed. One that is
    there already is left alone.
    """
    bar = _Bar()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it clears up behind itself
    try:
        folder = install(name, source if source is None or "://" in source else Path(source), bar)
    except ModelError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        raise click.ClickException("interrupted: nothing was installed") from None
    finally:
        bar.close()
    put_out(str(folder))


@models.command("path")
@click.argument("name", required=False)
def path_(name: str | None) -> None:
    """Print the folder of an installed model.

    Exit status 1 where it is not installed.
    """
    try:
        put_out(str(find(name)))
    except ModelError as error:
        raise click.ClickException(str(error)) from error


@models.command("remove")
@click.argument("name")
def remove_(name: str) -> None:
    """Take an installed model away."""
    try:
        there = remove(name)
    except ModelError as error:
        raise click.ClickException(str(error)) from error
    put_out(f"the speech model {name} is {'removed' if there else 'not installed'}")


class _Bar:
    """A line a stage on standard error, and a bar for downloads where that is a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None

    def stage(self, sentence: str) -> None:
        """Begin something else."""
        self.close()
        click.echo(sentence, err=True)

    def received(self, done_bytes: int, total_bytes: int | None) -> None:
        """Move the bar."""
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(total=total_bytes, unit="B", unit_scale=True, leave=False, disable=None, file=sys.stderr)
        self._bar.update(done_bytes - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
