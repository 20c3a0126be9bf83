"""`delvebox sheet` and `delvebox card`: what people like on paper, as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..printing.pen import PAPERS, PrintMissingError
from .delves import STATE_DIR, opened_shelf, told
from .export import write_out
from .output import put_out

if TYPE_CHECKING:
    from ..settings import Settings


def _ends_in_pdf(_ctx: click.Context, _option: click.Parameter, file: Path) -> Path:
    """The settings, named by mistake, are not written over."""
    if file.suffix.lower() != ".pdf":
        raise click.BadParameter(f"{file} has another ending: name a file that ends in .pdf")
    return file


_OUTPUT = click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    callback=_ends_in_pdf,
    metavar="FILE.pdf",
    help="The file to write.",
)
_PAPER = click.option("--paper", type=click.Choice(list(PAPERS)), default="letter", show_default=True, help="Its size.")
_SETTINGS = click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")


@click.command()
@_OUTPUT
@_PAPER
@click.option("--rows", type=click.IntRange(1, 100), metavar="N", help="Rows of ten turns, 1–100; two by default.")
@click.option("--delve", metavar="DELVE", help="Fill the boxes as this delve stands: a number, a name, or open.")
@_SETTINGS
@STATE_DIR
def sheet(
    *, output: Path, paper: str, rows: int | None, delve: str | None, settings: Path | None, state_dir: Path | None
) -> None:
    """Write the reference as PDF: trackers with boxes and the turn in short, and a page of actions.

    The numbers are those of the settings' rules, or of the delve's own. More rows than have room stand on pages of
    their own.
    """
    from ..printing.sheet import sheet as printed
    from ..printing.words import Words

    table = _settings(settings)
    words = Words.load(table.language)
    try:
        if delve is None:
            content, whose = printed(paper, table.rules, rows=rows, words=words), "empty boxes"
        else:
            with opened_shelf(state_dir) as shelf:
                chosen = shelf.find(None if delve == "open" else delve)
                name = chosen.name or words("delve {number}", number=chosen.number)
                content = printed(paper, table.rules, rows=rows, delve=chosen.delve(), name=name, words=words)
                whose = told(chosen)
    except PrintMissingError as error:
        raise click.ClickException(str(error)) from error
    write_out(output, content)
    put_out(f"{output}: {whose}")


@click.command()
@_OUTPUT
@_PAPER
@_SETTINGS
def card(*, output: Path, paper: str, settings: Path | None) -> None:
    """Write the voice commands and the buttons of the settings in force as PDF, on one page.

    `delvebox phrases` has every way to say each of them.
    """
    from ..outputs.narration import Narration
    from ..printing.card import card as printed
    from ..vocabulary import open_phrasebook

    table = _settings(settings)
    phrasebook, trouble = open_phrasebook(table)
    if trouble:
        click.echo(f"delvebox: {trouble}", err=True)
    try:
        content = printed(paper, table, phrasebook, Narration.load(table.language))
    except PrintMissingError as error:
        raise click.ClickException(str(error)) from error
    write_out(output, content)
    put_out(f"{output}: {len(table.buttons)} buttons, {len(phrasebook.intents)} things to say")


def _settings(file: Path | None) -> Settings:
    from ..settings import load_settings

    loaded = load_settings(file)
    if loaded.problems:
        raise click.UsageError("\n".join(loaded.sentences()))
    return loaded.settings
