"""`delvebox clips`: the utterances that the box has kept as sound, and how to be rid of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import put_json, put_out

if TYPE_CHECKING:
    from ..clips import Clip


@click.command()
@click.option("--delete", is_flag=True, help="Delete them all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a clip, with everything that was noted of it.")
@click.option("--state-dir", type=click.Path(path_type=Path), help="The box's state folder.")
def clips(*, delete: bool, as_json: bool, state_dir: Path | None) -> None:
    """List the clips that the box has kept, the newest last: what was said, and what was made of it.

    None is kept unless the settings' speech has keep_clips: 1 to 200. `delvebox hear FOLDER` hears them again.
    """
    from ..clips import ClipFolder, ClipsError
    from ..places import clips_folder, state_folder

    folder = ClipFolder(clips_folder(state_dir or state_folder()))
    try:
        if delete:
            deleted = folder.prune(0)
            put_out(f"{_counted(deleted)} deleted")
            return
        found = folder.clips()
    except ClipsError as error:
        raise click.ClickException(str(error)) from error
    for clip in found:
        if as_json:
            put_json({"number": clip.number, "file": str(clip.wav), **clip.record})
        else:
            put_out(_as_text(clip))
    if not as_json:
        cure = "" if found else "; to have some, set keep_clips in the settings' speech to 1–200"
        put_out(f"folder: {folder.path} ({_counted(len(found))}{cure})")


def _counted(number: int) -> str:
    return "1 clip" if number == 1 else f"{number} clips"


def _as_text(clip: Clip) -> str:
    record = clip.record
    if not record:
        return f"{clip.number:6}  {clip.wav.name} (what was made of it cannot be read)"
    at = str(record.get("at", "")).replace("T", " ")[:19]
    seconds = record.get("seconds")
    length = f"{seconds:4.1f} s" if isinstance(seconds, int | float) else "   ? s"
    return f"{clip.number:6}  {at:19}  {record.get('way', '?'):4}  {length}  {_outcome(record)}"


def _outcome(record: Mapping[str, Any]) -> str:
    text = record.get("text") or "nothing"
    if record.get("verdict") != "accept":
        return f"{record.get('verdict')}: {text} ({record.get('reason')})"
    slots = record.get("slots")
    told = "".join(f" {name}={value}" for name, value in slots.items()) if isinstance(slots, dict) else ""
    return f"{text} → {record.get('intent')}{told}"
