"""`delvebox log`: an evening in lines, to its end or as it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .delves import STATE_DIR, opened_shelf, told
from .output import put_json, put_out

if TYPE_CHECKING:
    from ..outputs.narration import Narration
    from ..shelf import Shelf
    from ..shelved import Shelved


@click.command()
@click.argument("delve", required=False)
@click.option("--follow", is_flag=True, help="Go on with what happens, until ctrl-c.")
@click.option("--why", is_flag=True, help="With the cause and the sheet's rule of each thing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an entry: command, events, causes and rules.")
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file, for the language.")
@STATE_DIR
def log(
    *, delve: str | None, follow: bool, why: bool, as_json: bool, settings: Path | None, state_dir: Path | None
) -> None:
    """Print DELVE, or the open one, as it happened: a line an entry, with the delve's clock and its rolls.

    Works beside a running box. With --follow a delve that the table begins is followed by the next.
    """
    from ..journal.changes import JournalChanges
    from ..journal.errors import JournalError
    from ..places import state_folder

    printed = _Printed(narration_of(settings), why=why, as_json=as_json)
    with opened_shelf(state_dir) as shelf:
        chosen = shelf.find(delve)
        if not follow:
            printed.go_on(chosen)
        else:
            try:
                with JournalChanges(state_dir or state_folder()) as changes:
                    _follow(shelf, delve, printed, changes.wait)
            except JournalError as error:
                raise click.ClickException(str(error)) from error
            except KeyboardInterrupt:
                return


def narration_of(settings: Path | None) -> Narration:
    """The table's words, by its settings; bad settings are told, and English is taken."""
    from ..outputs.narration import Narration
    from ..settings import load_settings

    loaded = load_settings(settings)
    for sentence in loaded.sentences():
        click.echo(f"delvebox: {sentence}", err=True)
    return Narration.load(loaded.settings.language)


def _follow(shelf: Shelf, delve: str | None, printed: _Printed, wait: Callable[[], object]) -> None:
    chosen = shelf.find(delve)
    if not chosen.is_open:
        raise click.UsageError(f"{told(chosen)} is over: leave out --follow, or follow the open one")
    printed.go_on(chosen)
    while not shelf.troubles:
        wait()
        for each in _from(chosen.number, shelf.as_played()):
            printed.go_on(each)
            chosen = each


def _from(number: int, delves: Sequence[Shelved]) -> Sequence[Shelved]:
    """The delve with this number and what was played after it; the open one where it was deleted."""
    place = next((place for place, each in enumerate(delves) if each.number == number), None)
    return [each for each in delves if each.is_open] if place is None else delves[place:]


class _Printed:
    """What was printed of each delve, so that the rest can follow."""

    def __init__(self, narration: Narration, *, why: bool, as_json: bool) -> None:
        self._narration = narration
        self._why, self._as_json = why, as_json
        self._of: Shelved | None = None

    def go_on(self, shelved: Shelved) -> None:
        from ..record import Log

        if self._of is None or not shelved.goes_on_from(self._of):
            self._log, told_so_far = Log(shelved.begun(), self._narration), 0
            if not self._as_json:
                put_out(told(shelved))
        else:
            told_so_far = len(self._of.kept.entries)
        with shelved.reading():
            for entry in shelved.entries(told_so_far):
                if self._as_json:
                    put_json({"delve": shelved.number, **self._log.record(entry)})
                else:
                    put_out("\n".join(self._log.lines(entry, why=self._why)))
        self._of = shelved
