"""`delvebox run`: the box, for as long as the evening lasts."""

from __future__ import annotations

import logging
import os
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import click

from .output import settle_streams


@click.command()
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")
@click.option("--state-dir", type=click.Path(path_type=Path), help="Where journal and log lie.")
@click.option("--seed", type=int, help="Fixes the dice of the delves begun by this run.")
@click.option("--pins", type=click.Choice(["auto", "lgpio", "mock"]), help="Instead of what the settings say.")
@click.option("--silent", is_flag=True, help="Without microphone and loudspeaker.")
@click.option("--web", is_flag=True, help="With the box as a page in this machine's browser.")
@click.option("--no-browser", is_flag=True, help="Without opening that page by itself.")
def run(
    *,
    settings: Path | None,
    state_dir: Path | None,
    seed: int | None,
    pins: str | None,
    silent: bool,
    web: bool,
    no_browser: bool,
) -> None:
    """Start the box: real pins on a Raspberry Pi, mock pins elsewhere.

    On a terminal: the panel, and below it a line to type phrases into. Elsewhere: one line of text an event.
    """
    from ..places import state_folder
    from ..running import log_to, run_box
    from ..wishes import BoxError, Wishes

    wishes = Wishes(
        state_dir or state_folder(),
        settings_file=settings,
        seed=seed,
        pins=pins,
        sound=not silent,
        web=web,
        browser=not no_browser,
    )
    failure: BoxError | None = None
    with ExitStack() as leaving:
        leaving.callback(settle_streams)
        try:
            leaving.enter_context(log_to(wishes.state_folder))
        except OSError as error:
            why = f"the state folder {wishes.state_folder} cannot be used ({error.strerror})"
            raise click.ClickException(f"{why}: name another with --state-dir") from error
        try:
            run_box(wishes)
        except BoxError as error:
            failure = error
    if failure is not None:  # told now that standard error is the terminal's again, and not the log's
        click.echo(f"Error: {failure}", err=True)  # as a ClickException is told, whose status is always 1
    _leave(0 if failure is None else failure.exit_status)


def _leave(status: int) -> NoReturn:
    """End the process now that all is closed: a thread held by a hung sound service would crash Python's own end."""
    logging.shutdown()
    settle_streams()
    os._exit(status)
