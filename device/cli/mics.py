"""`delvebox mics`: the microphones there are, which one the settings mean, and how loud each is."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .live import bar, can_show_live, show_live
from .output import put_json, put_out

if TYPE_CHECKING:
    from .microphones import Microphones, Row

MEASURED_SECONDS = 1.0
"""How long each is listened to where there is no terminal."""
_BAR_WIDTH = 20


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME] …")
@click.option("--seconds", type=click.FloatRange(0.2, 3600), help="End by itself; without a terminal: for each.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a microphone, each measured once.")
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file.")
def mics(*, names: tuple[str, ...], seconds: float | None, as_json: bool, settings: Path | None) -> None:
    """List the microphones with their levels: live on a terminal until ctrl-c, else measured one after the other.

    With a NAME only those that have it in theirs. Exit status 1 where the settings' microphone cannot be used.
    """
    from ..settings import load_settings
    from ..sound import SoundError, quiet
    from .microphones import Microphones

    loaded = load_settings(settings)
    for problem in loaded.sentences():
        click.echo(f"delvebox: {problem}", err=True)
    try:
        found = Microphones(loaded.settings.speech.microphone, names)
    except SoundError as error:
        raise click.ClickException(str(error)) from error
    if not as_json and can_show_live():
        with quiet(), found:  # PortAudio prints in the middle of the table
            show_live(lambda columns, _lines: _table(found, columns), seconds=seconds)
    else:
        for row in found.rows:
            found.measure(row, seconds or MEASURED_SECONDS)
            if as_json:
                put_json(_as_record(row))
            else:
                put_out(_as_line(row))
    if found.trouble:
        click.echo(f"delvebox: the settings' microphone cannot be used: {found.trouble}", err=True)
    sys.exit(1 if found.trouble else 0)


def _table(found: Microphones, columns: int) -> Sequence[str]:
    """The table as it stands now, and below it why a microphone gives no sound."""
    width = max(10, min(max(len(row.device.name) for row in found.rows), columns - _BAR_WIDTH - 46))
    told, reasons = [f"  {'microphone':{width}}  channels  {'kHz':22}  level"], []
    for row in found.rows:
        name = f"{'>' if row.chosen else ' '} {row.device.name[:width]:{width}}"
        told.append(f"{name}  {row.device.channels:8}  {_rates(row):22}  {_level(row)}")
        if row.trouble:
            reasons += textwrap.wrap(row.trouble, columns - 1)
    if found.trouble and all(row.trouble != found.trouble for row in found.rows):
        reasons += textwrap.wrap(f"the settings' microphone cannot be used: {found.trouble}", columns - 1)
    own = ", the system's own" if any(row.chosen and row.device.default for row in found.rows) else ""
    return [*told, *reasons, f"> the settings' microphone{own}   ctrl-c ends"]


def _level(row: Row) -> str:
    reading = row.meter.read()
    if row.trouble:
        return "no sound, see below"
    if reading is None:
        return "no sound yet"
    drawn = bar(reading.level_db, _BAR_WIDTH, sys.stdout.encoding)
    return f"{drawn} {reading.level_db:3.0f} dB{' loud' if reading.loud else ''}"


def _rates(row: Row) -> str:
    return " ".join(f"{rate / 1000:g}" for rate in row.rates_hz) or "none"


def _as_line(row: Row) -> str:
    channels = "1 channel" if row.device.channels == 1 else f"{row.device.channels} channels"
    told = [f"{row.device.name}: {channels}", f"{_rates(row)} kHz" if row.rates_hz else "no rate works"]
    told += ["the system's own"] * row.device.default + ["the settings' microphone"] * row.chosen
    reading = row.meter.read()
    if row.trouble or reading is None:
        return f"{', '.join(told)}; {row.trouble or 'no sound came'}"
    levels = f"loudest {reading.loudest_db:.0f} dB, floor {reading.floor_db:.0f} dB"
    return f"{', '.join(told)}; {levels}, at {row.meter.form}"


def _as_record(row: Row) -> dict[str, Any]:
    reading = row.meter.read()
    return {
        "name": row.device.name,
        "channels": row.device.channels,
        "rates_hz": list(row.rates_hz),
        "default": row.device.default,
        "chosen": row.chosen,
        "opened": row.meter.form or None,
        "loudest_db": reading and round(reading.loudest_db, 1),
        "floor_db": reading and round(reading.floor_db, 1),
        "trouble": row.trouble or None,
    }
