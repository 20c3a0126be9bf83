"""`delvebox play`: the whole box driven from a file, on mock pins and a clock of its own."""

from __future__ import annotations

import json
import logging
import sys
import tempfile
from pathlib import Path
from typing import IO

import click

EXIT_UNREADABLE = 2


@click.command()
@click.argument("script", type=click.File("r", encoding="utf-8", errors="replace"), metavar="FILE|-")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line on standard output, and nothing else.")
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")
@click.option(
    "--state-dir",
    type=click.Path(path_type=Path),
    help="Where the journal lies; without it the delve is forgotten at the end.",
)
@click.option("--seed", type=int, help="Fixes the dice of the delves begun by this run.")
@click.option("--wav-dir", type=click.Path(path_type=Path), help="Write what is said as WAV files into this folder.")
def play(
    *,
    script: IO[str],
    as_json: bool,
    settings: Path | None,
    state_dir: Path | None,
    seed: int | None,
    wav_dir: Path | None,
) -> None:
    """Play a script, one input a line.

    \b
    say TEXT               a typed utterance        wait SECONDS   the clock moves on
    press BUTTON           a press                  die N…         the table's own dice
    hold BUTTON SECONDS    a hold                   show           the panel
    hear FILE.wav          to the microphone        cut            the power goes and comes back
    """  # noqa: D301 - click's own sign for a block that is not to be wrapped
    from ..bootstrap import BoxError, Wishes
    from ..player import Player, Report
    from ..script import ScriptError

    logging.basicConfig(level=logging.WARNING, format="delvebox: %(message)s", stream=sys.stderr)

    def show(report: Report) -> None:
        text = json.dumps(report.as_dict(), ensure_ascii=False) if as_json else "\n".join(report.as_text())
        if text:
            click.echo(text)

    with tempfile.TemporaryDirectory(prefix="delvebox-") as forgotten:
        wishes = Wishes(
            settings_file=settings,
            state_folder=state_dir or Path(forgotten),
            seed=seed,
            wav_folder=wav_dir,
            pins="mock",
            sound=False,
        )
        try:
            with Player(wishes, warn=logging.getLogger(__name__).warning) as player:
                for number, line in enumerate(script, 1):
                    try:
                        report = player.play(number, line)
                    except ScriptError as error:
                        click.echo(f"delvebox: line {number}: {error}", err=True)
                        sys.exit(EXIT_UNREADABLE)
                    show(report)
        except BoxError as error:
            raise click.ClickException(str(error)) from error
