"""`delvebox play`: the whole box driven from a file, on mock pins and a clock of its own."""

from __future__ import annotations

import io
import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from .output import put_json, put_out

EXIT_UNREADABLE = 2


@click.command()
@click.argument("script", metavar="FILE|-")
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
    script: str,
    as_json: bool,
    settings: Path | None,
    state_dir: Path | None,
    seed: int | None,
    wav_dir: Path | None,
) -> None:
    """Play a script, one input a line.

    \b
    say TEXT               a typed utterance        hear FILE.wav  to the microphone
    note TEXT              a note into the delve    wait SECONDS   the clock moves on
    press BUTTON           a press                  die N…         the table's own dice
    double BUTTON          a double press           show           the panel
    hold BUTTON SECONDS    a hold                   cut            the power goes and comes back
    """  # noqa: D301 - click's own sign for a block that is not to be wrapped
    from ..player import Player, Report
    from ..script import ScriptError
    from ..wishes import BoxError, Wishes

    logging.basicConfig(level=logging.WARNING, format="delvebox: %(message)s", stream=sys.stderr)

    def show(report: Report) -> None:
        if as_json:
            put_json(report.as_dict())
        elif text := report.as_text():
            put_out("\n".join(text))

    kept_or_forgotten = nullcontext(state_dir) if state_dir else tempfile.TemporaryDirectory(prefix="delvebox-")
    with _lines_of(script) as lines, kept_or_forgotten as folder:
        wishes = Wishes(
            settings_file=settings,
            state_folder=Path(folder),
            seed=seed,
            wav_folder=wav_dir,
            pins="mock",
            sound=False,
        )
        try:
            with Player(wishes, warn=logging.getLogger(__name__).warning) as player:
                if player.opening.spoken or player.opening.troubles:
                    show(player.opening)
                for number, line in enumerate(lines, 1):
                    try:
                        report = player.play(number, line)
                    except ScriptError as error:
                        click.echo(f"delvebox: line {number}: {error}", err=True)
                        sys.exit(EXIT_UNREADABLE)
                    show(report)
        except BoxError as error:
            raise click.ClickException(str(error)) from error


@contextmanager
def _lines_of(script: str) -> Iterator[Iterator[str]]:
    """The lines of a file, or of standard input as they come; a byte order mark before the first is none of it."""
    source: BinaryIO
    try:
        if script != "-":
            source = Path(script).open("rb")  # noqa: SIM115 - closed with the text around it
        elif sys.stdin is not None:
            source = sys.stdin.buffer
        else:
            raise _Unreadable("standard input is closed: name a script file, or pipe its lines in")
    except OSError as error:
        raise _Unreadable(f"{script}: cannot be read ({error.strerror}): check its name and who may read it") from error
    with io.TextIOWrapper(source, encoding="utf-8-sig", errors="replace") as text:
        yield _read(text, script)


def _read(text: io.TextIOWrapper, script: str) -> Iterator[str]:
    try:
        yield from text
    except OSError as error:
        raise _Unreadable(
            f"{script}: cannot be read any further ({error.strerror}): see whether its disk is well"
        ) from error


class _Unreadable(click.ClickException):
    exit_code = EXIT_UNREADABLE
