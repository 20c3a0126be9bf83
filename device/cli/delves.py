"""`delvebox delves`: the delves of a box, and what may be done with them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import aligned, put_json, put_out

if TYPE_CHECKING:
    from ..journal.evenings import Evening
    from ..shelf import Shelf
    from ..shelved import Shelved

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
STATE_DIR = click.option("--state-dir", type=click.Path(path_type=Path), help="Where the journal lies.")


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a delve.")
@STATE_DIR
@click.pass_context
def delves(ctx: click.Context, *, as_json: bool, state_dir: Path | None) -> None:
    """List the delves; `>` stands before the open one, in which the box plays on.

    DELVE is a number of the list, or a name. Reading works while the box runs; what changes delves waits until it
    does not.
    """
    if ctx.invoked_subcommand is not None:
        ctx.obj = state_dir
        return
    with opened_shelf(state_dir) as shelf:
        rows = [_row(each) for each in shelf.delves()]
        if as_json:
            for row in rows:
                put_json(row)
        else:
            put_out("\n".join(_table(rows, shelf.evening)))


@delves.command()
@click.argument("delve")
@STATE_DIR
@click.pass_obj
def resume(folder: Path | None, *, delve: str, state_dir: Path | None) -> None:
    """Let the box play on in DELVE; the one that is open is ended."""
    with opened_shelf(state_dir or folder) as shelf:
        shelf.resume(delve)
        put_out(f"the box plays on in {told(shelf.find(delve))}")


@delves.command()
@click.argument("delve")
@click.argument("name")
@STATE_DIR
@click.pass_obj
def rename(folder: Path | None, *, delve: str, name: str, state_dir: Path | None) -> None:
    """Call DELVE by NAME."""
    with opened_shelf(state_dir or folder) as shelf:
        number = shelf.find(delve).number
        shelf.rename(delve, name)
        put_out(told(shelf.find(str(number))))


@delves.command()
@click.argument("delve", required=False)
@STATE_DIR
@click.pass_obj
def end(folder: Path | None, *, delve: str | None, state_dir: Path | None) -> None:
    """End DELVE, or the open one: the box begins a new one when it starts."""
    with opened_shelf(state_dir or folder) as shelf:
        chosen = shelf.find(delve)
        shelf.end(delve)
        put_out(f"{told(chosen)} is over")


@delves.command()
@click.argument("delve")
@click.option("--yes", is_flag=True, help="Without asking.")
@STATE_DIR
@click.pass_obj
def delete(folder: Path | None, *, delve: str, yes: bool, state_dir: Path | None) -> None:
    """Delete DELVE for good, after asking; backups, and what was set aside of a damaged journal, may hold it yet."""
    with opened_shelf(state_dir or folder) as shelf:
        chosen = shelf.find(delve)
        if not yes:
            if sys.stdin is None:
                raise click.ClickException(
                    f"{told(chosen)} is not deleted: nobody can be asked here, --yes asks nobody"
                )
            click.confirm(f"delete {told(chosen)} for good?", abort=True)
        shelf.delete(str(chosen.number))
        put_out(f"{told(chosen)} is deleted")


@contextmanager
def opened_shelf(state_dir: Path | None) -> Iterator[Shelf]:
    """The delves of a state folder; what is wrong with their journal is told, and what goes wrong is an error."""
    from ..places import state_folder
    from ..shelf import Shelf
    from ..shelved import ShelfError

    shelf = Shelf(state_dir or state_folder())
    try:
        yield shelf
    except ShelfError as error:
        raise click.ClickException(str(error)) from error
    finally:
        for trouble in shelf.troubles:
            click.echo(f"delvebox: {trouble}", err=True)


def told(shelved: Shelved) -> str:
    """A delve in a sentence."""
    return f"delve {shelved.number}" + (f" ({shelved.name})" if shelved.name else "")


def _row(shelved: Shelved) -> dict[str, Any]:
    from dataclasses import asdict

    from ..record import summary_of
    from ..shelved import ShelfError

    try:
        turns: int | None = summary_of(shelved.delve().events).turns
    except ShelfError as error:
        click.echo(f"delvebox: {error}", err=True)
        turns = None
    return {
        "number": shelved.number,
        "name": shelved.name,
        "state": "open" if shelved.is_open else "over",
        "turns": turns,
        **asdict(shelved.times),
    }


def _table(rows: Sequence[dict[str, Any]], evening: Evening | None) -> Iterator[str]:
    if not rows:
        yield "no delve yet: play one with delvebox run"
        return
    now = evening.number if evening else 0
    heads = ("", "", "name", "state", "turns", "begun", "last played")
    cells = [heads] + [
        (
            ">" if row["state"] == "open" else "",
            str(row["number"]),
            row["name"] or "–",
            row["state"],
            "?" if row["turns"] is None else str(row["turns"]),
            _when(row["begun"], now),
            _when(row["played"], now),
        )
        for row in rows
    ]
    yield from aligned(cells, right={1, 4})


def _when(evening: dict[str, Any] | None, now: int) -> str:
    """An evening in words; its date where the machine knew it."""
    if evening is None:
        return "–"
    words = "this evening" if evening["number"] == now else f"evening {evening['number']}"
    if evening["date"] is None:
        return words
    year, month, day = evening["date"].split("-")
    return f"{words} ({int(day)} {MONTHS[int(month) - 1]} {year})"
