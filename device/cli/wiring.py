"""`delvebox wiring`: which wire goes where, for the settings in force."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import put_json, put_out

if TYPE_CHECKING:
    from ..wiring import Sound


@click.command()
@click.option(
    "--settings", "file", type=click.Path(path_type=Path), help="A settings file; by default the one in force."
)
@click.option(
    "--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write a drawing to FILE; - is the output."
)
@click.option(
    "--sound",
    type=click.Choice(["usb", "i2s"]),
    default="usb",
    show_default=True,
    help="How microphone and loudspeaker are wired.",
)
@click.option("--shipped", is_flag=True, help="The settings as shipped, whatever file there is.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: wires and notes.")
def wiring(*, file: Path | None, svg: Path | None, sound: Sound, shipped: bool, as_json: bool) -> None:
    """Show which wire goes to which place of the 40-pin header.

    Pins are BCM numbers, places are counted on the header. Settings with an error, such as two parts on one pin, are
    not drawn: the errors are told, and the exit status is 1.
    """
    from ..settings import Settings, load_settings
    from ..wiring import notes_of, table_of, wires_of

    settings = Settings()
    if not shipped:
        loaded = load_settings(file)
        if loaded.problems:
            for sentence in loaded.sentences():
                put_out(sentence)
            sys.exit(1)
        settings = loaded.settings
    if svg is not None:
        from ..wiring_picture import drawing_of

        _write(svg, drawing_of(settings, sound))
    elif as_json:
        wires = [
            {"part": wire.part, "leg": wire.leg, "to": wire.net, "place": wire.place}
            for wire in wires_of(settings, sound)
        ]
        put_json({"wires": wires, "notes": list(notes_of(settings, sound))})
    else:
        put_out("\n".join(table_of(settings, sound)))


def _write(file: Path, drawing: str) -> None:
    if str(file) == "-":
        put_out(drawing.removesuffix("\n"))
        return
    try:
        file.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(
            f"{file} cannot be written ({error.strerror or error}): name a file in a folder of yours"
        ) from error
