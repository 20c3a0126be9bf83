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
        if row.unfinished_bytes:
            there += f", {megabytes(row.unfinished_bytes)} of it are downloaded"
        put_out(f"{model.name}  {model.language}  {model.title}, {model.licence}, {size}  {there}")
    put_out(f"folder: {root}")


_LANGUAGE = click.option("--language", metavar="CODE", help="whose own model, such as de; without it the settings' own")


@models.command("install")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@_LANGUAGE
@click.option("--from", "source", metavar="FILE|FOLDER|URL", help="an archive, an unpacked model, or an address")
def install_(names: tuple[str, ...], language: str | None, source: str | None) -> None:
    """Install models: the language's own, or those of the NAMEs.

    Without --from they come from the publisher, or else from Maven where the client mvn is installed. One that is
    there already is left alone. A download that broke off goes on where it was, now or at the next time.
    """
    if (names and language is not None) or (len(names) > 1 and source is not None):
        raise click.UsageError("give either NAMEs or --language, and with --from at most one NAME")
    for name in names or (None,):
        _install(name, language, source)


def _install(name: str | None, language: str | None, source: str | None) -> None:
    bar = _Bar()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it clears up behind itself
    try:
        given = source if source is None or "://" in source else Path(source)
        folder = install(name, given, bar, language=_language(language))
    except ModelError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        raise click.ClickException(
            "interrupted: nothing was installed; what was downloaded is kept for the next time"
        ) from None
    finally:
        bar.close()
    put_out(str(folder))


@models.command("path")
@click.argument("name", required=False)
@_LANGUAGE
def path_(name: str | None, language: str | None) -> None:
    """Print the folder of an installed model.

    Exit status 1 where it is not installed.
    """
    try:
        put_out(str(find(name, language=_language(language))))
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


def _language(given: str | None) -> str:
    """The language whose own model is meant where no name is given."""
    if given is not None:
        return given
    from ..settings import load_settings

    return load_settings().settings.language


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

            self._bar = tqdm(
                total=total_bytes,
                initial=done_bytes,  # the speed is that of what comes now
                unit="B",
                unit_scale=True,
                leave=False,
                disable=None,
                file=sys.stderr,
            )
        self._bar.update(done_bytes - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
