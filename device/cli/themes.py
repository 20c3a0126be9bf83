"""`delvebox themes`: the ways in which the box says things, what is wrong with one, and how it sounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import aligned, put_out

if TYPE_CHECKING:
    from ..messages import Cue
    from ..settings import Settings

CUE_SECONDS = 60.0
"""A cue is said within this, or it is told."""


@click.command()
@click.argument("theme", required=False, metavar="[NAME|FILE]")
@click.option("--say", is_flag=True, help="Say the samples aloud too, in the settings' voice.")
@click.option("--settings", type=click.Path(path_type=Path), help="The table's settings file.")
def themes(*, theme: str | None, say: bool, settings: Path | None) -> None:
    """List the themes in the settings' language, or check one and tell a few moments by it.

    The one in use is marked. The exit status is 1 where a theme has an error; each is a line of its own.
    """
    from ..settings import load_settings

    loaded = load_settings(settings)
    if loaded.problems:
        raise click.UsageError("\n".join(loaded.sentences()))
    wanted = theme or (loaded.settings.voice.theme if say else None)
    if wanted is None:
        _list(loaded.settings)
    else:
        cues = _samples(wanted, loaded.settings)
        if say:
            _say(cues, loaded.settings)


def _list(settings: Settings) -> None:
    from ..outputs.narration import NarrationError
    from ..outputs.narration.themes import about_theme, names_of

    used = settings.voice.theme
    rows, faults = [], []
    for name in dict.fromkeys((*names_of(settings.language), used)):
        try:
            about = about_theme(name, settings.language)
        except NarrationError as error:
            about = "cannot be used"
            faults += error.sentences
        rows.append(("*" if name == used else "", name, about))
    for row in aligned(rows):
        put_out(row)
    _tell(faults)


def _samples(theme: str, settings: Settings) -> list[Cue]:
    """What the theme is, and what it says at a few moments."""
    from ..outputs.narration import Narration, NarrationError
    from ..outputs.narration.moments import moments
    from ..outputs.narration.themes import about_theme

    try:
        about = about_theme(theme, settings.language)
        narration = Narration.load(settings.language, theme)
    except NarrationError as error:
        _tell(error.sentences)
    put_out(f"{theme}: {about}" if about else theme)
    told = list(moments(narration))
    for cues in told:
        put_out(f"  {' '.join(cue.text for cue in cues)}")
    return [cue for cues in told for cue in cues]


def _tell(faults: list[str]) -> None:
    """Every fault, and then no more."""
    for fault in faults:
        put_out(fault)
    if faults:
        sys.exit(1)


def _say(cues: list[Cue], settings: Settings) -> None:
    from ..messages import PartChanged, SpeakingChanged
    from ..outputs.narrator import Narrator
    from ..outputs.sinks import Loudspeaker
    from ..outputs.voice import voice_of

    troubles: list[str] = []

    def take(change: SpeakingChanged | PartChanged) -> None:
        if isinstance(change, PartChanged) and not change.working:
            troubles.append(change.sentence)

    narrator = Narrator(settings.voice, take, Loudspeaker(settings.voice.device), voice_of(settings))
    try:
        for cue in cues:
            narrator.say(cue)
            if not narrator.flush(CUE_SECONDS):
                troubles.append(
                    f"{cue.text} was not said within {CUE_SECONDS:.0f} s: see whether the loudspeaker works"
                )
            if troubles:
                raise click.ClickException("; ".join(dict.fromkeys(troubles)))
    finally:
        narrator.close()
