"""`delvebox tables`: the danger tables of the settings or of files, what is wrong with them, and a draw to try."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import aligned, put_json, put_out

if TYPE_CHECKING:
    from ...engine import Delve
    from ...engine.commands import Command
    from ...engine.events import TableDrawn
    from ...engine.tables import Table
    from ..danger_tables import Found
    from ..outputs.narration import Narration

MOST_TIMES = 1000


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE|shipped]…")
@click.option("--show", metavar="NAME", help="The entries of a table, each with its chance.")
@click.option("--roll", metavar="NAME", help="Draw from a table, or from the one that answers for a kind of danger.")
@click.option("--region", metavar="REGION", help="Where the party is, for --roll.")
@click.option("--times", type=click.IntRange(1, MOST_TIMES), default=1, help="Draw so many times, one after the other.")
@click.option("--seed", type=int, help="Fixes the dice of --roll.")
@click.option("--settings", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table or a draw.")
def tables(
    *,
    files: tuple[str, ...],
    show: str | None,
    roll: str | None,
    region: str | None,
    times: int,
    seed: int | None,
    settings: Path | None,
    as_json: bool,
) -> None:
    """List the danger tables of the settings, or of FILEs, and tell what is wrong with them.

    `shipped` stands for the box's own. The exit status is 1 where a file has an error; it is left out.

    \b
    delvebox tables crypt.yaml
    delvebox tables shipped --roll encounter --region crypt --seed 7
    """  # noqa: D301 - click's own sign for a block that is not to be wrapped
    from ...engine import Delve
    from ...engine.commands import EnterRegion, RollOnTable
    from ..danger_tables import kind_called
    from ..outputs.narration import Narration
    from ..settings import load_settings
    from ..vocabulary import tables_of, unheard_names

    loaded = load_settings(settings)
    if loaded.problems:
        raise click.UsageError("\n".join(loaded.sentences()))
    table = loaded.settings.model_copy(update={"tables": files}) if files else loaded.settings
    if not table.tables:
        cure = "name files, or write tables: [shipped] into them for the box's own"
        raise click.UsageError(f"there are no danger tables in the settings: {cure}")
    found = tables_of(table)
    for fault in found.faults:
        click.echo(str(fault), err=True)
    told = Narration.load(table.language).in_digits
    if roll is not None:
        delve = Delve(table.rules, secrets.randbits(32) if seed is None else seed, tables=found.tables)
        asked = RollOnTable(roll if found.tables.named(roll) else kind_called(roll))
        wanted = [*([EnterRegion(region)] if region else []), *([asked] * times)]
        _draw(delve, wanted, told, as_json=as_json)
    elif show is not None:
        _show(found, show, as_json=as_json)
    elif as_json:
        for each in found.tables.tables:
            put_json(_record(each, found))
    elif found.tables.tables:
        put_out("\n".join(aligned([("table", "kind", "regions", "entries", "file"), *_rows(found)], right={3})))
        if unheard := unheard_names(table):
            names = ", ".join(dict.fromkeys(unheard))
            put_out(f"typed and tapped, not heard, since the speech model does not know them: {names}")
    if found.faults:
        sys.exit(1)


# -- the list ---------------------------------------------------------------------------------------


def _rows(found: Found) -> Iterator[Sequence[str]]:
    for each in found.tables.tables:
        kind, regions = each.kind or "–", ", ".join(each.regions) or ("everywhere" if each.kind else "–")
        yield each.name, kind, regions, str(len(each.entries)), Path(found.files[each.name]).name


def _record(table: Table, found: Found) -> dict[str, Any]:
    from dataclasses import asdict

    return {**asdict(table), "file": found.files[table.name]}


def _show(found: Found, name: str, *, as_json: bool) -> None:
    table = found.tables.named(name)
    if table is None:
        raise click.UsageError(f'no table "{name}": there are {", ".join(each.name for each in found.tables.tables)}')
    if as_json:
        put_json(_record(table, found))
        return
    whole = sum(entry.weight for entry in table.entries)
    rows = [(f"{100 * entry.weight / whole:.1f} %", entry.text) for entry in table.entries]
    put_out("\n".join(aligned(rows, right={0})))


# -- a draw -----------------------------------------------------------------------------------------


def _draw(delve: Delve, wanted: Sequence[Command], told: Narration, *, as_json: bool) -> None:
    from ...engine.events import TableDrawn
    from ...engine.records import event_to_dict
    from ...engine.refusal import Refusal

    for command in wanted:
        entry = delve.play(command)
        if isinstance(entry, Refusal):
            raise click.UsageError(told.refused(entry))
        for event in entry.events:
            if not isinstance(event, TableDrawn):
                continue
            if as_json:
                put_json(event_to_dict(event))
            else:
                put_out("\n".join(_told(event, told)))


def _told(event: TableDrawn, told: Narration) -> Iterator[str]:
    """What was drawn, and below it every die that was thrown for it."""
    yield told.event(event)[0]
    for table, entry, face, sides, _ in event.draws:
        yield f"  {table}: {face} of {sides}: {entry}"
    thrown: list[tuple[str, tuple[int, ...], object]] = list(event.rolls)
    if event.reaction:
        thrown.append(("2d6", event.reaction_faces, told.word(event.reaction, "reaction")))
    if event.distance_feet is not None:
        thrown.append(("distance", event.distance_faces, event.distance_feet))
    for text, faces, total in thrown:
        yield f"  {text}: {' '.join(map(str, faces))}: {total}"
