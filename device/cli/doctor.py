"""`delvebox doctor`: what works, what does not, and what to do about it."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import click

from .output import put_json, put_out

MARKS = {"ok": "ok", "warning": "!", "fault": "✗"}
_WIDTH = 79


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a check.")
@click.option("--watch", is_flag=True, help="Show every movement of the real buttons until ctrl-c, and check nothing.")
@click.option("--silent", is_flag=True, help="Nothing is spoken: the voice loop is left out.")
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")
@click.option("--state-dir", type=click.Path(path_type=Path), help="Where journal and log lie.")
def doctor(*, as_json: bool, watch: bool, silent: bool, settings: Path | None, state_dir: Path | None) -> None:
    """Check the box and its machine; nothing is changed by it.

    Exit status 0 where all is well, 1 for a warning, 2 for a fault.
    """
    from ..doctor import Patient, examine, worst
    from ..places import state_folder

    if watch:
        _watch(settings)
        return
    found = []
    for name, finding in examine(Patient(state_dir or state_folder(), settings, aloud=not silent)):
        found.append(finding)
        if as_json:
            put_json({"check": name, "level": finding.level, "says": finding.says, "cure": finding.cure or None})
        else:
            _put(name, finding.level, finding.says, finding.cure)
    sys.exit(worst(found))


def _put(name: str, level: str, says: str, cure: str) -> None:
    head = f"{MARKS[level]:>2}  {name:13} "
    indent = " " * len(head)
    put_out(textwrap.fill(says, _WIDTH, initial_indent=head, subsequent_indent=indent))
    if cure:
        put_out(textwrap.fill(f"→ {cure}", _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  "))


def _watch(settings_file: Path | None) -> None:
    from ..doctor import edges
    from ..pins import PinsError, open_pins
    from ..settings import load_settings

    settings = load_settings(settings_file).settings
    try:
        pins = open_pins(settings.pins)
    except PinsError as error:
        raise click.ClickException(str(error)) from error
    if pins.is_mock:
        raise click.ClickException("no real pins here: their buttons are those of `delvebox run` on its keyboard")
    try:
        for line in edges(settings, pins):
            put_out(line)
    except KeyboardInterrupt:
        pass  # the way to end it
    finally:
        pins.close()
