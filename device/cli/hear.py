"""`delvebox hear`: what the box would understand, of WAV files, of kept clips, or live."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import put_json, put_out

if TYPE_CHECKING:
    from .heard import Hearing


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE.wav|FOLDER] …")
@click.option(
    "--way",
    type=click.Choice(["hold", "tap", "wake", "open"]),
    help="The way to talk: hold by default, for a clip that the box kept the way in which it was heard; live tap.",
)
@click.option("--live", is_flag=True, help="Show it as it happens: from the microphone, or one file at real speed.")
@click.option("--seconds", type=click.FloatRange(0.5, 36_000), help="End by itself, with --live.")
@click.option("--phrasebook", type=click.Path(path_type=Path), help="A phrasebook of your own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an utterance, live an event.")
@click.option("--model", help="A speech model's name or folder, instead of the settings' or the language's own.")
@click.option("--settings", type=click.Path(path_type=Path), help="The settings file: names, wake phrase, microphone.")
def hear(
    *,
    files: tuple[Path, ...],
    way: str | None,
    live: bool,
    seconds: float | None,
    phrasebook: Path | None,
    as_json: bool,
    model: str | None,
    settings: Path | None,
) -> None:
    """Recognise WAV files: one utterance a file in hold and tap way, as many as there are in wake and open way.

    Of a FOLDER all its WAV files, such as the clips that a box kept. Exit status 1 where a file could not be used.

    With --live from the settings' microphone until ctrl-c: levels, gate, words so far, and what comes of them. Enter
    or space taps, or with --way hold begins and ends; without a terminal a line of standard input does.
    """
    from .heard import hearing_of

    if live and len(files) > 1:
        raise click.UsageError("--live hears one file at a time")
    if not live and not files:
        raise click.UsageError("name a WAV file or a folder of them, or hear the microphone with --live")
    hearing = hearing_of(settings, phrasebook, model)
    if live:
        from .hear_live import hear_live

        sys.exit(hear_live(hearing, files[0] if files else None, way or ("hold" if files else "tap"), seconds, as_json))
    sys.exit(_hear_files(hearing, files, way, as_json))


def _hear_files(hearing: Hearing, places: tuple[Path, ...], way: str | None, as_json: bool) -> int:
    """Hear them one after the other; 1 where one could not be used."""
    from ..inputs.speech.audio import AudioError, wav_blocks
    from ..inputs.speech.detection import SpeechDetector
    from ..inputs.speech.files import recognise_blocks
    from ..inputs.speech.recogniser import RecogniserError
    from ..inputs.speech.verdict import judge
    from ..messages import Utterance
    from .heard import as_record, noted_of, outcome, way_of

    files = list(_files_in(places))
    noted = {file: noted_of(file) for file in files}
    ways = {file: way or way_of(noted[file]) for file in files}
    recogniser = hearing.open_recogniser(sorted(set(ways.values())))
    book, status = hearing.book, int(not files)
    try:
        for file in files:
            try:
                utterances = recognise_blocks(
                    wav_blocks(file),
                    ways[file],
                    recogniser,
                    book.goes_on,
                    book.is_phrase,
                    wake_phrase=hearing.wake_phrase,
                    detector=SpeechDetector(),
                )
            except (AudioError, RecogniserError) as error:
                utterances = [Utterance((), ways[file], 0.0, 0.0, 0.0, str(error))]
            for utterance in utterances:
                if utterance.trouble:
                    status = 1
                    click.echo(f"delvebox: {utterance.trouble}", err=True)
                verdict = judge(utterance, book, hearing.context)
                then = noted[file]
                record = as_record(file, utterance, verdict)
                if as_json:
                    put_json(record | ({"then": then} if then else {}))
                elif not utterance.trouble:  # that is told already
                    told = f"{file}  {utterance.start_seconds:.2f}–{utterance.end_seconds:.2f} s  {outcome(verdict)}"
                    differs = then and any(then.get(name) != record[name] for name in ("verdict", "intent", "slots"))
                    was = f"  (then {then.get('verdict')}: {then.get('text') or 'nothing'})" if differs else ""
                    put_out(told + was)
    finally:
        recogniser.close()
    return status


def _files_in(places: tuple[Path, ...]) -> Iterator[Path]:
    """Files as they are named, and of a folder all WAV files in order; an empty one is told."""
    for place in places:
        if not place.is_dir():
            yield place
            continue
        try:
            found = sorted(path for path in place.iterdir() if path.suffix.lower() == ".wav")
        except OSError as error:
            why = f"{place}: cannot be read ({error.strerror})"
            raise click.ClickException(f"{why}: let this user read that folder") from error
        if not found:
            click.echo(f"delvebox: {place}: holds no WAV file: name another", err=True)
        yield from found
