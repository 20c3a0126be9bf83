"""`delvebox hear`: what the box would understand of WAV files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from .output import put_json, put_out


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.wav …")
@click.option("--phrasebook", type=click.Path(path_type=Path), help="A phrasebook of your own.")
@click.option(
    "--mode",
    type=click.Choice(["hold", "tap", "wake", "open"]),
    default="hold",
    show_default=True,
    help="The way to talk.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object an utterance on standard output.")
@click.option("--model", help="A speech model's name or folder, instead of the language's own.")
def hear(*, files: tuple[Path, ...], phrasebook: Path | None, mode: str, as_json: bool, model: str | None) -> None:
    """Recognise WAV files: one utterance a file in hold and tap mode, as many as there are in wake and open mode.

    Exit status 1 where a file could not be used.
    """
    from ..hearing import open_recogniser
    from ..inputs.speech.audio import AudioError
    from ..inputs.speech.files import recognise_file
    from ..inputs.speech.recogniser import RecogniserError
    from ..inputs.speech.verdict import Context, judge
    from ..messages import Utterance
    from ..phrasebook import Phrasebook, PhrasebookError
    from ..speech_models import ModelError

    try:
        book = Phrasebook.load(phrasebook)
        recogniser = open_recogniser(model, book, (mode,))
    except (PhrasebookError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    # The intents of a phrasebook of one's own mean nothing to the box: none is judged by the box's state.
    context = Context(asking="anything", table_rolls=True) if phrasebook else Context()
    failed = False
    try:
        for file in files:
            try:
                utterances = recognise_file(file, mode, recogniser, book.goes_on, book.is_phrase)
            except (AudioError, RecogniserError) as error:
                utterances = [Utterance((), mode, 0.0, 0.0, 0.0, str(error))]
            for utterance in utterances:
                if utterance.trouble:
                    failed = True
                    click.echo(f"delvebox: {utterance.trouble}", err=True)
                verdict = judge(utterance, book, context)
                intent = verdict.intent
                told: dict[str, Any] = {
                    "file": str(file),
                    "start_seconds": utterance.start_seconds,
                    "end_seconds": utterance.end_seconds,
                    "text": verdict.text,
                    "verdict": "none" if utterance.trouble else verdict.verdict,
                    "reason": verdict.reason,
                    "intent": intent and intent.name,
                    "slots": dict(intent.slots) if intent else {},
                }
                if as_json:
                    put_json(told)
                else:
                    put_out(_as_text(told))
    finally:
        recogniser.close()
    sys.exit(1 if failed else 0)


def _as_text(told: dict[str, Any]) -> str:
    place = f"{told['file']}  {told['start_seconds']:.2f}–{told['end_seconds']:.2f} s"
    if told["verdict"] != "accept":
        return f"{place}  {told['verdict']}: {told['text'] or 'nothing'} ({told['reason']})"
    slots = "".join(f" {name}={value}" for name, value in told["slots"].items())
    return f"{place}  {told['text']} → {told['intent']}{slots}"
