"""What `delvebox hear` hears with: the table's words and model; and how it tells what it has heard."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ..hearing import open_recogniser
from ..inputs.speech.recogniser import Recogniser
from ..inputs.speech.verdict import Context
from ..messages import Utterance, Verdict
from ..phrasebook import Phrasebook, PhrasebookError
from ..settings import Settings, load_settings
from ..vocabulary import open_phrasebook
from ..words import normalise

WAYS = ("hold", "tap", "wake", "open")


@dataclass(frozen=True)
class Hearing:
    """The words that a table may say, and the model that hears them."""

    settings: Settings
    book: Phrasebook
    context: Context
    model: str | None

    @property
    def wake_phrase(self) -> str:
        """The settings' own, in normalised words."""
        return normalise(self.settings.speech.wake_phrase)

    def open_recogniser(
        self,
        ways: Collection[str],
        on_change: Callable[[str], None] = lambda _trouble: None,
        on_words: Callable[[str], None] | None = None,
    ) -> Recogniser:
        """As `hearing.open_recogniser`."""
        return open_recogniser(self.model, self.book, ways, on_change, self.wake_phrase, on_words=on_words)


def hearing_of(settings_file: Path | None, phrasebook: Path | None, model: str | None) -> Hearing:
    """The settings' words and model, or others in their place.

    Raises:
        click.ClickException: the phrasebook that was asked for cannot be used.
    """
    loaded = load_settings(settings_file)
    for problem in loaded.sentences():
        click.echo(f"delvebox: {problem}", err=True)
    settings = loaded.settings
    table_rolls = settings.rules.danger.roll == "table"
    model = model or settings.speech.model
    if phrasebook is None:
        book, trouble = open_phrasebook(settings)
        if trouble:
            click.echo(f"delvebox: {trouble}", err=True)
        return Hearing(settings, book, Context(table_rolls=table_rolls), model)
    try:
        book = Phrasebook.load(phrasebook)
    except PhrasebookError as error:
        raise click.ClickException(str(error)) from error
    # The intents of a phrasebook of one's own mean nothing to the box: none is judged by the box's state.
    return Hearing(settings, book, Context(asking="anything", table_rolls=True), model)


def outcome(verdict: Verdict) -> str:
    """What was understood and would be done, or what was heard and why nothing is."""
    if verdict.intent is None:
        return f"{verdict.verdict}: {verdict.text or 'nothing'} ({verdict.reason})"
    slots = "".join(f" {name}={value}" for name, value in verdict.intent.slots.items())
    return f"{verdict.text} → {verdict.intent.name}{slots}"


def as_record(file: Path, utterance: Utterance, verdict: Verdict) -> dict[str, Any]:
    """An utterance of a file, for JSON; one with a trouble has the verdict none."""
    intent = verdict.intent
    return {
        "file": str(file),
        "start_seconds": utterance.start_seconds,
        "end_seconds": utterance.end_seconds,
        "text": verdict.text,
        "verdict": "none" if utterance.trouble else verdict.verdict,
        "reason": verdict.reason,
        "intent": intent and intent.name,
        "slots": dict(intent.slots) if intent else {},
    }


def noted_of(file: Path) -> Mapping[str, Any]:
    """What the box noted when it kept this file as a clip; empty where it is none."""
    try:
        noted = json.loads(file.with_suffix(".json").read_bytes())
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) and noted.get("way") in WAYS else {}


def way_of(noted: Mapping[str, Any]) -> str:
    """The way in which a file is heard: as it is noted of a clip, but its window or command as a whole."""
    if noted.get("way") == "open" or (noted.get("way") == "wake" and not noted.get("woken")):
        return str(noted["way"])
    return "hold"
